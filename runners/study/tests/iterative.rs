//! A subject of a few lines with a fault that only a chain of two properties reveals.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use killrate_catalogue::{Catalogue, Cell, Design};
use killrate_executor::{Executor, Settings};
use killrate_model::{DataSetName, Digest, PropertyName, Verdict};
use killrate_record::{ChainRow, Record, VariantId};
use killrate_study::{Scratch, StudyError, Surroundings, explain, run};
use tempfile::TempDir;

/// Prints its numbers. Where `+ 0` becomes `+ 1`, odd numbers from 100 on are printed wrong: `a` makes
/// 100 and 200 of 10 and 20, and then `b` makes 101 and 201.
const MAIN: &str = r#"fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    println!("x");
    for line in text.lines().skip(1) {
        println!("{}", show(line.parse().unwrap()));
    }
}

fn show(n: u64) -> u64 {
    if n >= 100 && n % 2 == 1 {
        return n
            + 0;
    }
    n
}
"#;

const SUBJECT: &str = r#"
format = 1
name = "odd"
title = "Numbers as they are"
[interface]
arguments = ["{rows}"]
[interface.inputs]
rows = { format = "csv" }
[interface.outputs]
stdout = { format = "csv" }
[properties]
all = [
    "a: if multiply(rows, 10) then equal(multiply(stdout, 10))",
    "b: if add(rows, 1) then equal(add(stdout, 1))",
    "c: if remove(rows, rows 1) then subset(stdout)",
    "d: if reverse(rows) then same-multiset(stdout)",
]
"#;

/// The study, with these chains.
fn study(iterative: &str) -> String {
    format!(
        r#"
format = 1
title = "Chains"
question = "Do chains find more?"
seed = 1
transform-seeds = [1]
classes = ["off-by-one"]
[[subject]]
name = "odd"
data-sets = ["few"]
property-sets = ["all"]
techniques = ["metamorphic", "iterative"]
only = ["show/literal-plus-one"]
{iterative}
"#
    )
}

const CHAINS: &str = r#"
[[subject.iterative]]
rounds = 1
[[subject.iterative]]
rounds = 2
[[subject.iterative]]
name = "all"
rounds = 2
repeats = true
counts-all = true
[[subject.iterative]]
sequence = "a, b"
[[subject.iterative]]
sequence = "b, a"
"#;

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn project(iterative: &str) -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let root = project.path();
    let package =
        "[package]\nname = \"odd\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n";
    write(&root.join("subjects/odd/Cargo.toml"), package);
    write(&root.join("subjects/odd/src/main.rs"), MAIN);
    write(&root.join("subjects/odd/subject.toml"), SUBJECT);
    let rows = "x\n10\n20\n";
    let manifest = format!(
        "format = 1\nname = \"few\"\ntitle = \"Numbers\"\nsource = \"made up\"\nrows = 2\nattributes = 1\n[files]\nrows = {{ path = \"few.csv\", sha256 = \"{}\" }}\n",
        Digest::of(rows.as_bytes())
    );
    write(&root.join("datasets/few.csv"), rows);
    write(&root.join("datasets/few.toml"), &manifest);
    write(
        &root.join("datasets/studies/chains/study.toml"),
        &study(iterative),
    );
    project
}

fn design(project: &TempDir) -> Result<Design, StudyError> {
    Ok(Design::resolve(&Catalogue::at(project.path())?, "chains")?)
}

fn with<T>(project: &TempDir, n_threads: usize, work: impl FnOnce(Surroundings<'_>) -> T) -> T {
    let scratch = Scratch::of_project(project.path());
    let executor = Executor::open(Settings {
        scratch: project.path().join(format!("executions-{n_threads}")),
        threads: NonZeroUsize::new(n_threads).unwrap(),
    });
    work(Surroundings {
        scratch: &scratch,
        executor: &executor.unwrap(),
        stop: &AtomicBool::new(false),
        on_event: &|_| {},
    })
}

fn record(project: &TempDir, n_threads: usize) -> Record {
    let design = design(project).unwrap();
    let record = with(project, n_threads, |surroundings| {
        run(&design, surroundings)
    });
    Record {
        costs: Vec::new(),
        ..record.unwrap()
    }
}

/// The mutant that prints odd numbers from 100 on wrong.
fn faulty(record: &Record) -> VariantId {
    let mut mutants = record.mutants.iter();
    let of_sum =
        mutants.find(|row| MAIN.lines().nth(row.line as usize - 1) == Some("            + 0;"));
    VariantId::Mutant(of_sum.unwrap().mutant.clone())
}

/// Of each depth: candidates, infeasible, repeated, tests, violated.
fn counts(record: &Record, variant: &VariantId, property: &str) -> Vec<[u64; 5]> {
    let rows = record.chains.iter();
    let mut rows: Vec<&ChainRow> = rows
        .filter(|row| row.variant == *variant && row.property.as_str() == property)
        .collect();
    rows.sort_by_key(|row| row.depth);
    let counts = |row: &&ChainRow| {
        assert_eq!(
            row.n_left_out + row.n_unanswered + row.n_failed,
            0,
            "{row:?}"
        );
        let ChainRow {
            n_candidates,
            n_infeasible,
            n_repeated,
            n_tests,
            n_violated,
            ..
        } = **row;
        [n_candidates, n_infeasible, n_repeated, n_tests, n_violated]
    };
    rows.iter().map(counts).collect()
}

fn verdict<'a>(record: &'a Record, variant: &VariantId, property: &str) -> &'a Verdict {
    let mut rows = record.verdicts.iter();
    let row = rows.find(|row| row.variant == *variant && row.property.as_str() == property);
    &row.unwrap().verdict
}

#[test]
fn only_chains_reveal_the_fault_and_their_tests_are_those_counted_by_hand() {
    let project = project(CHAINS);
    let record = record(&project, 1);
    let original = VariantId::Original;
    let faulty = faulty(&record);
    for property in ["a", "b", "c", "d", "rounds-1", "b/a"] {
        let verdict = verdict(&record, &faulty, property);
        assert_eq!(*verdict, Verdict::Satisfied, "{property}");
    }
    for property in ["rounds-2", "all", "a/b"] {
        let Verdict::Violated(evidence) = verdict(&record, &faulty, property) else {
            panic!("{property}");
        };
        assert!(
            evidence
                .detail
                .starts_with("after `a, b`: stdout line 2: `102` instead of `101`"),
            "{evidence:?}"
        );
        assert_eq!(*verdict(&record, &original, property), Verdict::Satisfied);
    }
    // `c, c` would leave no row; `c, d` leaves one row as it is and `d, d` gives the source again.
    let depths = |n_violated| vec![[4, 0, 0, 4, 0], [16, 1, 2, 13, n_violated]];
    assert_eq!(counts(&record, &original, "rounds-2"), depths(0));
    assert_eq!(counts(&record, &faulty, "rounds-2"), depths(1));
    let repeated = |n_violated| vec![[4, 0, 0, 4, 0], [16, 1, 0, 15, n_violated]];
    assert_eq!(counts(&record, &original, "all"), repeated(0));
    assert_eq!(counts(&record, &faulty, "all"), repeated(1));
    // b is applied to the source and to what a made.
    assert_eq!(
        counts(&record, &faulty, "a/b"),
        [[1, 0, 0, 1, 0], [2, 0, 0, 2, 1]]
    );
    assert_eq!(
        counts(&record, &faulty, "b/a"),
        [[1, 0, 0, 1, 0], [2, 0, 0, 2, 0]]
    );
    let failing: Vec<&str> = { record.chains.iter() }
        .filter_map(|row| row.failing.as_deref())
        .collect();
    assert_eq!(failing, ["a, b"; 3]);

    assert_eq!(self::record(&project, 4), record);
}

#[test]
fn a_failing_chain_is_explained_by_its_own_runs_alone() {
    let project = project(CHAINS);
    let design = design(&project).unwrap();
    let mutant = match faulty(&record(&project, 1)) {
        VariantId::Mutant(mutant) => mutant.0,
        VariantId::Original => panic!("it is a mutant"),
    };
    let cell = Cell {
        mutant,
        subject: None,
        property: Some(PropertyName::new("rounds-2").unwrap()),
        data_set: Some(DataSetName::new("few").unwrap()),
    };
    let told = with(&project, 1, |surroundings| {
        explain(&design, &cell, surroundings)
    })
    .unwrap();
    let inputs = told.runs.iter().map(|run| {
        let blobs = run.request.inputs.values();
        blobs
            .map(|blob| blob.to_text().into_owned())
            .collect::<String>()
    });
    assert_eq!(
        inputs.collect::<Vec<_>>(),
        ["x\n10\n20\n", "x\n100\n200\n", "x\n101\n201\n"]
    );
    assert_eq!(told.runs[2].mutant.stdout.to_text(), "x\n102\n202\n");
    let text = told.property_text.unwrap();
    assert!(
        text.starts_with("all chains of up to 2 properties, fresh tests only"),
        "{text}"
    );
}

#[test]
fn chains_that_cannot_be_tried_are_refused_with_the_key_before_anything_runs() {
    let refused = |iterative: &str| {
        let project = project(&format!("[[subject.iterative]]\n{iterative}\n"));
        let error = design(&project).unwrap_err().to_string();
        let (_, problem) = error.split_once("study.toml`: ").unwrap();
        problem.to_owned()
    };
    assert_eq!(
        refused("sequence = \"a, e\""),
        "key `subject[0].iterative[0].sequence`: there is no property `e` for `a, e`; the nearest name is `a`"
    );
    for (iterative, problem) in [
        ("rounds = 0", "iterative[0].rounds`: 0 rounds test nothing"),
        (
            "rounds = 99",
            "iterative[0].rounds`: 99 rounds are too many",
        ),
        (
            "sequence = \"a,\"",
            "iterative[0].sequence`: `a,` has no property at one of its places",
        ),
        (
            "rounds = 1\nsequence = \"a\"",
            "iterative[0]`: it needs `rounds` or `sequence`, and not both",
        ),
        (
            "repeats = true",
            "iterative[0]`: it needs `rounds` or `sequence`, and not both",
        ),
        (
            "rounds = 2\ndata-sets = [\"fewer\"]",
            "iterative[0].data-sets`: data set `fewer` is not among those of the subject; use one of `few`",
        ),
        (
            "rounds = 2\n[[subject.iterative]]\nrounds = 2\nrepeats = true",
            "iterative`: ",
        ),
    ] {
        let found = refused(iterative);
        assert!(found.contains(problem), "{found}");
    }
}
