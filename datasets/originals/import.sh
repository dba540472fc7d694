#!/bin/sh
# Makes records of the papers' own programs, mutated: a folder for each.
# usage: import.sh FOLDER KILLRATE…
set -eu
out=$1
shift
here=$(dirname "$0")
for name in c45-release-8 martirank-c weka-smo weka-smo-placebo; do
    file=$name options=
    # Weka's original misses two of the known outputs.
    missed="--original-misses iris-gaps,iris-square"
    case $name in
        martirank-c) options="--shows ranks" ;;
        weka-smo) options=$missed ;;
        # A policy may leave out what kills a placebo, so the mutants stand beside placebos in a record of their own.
        weka-smo-placebo) file=weka-smo options="$missed --placebos $here/weka-smo-placebo.csv" ;;
    esac
    # The options are words apart from each other.
    # shellcheck disable=SC2086
    "$@" import variants "$here/$file.csv" --subject "$name" --study originals --out "$out/$name" $options
done
