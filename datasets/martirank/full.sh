#!/bin/sh
# Makes the ten data sets with as many rows as published, beside their manifests.
set -eu
folder=$(dirname "$0")
package=$folder/../generators/martirank
exec cargo run --quiet --release --manifest-path "$package/Cargo.toml" -- full --into "$folder"
