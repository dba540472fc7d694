//! `killrate mt` on programs that are scripts of an interpreter's, and on extractors in chains.

use crate::mt::Bench;

/// The mean of the scores; one import that only the second script has.
const MEAN: &str =
    "#!/bin/sh\nawk -F, 'NR>1 { s += $2; n++ } END { print \"mean\", s / n }' \"$1\"\n";

fn bench() -> Bench {
    let bench = Bench::new();
    // Not executable: only its interpreter can run it.
    bench.write("mean.sh", MEAN.as_bytes());
    bench
}

fn mt(bench: &Bench, command: &str, more: &[&str]) -> crate::support::Said {
    let typed = ["--command", command, "--input", "rows=scores.csv"];
    let property = ["--property", "if permute(rows) then equal(output)"];
    bench.mt(&[&typed[..], &property, more].concat())
}

#[test]
fn a_script_beside_the_user_is_found_by_its_interpreter() {
    let bench = bench();
    let said = mt(&bench, "sh mean.sh {rows}", &[]);
    assert_eq!(
        said.stdout, "property-1  scores  holds\n1 tested: 1 holds\n",
        "{}",
        said.stderr
    );
    // Nothing else of the folder is there.
    bench.write("total.sh", b"cat scores.csv\n");
    let said = mt(&bench, "sh total.sh {rows}", &[]);
    bench.refuses(&said, 4, &["scores.csv"]);
}

#[test]
fn what_a_script_needs_besides_is_named() {
    let bench = bench();
    bench.write("total.sh", b". ./mean.sh\n");
    let said = mt(&bench, "sh total.sh {rows}", &[]);
    bench.refuses(&said, 4, &["mean.sh"]);
    let said = mt(&bench, "sh total.sh {rows}", &["--file", "mean.sh"]);
    assert_eq!(said.code, 0, "{}", said.stderr);
    let said = mt(&bench, "sh total.sh {rows}", &["--file", "absent.sh"]);
    bench.refuses(&said, 3, &["absent.sh"]);
}

#[test]
fn a_script_that_cannot_be_brought_along_is_told_with_the_key_that_helps() {
    let bench = bench();
    std::fs::create_dir(bench.path("below")).unwrap();
    let mut command = bench.command(&[
        "--command",
        "sh ../mean.sh {rows}",
        "--input",
        "rows=../scores.csv",
        "--property",
        "if permute(rows) then equal(output)",
    ]);
    command.current_dir(bench.path("below"));
    let said = command.output().unwrap().into();
    bench.refuses(
        &said,
        4,
        &["lacks `../mean.sh`", "the key `files`", "`--file`"],
    );
}

#[test]
fn extractors_are_chained_in_one_output_or_over_several() {
    let bench = Bench::new();
    // Puts rows into bins, and says what is free; a lost row changes the sum.
    bench.program(
        "pack",
        "#!/bin/sh\nawk -F, 'NR>1 { print \"bin \" NR \": \" $2 } END { print \"free \" NR * 2 }' \"$1\"\n",
    );
    bench.write(
        "pack.mt.toml",
        br#"
command = "./pack {rows}"
properties = [
    "one: if permute(rows) then equal(sum)",
    "two: if permute(rows) then equal(total)",
    "twice: if multiply(rows, 2) then equal(multiply(sum, 2))",
    "lost: if remove(rows, rows 1) then equal(sum)",
]

[inputs]
rows = { format = "csv" }

[outputs]
sum = { parse = "lines-with bin | after : | sum" }
bin = { parse = "lines-with bin" }
sizes = { from = "bin", parse = "after :" }
total = { from = "sizes", parse = "sum" }

[data.scores]
rows = "scores.csv"
"#,
    );
    let said = bench.mt(&["pack.mt.toml"]);
    let findings: Vec<&str> = said
        .stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(
        findings,
        [
            "lost   scores  violated  sum line 1: `6` became `3` (1 of 1 lines differ)",
            "one    scores  holds",
            "twice  scores  holds",
            "two    scores  holds",
            "4 tested: 3 holds, 1 violated"
        ],
        "{}",
        said.stderr
    );
    let manifest = bench.read("pack.mt.toml");
    bench.write(
        "pack.mt.toml",
        manifest
            .replace("after : | sum", "after : | smu")
            .as_bytes(),
    );
    let said = bench.mt(&["pack.mt.toml"]);
    bench.refuses(
        &said,
        3,
        &[
            "output `sum`",
            "there is no `smu`; the nearest name is `sum`",
        ],
    );
}
