# A command failed on the way. At most eight are kept; `$_` stays what it was.
trap -- '{ [[ -v _exeunt_[7] || ${_exeunt_[0${_exeunt_[@]+${#_exeunt_[@]}}]:="$? ${BASH_COMMAND@Q}"} ]]; } 2>/dev/null' ERR
