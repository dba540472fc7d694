#!/bin/sh
# Prints how many mutants of the papers' own programs each technique kills under each rule.
# usage: kills.sh KILLRATE…
set -eu
here=$(dirname "$0")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$here/import.sh" "$out" "$@" > "$out/made"
heading=
while read -r record; do
    # With its placebos Weka is in a record of its own, under policies that look at them; here it is counted once.
    case $record in *-placebo) continue ;; esac
    "$@" report "$record" --policy strict --table rules --format csv > "$out/table.csv"
    # The heading stands once above all programs.
    if [ -z "$heading" ]; then
        cat "$out/table.csv"
    else
        tail -n +2 "$out/table.csv"
    fi
    heading=told
done < "$out/made"
