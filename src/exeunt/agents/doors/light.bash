@OWN@case ${BASH_EXECUTION_STRING-} in
__CODEX_*|source\ *|shopt\ -u\ *)if [[ -r @DOOR@/wrapped.bash ]];then . @DOOR@/wrapped.bash @ARGS@ "$_"
else @UNSET@
fi;;
*)__exeunt(){ unset -f __exeunt;@UNSET@
[[ ! ${BASH_EXECUTION_STRING-} || ${EXEUNT_OFF-} = 1@BARE@ ]]||{
trap @TRAP@ EXIT
[[ $BASH_EXECUTION_STRING != *[\;\&$'\n']* ]]||. @DOOR@/error.bash
} 2>/dev/null
};__exeunt "$_";;esac
# exeunt's light door; src/exeunt/agents/doors/light/README says what is what.
