#!/bin/sh
# A worker in shell: autobva find 'worker:sh examples/workers/size.sh'
# Its argument is an i64, so that every value is a string of digits.

size() {
    if [ "$1" -lt 0 ]; then
        echo "negative size"
        return 1
    elif [ "$1" -lt 1000 ]; then
        echo "$1 B"
    elif [ "$1" -lt 1000000 ]; then
        echo "$(($1 / 1000)) kB"
    else
        echo "$(($1 / 1000000)) MB"
    fi
}

read -r greeting
echo '{"autobva":1,"name":"size","args":[{"name":"n","type":"i64"}]}'
while read -r line; do
    id=${line#*'"id":'}
    values=${line#*'"calls":'}
    outcomes=
    IFS='[]{}",'
    for value in $values; do
        [ -n "$value" ] || continue
        text=$(size "$value") && kind='"valid","string"' || kind='"error","usage"'
        outcomes="$outcomes${outcomes:+,}[$kind,\"$text\"]" # The texts need no escapes.
    done
    unset IFS
    echo "{\"id\":${id%%,*},\"outcomes\":[$outcomes]}"
done
