//! The scripts in a command: words that name files of the user's.
//!
//! `python3 avg.py {rows}` runs in a folder of its own, where there is no `avg.py`. So files beside
//! the manifest that a command names are copied there like those of the key `files`.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use killrate_techniques::placeholder::placeholders;

/// More than any script or archive of a program has; a larger file that happens to have the name of
/// a word is not copied.
const LARGEST: u64 = 256 << 20;

/// The files besides the program itself that these words name below `folder`, without those that a
/// run finds in its folder anyway.
pub(crate) fn scripts(words: &[String], folder: &Path, taken: &BTreeSet<&str>) -> Vec<PathBuf> {
    let is_script = |path: &&str| !taken.contains(path) && is_beside(path, folder);
    let mut scripts: Vec<PathBuf> = Vec::new();
    for path in words.iter().skip(1).filter_map(|word| named(word)) {
        if let Some(path) = Some(path).filter(is_script)
            && !scripts.iter().any(|known| known == Path::new(path))
        {
            scripts.push(path.into());
        }
    }
    scripts
}

/// The first word that names a file which no run finds in its folder: one elsewhere, or a folder.
pub(crate) fn left_behind<'a>(words: &'a [String], folder: &Path) -> Option<&'a str> {
    let mut paths = words.iter().skip(1).filter_map(|word| named(word));
    paths.find(|path| {
        let place = folder.join(path);
        // The system's own files are where they are for every run.
        let is_the_systems = ["/usr", "/bin", "/lib", "/etc", "/dev", "/proc"]
            .iter()
            .any(|root| place.starts_with(root));
        *path != "." && place.exists() && !is_the_systems && !is_beside(path, folder)
    })
}

/// Whether a path names a file below the folder that can have the same place in a run folder.
pub(crate) fn is_beside(path: &str, folder: &Path) -> bool {
    let is_plain = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    Path::new(path).components().all(is_plain)
        && std::fs::metadata(folder.join(path))
            .is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LARGEST)
}

/// What a word may name: itself, or what stands after the `=` of an option.
fn named(word: &str) -> Option<&str> {
    let path = match word.split_once('=') {
        Some((option, value)) if option.starts_with('-') => value,
        _ => word,
    };
    (!path.is_empty() && placeholders(word).is_empty()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &str, expected: &[&str], left: Option<&str>) {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("here/lib")).unwrap();
        for name in ["avg.py", "here/avg.py", "here/lib/a.jar", "here/rows.csv"] {
            std::fs::write(at(name), "").unwrap();
        }
        let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let taken = BTreeSet::from(["rows.csv"]);
        let found = scripts(&words, &at("here"), &taken);
        let expected: Vec<PathBuf> = expected.iter().map(PathBuf::from).collect();
        assert_eq!(found, expected);
        assert_eq!(left_behind(&words, &at("here")), left);
    }

    #[test]
    fn words_that_name_files_beside_the_manifest_are_scripts() {
        check("python3 avg.py {rows} avg.py", &["avg.py"], None);
        check(
            "java -cp lib/a.jar --from=avg.py Main",
            &["lib/a.jar", "avg.py"],
            None,
        );
        check("python3 absent.py {avg.py}", &[], None);
    }

    #[test]
    fn the_program_itself_and_files_of_the_run_are_none() {
        check("avg.py x rows.csv", &[], None);
    }

    #[test]
    fn what_cannot_be_copied_is_left_behind() {
        check("python3 ../avg.py", &[], Some("../avg.py"));
        check("java -cp lib Main", &[], Some("lib"));
        check("cat /etc/passwd .", &[], None);
    }
}
