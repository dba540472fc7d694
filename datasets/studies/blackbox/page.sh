#!/bin/sh
# Prints docs/blackbox.md: what the studies in this folder find on the programs that are installed.
# Call it from the root of the repository with the command that runs killrate.
set -eu
here=datasets/studies/blackbox

cat <<'TEXT'
# Properties of programs that nobody built here

The thesis's properties on Debian's Weka, LIBSVM, Lucene and gaffitter, unmutated.
`make test-blackbox` makes this page again and compares; where the programs are absent it says so and does nothing.
The studies are in [datasets/studies/blackbox](../datasets/studies/blackbox); training and testing rows are the same.

What the violations probably mean (nobody traced them in the programs' sources):

- **J48** compares gains of information whose last digits depend on the values; where two cuts are as good as each other, rounding decides. A few predictions change though the property is right in theory.
- **SMO** normalises the data and solves up to a tolerance. On glass, whose row id is one of the attributes, one row lies at the border; on heart with its codes declared as nominal (`heart-coded`), one row each does for `multiply` and `add`. `heart-coded` was chosen because it shows this: several codings of the same data were tried, and on `heart` as it is the property holds.
- **LIBSVM** neither normalises nor adapts its cost parameter. Scaling the data by 10 is like another cost, so `multiply` is no property of it as it is called here; it is listed because the thesis has it.
- **gaffitter** with a fixed seed meets other choices when items come in another order, so `permute` is no property of it; nor is it one of our subject. GS2 holds for the three targets of the thesis and breaks on other sizes (`items`): scaled sizes should give the same volumes, and rounding in its fitness would explain why they do not. GS1 compares its own measure of all volumes, since the first volume alone may get emptier while the whole gets better.
- **Naive Bayes**: NB5 fails wherever there are numbers, as the thesis found it to, and for another reason. In Weka 3.6.14 an update reaches the estimates; but numbers are rounded to a precision that is taken from the rows of the first training and kept. On `golf-nominal`, golf without its numbers, NB5 holds. Rounding to a multiple of that precision explains NB4 as well: numbers that are moved by 10 are rounded to other places. `NaiveBayes` and `NaiveBayesUpdateable` differ in nothing here.
- **Lucene** keeps L1 to L4 on every query that was tried. With three clauses its sums have other last digits in another order, so that L1 holds by tolerance there.

So every property must be tried on the original before it can be trusted to reveal a fault, which is what studies do.
That one holds says less than it seems, because `permute` was tried in one order of the rows, that of seed 1.
The manifest [weka-smo-placebo.mt.toml](../datasets/studies/blackbox/weka-smo-placebo.mt.toml) therefore asks for five orders, and has placebos: SMO with other seeds of its own random choice, which no property of the task may break.
What holds for one seed of the program and not for another is told as `unsound`, and below that is a third of what holds otherwise.
SMO's `permute` on golf is such a case: in each of the five orders it holds for SMO as it is and is broken by SMO with another seed.
Of five other orders, in which Weka 3.5.8 was run beside its mutants ([datasets/originals](../datasets/originals/README.md)), four break it there without any fault in Weka.
The thesis reports no such violations; it does not say which versions and rows it used.

TEXT

mkdir -p target/blackbox
for study in weka-j48 weka-smo weka-smo-placebo libsvm gaffitter lucene weka-naive-bayes weka-naive-bayes-updateable; do
    printf '## %s\n\n' "$(sed -n 's/^title = "\(.*\)"$/\1/p' "$here/$study.mt.toml")"
    printf '```console\n$ killrate mt %s\n' "$here/$study.mt.toml --keep target/blackbox/$study"
    code=0
    "$@" --quiet mt "$here/$study.mt.toml" --keep "target/blackbox/$study" \
        > "target/blackbox/$study.txt" || code=$?
    # 0 is that all hold, 6 that some are violated; anything else is no finding.
    case $code in 0 | 6) ;; *) exit "$code" ;; esac
    cat "target/blackbox/$study.txt"
    printf '```\n\n'
done

cat <<'TEXT'
## Beside our subjects

The same lines of properties on the real programs and on the subjects of this repository that are written after them.

TEXT
# What was found for each property and data set.
outcomes() {
    awk -F '  +' '/^[^ ]/ && NF >= 3 { print $1 "," $2 "," $3 }' "$1" | sort
}
for pair in lucene:lucene gaffitter:gaffitter naive-bayes:weka-naive-bayes; do
    ours=subject-${pair%%:*}
    real=${pair##*:}
    ${CARGO:-cargo} build --quiet --release --locked --target-dir target/blackbox/subjects \
        --manifest-path "subjects/${pair%%:*}/Cargo.toml"
    code=0
    "$@" --quiet mt "$here/$ours.mt.toml" --keep "target/blackbox/$ours" \
        > "target/blackbox/$ours.txt" || code=$?
    case $code in 0 | 6) ;; *) exit "$code" ;; esac
    outcomes "target/blackbox/$real.txt" > "target/blackbox/$real.csv"
    outcomes "target/blackbox/$ours.txt" > "target/blackbox/$ours.csv"
    printf '| property | data set | %s | our `%s` |\n|---|---|---|---|\n' "$real" "${pair%%:*}"
    awk -F , '
        NR == FNR { ours[$1, $2] = $3; next }
        { print "| " $1 " | " $2 " | " $3 " | " (($1, $2) in ours ? ours[$1, $2] : "–") " |" }
    ' "target/blackbox/$ours.csv" "target/blackbox/$real.csv"
    printf '\n'
done

cat <<'TEXT'
## Versions

TEXT
dpkg-query --show --showformat '- ${Package} ${Version}\n' gaffitter liblucene3-java libsvm-tools weka
