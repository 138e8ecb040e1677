# What a login shell has, for another one. A subshell that reads this prints the names of
# its variables, in a line, and then lines that give all of it to a shell which reads
# them. Nothing where lines cannot: jobs, folders on a stack, a trap of each command.
# A subshell has no -e: __exeunt_flags are those of the shell itself.
__exeunt_options=$(builtin set +o)
[[ $__exeunt_flags != *e* ]] || __exeunt_options+=$'\nset -o errexit'
__exeunt_shopts=$(builtin shopt -p)
__exeunt_traps=$(builtin trap -p)
builtin set +eu
builtin shopt -u nocasematch
if [[ $__exeunt_traps == *" DEBUG"* || $- == *[rtvx]* || -n ${!-} || -o posix ||
  ${#DIRSTACK[@]} -gt 1 || ${SHELLOPTS@a}${BASHOPTS@a} == *x* ]] ||
  builtin shopt -q extdebug; then
  builtin exit 0
fi
# What each shell has of its own, or sets anew each time that it is read.
__exeunt_own='@(_|__exeunt_*|BASHOPTS|BASHPID|BASH_ALIASES|BASH_ARG[CV]|BASH_ARGV0|'
__exeunt_own+='BASH_CMDS|BASH_COMMAND|BASH_ENV|BASH_EXECUTION_STRING|BASH_LINENO|'
__exeunt_own+='BASH_MONOSECONDS|BASH_SOURCE|BASH_SUBSHELL|BASH_TRAPSIG|BASH_VERSINFO|'
__exeunt_own+='COMP_WORDBREAKS|DIRSTACK|EPOCHREALTIME|EPOCHSECONDS|EUID|FUNCNAME|GROUPS|'
__exeunt_own+='HISTCMD|LINENO|PIPESTATUS|PPID|RANDOM|SECONDS|SHELLOPTS|SRANDOM|UID)'
builtin mapfile -t __exeunt_names < <(builtin compgen -A variable)
builtin mapfile -t __exeunt_plain < <(builtin declare -p)
for __exeunt_name in "${__exeunt_names[@]}"; do
  [[ $__exeunt_name == __exeunt_* ]] || builtin printf '%s ' "$__exeunt_name"
done
builtin printf '\n%s\n' "${__exeunt_shopts//shopt -u compat[0-9][0-9]/}"
for __exeunt_name in "${__exeunt_names[@]}"; do
  [[ $__exeunt_name == $__exeunt_own ]] || builtin declare -p "$__exeunt_name"
done
for __exeunt_name in "${__exeunt_plain[@]}"; do # without a value
  [[ $__exeunt_name != declare\ -+([[:alpha:]])\ +([[:alnum:]_]) ||
    ${__exeunt_name##* } == $__exeunt_own ]] || builtin printf '%s\n' "$__exeunt_name"
done
builtin enable -n
builtin complete -p
builtin hash -l
builtin printf '%s\n' "$__exeunt_traps" "$__exeunt_options"
builtin declare -f
builtin mapfile -t __exeunt_names < <(builtin declare -F)
for __exeunt_name in "${__exeunt_names[@]}"; do
  [[ $__exeunt_name == 'declare -f '* ]] || builtin printf '%s\n' "$__exeunt_name"
done
builtin alias -p
