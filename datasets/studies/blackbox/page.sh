#!/bin/sh
# Prints docs/blackbox.md: what the studies in this folder find on the programs that are installed.
# Call it from the root of the repository with the command that runs killrate.
set -eu
here=datasets/studies/blackbox

cat <<'TEXT'
# Properties of programs that nobody built here

The thesis's properties on Debian's Weka, LIBSVM and gaffitter, unmutated.
`make test-blackbox` makes this page again and compares; where the programs are absent it says so and does nothing.
The studies are in [datasets/studies/blackbox](../datasets/studies/blackbox); training and testing rows are the same.

What the violations probably mean (nobody traced them in the programs' sources):

- **J48** compares gains of information whose last digits depend on the values; where two cuts are as good as each other, rounding decides. A few predictions change though the property is right in theory.
- **SMO** normalises the data and solves up to a tolerance. On glass, whose row id is one of the attributes, one row lies at the border; on heart with its codes declared as nominal (`heart-coded`), one row each does for `multiply` and `add`. `heart-coded` was chosen because it shows this: several codings of the same data were tried, and on `heart` as it is the property holds.
- **LIBSVM** neither normalises nor adapts its cost parameter. Scaling the data by 10 is like another cost, so `multiply` is no property of it as it is called here; it is listed because the thesis has it.
- **gaffitter** with a fixed seed meets other choices when items come in another order, so `permute` is no property of it. Scaled sizes should give the same items, and do for the first generations; rounding in its fitness would explain why they part then.

So every property must be tried on the original before it can be trusted to reveal a fault, which is what studies do.
That it holds below says less than it seems, because `permute` was tried in one order of the rows, that of seed 1.
SMO's `permute` on golf is such a case: it holds in that order, and of five orders that were tried most break it, without any fault in Weka.
The manifest [weka-smo-placebo.mt.toml](../datasets/studies/blackbox/weka-smo-placebo.mt.toml) therefore asks for five orders, and has placebos: SMO with other seeds of its own random choice, which no property of the task may break.
What holds for one seed of the program and not for another is told as `unsound`.
The thesis reports no such violations; it does not say which versions and rows it used.

TEXT

for study in weka-j48 weka-smo libsvm gaffitter; do
    printf '## %s\n\n' "$(sed -n 's/^title = "\(.*\)"$/\1/p' "$here/$study.mt.toml")"
    printf '```console\n$ killrate mt %s\n' "$here/$study.mt.toml --keep target/blackbox/$study"
    code=0
    "$@" --quiet mt "$here/$study.mt.toml" --keep "target/blackbox/$study" || code=$?
    printf '```\n\n'
    # 0 is that all hold, 6 that some are violated; anything else is no finding.
    case $code in 0 | 6) ;; *) exit "$code" ;; esac
done

cat <<'TEXT'
## Versions

TEXT
dpkg-query --show --showformat '- ${Package} ${Version}\n' gaffitter libsvm-tools weka
