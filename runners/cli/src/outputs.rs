//! Files that people ask for by name.

use std::io::Write as _;
use std::path::Path;

use anyhow::Context;

use crate::exit::Invalid;

/// Writes a file whole or not at all, and never over a part of a record.
///
/// What is there and is no plain file, such as a pipe, is written to as it is.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let problem = || {
        format!(
            "cannot write `{}`; name a file in a folder that is there and is yours",
            path.display()
        )
    };
    // A link is followed, so that what it leads to is replaced and not the link.
    let place = match path.canonicalize() {
        Ok(place) => place,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            std::path::absolute(path).with_context(problem)?
        }
        Err(error) => return Err(error).with_context(problem),
    };
    if killrate_record::is_part(&place) {
        return Err(Invalid(format!(
            "cannot write `{}`, because it is a part of a record; name another file",
            path.display()
        ))
        .into());
    }
    let is_special = place.metadata().is_ok_and(|metadata| !metadata.is_file());
    if is_special {
        return std::fs::write(&place, bytes).with_context(problem);
    }
    let folder = place.parent().unwrap_or(Path::new("/"));
    let mut unfinished = tempfile::Builder::new()
        .prefix(".killrate-")
        .permissions(permissions(&place))
        .tempfile_in(folder)
        .with_context(problem)?;
    unfinished.write_all(bytes).with_context(problem)?;
    unfinished
        .persist(&place)
        .map_err(|error| error.error)
        .with_context(problem)?;
    Ok(())
}

/// Those of the file that is replaced, or of any new file.
fn permissions(place: &Path) -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt as _;

    let known = place.metadata().map(|metadata| metadata.permissions());
    // What the process may not give is taken away when the file is made.
    known.unwrap_or_else(|_| std::fs::Permissions::from_mode(0o666))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.html");
        for content in ["first and long", "second"] {
            write_whole(&path, content.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_leads_to_the_file_that_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (link, file) = (folder.path().join("link"), folder.path().join("file"));
        std::fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
        assert!(link.is_symlink());
    }

    #[test]
    fn no_part_of_a_record_is_written_over_and_what_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let part = folder.path().join("verdicts.parquet");
        for name in ["provenance.json", "verdicts.parquet"] {
            std::fs::write(folder.path().join(name), "theirs").unwrap();
        }
        let error = write_whole(&part, b"ours").unwrap_err();
        assert!(error.is::<Invalid>());
        assert_eq!(std::fs::read_to_string(&part).unwrap(), "theirs");
        write_whole(Path::new("/dev/null"), b"ours").unwrap();
        assert!(!Path::new("/dev/null").is_file());
        assert!(write_whole(&folder.path().join("no/page.html"), b"ours").is_err());
        assert!(!folder.path().join("no").exists());
    }
}
