# The keeping door of exeunt, into zsh: the .zshenv of a folder that ZDOTDIR names. The
# text of a coding agent's call is run by the same shell, begun anew below a keeper; this
# one waits, and ends as that did. Where no keeper stands, or it takes another text,
# script or shell, this shell goes on as it would have, with the person's own ZDOTDIR.
# EXEUNT_OFF=1 turns it off, and `exeunt uninstall` takes it out.
{
  __exeunt_last=$_
  __exeunt_flags=$-
  builtin set +x
} 2>/dev/null
exec {__exeunt_out}>&1 {__exeunt_err}>&2
{
@OWN@
  __exeunt_word=
  if [[ -n ${ZSH_EXECUTION_STRING-} && $__exeunt_flags != *[ivx]* && ${EXEUNT_OFF-} != 1 ]]
  then
    # What it writes to this pipe: b where the command is about to begin, n where it
    # did not after all, and how it ended. No b: it has not begun, and never will.
    __exeunt_word=$(exec @PYTHON@ -I -S -c @KEEP@ @ROOT@ "$$" \
      "$__exeunt_out" "$__exeunt_err" ZDOTDIR @FORMER@ @SETTINGS@) || builtin :
  fi
  case $__exeunt_word in
    (b*n*) ;;
    (b*X*) builtin exit "${__exeunt_word#*X}" ;;
    (b*S*)
      builtin ulimit -S -c 0
      builtin kill "-${__exeunt_word#*S}" "$$"
      builtin exit "$((128 + ${__exeunt_word#*S}))"
      ;;
    (b*)
      builtin print -r -- @LOST@ >&$__exeunt_err
      builtin exit 125
      ;;
  esac
  exec {__exeunt_out}>&- {__exeunt_err}>&-
  __exeunt_word=$(builtin :) # its status is that of an `exec` without a command
  __exeunt() {
    builtin unset __exeunt_last __exeunt_word __exeunt_out __exeunt_err __exeunt_flags
    builtin unset -f __exeunt
  }
  [[ $__exeunt_flags != *x* ]] || builtin set -x
  __exeunt "$__exeunt_last"
} 2>/dev/null
[[ ! -r ${ZDOTDIR-$HOME}/.zshenv ]] || . "${ZDOTDIR-$HOME}/.zshenv"
