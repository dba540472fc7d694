#!/bin/sh
# Prints a page with what its commands print now: a line `<!-- killrate … -->` stands before a block
# that holds the output of that command.
# usage: fill.sh PAGE KILLRATE…
set -eu
page=$1
shift
exec awk -v killrate="$*" '
    /^<!-- killrate .* -->$/ {
        print
        sub(/^<!-- killrate /, "")
        sub(/ -->$/, "")
        command = killrate " " $0
        print "```text"
        while ((command | getline line) > 0) print line
        if (close(command) != 0) exit 1
        print "```"
        block = "before"
        next
    }
    block == "before" && /^```/ { block = "inside"; next }
    block == "inside" { if (/^```$/) block = ""; next }
    { print }
' "$page"
