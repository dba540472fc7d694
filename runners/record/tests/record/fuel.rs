//! The table of slow and hanging mutants, which only some records have.

use std::fs;

use killrate_model::MutantId;
use killrate_record::{
    FuelRow, Record, RecordError, VariantId, compare, from_json_lines, read, to_json_lines, write,
};
use tempfile::TempDir;

use crate::fixture::{name, record, woven};

fn with_row(hangs: bool) -> Record {
    let VariantId::Mutant(mutant) = woven() else {
        panic!("the woven variant is a mutant");
    };
    let row = FuelRow {
        subject: name("tiny"),
        mutant,
        data_set: name("golf"),
        fuel: u64::MAX,
        of_original: 3,
        hangs,
    };
    Record {
        fuel: vec![row],
        ..record()
    }
}

#[test]
fn the_table_is_there_when_it_has_rows_and_comes_back() {
    for hangs in [true, false] {
        let parent = TempDir::new().unwrap();
        let folder = parent.path().join("record");
        let record = with_row(hangs);
        write(&folder, &record).unwrap();
        assert_eq!(read(&folder).unwrap().fuel, record.fuel);
        let lines = to_json_lines(&record);
        assert_eq!(from_json_lines(&lines).unwrap(), record);
    }
}

/// What an older version wrote: format 1, no table, and nothing of what is slow.
#[test]
fn a_record_of_format_1_is_read() {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("record");
    write(&folder, &record()).unwrap();
    assert!(!folder.join("fuel.parquet").exists());
    let path = folder.join("provenance.json");
    let older = fs::read_to_string(&path).unwrap();
    let older = older.replace("\"format\": 5", "\"format\": 1");
    let older = older.replace("1000000,\n    \"slow-multiple\": 5", "1000000");
    assert!(!older.contains("slow") && older.contains("\"format\": 1"));
    fs::write(&path, &older).unwrap();
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let others = sums.lines().filter(|line| !line.contains("provenance"));
    let digest = killrate_model::Digest::of(older.as_bytes());
    let lines: Vec<String> = others
        .map(str::to_owned)
        .chain([format!("{digest}  provenance.json\n")])
        .collect();
    fs::write(folder.join("SHA256SUMS"), lines.join("\n")).unwrap();
    let found = read(&folder).unwrap();
    assert_eq!((found.provenance.format, found.fuel), (1, vec![]));
    assert_eq!(found.provenance.limits.slow_multiple, None);
    assert_eq!(found.verdicts, record().verdicts);
}

#[test]
fn records_that_differ_in_it_differ() {
    let parent = TempDir::new().unwrap();
    let folders = [true, false].map(|hangs| {
        let folder = parent.path().join(hangs.to_string());
        write(&folder, &with_row(hangs)).unwrap();
        folder
    });
    let differences = compare(&folders[0], &folders[1]).unwrap();
    let told: Vec<String> = differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [format!(
            "fuel.parquet: tiny {} golf: hangs was `true`, is `false`",
            woven()
        )]
    );
}

#[test]
fn a_row_of_a_mutant_that_is_not_woven_is_refused() {
    let mut record = with_row(true);
    record.fuel[0].mutant = MutantId("src/main.rs::none/lt-to-ge/9".to_owned());
    let parent = TempDir::new().unwrap();
    let error = write(&parent.path().join("record"), &record).unwrap_err();
    assert!(matches!(
        error,
        RecordError::NotWoven {
            file: "fuel.parquet",
            ..
        }
    ));
}
