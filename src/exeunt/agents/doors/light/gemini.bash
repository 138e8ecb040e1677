eval "trap() {
builtin unset -f trap
builtin trap \"{ case \\\$?\\\${PIPESTATUS[*]}\\\${_exeunt_+1} in *[1-9]*) command . $2 ${3% *} -;;esac;} 3>&2 2>/dev/null||:; \$1\" \"\$2\"
. \"${BASH_SOURCE[0]%/*}/error.bash\"
}"
