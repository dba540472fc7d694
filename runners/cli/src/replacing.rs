//! Which records may be replaced.

use std::path::Path;

use killrate_model::StudyName;

use crate::exit::Invalid;

/// How a record comes to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Made {
    /// A study is run.
    Run,
    /// A matrix of another tool is imported.
    Imported,
}

/// Refuses to put a record in the place of one of another study, or of one that was made otherwise:
/// that is somebody's work.
pub(crate) fn refuse_other(out: &Path, made: Made, study: &StudyName) -> anyhow::Result<()> {
    let known = match killrate_record::provenance_at(out) {
        // To run a study again is how a damaged record is mended.
        Err(_) if made == Made::Run => None,
        known => known?,
    };
    let Some(known) = known else {
        return Ok(());
    };
    let (was_made, how) = if known.is_imported() {
        (Made::Imported, "imported")
    } else {
        (Made::Run, "run")
    };
    if known.study.name == *study && was_made == made {
        return Ok(());
    }
    Err(Invalid(format!(
        "cannot replace `{}`, because it is a record that was {how} for the study `{}`; choose another folder, or \
         remove that one first",
        out.display(),
        known.study.name
    ))
    .into())
}
