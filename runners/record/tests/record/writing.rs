//! What is written, and what is refused.

use std::fs;

use crate::fixture::{entries, inconclusive, name, record, verdict, violated, woven, written};
use killrate_model::{MutantId, Rng, Verdict};
use killrate_record::{
    Basis, Record, RecordError, VariantId, from_json_lines, provenance_at, read, to_json_lines,
    write,
};

const FILES: [&str; 9] = [
    "README.md",
    "SHA256SUMS",
    "costs.parquet",
    "lines.parquet",
    "mutants.parquet",
    "provenance.json",
    "reach.parquet",
    "skipped.parquet",
    "verdicts.parquet",
];

#[test]
fn every_row_comes_back_sorted() {
    let mut record = record();
    record.verdicts.reverse();
    let (_parent, folder) = written(&record);
    record.verdicts.reverse();
    record.provenance.properties.sort();
    assert_eq!(read(&folder).unwrap(), record);
}

#[test]
fn what_a_tolerance_made_satisfied_comes_back_as_that() {
    let mut record = record();
    record.verdicts[1].verdict = Verdict::SatisfiedByTolerance;
    let (_parent, folder) = written(&record);
    let verdicts = read(&folder).unwrap().verdicts;
    assert_eq!(verdicts[1].verdict, Verdict::SatisfiedByTolerance);
    let lines = to_json_lines(&record);
    let line = lines
        .lines()
        .find(|line| line.contains(r#""cause":"tolerance""#));
    assert!(
        line.unwrap().contains(r#""verdict":"satisfied""#),
        "{line:?}"
    );
    assert_eq!(from_json_lines(&lines).unwrap().verdicts, record.verdicts);
}

#[test]
fn tables_without_rows_come_back_without_rows() {
    let empty = Record {
        mutants: Vec::new(),
        reach: Vec::new(),
        lines: Vec::new(),
        fuel: Vec::new(),
        outputs: Vec::new(),
        same_code: Vec::new(),
        chains: Vec::new(),
        verdicts: Vec::new(),
        skipped: Vec::new(),
        costs: Vec::new(),
        check_costs: Vec::new(),
        ..record()
    };
    let (_parent, folder) = written(&empty);
    let found = read(&folder).unwrap();
    assert_eq!((found.mutants.len(), found.verdicts.len()), (0, 0));
    assert_eq!((found.skipped.len(), found.costs.len()), (0, 0));
}

/// A record with enough rows for several Parquet pages.
fn large() -> Record {
    let mut record = record();
    record.verdicts = (0..30_000)
        .map(|seed| {
            verdict(
                woven(),
                Some(seed),
                violated(&format!("row {seed}")),
                Basis::Run,
            )
        })
        .collect();
    record
}

#[test]
fn rows_in_any_order_give_the_same_bytes() {
    let sorted = large();
    let mut shuffled = large();
    let mut rng = Rng::new(3);
    rng.shuffle(&mut shuffled.mutants);
    rng.shuffle(&mut shuffled.verdicts);
    rng.shuffle(&mut shuffled.provenance.properties);
    assert_ne!(sorted.verdicts, shuffled.verdicts);

    let (_first, first) = written(&sorted);
    let (_second, second) = written(&shuffled);
    for file in FILES {
        let bytes = [&first, &second].map(|folder| fs::read(folder.join(file)).unwrap());
        assert!(bytes[0] == bytes[1], "{file} differs");
    }
}

#[test]
fn a_record_replaces_the_older_one_and_leaves_nothing_beside_it() {
    let (parent, folder) = written(&record());
    let mut changed = record();
    changed.provenance.seed = 8;
    write(&folder, &changed).unwrap();
    assert_eq!(read(&folder).unwrap().provenance.seed, 8);
    assert_eq!(entries(parent.path()), ["tiny-study"]);
    assert_eq!(entries(&folder), FILES);
}

#[test]
fn what_an_interrupted_write_left_is_cleaned_up() {
    let (parent, folder) = written(&record());
    let partial = parent.path().join(".tiny-study.partial");
    fs::create_dir(&partial).unwrap();
    fs::write(partial.join("verdicts.parquet"), "half").unwrap();
    write(&folder, &record()).unwrap();
    assert_eq!(entries(parent.path()), ["tiny-study"]);
}

#[track_caller]
fn check_refused(record: &Record, expected: &str) {
    let (parent, folder) = written(&crate::fixture::record());
    let error = write(&folder, record).unwrap_err();
    assert_eq!(error.to_string(), expected);
    // The older record is untouched and nothing half-written lies beside it.
    assert_eq!(read(&folder).unwrap().provenance.seed, 7);
    assert_eq!(entries(parent.path()), ["tiny-study"]);
}

#[test]
fn two_verdicts_on_the_same_case_are_refused() {
    let mut record = record();
    record
        .verdicts
        .push(verdict(woven(), None, inconclusive(), Basis::Run));
    check_refused(
        &record,
        "cannot write `verdicts.parquet`, because it has two rows for tiny \
         src/main.rs::less/lt-to-ge/1 metamorphic permute golf; report this as a fault",
    );
}

#[test]
fn a_verdict_on_a_mutant_that_cannot_run_is_refused() {
    let mut record = record();
    let withdrawn = VariantId::Mutant(MutantId(crate::fixture::WITHDRAWN.into()));
    record
        .verdicts
        .push(verdict(withdrawn, None, inconclusive(), Basis::Run));
    check_refused(
        &record,
        "cannot write `verdicts.parquet`, because tiny src/main.rs::less/add-to-sub/1 \
         metamorphic permute golf is about a mutant that is not woven; report this as a fault",
    );
}

#[test]
fn reach_of_a_mutant_of_another_subject_is_refused() {
    let mut record = record();
    record.reach[0].subject = name("huge");
    check_refused(
        &record,
        "cannot write `reach.parquet`, because huge src/main.rs::less/lt-to-ge/1 golf is about a \
         mutant that is not woven; report this as a fault",
    );
}

#[test]
fn rows_of_a_subject_without_provenance_are_refused() {
    let mut record = record();
    record.skipped[0].subject = name("huge");
    check_refused(
        &record,
        "cannot write `skipped.parquet`, because the provenance does not have its subject `huge`; \
         report this as a fault",
    );
}

#[test]
fn a_folder_with_something_else_in_it_is_not_replaced() {
    let (_parent, folder) = written(&record());
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    let error = write(&folder, &record()).unwrap_err();
    assert!(matches!(&error, RecordError::Foreign { file, .. } if file == "notes.txt"));
    assert_eq!(fs::read(folder.join("notes.txt")).unwrap(), b"mine");
}

#[test]
fn files_that_are_only_called_like_those_of_a_record_are_not_replaced() {
    for file in ["README.md", "mutants.parquet"] {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join(file);
        fs::write(&path, "# Mine\n").unwrap();
        let error = write(parent.path(), &record()).unwrap_err();
        assert!(matches!(&error, RecordError::Foreign { file: found, .. } if found == file));
        assert_eq!(fs::read(&path).unwrap(), b"# Mine\n");
    }
    let (_parent, folder) = written(&record());
    fs::write(folder.join("README.md"), "# Mine\n").unwrap();
    let error = write(&folder, &record()).unwrap_err();
    assert!(matches!(&error, RecordError::Foreign { file, .. } if file == "README.md"));
}

#[test]
fn a_record_that_lacks_a_file_is_replaced() {
    for file in FILES {
        let (_parent, folder) = written(&record());
        fs::remove_file(folder.join(file)).unwrap();
        write(&folder, &record()).unwrap();
        assert_eq!(entries(&folder), FILES);
    }
}

#[test]
fn the_provenance_of_a_record_is_known_also_where_another_file_is_missing() {
    let (parent, folder) = written(&record());
    fs::remove_file(folder.join("verdicts.parquet")).unwrap();
    let known = provenance_at(&folder).unwrap().unwrap();
    assert_eq!(known.study, record().provenance.study);
    assert_eq!(provenance_at(parent.path()).unwrap(), None);
    assert_eq!(provenance_at(&folder.join("nowhere")).unwrap(), None);
}

#[test]
fn nothing_of_the_place_or_the_time_is_in_the_provenance() {
    let (parent, folder) = written(&record());
    let text = fs::read_to_string(folder.join("provenance.json")).unwrap();
    assert!(!text.contains(parent.path().to_str().unwrap()));
    let keys: Vec<String> = serde_json::from_str::<serde_json::Map<_, _>>(&text)
        .unwrap()
        .keys()
        .cloned()
        .collect();
    let mut expected = [
        "format",
        "tool-version",
        "toolchain",
        "study",
        "seed",
        "subjects",
        "limits",
        "sandbox",
        "properties",
    ];
    expected.sort_unstable();
    let mut keys = keys;
    keys.sort_unstable();
    assert_eq!(keys, expected);
}
