#!/bin/sh
# Packs items with gaffitter, `pack.sh ITEMS OPTIONS…`: prints the items of every bin, and how full bins
# are in the program's own measure, which it makes as large as it can.
set -eu
items=$1
shift
gaffitter - --di --di-b -v "$@" < "$items" 2> /dev/null | awk '
    /fitness: / { fitness = $0; sub(/.*fitness: /, "", fitness); sub(/].*/, "", fitness) }
    /^[^> [(]/ { names = names " " $1 }
    /^\[/ { printf "bin %d:%s\n", ++bin, names; names = "" }
    END { print "fitness: " fitness }'
