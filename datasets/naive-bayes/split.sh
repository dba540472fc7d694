#!/bin/sh
# Splits `../uci/NAME.csv`: every fifth row is what a model is updated with, the others train it.
# The first row to update with has no label and no values; it teaches nothing.
set -eu
cd "$(dirname "$0")"
for name in golf iris wine hepatitis heart glass9; do
    awk -F, -v train="naive-bayes-$name.train.csv" -v update="naive-bayes-$name.update.csv" '
        NR == 1 {
            print > train; print > update
            for (i = 1; i <= NF; i++) printf "?%s", (i < NF ? "," : "\n") > update
            next
        }
        { print > (NR % 5 == 1 ? update : train) }' "../uci/$name.csv"
done
