//! The table of what outputs look like, which only some records have.

use std::fs;

use killrate_model::{Digest, Looks, MutantId};
use killrate_record::{
    OutputRow, Record, RecordError, VariantId, compare, from_json_lines, read, to_json_lines, write,
};
use tempfile::TempDir;

use crate::fixture::{name, record, woven};

fn row(variant: VariantId, looks: Looks, quality: Option<f64>) -> OutputRow {
    OutputRow {
        subject: name("tiny"),
        variant,
        data_set: name("golf"),
        output: name("predictions"),
        looks,
        quality,
    }
}

/// What the original and a mutant show; the mutant comes first, so that sorting has something to do.
fn with_rows(looks: Looks, quality: Option<f64>) -> Record {
    let mut record = record();
    record.outputs = vec![
        row(woven(), looks, quality),
        row(VariantId::Original, Looks::Plausible, Some(0.75)),
    ];
    let subject = record.provenance.subjects.get_mut(&name("tiny")).unwrap();
    subject.compares = [name("predictions")].into();
    record
}

#[test]
fn every_look_and_no_quality_come_back() {
    let qualities = [None, Some(0.0), Some(0.625)];
    for (index, looks) in Looks::ALL.into_iter().enumerate() {
        let parent = TempDir::new().unwrap();
        let folder = parent.path().join("record");
        let mut record = with_rows(looks, qualities[index % qualities.len()]);
        write(&folder, &record).unwrap();
        let found = read(&folder).unwrap();
        let subject = &found.provenance.subjects[&name("tiny")];
        assert_eq!(subject.compares, [name("predictions")].into());
        record.outputs.reverse();
        assert_eq!(found.outputs, record.outputs);
        assert_eq!(from_json_lines(&to_json_lines(&record)).unwrap(), record);
    }
}

/// What the version before this one wrote: format 2, no such table, and no word of what is compared.
#[test]
fn a_record_of_format_2_is_read() {
    let parent = TempDir::new().unwrap();
    let folder = parent.path().join("record");
    write(&folder, &record()).unwrap();
    assert!(!folder.join("outputs.parquet").exists());
    let path = folder.join("provenance.json");
    let text = fs::read_to_string(&path).unwrap();
    let older = text.replace("\"format\": 5", "\"format\": 2");
    assert!(older != text && !older.contains("compares"));
    fs::write(&path, &older).unwrap();
    let sums = fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    let digests = [&text, &older].map(|text| Digest::of(text.as_bytes()).to_string());
    assert!(sums.contains(&digests[0]));
    fs::write(
        folder.join("SHA256SUMS"),
        sums.replace(&digests[0], &digests[1]),
    )
    .unwrap();
    let found = read(&folder).unwrap();
    assert_eq!((found.provenance.format, found.outputs), (2, vec![]));
    assert_eq!(found.provenance.subjects[&name("tiny")].compares, [].into());
}

#[test]
fn records_that_differ_in_it_differ() {
    let parent = TempDir::new().unwrap();
    let made = [
        with_rows(Looks::Plausible, Some(0.5)),
        with_rows(Looks::Constant, None),
    ];
    let folders = [0, 1].map(|index| {
        let folder = parent.path().join(index.to_string());
        write(&folder, &made[index]).unwrap();
        folder
    });
    let differences = compare(&folders[0], &folders[1]).unwrap();
    let told: Vec<String> = differences.iter().map(ToString::to_string).collect();
    let row = format!("outputs.parquet: tiny {} golf predictions", woven());
    assert_eq!(
        told,
        [
            format!("{row}: looks was `plausible`, is `constant`"),
            format!("{row}: quality was `0.5`, is nothing"),
        ]
    );
}

#[test]
fn a_row_of_a_mutant_that_is_not_woven_is_refused() {
    let mut record = with_rows(Looks::Empty, None);
    let unknown = MutantId("src/main.rs::none/lt-to-ge/9".to_owned());
    record.outputs[0].variant = VariantId::Mutant(unknown);
    let parent = TempDir::new().unwrap();
    let error = write(&parent.path().join("record"), &record).unwrap_err();
    assert!(matches!(
        error,
        RecordError::NotWoven {
            file: "outputs.parquet",
            ..
        }
    ));
}

#[test]
fn a_row_of_a_subject_without_provenance_is_refused() {
    let mut record = with_rows(Looks::Empty, None);
    record.outputs[1].subject = name("huge");
    let parent = TempDir::new().unwrap();
    let error = write(&parent.path().join("record"), &record).unwrap_err();
    assert!(matches!(
        error,
        RecordError::UnknownSubject {
            file: "outputs.parquet",
            ..
        }
    ));
}
