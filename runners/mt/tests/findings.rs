//! What testing small programs finds: shell scripts whose faults are known.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::error::Error as _;
use std::fs;
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use killrate_mt::{Finding, MtError, Spec, Surroundings, manifest_from_toml, read_data_set, test};

/// Adds up the second column, but forgets the row that comes first in a table of more than two.
const SUM: &str = "#!/bin/sh\nawk -F, 'NR > 1 && !(NR == 2 && big) { s += $2 } END { print \"sum: \" s }' \
     big=$(($(wc -l < \"$1\") > 3)) \"$1\"\n";
const ROWS: &str = "name,score\na,3\nb,1\n";

/// A folder with the program `sum`, and what is found there.
struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let bench = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        bench.program("sum", SUM);
        bench.write("rows.csv", ROWS);
        bench
    }

    fn write(&self, name: &str, content: &str) {
        fs::write(self.folder.path().join(name), content).unwrap();
    }

    fn program(&self, name: &str, script: &str) {
        self.write(name, script);
        let path = self.folder.path().join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn test(&self, manifest: &str) -> Result<Vec<Finding>, MtError> {
        let folder = self.folder.path();
        let manifest = manifest_from_toml(manifest, Path::new("sum.mt.toml"))?;
        let spec = Spec::resolve(&manifest, folder, Path::new("sum.mt.toml"))?;
        let data_sets = manifest.data.iter();
        let data_sets: Result<Vec<_>, _> = data_sets
            .map(|(name, files)| read_data_set(name, files, folder))
            .collect();
        let scratch = tempfile::tempdir().unwrap();
        let executor = spec.executor(scratch.path().to_owned(), NonZeroUsize::MIN)?;
        let surroundings = Surroundings {
            executor: &executor,
            stop: &AtomicBool::new(false),
            on_event: &|_| {},
        };
        test(&spec, &data_sets?, &folder.join("kept"), surroundings)
    }

    /// Each finding in one line.
    fn finds(&self, manifest: &str) -> Vec<String> {
        let in_line = |finding: Finding| {
            let seed = finding.seed.map(|seed| format!(" {seed}"));
            let detail = finding.found.detail().map(|detail| format!(": {detail}"));
            format!(
                "{} {}{} {}{}",
                finding.property,
                finding.data_set,
                seed.unwrap_or_default(),
                finding.found.name(),
                detail.unwrap_or_default()
            )
        };
        let findings = self.test(manifest).unwrap().into_iter();
        findings.map(in_line).collect()
    }

    /// The message of the error that comes instead of findings, and that of its cause.
    fn refuses(&self, manifest: &str) -> String {
        let error = self.test(manifest).unwrap_err();
        let cause = error.source().map(|cause| format!("\n{cause}"));
        format!("{error}{}", cause.unwrap_or_default())
    }
}

/// A manifest for `sum` with these properties and tables.
fn manifest(properties: &[&str], tables: &str) -> String {
    format!(
        "command = \"./sum {{rows}}\"\nproperties = {properties:?}\n[inputs]\n\
         rows = {{ format = \"csv\" }}\n[outputs]\nsum = {{ parse = \"after sum:\" }}\n\
         [data.rows]\nrows = \"rows.csv\"\n{tables}"
    )
}

#[test]
fn properties_come_by_name_then_dependent_ones_as_they_are_written() {
    let bench = Bench::new();
    bench.write("one.csv", "name,score\na,3\n");
    let dependent = |name: &str, combine: &str| {
        format!(
            "[[dependent]]\nname = \"{name}\"\nruns = [\"keep(rows, rows 1)\", \"keep(rows, rows 2)\"]\n\
             combine = \"{combine}\"\nthen = \"equal(sum)\"\n"
        )
    };
    let tables = format!(
        "[data.one]\nrows = \"one.csv\"\n{}{}",
        dependent("parts", "sum"),
        dependent("all", "concatenate")
    );
    let properties = [
        "scale: if multiply(rows, 2) then equal(multiply(sum, 2))",
        "permute: if permute(rows) then equal(sum)",
    ];
    let text = manifest(&properties, &tables);
    let seeded = text.replace("[inputs]", "transform-seeds = [7, 2]\n[inputs]");
    assert_eq!(
        bench.finds(&seeded),
        [
            "permute one not applicable: `permute(rows)`: it leaves all rows as they are",
            "permute rows 7 holds",
            "permute rows 2 holds",
            "scale one holds",
            "scale rows holds",
            "parts one not applicable: `keep(rows, rows 1)`: `keep(rows, rows 1)`: it leaves all rows as they are",
            "parts rows holds",
            "all one not applicable: `keep(rows, rows 1)`: `keep(rows, rows 1)`: it leaves all rows as they are",
            "all rows violated: sum: 1 line became 2 lines; line 1: `4` became `3`",
        ]
    );
}

#[test]
fn functions_may_transform_inputs() {
    let bench = Bench::new();
    bench.program(
        "append",
        "#!/bin/sh\ncat; echo \"$1,0\"\n[ \"$1\" != bad ] || { echo no >&2; exit 3; }\n",
    );
    let tables = "[functions]\nappend = { kind = \"transform\", command = \"./append\" }\n";
    // With a third row, the first is forgotten; where the new row comes first, nothing is.
    let properties = [
        "first: if reverse(append(rows, c)) then equal(sum)",
        "last: if append(rows, c) then equal(sum)",
    ];
    assert_eq!(
        bench.finds(&manifest(&properties, tables)),
        [
            "first rows holds",
            "last rows violated: sum line 1: `4` became `1` (1 of 1 lines differ)",
        ]
    );
    let properties = ["bad: if append(rows, bad) then equal(sum)"];
    assert_eq!(
        bench.refuses(&manifest(&properties, tables)),
        "cannot use property `bad` on data set `rows`\n`append` fails on `rows`: exit code 3: no"
    );
}

#[test]
fn what_a_run_lacks_is_told_with_the_reason() {
    let bench = Bench::new();
    bench.program(
        "sum",
        "#!/bin/sh\ngrep -q a,3 \"$1\" && echo sum: 4\nexit 0\n",
    );
    let properties = ["gone: if remove(rows, rows 1) then equal(sum)"];
    assert_eq!(
        bench.finds(&manifest(&properties, "")),
        [
            "gone rows inconclusive: follow-up run: no output `sum`: cannot extract by `after sum:`: no line has `sum:`"
        ]
    );
    let tables = "[[dependent]]\nname = \"gone\"\nruns = [\"remove(rows, rows 1)\"]\n\
                  combine = \"sum\"\nthen = \"equal(sum)\"\n";
    assert_eq!(
        bench.finds(&manifest(&[], tables)),
        [
            "gone rows inconclusive: follow-up run: no output `sum`: cannot extract by `after sum:`: no line has `sum:`"
        ]
    );
}

#[test]
fn a_run_that_cannot_be_built_from_an_output_is_an_error() {
    let bench = Bench::new();
    let tables = "[[dependent]]\nname = \"typo\"\nruns = [\"multiply(rows, 2) with tpo={sum}\"]\n\
                  combine = \"sum\"\nthen = \"equal(sum)\"\n";
    let message = bench.refuses(&manifest(&[], tables));
    assert_eq!(
        message,
        "cannot use property `typo` on data set `rows`\n`multiply(rows, 2) with tpo=4`: there is \
         no option `tpo` with a value; there are none"
    );
}

#[test]
fn dependent_properties_are_checked_before_anything_runs() {
    let bench = Bench::new();
    bench.program("sum", "#!/bin/sh\nexit 1\n");
    let dependent = |name: &str, run: &str, then: &str| {
        format!(
            "[[dependent]]\nname = \"{name}\"\nruns = [\"{run}\"]\ncombine = \"sum\"\nthen = \"{then}\"\n"
        )
    };
    let check = |tables: &str, message: &str| {
        let said = bench.refuses(&manifest(
            &["one: if permute(rows) then equal(sum)"],
            tables,
        ));
        assert!(said.contains(message), "{said}");
    };
    let run = "permute(rows)";
    check(
        &dependent("two", run, "equal(som)"),
        "property `two` does not fit",
    );
    check(
        &dependent("two", run, "eqal(sum)"),
        "the nearest name is `equal`",
    );
    check(
        &dependent("two", "with k={som}", "equal(sum)"),
        "there is no output `som`",
    );
    check(
        &dependent("one", run, "equal(sum)"),
        "there is no second property `one`",
    );
    let twice = dependent("two", run, "equal(sum)").repeat(2);
    check(&twice, "there is no second property `two`");
}

#[test]
fn both_source_runs_must_end_normally_and_agree() {
    let bench = Bench::new();
    let properties = ["permute: if permute(rows) then equal(sum)"];
    // Outside the sandbox, a run finds what the one before has left.
    let counter = bench.folder.path().join("counter");
    let script = |then: &str| {
        format!(
            "#!/bin/sh\necho >> '{0}'\nn=$(wc -l < '{0}')\n{then}\n",
            counter.display()
        )
    };
    let text = manifest(&properties, "").replace("[inputs]", "sandbox = false\n[inputs]");
    bench.program("sum", &script("echo sum: 1; test $n -ne 2"));
    assert_eq!(
        bench.refuses(&text),
        "`./sum` does not end normally on data set `rows` as it is: exit code 1; nothing can be \
         concluded, so mend the command or the data"
    );
    bench.program("sum", &script("echo sum: $n"));
    assert!(
        bench
            .refuses(&text)
            .starts_with("`./sum` is not deterministic")
    );
    let any = text.replace("[inputs]", "is-deterministic = false\n[inputs]");
    // One source run and, since that need not repeat, one follow-up run with the next number.
    let found = bench.finds(&any);
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("permute rows 1 violated"), "{found:?}");
    assert_eq!(fs::read_to_string(counter).unwrap().len(), 2 + 2 + 2);
}

#[test]
fn the_seed_of_the_manifest_is_that_of_source_runs() {
    let bench = Bench::new();
    bench.program("sum", "#!/bin/sh\necho sum: \"$2\"\n");
    let properties = [
        "other: if with seed=1 then equal(sum)",
        "same: if permute(rows) then inside(sum, 7..7)",
    ];
    let text = manifest(&properties, "").replace("{rows}\"", "{rows} {seed}\"");
    assert_eq!(
        bench.finds(&text.replace("[inputs]", "seed = 7\n[inputs]")),
        [
            "other rows violated: sum line 1: `7` became `1` (1 of 1 lines differ)",
            "same rows 1 holds",
        ]
    );
    assert_eq!(
        bench.refuses(&text),
        "argument `{seed}` has the placeholder `{seed}`, but the request has no seed; give it one"
    );
}
