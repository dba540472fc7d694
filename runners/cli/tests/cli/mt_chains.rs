//! `killrate mt` with chains of properties, on a script with a fault that only one chain reveals.

use crate::mt::Bench;

/// Prints its numbers, but odd ones from 100 on are one too many: of 10 and 20 `a` makes 100 and 200,
/// and then `b` makes 101 and 201.
const ODD: &str = "#!/bin/sh\n\
    awk 'NR > 1 && $1 >= 100 && $1 % 2 { $1 += 1 } { print }' \"$1\"\n";

const MANIFEST: &str = r#"
command = "./odd {rows}"
properties = [
    "a: if multiply(rows, 10) then equal(multiply(output, 10))",
    "b: if add(rows, 1) then equal(add(output, 1))",
    "c: if remove(rows, rows 1) then subset(output)",
    "d: if reverse(rows) then same-multiset(output)",
]

[inputs]
rows = { format = "csv" }

[outputs]
output = { from = "stdout", format = "csv" }

[data.few]
rows = "few.csv"
"#;

fn bench() -> Bench {
    let bench = Bench::new();
    bench.program("odd", ODD);
    bench.write("few.csv", b"x\n10\n20\n");
    bench.write("odd.mt.toml", MANIFEST.as_bytes());
    bench
}

#[test]
fn two_rounds_find_what_no_property_finds_alone() {
    let bench = bench();
    assert_eq!(bench.mt(&["odd.mt.toml"]).code, 0);
    let said = bench.mt(&["odd.mt.toml", "--rounds", "2"]);
    assert_eq!(said.code, 6, "{}", said.stderr);
    assert_eq!(
        said.stdout,
        "rounds-2  few  violated  after `a, b`: output line 2: `102` instead of `101` (2 of 3 lines differ)\n  \
         depth  candidates  left out  infeasible  repeated  tests  unanswered  violated  failed\n  \
         1      4           0         0           0         4      0           0         0\n  \
         2      16          0         1           2         13     0           1         0\n  \
         fails   a, b\n  \
         runs    killrate-mt/odd/rounds-2/few\n  \
         replay  killrate mt odd.mt.toml --sequence 'a, b' --data few --repeats\n\
         1 tested: 1 violated\n"
    );
    // What is kept is the chain alone: the source and its two tests.
    let kept = |run: &str| bench.read(&format!("killrate-mt/odd/rounds-2/few/{run}/rows.csv"));
    assert_eq!(kept("source"), "x\n10\n20\n");
    assert_eq!(kept("follow-up-1"), "x\n100\n200\n");
    assert_eq!(kept("follow-up-2"), "x\n101\n201\n");
}

#[test]
fn the_replay_of_a_chain_finds_it_again_and_the_other_order_holds() {
    let bench = bench();
    let said = bench.mt(&[
        "odd.mt.toml",
        "--sequence",
        "a, b",
        "--data",
        "few",
        "--repeats",
    ]);
    assert_eq!(said.code, 6, "{}", said.stderr);
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert!(
        lines[0].starts_with("a/b  few  violated  after `a, b`: "),
        "{lines:?}"
    );
    // One test after the other, and nothing else.
    assert!(lines[2].starts_with("  1      1 "), "{lines:?}");
    assert!(lines[3].starts_with("  2      1 "), "{lines:?}");

    let said = bench.mt(&["odd.mt.toml", "--sequence", "b, a"]);
    assert_eq!(said.code, 0, "{}{}", said.stdout, said.stderr);
    assert!(
        said.stdout.starts_with("b/a  few  holds\n"),
        "{}",
        said.stdout
    );
}

#[test]
fn a_long_chain_that_fails_is_shortened() {
    let bench = bench();
    let said = bench.mt(&["odd.mt.toml", "--sequence", "d, a, c, b", "--repeats"]);
    assert_eq!(said.code, 6, "{}", said.stderr);
    assert!(
        said.stdout.contains("\n  fails   d, a, c, b\n"),
        "{}",
        said.stdout
    );
    assert!(
        said.stdout.contains(" --sequence 'a, b' "),
        "{}",
        said.stdout
    );
}

#[test]
fn csv_has_a_row_for_each_depth_and_json_a_list() {
    let bench = bench();
    let said = bench.mt(&[
        "odd.mt.toml",
        "--rounds",
        "2",
        "--count-all",
        "--format",
        "csv",
    ]);
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(
        lines[0],
        "property,data-set,seed,outcome,detail,sequence,depth,candidates,left-out,infeasible,repeated,tests,unanswered,violated,failed,failing,kept,replay"
    );
    assert_eq!(lines.len(), 3);
    assert!(
        lines[2]
            .contains(",\"a, b\",2,16,0,1,2,13,0,1,0,\"a, b\",\"killrate-mt/odd/rounds-2/few\","),
        "{}",
        lines[2]
    );
    let said = bench.mt(&["odd.mt.toml", "--rounds", "2", "--format", "json"]);
    let rows: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(rows[0]["sequence"], "a, b");
    let depth = &rows[0]["depths"][1];
    assert_eq!(
        (depth["tests"].as_u64(), depth["left-out"].as_u64()),
        (Some(13), Some(0))
    );
    assert_eq!(depth["failing"], serde_json::json!(["a, b"]));
}

#[test]
fn what_is_left_out_is_told() {
    let bench = bench();
    let said = bench.mt(&["odd.mt.toml", "--only", "b", "--rounds", "3", "--cap", "1"]);
    assert_eq!(said.code, 0, "{}", said.stderr);
    // One property makes one test of each length, so nothing is left out.
    assert!(!said.stdout.contains("left out by"), "{}", said.stdout);
    let said = bench.mt(&["odd.mt.toml", "--rounds", "1", "--cap", "1"]);
    let told = "  3 candidates were left out by a seeded draw; `--cap` takes more\n";
    assert!(said.stdout.contains(told), "{}", said.stdout);
}

#[test]
fn what_cannot_be_chained_is_refused_before_anything_runs() {
    let bench = bench();
    // The program is broken, so whatever ran would be told.
    bench.program("odd", "#!/bin/sh\nexit 9\n");
    let refuses = |arguments: &[&str], code: i32, complaint: &str| {
        let said = bench.mt(&[&["odd.mt.toml"], arguments].concat());
        bench.refuses(&said, code, &[complaint]);
    };
    refuses(
        &["--sequence", "a, e"],
        3,
        "there is no property `e` for `a, e`; the nearest name is `a`",
    );
    refuses(&["--rounds", "0"], 3, "0 rounds test nothing");
    refuses(
        &["--rounds", "1000"],
        3,
        "1000 rounds are too many; write at most 10",
    );
    refuses(&["--rounds", "-1"], 2, "-1");
    refuses(
        &["--rounds", "2", "--sequence", "a"],
        2,
        "cannot be used with",
    );
    refuses(&["--repeats"], 2, "add `--rounds` or `--sequence`");
    refuses(&["--cap", "5"], 2, "--rounds");
    refuses(
        &["--other", "./odd {rows}", "--rounds", "2"],
        3,
        "property `other-1` cannot be chained",
    );
    let columns = [
        "--property",
        "f: if add(rows, 1, columns y) then equal(output)",
    ];
    refuses(
        &[&columns[..], &["--sequence", "a, f"]].concat(),
        3,
        "there is no column `y` in `rows`",
    );
    bench.write(
        "lines.mt.toml",
        MANIFEST
            .replace(
                "format = \"csv\" }\n\n[outputs]",
                "format = \"any\" }\n\n[outputs]",
            )
            .as_bytes(),
    );
    let said = bench.mt(&["lines.mt.toml", "--rounds", "2"]);
    bench.refuses(
        &said,
        3,
        &["`multiply` cannot change `rows`, whose format is not known"],
    );
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let bench = bench();
    let with = |threads: &str| {
        let said = bench.mt(&[
            "odd.mt.toml",
            "--rounds",
            "3",
            "--count-all",
            "--format",
            "json",
            "--threads",
            threads,
        ]);
        (said.code, said.stdout)
    };
    assert_eq!(with("1"), with("4"));
}
