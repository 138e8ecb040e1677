# The light door of exeunt, into bash. BASH_ENV names this file, which puts the person's
# own back. The text of a coding agent's call gets traps that have a failed or a hidden
# end told in one line; any other text, script or shell goes on as it would have.
# EXEUNT_OFF=1 turns it off, and `exeunt uninstall` takes it out.
# The shell that this one turns into is to read this file as well.
if [[ ${BASH_EXECUTION_STRING-} == '__CODEX_SNAPSHOT_OVERRIDE_SET_0='* ]]; then
@OWN_BUT_KEPT@
else
@OWN@
  __exeunt() {
    builtin unset -f __exeunt
@UNSET@
    [[ -n ${BASH_EXECUTION_STRING-} && ${EXEUNT_OFF-} != 1 ]] || builtin return 0
    case $BASH_EXECUTION_STRING in
      'source '*" && eval '"*"' < /dev/null && pwd -P >| "* | 'source '*" && eval '"*"' && pwd -P >| "*)
@UNTRAPPED@
        builtin trap -- @END_claude@ EXIT
        # The wrapper's `eval` hides how its last pipeline ended. Where a line more can
        # stand behind the text, and no here-document or open end would swallow it, it
        # keeps that; else the code is all there is.
        # (For `pwd -P`, see the wrapper: `… && eval 'TEXT' < /dev/null && pwd -P >| FILE`.)
        if [[ $BASH_EXECUTION_STRING == *\|*"' < /dev/null && pwd"* && $BASH_EXECUTION_STRING != *@(\<\<|[\\\|\&]*([[:space:]])@(\#|\'" < /dev/null && pwd -P >| "))* ]]; then
          builtin shopt -s expand_aliases
          builtin alias source=@SOURCE@ eval=@EVAL@ pwd=@PWD@
        fi ;;
      'shopt -u promptvars '*' _bgpids_file='*$'\n(\n  trap \'jobs -p > "$_bgpids_file"\' EXIT\n'*$'\n)\n__code=$?\nexit $__code')
        trap() {
          builtin unset -f trap
          builtin trap -- @END_gemini@$'\n'"$1" "$2"
          builtin trap -- @ERROR@ ERR
        } ;;
      *)
@BARE@
@UNTRAPPED@
        builtin trap -- @END_bare@ EXIT
        builtin trap -- @ERROR@ ERR ;;
    esac
  }
  __exeunt "$_"
fi

#@ END
# an end is told. Nothing of this is traced or complains, and the shell ends with
# its own code whatever comes of it.
{ _exeunt_end=("$?" "${PIPESTATUS[@]}")
[[ ${_exeunt_end[0]} == 0 && ${_exeunt_end[*]//141/} != *[1-9]* && ! -v _exeunt_ && ! -v _exeunt_was ]] || {
set +eux; IFS=
trap '' PIPE
read -r -t @PATIENCE@ _exeunt_line < <(
exec @PYTHON@ -I -S -c @BOOT@ @ROOT@ @AGENT@ @FLAGS@ "$PPID" "$BASH_EXECUTION_STRING" "${_exeunt_end[@]}" + "${_exeunt_was[@]}" + "${_exeunt_[@]}" </dev/null 3>&-)
[[ $_exeunt_line != 'exeunt: '* ]] || printf '%s\n' "$_exeunt_line" >&3
}; } 3>&2 2>/dev/null || :
#@ ERROR
# a command failed on the way. At most eight are kept; `$_` stays what it was.
{ [[ -v _exeunt_[7] || ${_exeunt_[0${_exeunt_[@]+${#_exeunt_[@]}}]:="$? ${BASH_COMMAND@Q}"} ]]; } 2>/dev/null
#@ SOURCE
# the first word of Claude Code's wrapper
builtin unalias source eval pwd; builtin shopt -u expand_aliases; \source
#@ EVAL
# the word before the text
\set -- "$_"
#@ PWD
# the word after it. The text is run as it would have been, and a line more keeps
# how it ended and the stages of its last pipeline.
\eval "\shift 2;: ${1@Q};$2"'
\set -- $? ${PIPESTATUS[@]}' < /dev/null && { _exeunt_was=("$@"); \set --; [[ ${_exeunt_was[0]} == 0 ]] || \exit "${_exeunt_was[0]}"; [[ ${_exeunt_was[*]//141/} == *[1-9]* ]] || \unset _exeunt_was; } && \pwd
