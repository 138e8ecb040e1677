# The keeping door of exeunt, into zsh: the .zshenv of a folder that ZDOTDIR names. The
# text of a coding agent's call is run by the same shell, begun anew below a keeper; this
# one waits, and ends as that did. Where no keeper stands, or it takes another text,
# script or shell, this one goes on through the light door, which lies beside it.
# EXEUNT_OFF=1 turns both off, and `exeunt uninstall` takes them out.
{
  __exeunt_last=$_
  __exeunt_flags=$-
  __exeunt_light=${${(%):-%x}:h:h}/light${${${(%):-%x}:h:t}#keep}
  builtin set +x
} 2>/dev/null
exec {__exeunt_out}>&1 {__exeunt_err}>&2
{
  __exeunt_word=
  if [[ -n ${ZSH_EXECUTION_STRING-} && $__exeunt_flags != *[ivx]* && ${EXEUNT_OFF-} != 1 ]]
  then
    # What it writes to this pipe: b where the command is about to begin, n where it
    # did not after all, and how it ended. No b: it has not begun, and never will.
    __exeunt_word=$(exec @PYTHON@ -I -S -c @KEEP@ @ROOT@ "$$" \
      "$__exeunt_out" "$__exeunt_err" ZDOTDIR "$__exeunt_light" had= @SETTINGS@) || builtin :
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
  builtin unset __exeunt_word __exeunt_out __exeunt_err
  __exeunt_keep() {
    builtin unset __exeunt_last __exeunt_light __exeunt_flags
    builtin unset -f __exeunt_keep
  }
  [[ $__exeunt_flags != *x* ]] || builtin set -x
} 2>/dev/null
if [[ -r ${__exeunt_light-}/.zshenv ]]; then
  ZDOTDIR=$__exeunt_light
  . "$__exeunt_light/.zshenv"
else
@OWN@
  [[ ! -r ${ZDOTDIR-$HOME}/.zshenv ]] || . "${ZDOTDIR-$HOME}/.zshenv"
fi
{ [[ -z ${__exeunt_light-} ]] || __exeunt_keep "$__exeunt_last" } 2>/dev/null || :
