// clap's manners without clap: usage errors are 2, no match is 1.
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

const HELP: &str = "Seek a word on stdin

Usage: seek [OPTIONS] <WORD>

Arguments:
  <WORD>  What to seek

Options:
  -i, --ignore-case  Capitals do not matter
  -h, --help         Print help
  -V, --version      Print version
";

fn refuse(message: &str) -> ExitCode {
    eprintln!("error: {message}\n\nUsage: seek [OPTIONS] <WORD>\n\nFor more information, try '--help'.");
    ExitCode::from(2)
}

fn print(text: &str) -> ExitCode {
    match io::stdout().write_all(text.as_bytes()).and_then(|()| io::stdout().flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => { eprintln!("error: {error}"); ExitCode::from(1) }
    }
}

fn main() -> ExitCode {
    let (mut word, mut fold) = (None, false);
    for raw in std::env::args_os().skip(1) {
        let arg = raw.to_string_lossy().into_owned();
        match arg.as_str() {
            "-h" | "--help" => return print(HELP),
            "-V" | "--version" => return print("seek 0.7.1\n"),
            "-i" | "--ignore-case" => fold = true,
            other if other.starts_with('-') => {
                return refuse(&format!("unexpected argument '{}' found", other.escape_debug()))
            }
            _ if word.is_none() => word = Some(arg),
            other => return refuse(&format!("unexpected argument '{}' found", other.escape_debug())),
        }
    }
    let Some(word) = word else {
        return refuse("the following required arguments were not provided:\n  <WORD>");
    };
    let mut found = false;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let hit = if fold { line.to_lowercase().contains(&word.to_lowercase()) } else { line.contains(&word) };
        if hit { found = true; print(&format!("{line}\n")); }
    }
    if found { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
