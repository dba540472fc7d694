//! Opening and reading a record.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use killrate_model::SubjectName;

use crate::files;
use crate::guard::guarded;
use crate::table::{Row, check_columns, from_parquet};
use crate::{
    ChainRow, CheckCostRow, CostRow, FORMAT, FuelRow, LineRow, MutantRow, OutputRow, Provenance,
    ReachRow, Record, SameCodeRow, SkippedRow, VerdictRow,
};

/// Why a record cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// There is no such folder.
    #[error("there is no record at `{}`; run {} first", folder.display(), study(folder))]
    Absent {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// A file of the record is not there.
    #[error(
        "the record `{}` has no `{file}`; run {} again to write it whole",
        folder.display(),
        study(folder)
    )]
    MissingFile {
        /// The record.
        folder: PathBuf,
        /// What it lacks.
        file: &'static str,
    },
    /// The record was written by a version with another layout.
    #[error(
        "the record `{}` has format {found}, and this killrate reads formats up to {FORMAT}; \
         use the killrate that wrote it, or run the study again",
        folder.display()
    )]
    Format {
        /// The record.
        folder: PathBuf,
        /// Its format.
        found: String,
    },
    /// A file of the record is not what was written.
    #[error(
        "`{}` is damaged; restore the file, or run {} again",
        path.display(),
        study(path.parent().unwrap_or(path))
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The folder has no name of its own.
    #[error(
        "cannot write a record as `{}`, because a record takes the place of its folder; \
         name a folder in it, such as `{}`",
        folder.display(),
        folder.join("record").display()
    )]
    NoName {
        /// The folder.
        folder: PathBuf,
    },
    /// A folder in the place of the record holds something else.
    #[error(
        "cannot replace `{}`, because it holds `{file}`, which is no part of a record; \
         move that away or choose another folder",
        folder.display()
    )]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// What it holds.
        file: String,
    },
    /// Two rows say something of the same thing.
    #[error("cannot write `{file}`, because it has two rows for {row}; report this as a fault")]
    Duplicate {
        /// The table.
        file: &'static str,
        /// The key of the rows.
        row: String,
    },
    /// A row is about a subject that the provenance does not have.
    #[error(
        "cannot write `{file}`, because the provenance does not have its subject `{subject}`; \
         report this as a fault"
    )]
    UnknownSubject {
        /// The table.
        file: &'static str,
        /// The subject.
        subject: SubjectName,
    },
    /// A row is about a mutant that is not in the woven program.
    #[error(
        "cannot write `{file}`, because {row} is about a mutant that is not woven; \
         report this as a fault"
    )]
    NotWoven {
        /// The table.
        file: &'static str,
        /// The key of the row.
        row: String,
    },
    /// The file system refused.
    #[error("cannot {action} `{}`; check that the folder is yours and the disk has room", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// The command that makes the record in this folder, as far as its place tells.
fn study(folder: &Path) -> String {
    let name = |path: &Path| Some(path.file_name()?.to_str()?.to_owned());
    match (folder.parent().and_then(name).as_deref(), name(folder)) {
        (Some("records"), Some(study)) => format!("`killrate run {study}`"),
        _ => "its study".to_owned(),
    }
}

/// A complete record of the format this crate reads.
#[derive(Debug, Clone)]
pub struct RecordFolder {
    folder: PathBuf,
    provenance: Provenance,
}

impl RecordFolder {
    /// What the rows are about.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The path of `mutants.parquet`.
    pub fn mutants(&self) -> PathBuf {
        self.folder.join(files::MUTANTS)
    }

    /// The path of `reach.parquet`.
    pub fn reach(&self) -> PathBuf {
        self.folder.join(files::REACH)
    }

    /// The path of `fuel.parquet`, if a mutant is slow or hangs.
    pub fn fuel(&self) -> Option<PathBuf> {
        let path = self.folder.join(files::FUEL);
        path.is_file().then_some(path)
    }

    /// The path of `outputs.parquet`, if the record tells of outputs.
    pub fn outputs(&self) -> Option<PathBuf> {
        let path = self.folder.join(files::OUTPUTS);
        path.is_file().then_some(path)
    }

    /// The path of `lines.parquet`.
    pub fn lines(&self) -> PathBuf {
        self.folder.join(files::LINES)
    }

    /// The path of `same_code.parquet`, if the study asked for it.
    pub fn same_code(&self) -> Option<PathBuf> {
        let path = self.folder.join(files::SAME_CODE);
        path.is_file().then_some(path)
    }

    /// The path of `verdicts.parquet`.
    pub fn verdicts(&self) -> PathBuf {
        self.folder.join(files::VERDICTS)
    }

    /// The path of `chains.parquet`, if chains of properties were tried.
    pub fn chains(&self) -> Option<PathBuf> {
        let path = self.folder.join(files::CHAINS);
        path.is_file().then_some(path)
    }

    /// The path of `skipped.parquet`.
    pub fn skipped(&self) -> PathBuf {
        self.folder.join(files::SKIPPED)
    }

    /// The path of `costs.parquet`.
    pub fn costs(&self) -> PathBuf {
        self.folder.join(files::COSTS)
    }

    /// The path of `check_costs.parquet`, if properties of functions were tested.
    pub fn check_costs(&self) -> Option<PathBuf> {
        let path = self.folder.join(files::CHECK_COSTS);
        path.is_file().then_some(path)
    }
}

/// Opens a record after checking that it is complete, of a known format, as it was written, and that
/// its tables have their columns.
///
/// # Errors
/// When it is absent, incomplete, of another format, or damaged.
pub fn open(folder: &Path) -> Result<RecordFolder, RecordError> {
    let folder = folder.to_owned();
    if !folder.is_dir() {
        return Err(RecordError::Absent { folder });
    }
    let missing = files::ALL
        .into_iter()
        .find(|file| !folder.join(file).is_file());
    if let Some(file) = missing {
        return Err(RecordError::MissingFile { folder, file });
    }
    let provenance = open_provenance(&folder)?;
    // The digests come before the tables, so that a file that was changed is told as such, whatever
    // the change made of its columns.
    check_sums(&folder)?;
    let folder = RecordFolder { folder, provenance };
    check_tables(&folder)?;
    Ok(folder)
}

fn check_tables(folder: &RecordFolder) -> Result<(), RecordError> {
    check_table::<MutantRow>(&folder.mutants())?;
    check_table::<ReachRow>(&folder.reach())?;
    check_table::<LineRow>(&folder.lines())?;
    check_table::<VerdictRow>(&folder.verdicts())?;
    check_table::<SkippedRow>(&folder.skipped())?;
    check_table::<CostRow>(&folder.costs())?;
    if let Some(path) = folder.fuel() {
        check_table::<FuelRow>(&path)?;
    }
    if let Some(path) = folder.outputs() {
        check_table::<OutputRow>(&path)?;
    }
    if let Some(path) = folder.same_code() {
        check_table::<SameCodeRow>(&path)?;
    }
    if let Some(path) = folder.chains() {
        check_table::<ChainRow>(&path)?;
    }
    if let Some(path) = folder.check_costs() {
        check_table::<CheckCostRow>(&path)?;
    }
    Ok(())
}

fn check_table<R: Row>(path: &Path) -> Result<(), RecordError> {
    let file = open_file(path)?;
    guarded(|| check_columns::<R>(file)).map_err(|error| damaged(path, error))
}

/// What the rows of the record in this folder are about, whether or not it is whole; `None` where no
/// record is.
///
/// # Errors
/// When it is of another format or damaged.
pub fn provenance_at(folder: &Path) -> Result<Option<Provenance>, RecordError> {
    let is_there = folder.join(files::PROVENANCE).is_file();
    is_there.then(|| open_provenance(folder)).transpose()
}

pub(crate) fn open_provenance(folder: &Path) -> Result<Provenance, RecordError> {
    let path = folder.join(files::PROVENANCE);
    let bytes = read_bytes(&path)?;
    let json: serde_json::Value =
        serde_json::from_slice(&bytes).map_err(|error| damaged(&path, error))?;
    // The format is looked at first: other formats may have other keys, which is no damage.
    let format = json["format"].as_u64();
    // Older formats lack files and keys that are optional here.
    if !format.is_some_and(|format| (1..=u64::from(FORMAT)).contains(&format)) {
        return Err(RecordError::Format {
            folder: folder.to_owned(),
            found: json["format"].to_string(),
        });
    }
    serde_json::from_value(json).map_err(|error| damaged(&path, error))
}

fn check_sums(folder: &Path) -> Result<(), RecordError> {
    let path = folder.join(files::SUMS);
    let recorded = String::from_utf8_lossy(&read_bytes(&path)?).into_owned();
    // The digest, two spaces and the name, as `sha256sum` writes them.
    let is_named = |file: &str| {
        recorded
            .lines()
            .any(|line| line.ends_with(&format!("  {file}")))
    };
    // A file that the sums name must be there, or its loss would go unseen; one that is there must
    // be named, or anybody could have put it there.
    let optional = files::OPTIONAL
        .into_iter()
        .filter(|file| is_named(file) || folder.join(file).is_file());
    for file in files::REPRODUCIBLE.into_iter().chain(optional) {
        let path = folder.join(file);
        if !path.is_file() {
            return Err(RecordError::MissingFile {
                folder: folder.to_owned(),
                file,
            });
        }
        let line = files::sums(std::iter::once((file, read_bytes(&path)?.as_slice())));
        if !recorded.lines().any(|recorded| recorded == line.trim_end()) {
            return Err(damaged(&path, "its digest is not the one in `SHA256SUMS`"));
        }
    }
    Ok(())
}

/// Reads every row of a record.
///
/// # Errors
/// When the record cannot be opened, or a table is damaged.
pub fn read(folder: &Path) -> Result<Record, RecordError> {
    let folder = open(folder)?;
    Ok(Record {
        mutants: read_table(&folder.mutants())?,
        reach: read_table(&folder.reach())?,
        fuel: match folder.fuel() {
            Some(path) => read_table(&path)?,
            None => Vec::new(),
        },
        outputs: match folder.outputs() {
            Some(path) => read_table(&path)?,
            None => Vec::new(),
        },
        lines: read_table(&folder.lines())?,
        same_code: match folder.same_code() {
            Some(path) => read_table(&path)?,
            None => Vec::new(),
        },
        verdicts: read_table(&folder.verdicts())?,
        chains: match folder.chains() {
            Some(path) => read_table(&path)?,
            None => Vec::new(),
        },
        skipped: read_table(&folder.skipped())?,
        costs: read_table(&folder.costs())?,
        check_costs: match folder.check_costs() {
            Some(path) => read_table(&path)?,
            None => Vec::new(),
        },
        provenance: folder.provenance,
    })
}

pub(crate) fn read_table<R: Row>(path: &Path) -> Result<Vec<R>, RecordError> {
    let file = open_file(path)?;
    guarded(|| from_parquet(file)).map_err(|error| damaged(path, error))
}

pub(crate) fn open_file(path: &Path) -> Result<File, RecordError> {
    killrate_files::open(path).map_err(|source| RecordError::Io {
        action: "read",
        path: path.to_owned(),
        source,
    })
}

pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, RecordError> {
    killrate_files::read(path).map_err(|source| RecordError::Io {
        action: "read",
        path: path.to_owned(),
        source,
    })
}

pub(crate) fn damaged(
    path: &Path,
    source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
) -> RecordError {
    RecordError::Damaged {
        path: path.to_owned(),
        source: source.into(),
    }
}
