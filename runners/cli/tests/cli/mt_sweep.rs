//! `killrate mt` over many seeds and data sets, counted.

use crate::mt::Bench;

/// A bench with a second and a third file, on the last of which `rank` is wrong.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("few.csv", b"name,score\na,5\n");
    bench.write("mixed.csv", b"name,score\na,3\nb,10\nc,2\n");
    bench
}

const RANK: [&str; 2] = ["--command", "./rank {rows}"];
const PERMUTE: [&str; 2] = ["--property", "permute: if permute(rows) then equal(output)"];

#[test]
fn a_sweep_counts_for_each_property_what_was_found() {
    let bench = bench();
    // As text 14 and 21 come before 7, and 14 before 70 where 2 came after 10; one row keeps its
    // order and cannot be permuted.
    let scale = "scale: if multiply(rows, 7) then same-order(names)";
    bench.write(
        "rank.mt.toml",
        br#"
command = "./rank {rows}"
[inputs]
rows = { format = "csv" }
[outputs]
output = { from = "stdout" }
names = { parse = "before ,", format = "labels" }
"#,
    );
    let said = bench.mt(&[
        &["rank.mt.toml", "--property", scale, "--seeds", "1..4"],
        &PERMUTE[..],
        &["--input", "rows=scores.csv,few.csv,mixed.csv"],
    ]
    .concat());
    assert_eq!(said.code, 6, "{}{}", said.stdout, said.stderr);
    let lines: Vec<&str> = said.stdout.lines().collect();
    // Only what needs a look has a line of its own; the rest is in the table.
    let table = lines
        .iter()
        .position(|line| line.starts_with("property"))
        .unwrap();
    let told: Vec<&&str> = lines[..table]
        .iter()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert!(
        told.iter().all(|line| line.starts_with("scale")),
        "{told:?}"
    );
    assert_eq!(
        lines[table..],
        [
            "property  judged  holds  by tolerance  violated  not applicable  inconclusive",
            "permute   8/9     8/8    0/8           0/8       1/9             0/9",
            "scale     3/3     1/3    0/3           2/3       0/3             0/3",
            "12 tested: 9 holds, 2 violated, 1 not applicable"
        ],
        "{}",
        said.stdout
    );
    // Both lines stand in the README too.
    let readme = crate::support::repository().join("runners/mt/README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let shown = format!("{}\n{}\n", lines[table], lines[table + 1]);
    assert!(readme.contains(&shown));
    let replay = lines[..table]
        .iter()
        .find(|line| line.contains("replay"))
        .unwrap();
    assert!(
        replay.contains("--input 'rows=scores.csv' --only scale"),
        "{replay}"
    );
}

#[test]
fn a_seed_stands_beside_what_it_led_to() {
    let bench = bench();
    // The first row is told, so whatever moves it is noticed.
    bench.program("first", "#!/bin/sh\nhead -n 2 \"$1\" | tail -n 1\n");
    let property = "first: if permute(rows) then equal(output)";
    let said = bench.mt(&[
        "--command",
        "./first {rows}",
        "--input",
        "rows=scores.csv",
        "--property",
        property,
        "--seed",
        "1..6",
    ]);
    assert_eq!(said.code, 6, "{}", said.stderr);
    let told = said
        .stdout
        .lines()
        .filter(|line| line.starts_with("first  scores, seed "));
    let told = told.count();
    let again = bench.mt(&[
        "--command",
        "./first {rows}",
        "--input",
        "rows=scores.csv",
        "--property",
        property,
        "--seed",
        "1..6",
        "--counts",
        "--format",
        "csv",
    ]);
    let counted = again.stdout.lines().nth(1).unwrap();
    assert_eq!(
        counted,
        format!("first,6,6,{},0,{told},0,0,,,0", 6 - told),
        "{}",
        said.stdout
    );
    assert!(told > 0, "{}", said.stdout);
}

#[test]
fn counts_can_be_had_of_any_manifest() {
    let bench = Bench::new();
    let said = bench.mt(&["rank.mt.toml", "--counts"]);
    assert_eq!(said.code, 6);
    assert_eq!(
        said.stdout,
        "property  judged  holds  by tolerance  violated  not applicable  inconclusive\n\
         alone     0/1     0/0    0/0           0/0       1/1             0/1\n\
         close     1/1     0/1    1/1           0/1       0/1             0/1\n\
         permute   1/1     1/1    0/1           0/1       0/1             0/1\n\
         scale     1/1     0/1    0/1           1/1       0/1             0/1\n"
    );
    let said = bench.mt(&["rank.mt.toml", "--counts", "--format", "json"]);
    let counts: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(counts[3]["property"], "scale");
    assert_eq!(counts[3]["violated"], 1);
}

#[test]
fn two_programs_are_compared_on_all_files_and_their_lines_counted() {
    let bench = bench();
    bench.program("second", "#!/bin/sh\ntail -n +2 \"$1\" | sort -t, -k2n\n");
    let said = bench.mt(&[
        &RANK[..],
        &[
            "--other",
            "./second {rows}",
            "--input",
            "rows=scores.csv,few.csv,mixed.csv",
        ],
    ]
    .concat());
    assert_eq!(said.code, 6, "{}", said.stderr);
    // As text 10 comes first, so all three lines of the last file are at other places.
    assert!(
        said.stdout.contains(
            "other-1   3/3     2/3    0/3           1/3       0/3             0/3           3/7\n"
        ),
        "{}",
        said.stdout
    );
}

#[test]
fn absurd_seeds_and_files_are_refused() {
    let bench = bench();
    let mt = |more: &[&str]| bench.mt(&[&RANK[..], &PERMUTE[..], more].concat());
    for (seeds, problem) in [
        ("20..1", "the range is empty; write `1..20`"),
        (
            "1..",
            "write a number from 0 on, or a range such as `1..20`",
        ),
        ("0..18446744073709551615", "more than 10000 seeds"),
        ("99999999999999999999", "is no seed"),
        ("x", "is no seed"),
    ] {
        let said = mt(&["--input", "rows=scores.csv", "--seeds", seeds]);
        bench.refuses(&said, 2, &[problem]);
    }
    let said = mt(&["--input", "rows=scores.csv,absent.csv"]);
    bench.refuses(&said, 3, &["absent.csv"]);
    let said = mt(&["--input", "rows=scores.csv,"]);
    bench.refuses(&said, 2, &["beside a comma", "`scores.csv,`"]);
    bench.write("rows.arff", b"");
    let said = mt(&["--input", "rows=scores.csv,rows.arff"]);
    bench.refuses(&said, 2, &["`csv` and `arff`"]);
    let said = mt(&[
        "--input",
        "rows=scores.csv,few.csv,mixed.csv",
        "--input",
        "test=scores.csv,few.csv",
    ]);
    bench.refuses(&said, 2, &["input `test` has 2 files and another has 3"]);
    // A comma may also be part of a name.
    bench.write("a,b.csv", b"name,score\na,3\nb,1\n");
    let said = mt(&["--input", "rows=a,b.csv"]);
    assert_eq!(said.code, 0, "{}", said.stderr);
}
