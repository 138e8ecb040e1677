trap "{ case \$?\${PIPESTATUS[*]}\${_exeunt_was+1} in *[1-9]*) command . $2 ${3% *} -;;esac;} 3>&2 2>/dev/null||:" EXIT
[[ $BASH_EXECUTION_STRING == *" && eval '"*\|*"' "* ]] || return 0
# What would swallow a line more: a here-document, an open end, a comment behind one.
[[ $BASH_EXECUTION_STRING != *"<<"* ]] || return 0
[[ $BASH_EXECUTION_STRING != *[[:space:]\\\|\&]"' "* ]] || return 0
[[ $BASH_EXECUTION_STRING != *[[:space:]\|\&\;\\]\#* ]] || return 0
. "${BASH_SOURCE[0]%/*}/piped.bash"
