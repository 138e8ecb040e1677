"""A broken rule and the framework of a program → the code that most likely mends it."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .rule import Rule

LIKELY = "; likely: "  # between what to do and the code that does it
# How each framework's own help page is known; the first that fits.
SIGNS = (
    ("cobra", r'(?m)^Use "[^"]+ --help" for more information|^Available Commands:$'),
    ("typer", r"╭─ Options[\s\S]*Show this message and exit\.|--install-completion"),
    ("cyclopts", r"Display this message and exit\.?"),
    ("click", r"Show this message and exit\."),
    ("argparse", r"show this help message and exit"),
    ("clap", r"(?m)^\s+-h, --help\s+Print help"),
)  # fmt: skip
# Rule → framework → the likely code. Python's frameworks adopt the contract as a whole.
ADOPT = {
    "click": "exeunt.adopt(cli)()",
    "typer": "exeunt.adopt(app)()",
    "cyclopts": "exeunt.adopt(app)()",
    "argparse": "exeunt.adopt(parser)()",
}
USAGE = {
    "click": "click.UsageError.exit_code = 3",
    "typer": "typer.BadParameter.__base__.exit_code = 3  # of every usage error",
    "cyclopts": (
        "try:\n"
        "    app(exit_on_error=False)\n"
        "except cyclopts.CycloptsError:\n"
        "    sys.exit(3)"
    ),
    "argparse": (
        "class Parser(argparse.ArgumentParser):\n"
        "    def error(self, message):\n"
        "        self.exit(3, f'{message}\\n')"
    ),
    "cobra": "if err := root.Execute(); err != nil { os.Exit(3) }",
    "clap": "Cli::try_parse().unwrap_or_else(|e| { e.print().ok(); exit(3) });",
}
COLOUR = {
    "click": "click.echo(text)  # strips colour in a pipe; print() does not",
    "typer": "typer.echo(text)  # strips colour in a pipe; print() does not",
    "cyclopts": "app = App(console=Console())  # finds out by itself; force nothing",
    "argparse": (
        "if not sys.stdout.isatty() or os.environ.get('NO_COLOR'):\n"
        "    text = re.sub(r'\\x1b\\[[0-9;]*m', '', text)"
    ),
    "cobra": 'color.NoColor = color.NoColor || os.Getenv("NO_COLOR") != ""',
    "clap": "#[command(color = clap::ColorChoice::Auto)]",
}
VERSION = {
    "click": '@click.version_option("1.0")',
    "typer": (
        "def show_version(wanted: bool) -> None:\n"
        "    if wanted:\n"
        "        typer.echo('1.0')\n"
        "        raise typer.Exit\n"
        "\n"
        "\n"
        "@app.callback()\n"
        "def main(\n"
        "    version: bool = typer.Option(\n"
        "        False, '--version', callback=show_version, is_eager=True\n"
        "    ),\n"
        ") -> None: ..."
    ),
    "cyclopts": 'app = App(version="1.0")',
    "argparse": 'parser.add_argument("--version", action="version", version="1.0")',
    "cobra": 'rootCmd.Version = "1.0"',
    "clap": "#[command(version)]",
}
PIPE = {
    "click": "signal.signal(signal.SIGPIPE, signal.SIG_DFL)",
    "typer": "signal.signal(signal.SIGPIPE, signal.SIG_DFL)",
    "cyclopts": "signal.signal(signal.SIGPIPE, signal.SIG_DFL)",
    "argparse": "signal.signal(signal.SIGPIPE, signal.SIG_DFL)",
    "cobra": "signal.Reset(syscall.SIGPIPE)",
    "clap": "sigpipe::reset();",
}
TRACE = {
    "click": "raise click.ClickException(str(error)) from None",
    "typer": "typer.echo(error, err=True)\nraise typer.Exit(1) from None",
    "cyclopts": "sys.exit(str(error))  # says it on stderr, and ends with 1",
    "argparse": "parser.exit(1, f'{error}\\n')",
    "cobra": "cmd.RunE = func(cmd *cobra.Command, args []string) error { return err }",
    "clap": (
        "fn main() -> std::process::ExitCode {\n"
        '    if let Err(error) = run() { eprintln!("{error}"); return 1.into(); }\n'
        "    0.into()\n"
        "}"
    ),
}
SIGNAL = {
    "click": "exeunt.adopt(cli)()  # Click turns SIGINT into exit 1",
    "typer": "exeunt.adopt(app)()  # Typer turns SIGINT into exit 130 or 1",
    "cyclopts": "exeunt.adopt(app)()",
    "argparse": (
        "except KeyboardInterrupt:\n"
        "    signal.signal(2, signal.SIG_DFL)\n"
        "    os.kill(os.getpid(), 2)"
    ),
    "cobra": "signal.Reset(sig); syscall.Kill(os.Getpid(), sig.(syscall.Signal))",
    "clap": "signal_hook::low_level::emulate_default_handler(signal)?;",
}
TERMINATE = {
    "click": "exeunt.adopt(cli)()  # or leave SIGTERM alone: by itself it ends you",
    "typer": "exeunt.adopt(app)()  # or leave SIGTERM alone: by itself it ends you",
    "cyclopts": "exeunt.adopt(app)()  # or leave SIGTERM alone: by itself it ends you",
    "argparse": (
        "def end(number, frame):\n"
        "    clean_up()\n"
        "    signal.signal(number, signal.SIG_DFL)\n"
        "    os.kill(os.getpid(), number)\n"
        "\n"
        "\n"
        "signal.signal(signal.SIGTERM, end)"
    ),
    "cobra": SIGNAL["cobra"],
    "clap": SIGNAL["clap"],
}
REMEDIES = {
    "arg-error": USAGE,
    "usage-code": USAGE,
    "no-escapes": COLOUR,
    "no-color": COLOUR,
    "dumb-terminal": COLOUR,
    "version": VERSION,
    "reader-gone": PIPE,
    "no-trace": TRACE,
    "interrupt": SIGNAL,
    "terminate": TERMINATE,
    "cancelled": ADOPT,
    "envelope": ADOPT,
    "envelope-keys": ADOPT,
    "envelope-alone": ADOPT,
    "ok-is-zero": ADOPT,
    "data": ADOPT,
    "error": ADOPT,
    "manifest": ADOPT,
    "danger": dict.fromkeys(ADOPT, '@exeunt.contract(danger="safe")'),
    "declared": dict.fromkeys(
        ADOPT, '@exeunt.contract(exits={ExitCode.NOT_FOUND: "…"})'
    ),
}


def framework_of(page: str) -> str | None:
    """Name the framework that a program's help page looks like."""
    return next((name for name, sign in SIGNS if re.search(sign, page)), None)


def remedy(rule: Rule, framework: str | None) -> str:
    """Say how to mend a program; with code, where its framework is known."""
    code = REMEDIES.get(rule.id, {}).get(framework or "")
    return f"{rule.fix}{LIKELY}{code}" if code else rule.fix
