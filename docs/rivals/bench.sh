#!/bin/sh
# Compares whole campaigns of killrate, cargo-mutants and cargo-gamma on the crate beside this file:
# mutants of the operators that all three have (comparison and arithmetic), judged by its unit tests.
# Usage: docs/rivals/bench.sh KILLRATE [REPEATS]
# Installs the rivals into target/rivals, never anywhere else. Prints a table.
set -eu

killrate=$1
repeats=${2:-10}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$root/target/rivals
tools=$folder/tools
mkdir -p "$folder"

install() {
    test -x "$tools/bin/$1" || cargo install --quiet --locked --root "$tools" "$1" --version "$2"
}
install cargo-mutants 27.1.0
install cargo-gamma 0.4.0

# A project of its own, so that nothing of this one is touched.
project=$folder/project
rm -rf "$project"
mkdir -p "$project/subjects" "$project/datasets/studies/measures"
cp -r "$here/crate" "$project/subjects/measures"
cat > "$project/subjects/measures/subject.toml" <<'END'
format = 1
name = "measures"
title = "Measures"

[interface]
arguments = []
inputs = {}
outputs = { stdout = { format = "lines" } }
END
cat > "$project/datasets/nothing.toml" <<'END'
format = 1
name = "nothing"
title = "No input"
source = "made up"
rows = 0
attributes = 0
files = {}
END
cat > "$project/datasets/studies/measures/study.toml" <<'END'
format = 1
title = "Measures"
question = "What do its tests find?"
seed = 1
transform-seeds = [1]
classes = ["comparison", "arithmetic"]

[[subject]]
name = "measures"
data-sets = ["nothing"]
techniques = ["implicit", "tests"]
END

killrate_here() { (cd "$project" && "$killrate" --quiet --scratch "$folder/scratch" "$@"); }

# Every campaign starts from nothing: no build, no result.
run_killrate() {
    rm -rf "$folder/scratch" "$project/records"
    killrate_here run measures > /dev/null
}
run_mutants() {
    rm -rf "$folder/mutants" && cp -r "$here/crate" "$folder/mutants"
    # It ends with 2 or 3 when mutants were missed or timed out.
    (cd "$folder/mutants" && "$tools/bin/cargo-mutants" mutants --jobs 2 --minimum-test-timeout 2 \
        --no-shuffle --re 'replace (<=?|>=?|==|!=|[-+*/%]=?) with' > campaign.log 2>&1) || test $? -le 3
}
run_gamma() {
    rm -rf "$folder/gamma" "$folder/gamma-cache" && cp -r "$here/crate" "$folder/gamma"
    (cd "$folder/gamma" && "$tools/bin/cargo-gamma" gamma run --no-config --incremental no \
        --mutators relational,arith,assign --minimum-test-timeout 1 --progress never --memory off \
        --cache-dir "$folder/gamma-cache" --artifact-dir "$folder/gamma/out" > campaign.log 2>&1) || true
}

# How many mutants were judged, of those a campaign left behind.
count_killrate() {
    killrate_here export measures --format jsonl |
        grep '"table":"mutants"' | grep -c '"status":"woven"'
}
count_mutants() {
    sed -n 's/^ *"total_mutants": \([0-9]*\).*/\1/p' "$folder/mutants/mutants.out/outcomes.json"
}
count_gamma() {
    grep -rhoE '"status": *"(Killed|Survived|Timeout|NoCoverage)"' "$folder/gamma/out" --include='*.json' | wc -l
}

now() { date +%s.%N; }

echo "| tool | mutants | wall s | s per mutant | times killrate |"
echo "|---|---|---|---|---|"
ours=
for tool in killrate gamma mutants; do
    least=
    for _ in 1 2; do
        start=$(now)
        run_$tool
        least=$(awk -v start="$start" -v end="$(now)" -v least="$least" 'BEGIN {
            took = end - start
            print least == "" || took < least ? took : least
        }')
    done
    n=$(count_$tool)
    if [ "$n" = 0 ]; then
        echo "$tool judged no mutant; see campaign.log in $folder/$tool" >&2
        exit 1
    fi
    ours=$(awk -v name="$tool" -v took="$least" -v n="$n" -v ours="$ours" 'BEGIN {
        each = took / n
        if (ours == "") ours = each
        printf "| %s | %d | %.1f | %.3f | %.1f |\n", name, n, took, each, each / ours > "/dev/stderr"
        print ours
    }' 2> "$folder/row")
    cat "$folder/row"
done

# Verdicts of repeated campaigns while something else keeps every core busy.
busy=
cores=$(nproc)
while [ "$cores" -gt 0 ]; do
    sh -c 'while :; do :; done' &
    busy="$busy $!"
    cores=$((cores - 1))
done
trap 'kill $busy' EXIT
flips=0
for repeat in $(seq "$repeats"); do
    # The program is woven once; every execution is made again.
    rm -rf "$folder/scratch/executions" "$project/records"
    killrate_here run measures > /dev/null
    sums=$project/records/measures/SHA256SUMS
    if [ "$repeat" = 1 ]; then cp "$sums" "$folder/sums"; fi
    cmp -s "$sums" "$folder/sums" || flips=$((flips + 1))
done
echo
echo "Repeats of killrate with every core busy: $repeats, of them with other verdicts than the first: $flips."
test "$flips" = 0
