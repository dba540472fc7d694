//! Writing a record whole or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use killrate_model::{MutantId, MutantStatus, SubjectName};

use crate::files;
use crate::record::sorted;
use crate::table::{Row, to_parquet};
use crate::{FORMAT, Provenance, Record, RecordError, VariantId};

/// Checks that a record can be written here, before the work that makes one.
///
/// # Errors
/// When the folder has no name, or holds something that is no part of a record.
pub fn check_place(folder: &Path) -> Result<(), RecordError> {
    refuse_nameless(folder)?;
    refuse_foreign(folder)
}

/// Whether this is the path of a file of a record that is there.
pub fn is_part(path: &Path) -> bool {
    let beside = |file: &str| path.with_file_name(file).is_file();
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(is_known) && (beside(files::PROVENANCE) || beside(files::SUMS))
}

fn is_known(name: &str) -> bool {
    let mut known = files::ALL
        .iter()
        .chain(&files::OPTIONAL)
        .chain(&files::OPTIONAL_MEASURED);
    known.any(|file| *file == name)
}

/// Writes a record, in place of an older one of the same path.
///
/// Rows may come in any order. Everything is written beside the folder first and moved there when
/// it is complete. A kill between the two renames of that move leaves the older record beside it,
/// as `.NAME.older`.
///
/// # Errors
/// When rows contradict each other, the folder holds something that is no part of a record, or the
/// file system refuses.
pub fn write(folder: &Path, record: &Record) -> Result<(), RecordError> {
    // Whatever can be refused is refused before the disk is touched.
    check_subjects(record)?;
    check_woven(record)?;
    let contents = contents(record)?;
    check_place(folder)?;

    let partial = sibling(folder, "partial");
    // A run that was killed may have left one.
    remove_folder(&partial)?;
    let written = write_files(&partial, &contents).and_then(|()| replace(&partial, folder));
    if written.is_err() {
        // Why it failed is to be told, and not that the rest cannot be removed either.
        let _ = fs::remove_dir_all(&partial);
    }
    written
}

fn write_files(folder: &Path, contents: &[(&'static str, Vec<u8>)]) -> Result<(), RecordError> {
    fs::create_dir_all(folder).map_err(io_error("create", folder))?;
    for (file, bytes) in contents {
        write_file(&folder.join(file), bytes)?;
    }
    Ok(())
}

fn contents(record: &Record) -> Result<Vec<(&'static str, Vec<u8>)>, RecordError> {
    let mut contents = vec![
        (files::PROVENANCE, provenance_bytes(&record.provenance)),
        (
            files::MUTANTS,
            table_bytes(files::MUTANTS, &record.mutants)?,
        ),
        (files::REACH, table_bytes(files::REACH, &record.reach)?),
        (files::LINES, table_bytes(files::LINES, &record.lines)?),
        (
            files::VERDICTS,
            table_bytes(files::VERDICTS, &record.verdicts)?,
        ),
        (
            files::SKIPPED,
            table_bytes(files::SKIPPED, &record.skipped)?,
        ),
    ];
    if !record.fuel.is_empty() {
        contents.push((files::FUEL, table_bytes(files::FUEL, &record.fuel)?));
    }
    if !record.outputs.is_empty() {
        let table = table_bytes(files::OUTPUTS, &record.outputs)?;
        contents.push((files::OUTPUTS, table));
    }
    if !record.same_code.is_empty() {
        let table = table_bytes(files::SAME_CODE, &record.same_code)?;
        contents.push((files::SAME_CODE, table));
    }
    if !record.chains.is_empty() {
        let table = table_bytes(files::CHAINS, &record.chains)?;
        contents.push((files::CHAINS, table));
    }
    // Only what the same study gives byte for byte has a digest; what is measured comes after.
    let sums = files::sums(
        contents
            .iter()
            .map(|(file, bytes)| (*file, bytes.as_slice())),
    );
    contents.push((files::SUMS, sums.into_bytes()));
    contents.push((files::COSTS, table_bytes(files::COSTS, &record.costs)?));
    if !record.check_costs.is_empty() {
        let table = table_bytes(files::CHECK_COSTS, &record.check_costs)?;
        contents.push((files::CHECK_COSTS, table));
    }
    contents.push((files::README, files::README_TEXT.into()));
    Ok(contents)
}

fn provenance_bytes(provenance: &Provenance) -> Vec<u8> {
    let mut provenance = provenance.clone();
    // Whatever made the rows, they are laid out as this crate writes them.
    provenance.format = FORMAT;
    // The order in which properties were gathered is none of the study's facts.
    provenance.properties.sort();
    let mut bytes =
        serde_json::to_vec_pretty(&provenance).expect("names and numbers always fit into JSON");
    bytes.push(b'\n');
    bytes
}

fn table_bytes<R: Row>(file: &'static str, rows: &[R]) -> Result<Vec<u8>, RecordError> {
    let rows = sorted(rows);
    // Rows are sorted by their keys, so two of one key are neighbours.
    let twice = rows.windows(2).find(|pair| is_same_key(pair[0], pair[1]));
    match twice {
        Some(pair) => Err(RecordError::Duplicate {
            file,
            row: label(pair[0]),
        }),
        None => Ok(to_parquet(&rows)),
    }
}

fn is_same_key<R: Row>(a: &R, b: &R) -> bool {
    a.key().cmp(&b.key()).is_eq()
}

/// The key columns of a row, for people.
pub(crate) fn label<R: Row>(row: &R) -> String {
    let keys = R::COLUMNS.iter().filter(|column| column.is_key);
    let cells: Vec<String> = keys.filter_map(|column| column.show(row)).collect();
    cells.join(" ")
}

/// Analysis goes through the subjects of the provenance, and would pass over rows of others.
fn check_subjects(record: &Record) -> Result<(), RecordError> {
    let mutants = record
        .mutants
        .iter()
        .map(|row| (files::MUTANTS, &row.subject));
    let verdicts = record
        .verdicts
        .iter()
        .map(|row| (files::VERDICTS, &row.subject));
    let outputs = record
        .outputs
        .iter()
        .map(|row| (files::OUTPUTS, &row.subject));
    let skipped = record
        .skipped
        .iter()
        .map(|row| (files::SKIPPED, &row.subject));
    let chains = record
        .chains
        .iter()
        .map(|row| (files::CHAINS, &row.subject));
    let costs = record.costs.iter().map(|row| (files::COSTS, &row.subject));
    let check_costs = record
        .check_costs
        .iter()
        .map(|row| (files::CHECK_COSTS, &row.subject));
    let mut rows = mutants
        .chain(verdicts)
        .chain(outputs)
        .chain(skipped)
        .chain(chains)
        .chain(costs)
        .chain(check_costs);
    let known = &record.provenance.subjects;
    match rows.find(|(_, subject)| !known.contains_key(subject)) {
        Some((file, subject)) => Err(RecordError::UnknownSubject {
            file,
            subject: subject.clone(),
        }),
        None => Ok(()),
    }
}

/// Analysis joins verdicts with mutants, and would lose rows that have none without a word.
fn check_woven(record: &Record) -> Result<(), RecordError> {
    let woven: BTreeSet<(&SubjectName, &MutantId)> = record
        .mutants
        .iter()
        .filter(|row| row.status == MutantStatus::Woven)
        .map(|row| (&row.subject, &row.mutant))
        .collect();
    let reach = record.reach.iter();
    if let Some(row) = { reach }.find(|row| !woven.contains(&(&row.subject, &row.mutant))) {
        return Err(RecordError::NotWoven {
            file: files::REACH,
            row: label(row),
        });
    }
    let fuel = record.fuel.iter();
    if let Some(row) = { fuel }.find(|row| !woven.contains(&(&row.subject, &row.mutant))) {
        return Err(RecordError::NotWoven {
            file: files::FUEL,
            row: label(row),
        });
    }
    let same_code = record.same_code.iter();
    if let Some(row) = { same_code }.find(|row| !woven.contains(&(&row.subject, &row.mutant))) {
        return Err(RecordError::NotWoven {
            file: files::SAME_CODE,
            row: label(row),
        });
    }
    let is_known = |subject, variant| match variant {
        &VariantId::Original => true,
        VariantId::Mutant(mutant) => woven.contains(&(subject, mutant)),
    };
    let outputs = record.outputs.iter();
    if let Some(row) = { outputs }.find(|row| !is_known(&row.subject, &row.variant)) {
        return Err(RecordError::NotWoven {
            file: files::OUTPUTS,
            row: label(row),
        });
    }
    let chains = record.chains.iter();
    if let Some(row) = { chains }.find(|row| !is_known(&row.subject, &row.variant)) {
        return Err(RecordError::NotWoven {
            file: files::CHAINS,
            row: label(row),
        });
    }
    let verdicts = record.verdicts.iter();
    match { verdicts }.find(|row| !is_known(&row.subject, &row.variant)) {
        Some(row) => Err(RecordError::NotWoven {
            file: files::VERDICTS,
            row: label(row),
        }),
        None => Ok(()),
    }
}

/// A record is written beside its folder and takes its place, so the folder must have a name.
fn refuse_nameless(folder: &Path) -> Result<(), RecordError> {
    match folder.file_name() {
        Some(_) => Ok(()),
        None => Err(RecordError::NoName {
            folder: folder.to_owned(),
        }),
    }
}

/// Replacing a folder deletes what is in it, so only a record may be replaced.
fn refuse_foreign(folder: &Path) -> Result<(), RecordError> {
    let entries = match fs::read_dir(folder) {
        // A folder that is not there holds nothing that could be lost.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(io_error("read", folder))?,
    };
    let mut names = BTreeSet::new();
    for entry in entries {
        let entry = entry.map_err(io_error("read", folder))?;
        names.insert(entry.file_name().to_string_lossy().into_owned());
    }
    let is_unknown = |name: &&String| !is_known(name);
    let foreign = match names.iter().find(is_unknown) {
        Some(name) => Some(name.clone()),
        None => foreign_part(folder, &names)?,
    };
    match foreign {
        Some(file) => Err(RecordError::Foreign {
            folder: folder.to_owned(),
            file,
        }),
        None => Ok(()),
    }
}

/// A file that is called like one of a record and is somebody's own: a `README.md` of other words, or
/// tables of a folder that has neither that file nor a provenance.
fn foreign_part(folder: &Path, names: &BTreeSet<String>) -> Result<Option<String>, RecordError> {
    if names.contains(files::README) {
        let path = folder.join(files::README);
        let text = fs::read(&path).map_err(io_error("read", &path))?;
        let is_ours = text.starts_with(files::README_HEADING.as_bytes());
        return Ok((!is_ours).then(|| files::README.to_owned()));
    }
    let has_provenance = names.contains(files::PROVENANCE);
    Ok(names.first().filter(|_| !has_provenance).cloned())
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    let written = fs::File::create(path).and_then(|mut file| {
        file.write_all(bytes)?;
        // Without this a power cut after the rename could leave empty files in a named record.
        file.sync_all()
    });
    written.map_err(io_error("write", path))
}

fn replace(partial: &Path, folder: &Path) -> Result<(), RecordError> {
    // A rename cannot replace a folder that holds files, so the older record steps aside first.
    let older = sibling(folder, "older");
    if folder.exists() {
        // As long as the record itself is in its place, what stands aside is left from a killed
        // move.
        remove_folder(&older)?;
        fs::rename(folder, &older).map_err(io_error("replace", folder))?;
    }
    fs::rename(partial, folder).map_err(io_error("create", folder))?;
    remove_folder(&older)
}

fn remove_folder(folder: &Path) -> Result<(), RecordError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(io_error("remove", folder)),
    }
}

/// The hidden folder beside `folder` for this purpose; on the same file system, so that a rename
/// between the two is one step.
fn sibling(folder: &Path, purpose: &str) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    folder.with_file_name(format!(".{name}.{purpose}"))
}

fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> RecordError {
    let path = path.to_owned();
    move |source| RecordError::Io {
        action,
        path,
        source,
    }
}
