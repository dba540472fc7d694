#!/bin/sh
# Makes the ten data sets with as many rows as published, and their manifests.
#
# usage: datasets/martirank/full.sh FOLDER
set -eu
if [ $# -ne 1 ]; then
    echo "usage: $0 FOLDER" >&2
    exit 2
fi
mkdir -p "$1"
package=$(dirname "$0")/../generators/martirank
exec cargo run --quiet --release --manifest-path "$package/Cargo.toml" -- full --into "$1"
