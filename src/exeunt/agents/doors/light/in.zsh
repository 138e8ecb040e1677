# As wrapped.bash and bare.bash.
[[ ! -r ${ZDOTDIR-$HOME}/.zshenv || -z "$(builtin trap)" ]] || return 0
if [[ $ZSH_EXECUTION_STRING == 'source '*" && eval '"*"' "*'&& pwd -P >| '* ]]; then
. "${${(%):-%x}:h}/claude.zsh" "$@"
elif [[ $3 != *' codex' || -n ${CODEX_TOOL_CALL_ID+x} ]]; then
builtin trap -- "{ case \$?\${(j::)pipestatus} in *[1-9]*) . $2 $3 \"\$?\" \"\${pipestatus[@]}\";; esac; } 3>&2 2>/dev/null || :" EXIT
fi
