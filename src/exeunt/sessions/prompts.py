r"""The words of a shell → a start of it in which every prompt carries a mark.

A shell that is to talk with somebody gets a start file. That first reads what the shell
would have read, then adds the mark to the prompt, so that the person's own files have
their say and do not take it back:

    bash         by --rcfile; by PROMPT_COMMAND where it reads no such file
    zsh          by ZDOTDIR: its .zshenv gives that back, and adds hooks
    sh dash ksh  by ENV, likewise

The mark ends the prompt: a line editor has the terminal in its hands by then. What of
this stands in the environment is taken out again before the first prompt.
"""

from __future__ import annotations

import os

from ..files import create, make_directory
from ..terminal.marks import Marks
from .place import START, START_FILE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..process.flow import Running
    from ..process.task import Task
    from .place import Place

    Launch = Callable[[Task, Sequence[int], int, int], None]

SH = ("sh", "dash", "ash", "ksh", "ksh93", "mksh", "lksh", "oksh")
FAMILY = {"bash": "bash", "rbash": "bash", "zsh": "zsh", **dict.fromkeys(SH, "sh")}
# What may be said to a shell that stays one that talks; `o` and `O` take a word.
LETTERS = {"bash": "ilsrEHBoO", "zsh": "ilsofd", "sh": "ilsEVo"}
NAMES = {"bash": {"--login", "--norc", "--noprofile", "--noediting", "--posix"}}
FILES = {"--rcfile", "--init-file"}  # and these take one, too

BASH = r"""case $PS1 in
*'aid=@NONCE@;'*) ;;
*) PS1=$PS1'\[\e]133;D;$?;aid=@NONCE@;at=${EPOCHREALTIME-};n=\#\a\]'
export -n PROMPT_COMMAND ;;
esac"""
# From 5.1 on it may be an array, of which the last word is ours.
RCFILE = r"""if [ -r @FILE@ ]; then . @FILE@; fi
if (( BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] > 500 )); then
  PROMPT_COMMAND+=(@BASH@)
else
  PROMPT_COMMAND="${PROMPT_COMMAND:+$PROMPT_COMMAND
}"@BASH@
fi
"""
# A ksh of the mksh kind is told by a character and a return what has no width.
ENVFILE = """@RESTORE@
case ${BASH_VERSION-} in
?*) PROMPT_COMMAND="${PROMPT_COMMAND:+$PROMPT_COMMAND
}"@BASH@ ;;
*)
  [ -n "${PS1-}" ] || PS1='$ '
  case ${KSH_VERSION-} in
  *MIRBSD*|*LEGACY*|*'PD KSH'*)
    case $PS1 in
    ?'\r'*) ;;
    *) PS1='\x01\r'$PS1 ;;
    esac
    PS1=$PS1"${PS1%"${PS1#?}"}"'@MARK@'"${PS1%"${PS1#?}"}" ;;
  *) PS1=$PS1'@MARK@' ;;
  esac ;;
esac
""".replace("@MARK@", "\x1b]133;D;$?;aid=@NONCE@;at=${EPOCHREALTIME-}\a")
# What a shell of this kind reads where ENV is not set, and where it is.
USUAL = """unset ENV
case ${KSH_VERSION-} in
*MIRBSD*|*LEGACY*|*'PD KSH'*) if [ -r ~/.mkshrc ]; then . ~/.mkshrc; fi ;;
?*) if [ -r ~/.kshrc ]; then . ~/.kshrc; fi ;;
esac"""
OWN = """ENV=@OWN@
export ENV
if eval "[ -r \\"$ENV\\" ]"; then eval ". \\"$ENV\\""; fi"""
# A hook that was added after ours has its say after it; a periodic one comes later
# still, and at the first prompt, with such a PERIOD. From then on ours is the last.
ZSHENV = """@RESTORE@
@THEIRS@
if [[ -o interactive ]]; then
  typeset -gi __exeunt_prompts=0 __exeunt_lines=0
  __exeunt_preexec() { (( __exeunt_lines++ )) }
  __exeunt_precmd() {
    emulate -L zsh
    (( __exeunt_prompts++ ))
    precmd_functions=(${precmd_functions:#__exeunt_precmd} __exeunt_precmd)
    __exeunt_mark
  }
  __exeunt_late() {
    emulate -L zsh
    periodic_functions=(${periodic_functions:#__exeunt_late})
    [[ $PERIOD != -1 ]] || unset PERIOD
    unfunction __exeunt_late
    __exeunt_mark
  }
  __exeunt_mark() {
    PS1=${PS1%%'%{\x1b]133;D;%?;aid=@NONCE@;'*}'%{\x1b]133;D;%?;aid=@NONCE@;at='\\
$__exeunt_prompts';n='$__exeunt_lines'\a%}'
  }
  typeset -ga precmd_functions preexec_functions periodic_functions
  PERIOD=-1
  periodic_functions+=(__exeunt_late)
  precmd_functions+=(__exeunt_precmd)
  preexec_functions+=(__exeunt_preexec)
fi
"""


ZSH_THEIRS = """\
if [[ -r ${ZDOTDIR:-$HOME}/.zshenv ]]; then . ${ZDOTDIR:-$HOME}/.zshenv; fi"""


class Prompts:
    """The marks of one session's shell, and the start file that makes it write them."""

    def __init__(self, running: Running, place: Place, family: str) -> None:
        self.running = running
        self.place = place
        self.family = family
        self.nonce: str = os.urandom(8).hex()
        self.marks: Marks = Marks(self.nonce)
        self.marks.tell = self.shown
        self.file: int = -1  # in memory
        self.folder: bool = False

    def around(self, launch: Launch) -> Launch:
        """Have the shell launched so that it marks its prompts."""

        def launch_marked(
            task: Task, streams: Sequence[int], orders: int, words: int
        ) -> None:
            try:
                self.prepare(task)
            except OSError:
                self.tidy()  # it starts as it is, and nobody knows its statuses
            else:
                self.listen()
            launch(task, streams, orders, words)

        return launch_marked

    def listen(self) -> None:
        """Have the marks taken out of what it writes."""
        streams = self.running.streams
        streams.captures["stdout"].sieve = self.marks
        if streams.dialogue is not None:
            streams.dialogue.marks = self.marks

    def shown(self) -> None:
        """Go on after a prompt; at the first one the start file has been read."""
        self.tidy()
        dialogue = self.running.streams.dialogue
        if dialogue is not None:
            dialogue.looks.now()

    # --- the start file

    def prepare(self, task: Task) -> None:
        """Change a task so that its shell reads our file, and then the person's."""
        env = dict(task.env)
        name, *rest = task.words
        if self.family == "zsh":
            own = env.get("ZDOTDIR")
            given = f"export ZDOTDIR={quoted(own)}" if own else "unset ZDOTDIR"
            rest, theirs = without_files(rest)
            text = self.filled(ZSHENV, RESTORE=given, THEIRS=theirs)
            env["ZDOTDIR"] = self.write_folder(text)
        elif self.family == "sh" or "--posix" in rest:
            own = env.get("ENV")
            given = OWN.replace("@OWN@", quoted(own)) if own else USUAL
            env["ENV"] = self.write(self.filled(ENVFILE, RESTORE=given))
        elif is_login(rest) or "--norc" in rest:
            own = env.get("PROMPT_COMMAND")
            env["PROMPT_COMMAND"] = (own + "\n" if own else "") + self.filled(BASH)
        else:
            file, rest = own_file(rest)
            rest = ["--rcfile", self.write(self.filled(RCFILE, FILE=file)), *rest]
        task.words, task.env = [name, *rest], env

    def filled(self, text: str, **words: str) -> str:
        """Fill in what differs from session to session."""
        for name, word in words.items():
            text = text.replace(f"@{name}@", word)
        text = text.replace("@BASH@", quoted(BASH))
        return text.replace("@NONCE@", self.nonce)

    def write(self, text: str) -> str:
        """Write a file in memory; return the path by which the shell opens it."""
        self.file = os.memfd_create("start", os.MFD_CLOEXEC)
        os.write(self.file, os.fsencode(text))
        path = f"/proc/{os.getpid()}/fd/{self.file}"
        if not os.access(path, os.R_OK):  # without it, the person's is not read either
            msg = "no file of this process can be opened by a path"
            raise OSError(msg)
        return path

    def write_folder(self, text: str) -> str:
        """Write a file in a directory of the session's; return that one's path."""
        self.folder = True
        make_directory(START, self.place.folder)
        file = create(f"{START}/{START_FILE}", self.place.folder)
        try:
            os.write(file, os.fsencode(text))
        finally:
            os.close(file)
        return f"{self.place.path}/{START}"

    def tidy(self) -> None:
        """Remove the start file: it has been read."""
        if self.file >= 0:
            os.close(self.file)
            self.file = -1
        if self.folder:
            self.place.remove_start()
            self.folder = False


def prompts_of(running: Running, place: Place | None) -> Prompts | None:
    """Return how a session's shell is to mark its prompts; None if it is none."""
    request = running.request
    family = family_of(request.words)
    if family is None or place is None or request.size is None or request.split:
        return None
    return Prompts(running, place, family)


def family_of(words: Sequence[str]) -> str | None:
    """Return which kind of shell is to talk; None for a script, `-c` and all others."""
    family = FAMILY.get(words[0].rpartition("/")[2])
    rest = iter(words[1:])
    for word in rest if family else ():
        if word in FILES and family == "bash":
            next(rest, None)
        elif word.startswith(("-", "+")) and not word.startswith("--"):
            if not word[1:] or set(word[1:]) - {*LETTERS[family or ""]}:
                return None
            if word[-1] in "oO":
                next(rest, None)
        elif word not in NAMES.get(family or "", ()):
            return None
    return family


def is_login(words: Sequence[str]) -> bool:
    """Tell whether a bash reads profiles, and no other start file."""
    short = [word for word in words if word[:1] == "-" and word[:2] != "--"]
    return "--login" in words or any("l" in word for word in short)


def without_files(words: Sequence[str]) -> tuple[list[str], str]:
    """Return a zsh's words without -f, and what its first start file is to do instead.

    It reads ours only without that; which then reads the person's, or has none read.
    """
    bare = any(word[:1] == "-" and word[:2] != "--" and "f" in word for word in words)
    if not bare:
        return [*words], ZSH_THEIRS
    rest = [w.replace("f", "") if w[:1] == "-" != w[1:2] else w for w in words]
    return [word for word in rest if word != "-"], "unsetopt rcs"


def own_file(words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the start file that a bash is given, and its other words."""
    file = "~/.bashrc"
    rest: list[str] = []
    given = iter(words)
    for word in given:
        if word in FILES:
            name = next(given, "")
            file = quoted(name if "/" in name else f"./{name}")
        else:
            rest.append(word)
    return file, rest


def quoted(text: str) -> str:
    """Quote a text for any shell."""
    return "'" + text.replace("'", "'\\''") + "'"
