#!/bin/sh
# Makes the sets of rows with missing values and the models to rank them by, in this folder.
# The manifests beside them pin the bytes; `killrate check` compares.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make_set() {
    name=$1; shift
    (cd "$root/datasets/generators/martirank" && cargo run --quiet --release -- table --name "$name" "$@" --into "$scratch")
    (cd "$root/subjects/martirank" && cargo run --quiet --release -- train --seed 1 \
        --train "$scratch/$name.train.csv" --model "$here/$name.model")
    mv "$scratch/$name.test.csv" "$here/$name.test.csv"
}
make_set martirank-missing-1 --train-rows 100 --test-rows 40 --attributes 10 --informative 5 \
    --correlation 0.5 --positives 0.3 --values distinct --missing 0.1 --lowest 0 --seed 3001
make_set martirank-missing-2 --train-rows 100 --test-rows 60 --attributes 20 --informative 10 \
    --correlation 0.4 --positives 0.2 --values distinct --missing 0.2 --lowest -100 --seed 3002
make_set martirank-missing-3 --train-rows 200 --test-rows 80 --attributes 10 --informative 4 \
    --correlation 0.6 --positives 0.5 --values 30 --missing 0.05 --lowest 0 --seed 3003
make_set martirank-missing-4 --train-rows 60 --test-rows 25 --attributes 40 --informative 8 \
    --correlation 0.3 --positives 0.3 --values distinct --missing 0.4 --lowest 1 --seed 3004
# Training data with missing values; the rows to rank are those of martirank-05, which are complete.
(cd "$root/datasets/generators/martirank" && cargo run --quiet --release -- table --name martirank-gaps \
    --train-rows 100 --test-rows 25 --attributes 40 --informative 8 --correlation 0.4 --positives 0.3 \
    --values distinct --missing 0.05 --lowest -100 --seed 2014 --into "$scratch")
mv "$scratch/martirank-gaps.train.csv" "$here/martirank-gaps.train.csv"
# The rows to learn from of three more sets, with values taken away; the rows to rank stay theirs.
make_gaps() {
    number=$1; shift
    (cd "$root/datasets/generators/martirank" && cargo run --quiet --release -- table \
        --name "martirank-gaps-$number" --train-rows 100 --test-rows 25 "$@" --values distinct \
        --missing 0.05 --into "$scratch")
    mv "$scratch/martirank-gaps-$number.train.csv" "$here/martirank-gaps-$number.train.csv"
}
make_gaps 06 --attributes 200 --informative 20 --correlation 0.3 --positives 0.3 --lowest 0 --seed 2015
make_gaps 07 --attributes 100 --informative 10 --correlation 0.5 --positives 0.1 --lowest 1 --seed 2016
make_gaps 08 --attributes 100 --informative 0 --correlation 0 --positives 0.5 --lowest 0 --seed 2017
