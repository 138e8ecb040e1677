# The keeping door of exeunt, into bash. BASH_ENV names this file. The text of a coding
# agent's call is run by the same shell, begun anew below a keeper, with the light door
# for its start file; this shell waits, and ends as that did. Where no keeper stands, or
# it takes another text, script or shell, this one goes on through the light door.
# EXEUNT_OFF=1 turns both off, and `exeunt uninstall` takes them out.
{
  __exeunt_last=$_
  __exeunt_light=${BASH_SOURCE[0]%/*}/light${BASH_SOURCE[0]##*/keep}
  __exeunt_word=
  if [[ -n ${BASH_EXECUTION_STRING-} && $- != *i* && ${EXEUNT_OFF-} != 1 ]]; then
    __exeunt_flags=$-
    # A profile that was read is not read again: what it has left is handed on.
    __exeunt_had=-
    ! builtin shopt -q login_shell || __exeunt_had=$(. @STATE@)
    # What it writes to this pipe: b where the command is about to begin, n where it
    # did not after all, and how it ended. No b: it has not begun, and never will.
    __exeunt_word=$([[ $__exeunt_had == - ]] || exec {__exeunt_in}<<<"$__exeunt_had"
      exec @PYTHON@ -I -S -c @KEEP@ @ROOT@ "$$" "$__exeunt_out" "$__exeunt_err" \
        BASH_ENV "$__exeunt_light" "had=${__exeunt_in-}" @SETTINGS@) || builtin :
  fi
  case $__exeunt_word in
    b*n*) ;;
    b*)
      __exeunt_number=${__exeunt_word#*[XS]}
      if [[ $__exeunt_word == b*S* ]]; then
        builtin trap - "$__exeunt_number"
        builtin ulimit -S -c 0
        builtin kill "-$__exeunt_number" "$$"
        __exeunt_number=$((128 + __exeunt_number))
      elif [[ $__exeunt_word != b*X* ]]; then
        builtin printf '%s\n' @LOST@ >&"$__exeunt_err"
        __exeunt_number=125
      fi
      # Traps and .bash_logout were the other shell's.
      [[ $__exeunt_had == - ]] || exec /bin/sh -c 'exit "$1"' sh "$__exeunt_number"
      builtin exit "$__exeunt_number"
      ;;
  esac
  exec {__exeunt_out}>&- {__exeunt_err}>&-
  builtin unset -v __exeunt_word __exeunt_out __exeunt_err __exeunt_had __exeunt_flags
  __exeunt_keep() {
    builtin unset -v __exeunt_last __exeunt_light
    builtin unset -f __exeunt_keep
  }
} {__exeunt_out}>&1 {__exeunt_err}>&2 2>/dev/null || :
if [[ -r ${__exeunt_light-} ]]; then
  . "$__exeunt_light"
else
  builtin unset -v BASH_ENV
fi
{ [[ ! -v __exeunt_last ]] || __exeunt_keep "$__exeunt_last"; } 2>/dev/null || :
