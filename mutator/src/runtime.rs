//! The runtime that is shipped with woven programs.

use std::path::Path;

use crate::copy::{CopyError, write};

// The files of the runtime as `RUNTIME`, and as `WATCH` what the runtime of a program that can be
// watched needs besides: names and contents.
include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

const RUNTIME_MANIFEST: &str = "\
[package]
name = \"killrate-rt\"
version = \"0.0.0\"
edition = \"2021\"

[features]
batches = []
calls = []
checks = []
watch = [\"dep:killrate-watch\"]

[dependencies]
killrate-watch = { path = \"watch\", optional = true }

[lints.rust]
unsafe_code = \"deny\"
";

const WATCH_MANIFEST: &str = "\
[package]
name = \"killrate-watch\"
version = \"0.0.0\"
edition = \"2021\"
";

/// Writes the runtime as a package of its own.
pub(crate) fn write_runtime(to: &Path) -> Result<(), CopyError> {
    write(&to.join("Cargo.toml"), RUNTIME_MANIFEST)?;
    for (name, text) in RUNTIME {
        write(&to.join("src").join(name), text)?;
    }
    write(&to.join("watch/Cargo.toml"), WATCH_MANIFEST)?;
    for (name, text) in WATCH {
        write(&to.join("watch/src").join(name), text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use killrate_model::protocol;

    use super::*;
    use crate::copy::files;

    /// The text of one file of the runtime.
    fn runtime(file: &str) -> &'static str {
        let found = RUNTIME.iter().find(|(name, _)| *name == file);
        found.unwrap_or_else(|| panic!("there is no `{file}`")).1
    }

    #[test]
    fn the_runtime_speaks_the_protocol() {
        for (constant, name) in [
            ("MUTANT", protocol::MUTANT),
            ("FUEL", protocol::FUEL),
            ("REPORT", protocol::REPORT),
            ("PROBE_KIND", protocol::PROBE),
            ("CHECKS", protocol::CHECKS),
            ("BATCH", protocol::BATCH),
        ] {
            let line = format!("const {constant}: &str = \"{name}\";");
            assert!(runtime("start.rs").contains(&line), "{line}");
        }
        for (constant, name) in [
            ("INVARIANTS_FILE", protocol::INVARIANTS_FILE),
            ("ALARMS_FILE", protocol::ALARMS_FILE),
            ("TRACE_FILE", protocol::TRACE_FILE),
        ] {
            let line = format!("const {constant}: &str = \"{name}\";");
            assert!(runtime("watch.rs").contains(&line), "{line}");
        }
        let line = format!("const ANSWERS: &str = \"{}\";", protocol::ANSWERS_FILE);
        assert!(runtime("batch.rs").contains(&line), "{line}");
        let code = protocol::OUT_OF_FUEL_CODE;
        let line = format!("const OUT_OF_FUEL_CODE: i32 = {code};");
        assert!(runtime("report.rs").contains(&line), "{line}");
    }

    #[track_caller]
    fn check_shipped(folder: &str, shipped: &[(&str, &str)]) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut names: Vec<PathBuf> = shipped.iter().map(|(name, _)| name.into()).collect();
        names.sort();
        assert_eq!(files(&folder).unwrap(), names);
        for (name, text) in shipped {
            assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), *text);
        }
    }

    #[test]
    fn every_file_of_the_runtime_is_shipped() {
        check_shipped("rt/src", &RUNTIME);
        check_shipped("watch/src", &WATCH);
    }

    #[test]
    fn the_root_is_listed_first_and_then_paths_decide() {
        let names: Vec<&str> = RUNTIME.iter().map(|(name, _)| *name).collect();
        assert_eq!(names[0], "lib.rs");
        assert!(names[1..].is_sorted());
    }
}
