# A hook of the person's own, started by the agent before each call of its shell: it
# notes what its descriptors are, and whether it could read its stdin to the end.
kinds=
for number in 0 2; do
    kind=$(readlink "/proc/$$/fd/$number")
    kinds="$kinds${kind%%:*} "
done
told=$(wc -c)
[ "$told" -gt 2 ] && kinds="${kinds}told"
printf '%s\n' "$kinds" >>"$1"
