#!/bin/sh
# Scores queries on any folder of text files: `score.sh FOLDER QUERIES.tsv`.
# A line of the queries is an id, a tab and a query; a table `id,rank,doc,score` goes to standard output.
set -eu
if [ $# -ne 2 ]; then
    echo "usage: $0 FOLDER QUERIES.tsv" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
exec cargo run --quiet --release --locked --manifest-path "$here/Cargo.toml" -- --folder "$1" --queries "$2"
