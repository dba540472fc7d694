//! Several records as one.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_record::{Provenance, open};
use polars::prelude::LazyFrame;

use crate::AnalysisError;
use crate::findings::Record;
use crate::frames::{Frames, stacked};
use crate::placebos::{Placebos, set_apart};
use crate::verdicts::Verdicts;

/// Reads records that are reported on together.
///
/// Every one is checked as it would be alone. They go together when no subject is in two of them, so
/// that every rate keeps its denominator, and when what ends a run and who tested is the same.
///
/// # Errors
/// When one cannot be read, or two do not go together.
pub(crate) fn read(records: &[impl AsRef<Path>]) -> Result<Record, AnalysisError> {
    let mut read: Vec<Record> = Vec::new();
    for path in records {
        let next = read_one(path.as_ref())?;
        for before in &read {
            check_pair(before, &next)?;
        }
        read.push(next);
    }
    joined(read)
}

fn read_one(path: &Path) -> Result<Record, AnalysisError> {
    let folder = open(path)?;
    let frames = Frames::read(&folder)?;
    frames.check(&folder)?;
    let (frames, placebos) = set_apart(frames)?;
    let provenance = folder.provenance().clone();
    let verdicts = Verdicts::read(folder, &placebos)?;
    Ok(Record {
        provenances: vec![provenance.clone()],
        provenance,
        frames,
        placebos,
        verdicts,
    })
}

/// Refuses two records whose numbers would not be what they are alone, or would not mean the same.
fn check_pair(first: &Record, second: &Record) -> Result<(), AnalysisError> {
    let (one, other) = (&first.provenance, &second.provenance);
    let mut subjects = one.subjects.keys();
    let shared = subjects.find(|subject| other.subjects.contains_key(*subject));
    let why = if let Some(subject) = shared {
        format!("both have the subject `{subject}`; leave one of them out")
    } else if one.is_imported() != other.is_imported() {
        "only one of them was imported; report on them one by one".to_owned()
    } else if one.is_full_matrix() != other.is_full_matrix() {
        "only one of them names no more than first killers; report on them one by one".to_owned()
    } else if one.limits != other.limits {
        "their runs had other bounds (`limits` in `provenance.json`); run both studies with the same \
         killrate"
            .to_owned()
    } else {
        return Ok(());
    };
    Err(AnalysisError::NotTogether {
        first: one.study.name.to_string(),
        second: other.study.name.to_string(),
        why,
    })
}

fn joined(mut records: Vec<Record>) -> Result<Record, AnalysisError> {
    if records.len() < 2 {
        let record = records.pop();
        return record.ok_or(AnalysisError::NoRecord);
    }
    let mut provenances = Vec::new();
    let (mut frames, mut placebos, mut verdicts) = (Vec::new(), Placebos::new(), Vec::new());
    for record in records {
        provenances.push(record.provenance);
        frames.push(record.frames);
        placebos.extend(record.placebos);
        verdicts.push(record.verdicts);
    }
    Ok(Record {
        provenance: provenance(&provenances),
        provenances,
        frames: all_frames(frames)?,
        placebos,
        verdicts: Verdicts::joined(verdicts)?,
    })
}

/// What all records say of subjects; what each says of itself is the first's.
fn provenance(all: &[Provenance]) -> Provenance {
    let (first, others) = all.split_first().expect("there are two records");
    let mut joined = first.clone();
    for other in others.iter().cloned() {
        joined.subjects.extend(other.subjects);
        joined.properties.extend(other.properties);
        joined.calibrations.extend(other.calibrations);
        joined.invariants.extend(other.invariants);
        joined.checking = joined.checking.or(other.checking);
        joined.checks.extend(other.checks);
    }
    joined.properties.sort();
    joined.checks.sort();
    joined.invariants.sort();
    joined
}

fn all_frames(all: Vec<Frames>) -> Result<Frames, AnalysisError> {
    let mut tables: BTreeMap<&'static str, Vec<LazyFrame>> = BTreeMap::new();
    for frames in all {
        for (name, frame) in frames.into_tables() {
            tables.entry(name).or_default().push(frame);
        }
    }
    let stacked = tables
        .into_iter()
        .map(|(name, frames)| Ok((name, stacked(&frames)?)));
    let stacked: Result<_, AnalysisError> = stacked.collect();
    Ok(Frames::of_tables(stacked?))
}
