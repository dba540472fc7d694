//! `killrate mt --other`: two programs on the same data.

use crate::mt::Bench;
use crate::support::{Said, repository};

/// Ranks by number, as `rank` should.
const NUMERIC: &str = "#!/bin/sh\ntail -n +2 \"$1\" | sort -t, -k2n\n";
const MIXED: &[u8] = b"name,score\na,3\nb,10\nc,2\nd,1\n";

/// A bench with a second program and scores of different lengths.
fn bench(second: &str) -> Bench {
    let bench = Bench::new();
    bench.program("second", second);
    bench.write("mixed.csv", MIXED);
    bench
}

fn compare(bench: &Bench, more: &[&str]) -> Said {
    let typed = ["--command", "./rank {rows}", "--other", "./second {rows}"];
    bench.mt(&[&typed[..], more].concat())
}

fn findings(said: &Said) -> Vec<&str> {
    let lines = said.stdout.lines();
    lines.filter(|line| !line.starts_with(' ')).collect()
}

#[test]
fn two_programs_that_give_the_same_are_not_flagged() {
    let said = compare(&bench(NUMERIC), &["--input", "rows=scores.csv"]);
    assert_eq!(said.code, 0, "{}", said.stderr);
    assert_eq!(
        said.stdout,
        "other-1  scores  holds  0 of 3 lines differ between the programs\n1 tested: 1 holds\n"
    );
}

#[test]
fn rows_in_which_two_programs_differ_are_counted_and_both_runs_kept() {
    let bench = bench(NUMERIC);
    let said = compare(&bench, &["--input", "rows=mixed.csv", "--keep", "kept"]);
    assert_eq!(said.code, 6, "{}", said.stderr);
    // As text: d,1 b,10 c,2 a,3; as numbers: d,1 c,2 a,3 b,10.
    assert_eq!(
        said.stdout,
        "other-1  mixed  violated  stdout line 2: `b,10` became `c,2` (3 of 4 lines differ); 3 of 4 lines differ between the programs\n  \
         runs    kept/other-1/mixed\n  \
         replay  killrate mt --command './rank {rows}' --other './second {rows}' --input 'rows=mixed.csv' --only other-1\n\
         1 tested: 1 violated\n"
    );
    // It is the worked example of the README.
    let readme = repository().join("runners/mt/README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    assert!(readme.contains(said.stdout.lines().next().unwrap()));
    assert_eq!(
        bench.read("kept/other-1/mixed/source/stdout"),
        "d,1\nb,10\nc,2\na,3\n"
    );
    assert_eq!(
        bench.read("kept/other-1/mixed/other/stdout"),
        "d,1\nc,2\na,3\nb,10\n"
    );
    assert!(
        bench
            .read("kept/other-1/mixed/other/run.sh")
            .contains("/second")
    );
}

#[test]
fn the_relation_says_what_may_differ() {
    let bench = bench(NUMERIC);
    let said = compare(
        &bench,
        &[
            "--input",
            "rows=mixed.csv",
            "--relation",
            "rows: same-multiset(output)",
        ],
    );
    assert_eq!(
        findings(&said),
        [
            "rows  mixed  holds  3 of 4 lines differ between the programs",
            "1 tested: 1 holds"
        ],
        "{}",
        said.stderr
    );
}

#[test]
fn a_manifest_names_the_second_program_and_its_relations() {
    let bench = bench(NUMERIC);
    bench.write(
        "both.mt.toml",
        br#"
command = "./rank {rows}"
other = "./second {rows}"
relations = ["same: equal(names)", "rows: same-multiset(output)"]
properties = ["permute: if permute(rows) then equal(output)"]

[inputs]
rows = { format = "csv" }

[outputs]
output = { from = "stdout" }
names = { parse = "before ,", format = "labels" }

[data.mixed]
rows = "mixed.csv"
"#,
    );
    let said = bench.mt(&["both.mt.toml"]);
    assert_eq!(
        findings(&said),
        [
            "permute  mixed  holds",
            "rows     mixed  holds     3 of 4 lines differ between the programs",
            "same     mixed  violated  names line 2: `b` became `c` (3 of 4 lines differ); 3 of 4 lines differ between the programs",
            "3 tested: 2 holds, 1 violated"
        ],
        "{}",
        said.stderr
    );
    let said = bench.mt(&["both.mt.toml", "--only", "rows", "--format", "json"]);
    let findings: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(findings[0]["text"], "rows: same-multiset(output)");
    assert_eq!(findings[0]["differing-lines"], 3);
    assert_eq!(findings[0]["lines"], 4);
}

#[test]
fn a_second_program_that_fails_is_inconclusive_and_no_violation() {
    for (second, reason) in [
        (
            "#!/bin/sh\necho no >&2\nexit 9\n",
            "other program: exit code 9: no",
        ),
        (
            "#!/bin/sh\nkill -SEGV $$\n",
            "other program: killed by signal 11",
        ),
        (
            "#!/bin/sh\nhead -c 8 /dev/urandom | od\n",
            "other program: two runs on the same data differ in `stdout`",
        ),
    ] {
        let said = compare(&bench(second), &["--input", "rows=scores.csv"]);
        assert_eq!(said.code, 4, "{}{}", said.stdout, said.stderr);
        let first = said.stdout.lines().next().unwrap_or_default();
        let start = format!("other-1  scores  inconclusive  {reason}");
        assert!(first.starts_with(&start), "{first}");
    }
}

#[test]
fn a_second_program_that_cannot_be_used_is_refused() {
    let bench = bench(NUMERIC);
    let input = ["--command", "./rank {rows}", "--input", "rows=scores.csv"];
    let mt = |more: &[&str]| bench.mt(&[&input[..], more].concat());
    let said = mt(&["--other", "./absent {rows}"]);
    bench.refuses(&said, 3, &["there is no program `./absent`"]);
    let said = mt(&["--other", "./second {row}"]);
    bench.refuses(&said, 3, &["{row}", "`rows`"]);
    let said = mt(&["--other", ""]);
    bench.refuses(&said, 3, &["a command is empty"]);
    let said = mt(&["--relation", "equal(output)"]);
    bench.refuses(
        &said,
        3,
        &["`equal(output)`", "no second program", "`--other`"],
    );
    let said = mt(&["--other", "./second {rows}", "--relation", "equl(output)"]);
    bench.refuses(
        &said,
        3,
        &["the relation `equl(output)`", "the nearest name is `equal`"],
    );
    let said = mt(&[
        "--other",
        "./second {rows}",
        "--relation",
        "a b: equal(output)",
    ]);
    bench.refuses(&said, 3, &["the relation `a b: equal(output)`"]);
    let said = mt(&["--other", "./second {rows}", "--relation", "equal(absent)"]);
    bench.refuses(&said, 3, &["`other-1`", "`absent`"]);
}
