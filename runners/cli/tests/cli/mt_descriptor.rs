//! Descriptors of the papers, on our own subjects and on small programs.

use std::path::PathBuf;

use crate::mt::Bench;
use crate::support::repository;

/// The smallest descriptor that has everything.
const DESCRIPTOR: &str = r#"<TESTDESCRIPTOR>
  <EXECUTION>./rank @parameters</EXECUTION>
  <PARAMETERS>@input.rows --top 2 --out @output.best</PARAMETERS>
  <INPUT><VAR TYPE="csv_file" NAME="rows" LABEL="name"/></INPUT>
  <OUTPUT><VAR TYPE="text_file" NAME="best"/><VAR TYPE="text_file" NAME="log"/></OUTPUT>
  <FUNCTION NAME="flip" CLASS="Ops" METHOD="flip_it" TYPE="transform"/>
  <BUILD_UP>cp rows.csv copy</BUILD_UP>
  <POST_TEST>
    <BRANCH NAME="main"/>
    <BRANCH NAME="neg">@op_multiply(@input.rows, -1)</BRANCH>
    <BRANCH NAME="more"><PARAMETERS>@input.rows --top 3 --out @output.best</PARAMETERS></BRANCH>
    <PROPERTY><ASSERT>@op_equal(@main.output.best, @op_flip(@neg.output.best))</ASSERT></PROPERTY>
    <PROPERTY NAME="grows"><ASSERT>@op_subset(@main.output.best, @more.output.best)</ASSERT></PROPERTY>
  </POST_TEST>
</TESTDESCRIPTOR>
"#;

const MANIFEST: &str = r#"format = 1
command = "./rank {rows} --top 2 --out {best}"
build-up = ["cp rows.csv copy"]
properties = [
    "neg: if multiply(rows, -1) then equal(best, follow-up flip(best))",
    "grows: if with top=3 then superset(best)",
]

[inputs.rows]
format = "csv"
label = "name"

[outputs.best]
format = "lines"

[outputs.log]
format = "lines"
from = "stdout"

[functions.flip]
kind = "transform"
command = "./Ops flip_it"
"#;

/// Writes the best rows by score to a file.
const RANK: &str = "#!/bin/sh\ntail -n +2 \"$1\" | sort -t, -k2 -nr | head -n \"$3\" > \"$5\"\n";
/// What are the lowest scores of rows that were negated are the highest of those that were not.
const OPS: &str = "#!/bin/sh\n[ \"$1\" = flip_it ] && sed 's/,-/,/'\n";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.program("rank", RANK);
    bench.program("Ops", OPS);
    bench.write("rank.xml", DESCRIPTOR.as_bytes());
    bench
}

#[track_caller]
fn check_refused(from: &str, to: &str, problem: &str) {
    assert!(DESCRIPTOR.contains(from), "{from}");
    let bench = bench();
    bench.write("rank.xml", DESCRIPTOR.replace(from, to).as_bytes());
    for verb in [&["convert", "rank.xml"][..], &["rank.xml"]] {
        let said = bench.mt(verb);
        bench.refuses(&said, 3, &["rank.xml", problem]);
    }
}

#[test]
fn a_descriptor_becomes_a_manifest() {
    let said = bench().mt(&["convert", "rank.xml"]);
    assert_eq!(said.stdout, MANIFEST, "{}", said.stderr);
}

#[test]
fn both_dialects_say_the_same() {
    let bench = bench();
    let other = DESCRIPTOR
        .replace("<BRANCH NAME=\"main\"/>", "<BRANCH OPTION=\"main\"/>")
        .replace("<BRANCH NAME=", "<BRANCH OPTION=\"parallel\" NAME=");
    assert_eq!(other.matches("OPTION").count(), 3);
    bench.write("rank.xml", other.as_bytes());
    let said = bench.mt(&["convert", "rank.xml"]);
    assert_eq!(said.stdout, MANIFEST, "{}", said.stderr);
}

#[test]
fn a_descriptor_and_its_manifest_find_the_same() {
    let bench = bench();
    bench.write("rank.mt.toml", MANIFEST.as_bytes());
    // The two best of 3, 1, 2 are a and c; of their negatives, b and c.
    let expected = "grows  scores  holds\n\
                    neg    scores  violated  best line 1: `b,1` instead of `a,3` (1 of 2 lines differ)\n";
    for spec in ["rank.xml", "rank.mt.toml"] {
        let said = bench.mt(&[spec, "--input", "rows=scores.csv"]);
        let lines = said.stdout.lines().filter(|line| !line.starts_with(' '));
        let findings: String = lines.take(2).map(|line| format!("{line}\n")).collect();
        assert_eq!(findings, expected, "{}", said.stderr);
    }
}

#[test]
fn functions_may_be_other_commands() {
    let flip = "flip=./other --flip";
    let said = bench().mt(&["convert", "rank.xml", "--function", flip]);
    assert!(
        said.stdout.contains("command = \"./other --flip\""),
        "{}{}",
        said.stdout,
        said.stderr
    );
    let bench = bench();
    let said = bench.mt(&["convert", "rank.xml", "--function", "flop=x"]);
    bench.refuses(
        &said,
        3,
        &["there is no function `flop`; the nearest name is `flip`"],
    );
}

#[test]
fn lines_in_plain_english_become_a_manifest() {
    let bench = bench();
    bench.write(
        "rank.txt",
        b"# What does not matter.\nif permute (input) then equal (output)\n",
    );
    let command = ["--command", "./rank {rows}", "--input", "rows=scores.csv"];
    let said = bench.mt(&[&["convert", "rank.txt"][..], &command].concat());
    assert_eq!(
        said.stdout,
        r#"format = 1
command = "./rank {rows}"
properties = ["if permute (input) then equal (output)"]

[inputs.rows]
format = "csv"

[data.scores]
rows = "scores.csv"
"#,
        "{}",
        said.stderr
    );
    let said = bench.mt(&["convert", "rank.txt"]);
    bench.refuses(&said, 2, &["there is no command"]);
    bench.write("rank.txt", b"if permute (input) then equals (output)\n");
    let said = bench.mt(&[&["convert", "rank.txt"][..], &command].concat());
    bench.refuses(&said, 3, &["column 25", "the nearest name is `equal`"]);
}

#[test]
fn what_is_wrong_with_a_descriptor_is_told_with_its_line() {
    for (from, to, problem) in [
        ("</INPUT>", "", "line 15: "),
        ("<POST_TEST>", "<POST-TEST>", "line 14: "),
        (
            "<FUNCTION",
            "<FUNCTIONS/><FUNCTION",
            "line 6: `TESTDESCRIPTOR` has no element `FUNCTIONS`; the nearest name is `FUNCTION`",
        ),
        (
            "csv_file",
            "cvs_file",
            "line 4: there is no type `cvs_file`; the nearest name is `csv_file`",
        ),
        (
            "TYPE=\"transform\"",
            "TYPE=\"other\"",
            "line 6: there is no type `other`; write `transform` or `compare`",
        ),
        (
            "@input.rows --top 2",
            "@input.row --top 2",
            "there is no input `row`; the nearest name is `rows`",
        ),
        (
            "@op_multiply",
            "@op_multipy",
            "there is no transform `multipy`; the nearest name is `multiply`",
        ),
        (
            "@op_subset",
            "@op_subsets",
            "there is no relation `subsets`; the nearest name is `subset`",
        ),
        (
            "@neg.output",
            "@nag.output",
            "line 12: there is no branch `nag`; the nearest name is `neg`",
        ),
        (
            "@op_equal(@main.output.best, @op_flip(@neg.output.best))",
            "",
            "line 10: no assertion is about branch `neg`",
        ),
        (
            "<BRANCH NAME=\"main\"/>",
            "<BRANCH NAME=\"main\">@op_permute(@input.rows)</BRANCH>",
            "line 9: `main` is the run that the user sees; it changes nothing",
        ),
        (
            "--top 3 --out",
            "--best 3 --out",
            "line 11: the `PARAMETERS` of a branch can differ",
        ),
        (
            "@more.output.best",
            "@more.output.bets",
            "different outputs",
        ),
        ("./rank @parameters", " ", "there is no `EXECUTION`"),
    ] {
        check_refused(from, to, problem);
    }
}

#[test]
fn what_is_no_descriptor_is_refused() {
    let bench = bench();
    bench.write("rank.xml", b"<a/>");
    bench.refuses(
        &bench.mt(&["rank.xml"]),
        3,
        &["expected `TESTDESCRIPTOR`, not `A`"],
    );
    bench.write("rank.xml", b"\x00\xff junk");
    bench.refuses(&bench.mt(&["rank.xml"]), 3, &["rank.xml", "UTF-8"]);
    bench.write("rank.xml", b"no XML at all");
    bench.refuses(&bench.mt(&["rank.xml"]), 3, &["rank.xml", "line 1"]);
}

/// The program of a package of ours, built once.
#[expect(
    clippy::disallowed_methods,
    reason = "subjects are built by cargo, as a user would"
)]
fn subject(package: &str, program: &str) -> Vec<u8> {
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("subjects");
    let built = std::process::Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--locked", "--manifest-path"])
        .arg(repository().join(package).join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .status();
    assert!(built.unwrap().success());
    std::fs::read(target.join("debug").join(program)).unwrap()
}

/// The folder of the examples, with a program of ours in it.
fn examples(package: &str, built: &str, program: &str) -> Bench {
    let bench = Bench::new();
    let examples = repository().join("runners/mt/examples/descriptors");
    for name in [
        "martirank-permute.xml",
        "martirank-negate.xml",
        "naive-bayes.xml",
    ] {
        bench.write(name, &std::fs::read(examples.join(name)).unwrap());
    }
    let operators = std::fs::read_to_string(examples.join("Operators")).unwrap();
    bench.program("Operators", &operators);
    bench.program_bytes(program, &subject(package, built));
    bench
}

#[track_caller]
fn check_finds(bench: &Bench, arguments: &[&str], expected: &[&str]) {
    let said = bench.mt(arguments);
    let lines: Vec<&str> = said
        .stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(lines, expected, "{}", said.stderr);
}

#[test]
fn the_examples_hold_on_martirank() {
    let bench = examples("subjects/martirank", "martirank", "martirank");
    let case = repository().join("subjects/martirank/partial-oracle/steps-plain/train.csv");
    let input = format!("training_data={}", case.display());
    for descriptor in ["martirank-permute.xml", "martirank-negate.xml"] {
        let expected = ["test1  train  holds", "1 tested: 1 holds"];
        check_finds(&bench, &[descriptor, "--input", &input], &expected);
    }
    // Without the function, the directions differ: the assertion is not empty.
    let text = bench.read("martirank-negate.xml");
    let plain = text.replace("@op_switch(@test1.output.model)", "@test1.output.model");
    assert_ne!(text, plain);
    bench.write("plain.xml", plain.as_bytes());
    assert_eq!(bench.mt(&["plain.xml", "--input", &input]).code, 6);
}

#[test]
fn the_example_of_the_other_dialect_holds_on_naive_bayes() {
    let package = "subjects/crates/naivebayes";
    let bench = examples(package, "naivebayes-driver", "naivebayes");
    let golf = repository().join("datasets/uci/golf.csv");
    let [train, test] =
        ["training_data", "testing_data"].map(|name| format!("{name}={}", golf.display()));
    check_finds(
        &bench,
        &["naive-bayes.xml", "--input", &train, "--input", &test],
        &[
            "multiply  golf  holds",
            "permute   golf  holds",
            "2 tested: 2 holds",
        ],
    );
}
