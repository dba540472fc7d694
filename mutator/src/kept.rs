//! Kept programs and the digests of their content.
//!
//! Whoever looks for a program that was built before gets it only when it is what was built, to the
//! last byte. One that was cut short or replaced would otherwise be run as the subject, and what it
//! shows would be taken for what the subject shows; so it is built again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use killrate_model::Digest;

use crate::copy::{self, CopyError};
use crate::error::MutatorError;

/// The file with the digests of the programs of a folder, by their paths in it.
const DIGESTS: &str = "digests.json";

/// Notes the content of these programs of a folder; one that is not there is noted as such.
pub(crate) fn note(
    folder: &Path,
    programs: impl IntoIterator<Item = PathBuf>,
) -> Result<(), MutatorError> {
    let mut digests = BTreeMap::new();
    for program in programs {
        digests.insert(name_in(folder, &program), digest_of(&program)?);
    }
    let text = serde_json::to_string_pretty(&digests).expect("texts have a JSON form");
    let (path, part) = (folder.join(DIGESTS), folder.join("digests.json.part"));
    copy::write(&part, &text)?;
    fs::rename(&part, &path).map_err(CopyError::on("write", &path))?;
    Ok(())
}

/// Whether each of these programs of a folder is as it was noted.
pub(crate) fn are_as_noted(folder: &Path, programs: impl IntoIterator<Item = PathBuf>) -> bool {
    let noted = || {
        let text = fs::read(folder.join(DIGESTS)).ok()?;
        serde_json::from_slice::<BTreeMap<String, Option<Digest>>>(&text).ok()
    };
    // Without digests, as an older version left a folder, nothing is known of it.
    let Some(noted) = noted() else {
        return false;
    };
    programs.into_iter().all(|program| {
        let digest = noted.get(&name_in(folder, &program));
        // One that cannot be read is not the one that was noted.
        digest.is_some_and(|digest| digest_of(&program).is_ok_and(|now| now == *digest))
    })
}

/// The path of a program in its folder.
fn name_in(folder: &Path, program: &Path) -> String {
    let inner = program.strip_prefix(folder).unwrap_or(program);
    inner.to_string_lossy().into_owned()
}

/// The digest of a program; `None` when it is not there.
fn digest_of(program: &Path) -> Result<Option<Digest>, MutatorError> {
    match File::open(program).and_then(Digest::of_reader) {
        Ok(digest) => Ok(Some(digest)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CopyError::on("read", program)(error).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_programs_with_the_content_that_was_noted_are_as_noted() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let [one, two, missing] = ["one", "two", "missing"].map(|name| folder.join(name));
        fs::write(&one, "1").unwrap();
        fs::write(&two, "2").unwrap();
        let all = [one.clone(), two.clone(), missing.clone()];
        assert!(!are_as_noted(folder, all.clone()));
        note(folder, all.clone()).unwrap();
        assert!(are_as_noted(folder, all.clone()));
        // Nobody noted this one.
        assert!(!are_as_noted(folder, [folder.join("three")]));
        for change in ["", "21", "3"] {
            fs::write(&two, change).unwrap();
            assert!(!are_as_noted(folder, all.clone()), "`{change}`");
            assert!(are_as_noted(folder, [one.clone()]));
        }
        fs::write(&two, "2").unwrap();
        fs::write(&missing, "").unwrap();
        assert!(!are_as_noted(folder, all.clone()));
        fs::remove_file(&missing).unwrap();
        assert!(are_as_noted(folder, all.clone()));
        fs::write(folder.join(DIGESTS), "{").unwrap();
        assert!(!are_as_noted(folder, all));
    }
}
