@OWN@
if [[ -r ${ZDOTDIR-$HOME}/.zshenv && ! ${ZDOTDIR-$HOME} -ef ${${(%):-%x}:h} ]]; then
. "${ZDOTDIR-$HOME}/.zshenv"
fi
if [[ ${ZSH_EXECUTION_STRING-} == __CODEX_* ]]; then
export ZDOTDIR=${${(%):-%x}:h} # for the shell that this one turns into
elif [[ -n ${ZSH_EXECUTION_STRING-} && ${EXEUNT_OFF-} != 1 && -r @DOOR@/in.zsh ]]; then
. @DOOR@/in.zsh @ARGS@
fi
: '' # as `$_` is at the start
# exeunt's light door
