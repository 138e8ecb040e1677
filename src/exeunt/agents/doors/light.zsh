# The light door of exeunt, into zsh: the .zshenv of a folder that ZDOTDIR names, which
# puts the person's own back and hands over to the start file there. The text of a coding
# agent's call gets a trap that has a failed or a hidden end told in one line; any other
# text, script or shell goes on as it would have.
# EXEUNT_OFF=1 turns it off, and `exeunt uninstall` takes it out.
@OWN@
if [[ -r ${ZDOTDIR-$HOME}/.zshenv && ! ${ZDOTDIR-$HOME} -ef ${${(%):-%x}:h} ]]; then
  . "${ZDOTDIR-$HOME}/.zshenv"
fi
if [[ ${ZSH_EXECUTION_STRING-} == '__CODEX_SNAPSHOT_OVERRIDE_SET_0='* ]]; then
  # The shell that this one turns into is to read this file as well.
  export ZDOTDIR=${${(%):-%x}:h}
else
  () {
    builtin emulate -L zsh
    [[ -n ${ZSH_EXECUTION_STRING-} && ${EXEUNT_OFF-} != 1 ]] || return 0
    if [[ $ZSH_EXECUTION_STRING == 'source '*" && eval '"*"' < /dev/null && pwd -P >| "* ]]; then
      # The wrapper's `eval` hides how its last pipeline ended. Where a line more can
      # stand behind the text, and no here-document or open end would swallow it, it
      # keeps that; else the code is all there is.
      if [[ $ZSH_EXECUTION_STRING == *\|*"' < /dev/null && pwd"* && $ZSH_EXECUTION_STRING != *('<<'|[\\|\&][[:space:]]#('#'|"' < /dev/null && pwd -P >| "))* ]]; then
        builtin alias source=@SOURCE@ eval='\set --' pwd=@PWD@
      fi
    elif [[ -n ${CODEX_TOOL_CALL_ID+x} ]]; then
      builtin local parent
      builtin read -r parent 2>/dev/null < "/proc/$PPID/comm"
      [[ $parent == codex* ]] || return 0
    else
      return 0
    fi
    [[ ! -r ${ZDOTDIR-$HOME}/.zshenv || -z $(builtin trap) ]] || return 0
    return 3
  }
  [[ $? != 3 ]] || builtin trap -- @END@ EXIT
fi

#@ END
# An end is told. Nothing of this is traced or complains, and the shell ends with its
# own code whatever comes of it.
{ () {
builtin emulate -L zsh
[[ $1 != 0 || "${*//141/}" == *[1-9]* || -n ${_exeunt_was+x} ]] || return 0
builtin trap '' PIPE
builtin local line agent=codex
[[ $ZSH_EXECUTION_STRING != 'source '* ]] || agent=claude
IFS= builtin read -r -t @PATIENCE@ line < <(
exec @PYTHON@ -I -S -c @BOOT@ @ROOT@ $agent @FLAGS@ "$PPID" "$ZSH_EXECUTION_STRING" "$@" + ${_exeunt_was-} + </dev/null 3>&-)
[[ $line != 'exeunt: '* ]] || builtin printf '%s\n' "$line" >&3
} "$?" "${pipestatus[@]}"; } 3>&2 2>/dev/null
#@ SOURCE
# the first word of Claude Code's wrapper
builtin unalias source eval pwd; \source
#@ PWD
# The word after the text, which is run as it would have been; a line more keeps how it
# ended and the stages of its last pipeline.
\eval "\shift;: ${(qq)1};$1"'
\set -- $? $pipestatus' < /dev/null && { _exeunt_was=("$@"); \set --; [[ ${_exeunt_was[1]} == 0 ]] || \exit "${_exeunt_was[1]}"; [[ ${_exeunt_was[*]//141/} == *[1-9]* ]] || \unset _exeunt_was; } && \pwd
