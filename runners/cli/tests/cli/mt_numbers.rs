//! `killrate mt` on programs whose arguments hold numbers, and on one that answers queries.

use crate::mt::Bench;

/// Names whose score is at most the limit.
const BELOW: &str =
    "#!/bin/sh\nawk -F, -v limit=\"$1\" 'NR > 1 && $2 <= limit { print $1 }' \"$2\"\n";
/// The same with an error that small limits show.
const BELOW_AND_ONE: &str =
    "#!/bin/sh\nawk -F, -v limit=\"$1\" 'NR > 1 && $2 <= limit + 1 { print $1 }' \"$2\"\n";
const MANIFEST: &str = r#"
command = "./below {limit} {rows}"
properties = [
    "more: if add(limit, 1) then superset(output)",
    "scale: if multiply(rows, 3) and multiply(limit, 3) then equal(output)",
]

[inputs]
rows = { format = "csv" }

[numbers]
limit = 1

[data.one]
rows = "scores.csv"

[data.three]
rows = "scores.csv"
limit = 3
"#;

fn bench(program: &str) -> Bench {
    let bench = Bench::new();
    bench.program("below", program);
    bench.write("below.mt.toml", MANIFEST.as_bytes());
    bench
}

#[test]
fn numbers_are_those_of_the_data_set_and_are_changed_like_inputs() {
    let said = bench(BELOW).mt(&["below.mt.toml"]);
    assert_eq!(said.code, 0, "{}{}", said.stdout, said.stderr);
    assert_eq!(
        said.stdout,
        "more   one    holds\nmore   three  holds\nscale  one    holds\nscale  three  holds\n4 tested: 4 holds\n"
    );
}

#[test]
fn a_fault_in_what_is_done_with_a_number_is_found_and_both_runs_are_kept() {
    let bench = bench(BELOW_AND_ONE);
    let said = bench.mt(&["below.mt.toml", "--only", "scale"]);
    assert_eq!(said.code, 6, "{}{}", said.stdout, said.stderr);
    // With the limit 1 a score of 2 is let through, and 6 is not with the limit 3.
    assert_eq!(
        said.stdout,
        "scale  one    violated  stdout: 2 lines became 1 line; the rest is the same\n  \
         runs    killrate-mt/below/scale/one\n  \
         replay  killrate mt below.mt.toml --only scale --data one\n\
         scale  three  holds\n\
         2 tested: 1 holds, 1 violated\n"
    );
    let script = |run: &str| bench.read(&format!("killrate-mt/below/scale/one/{run}/run.sh"));
    assert!(
        script("source").ends_with("below 1 rows.csv\n"),
        "{}",
        script("source")
    );
    assert!(
        script("follow-up").ends_with("below 3 rows.csv\n"),
        "{}",
        script("follow-up")
    );
}

#[test]
fn a_number_that_was_typed_stands_for_every_data_set() {
    let bench = bench(BELOW_AND_ONE);
    let said = bench.mt(&["below.mt.toml", "--only", "scale", "--number", "limit=3"]);
    assert_eq!(said.code, 0, "{}{}", said.stdout, said.stderr);
    let typed = [
        "--command",
        "./below {limit} {rows}",
        "--input",
        "rows=scores.csv",
        "--number",
        "limit=1",
        "--property",
        "if multiply(rows, 3) and multiply(limit, 3) then equal(output)",
    ];
    let said = bench.mt(&typed);
    assert_eq!(said.code, 6, "{}{}", said.stdout, said.stderr);
    assert!(
        said.stdout
            .contains("--input 'rows=scores.csv' --number 'limit=1' --only property-1"),
        "{}",
        said.stdout
    );
}

#[test]
fn what_is_wrong_with_a_number_is_told_before_anything_runs() {
    let bench = bench(BELOW);
    let below = [
        "--command",
        "./below {limit} {rows}",
        "--input",
        "rows=scores.csv",
    ];
    let with = |more: &[&str]| bench.mt(&[&below[..], more].concat());
    let property = "if add(limit, 1) then superset(output)";
    bench.refuses(
        &with(&["--number", "limit=many", "--property", property]),
        2,
        &["`--number limit=many`: `many` is not a number; write one such as `50` or `0.5`"],
    );
    bench.refuses(
        &with(&["--number", "limits=1", "--property", property]),
        3,
        &["no argument has the number `limits`; write `{limits}` where it belongs"],
    );
    bench.refuses(
        &with(&["--number", "limit=1", "--property", "if permute(limit) then equal(output)"]),
        3,
        &["`permute` cannot change `limit`, which is a number among the arguments; it can be changed by `add`, `multiply` and `negate`"],
    );
    for (line, complaint) in [
        (
            "limit = \"3\"",
            "key `data.three.limit`: `limit` is a number; write it without quotes",
        ),
        (
            "rows = 5",
            "key `data.three.rows`: there is no number `rows` among the arguments",
        ),
        (
            "limit = true",
            "expected the name of a file in quotes, or a number",
        ),
    ] {
        let manifest = MANIFEST.replace("rows = \"scores.csv\"\nlimit = 3", line);
        bench.write("wrong.mt.toml", manifest.as_bytes());
        bench.refuses(&bench.mt(&["wrong.mt.toml"]), 3, &[complaint]);
    }
}

/// Finds lines that have all words of a query, or with `OR` any of them; a word that nothing has makes
/// it find nothing, which is wrong behind `OR`.
const SEARCH: &str = r#"#!/bin/sh
while IFS="$(printf '\t')" read -r id query; do
    case $query in
        *nosuchword*) ;;
        *' OR '*) grep -n -e "${query%% OR *}" -e "${query##* OR }" "$1" | sed "s/^/$id,/" ;;
        *) grep -n "$query" "$1" | sed "s/^/$id,/" ;;
    esac
done < "$2"
"#;

#[test]
fn queries_are_changed_as_queries_and_absent_words_are_looked_for_in_the_corpus() {
    let bench = Bench::new();
    bench.program("search", SEARCH);
    bench.write("corpus.txt", b"romeo and foo\njuliet\n");
    bench.write("queries.txt", b"q1\tromeo OR juliet\nq2\tjuliet\n");
    let said = bench.mt(&[
        "--command",
        "./search {corpus} {queries}",
        "--input",
        "corpus=corpus.txt",
        "--input",
        "queries=queries.txt",
        "--as",
        "queries=query",
        "--property",
        "L1: if swap-operands(queries) then equal(output)",
        "--property",
        "L3: if or-absent(queries, corpus) then equal(output)",
        "--property",
        "foo: if or-absent(queries, corpus, \"foo\") then equal(output)",
    ]);
    assert_eq!(said.code, 6, "{}{}", said.stdout, said.stderr);
    let found: Vec<&str> = said
        .stdout
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    assert_eq!(
        found,
        [
            "L1   corpus  holds",
            "L3   corpus  violated        stdout: 3 lines became 0 lines; the rest is the same",
            "foo  corpus  not applicable  `or-absent(queries, corpus, \"foo\")`: `foo` is a word of `corpus`",
            "3 tested: 1 holds, 1 violated, 1 not applicable",
        ]
    );
    assert_eq!(
        bench.read("killrate-mt/search/L3/corpus/follow-up/queries.txt"),
        "q1\tromeo OR juliet OR nosuchword\nq2\tjuliet OR nosuchword\n"
    );
}

#[test]
fn a_query_that_is_none_is_shown_with_a_caret() {
    let bench = Bench::new();
    bench.program("search", SEARCH);
    bench.write("corpus.txt", b"romeo\n");
    bench.write("queries.txt", b"q1\tromeo AND\n");
    let said = bench.mt(&[
        "--command",
        "./search {corpus} {queries}",
        "--input",
        "corpus=corpus.txt",
        "--input",
        "queries=queries.txt",
        "--as",
        "queries=query",
        "--property",
        "if swap-operands(queries) then equal(output)",
    ]);
    bench.refuses(
        &said,
        3,
        &[
            "expected a word, a text in quotes or `(`\n",
            "romeo AND\n",
            "         ^\n",
        ],
    );
}
