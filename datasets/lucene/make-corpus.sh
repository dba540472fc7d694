#!/bin/sh
# Writes a folder of text files as one file, a line for each: name, tab, text with blanks for line ends.
set -eu
LC_ALL=C
export LC_ALL
for file in "$1"/*; do
    name=$(basename "$file")
    printf '%s\t' "${name%.*}"
    tr '\r\n\t' '   ' < "$file" | sed 's/ *$//'
    echo
done
