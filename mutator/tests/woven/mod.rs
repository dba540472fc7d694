//! Fixture packages, woven once per test program, and how to run them.

use std::path::Path;
use std::process::Command;

use killrate_model::protocol::{self, Report};
use killrate_model::{Digest, Mutant, MutantClass, MutantStatus};
use killrate_mutator::{CheckOptions, WeaveOptions, Woven, source_digest, weave};
use tempfile::TempDir;

/// A fixture package and its woven program.
pub(crate) struct Fixture {
    pub(crate) options: WeaveOptions,
    pub(crate) woven: Woven,
    /// The digest of the package before anything touched it.
    pub(crate) digest_before: Digest,
    _scratch: TempDir,
}

/// What a run showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) report: Option<Report>,
}

impl Fixture {
    pub(crate) fn new(name: &str, classes: &[MutantClass], checks: Option<CheckOptions>) -> Self {
        let scratch = TempDir::new().unwrap();
        let options = WeaveOptions {
            package: Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("tests/fixtures")
                .join(name),
            binary: None,
            mutates: None,
            features: Vec::new(),
            files: Vec::new(),
            classes: classes.iter().copied().collect(),
            checks,
            watches: false,
            takes_many_inputs: false,
            tests: false,
            scratch: scratch.path().to_owned(),
        };
        let digest_before = source_digest(&options.package).unwrap();
        let woven = weave(&options, &|_| ()).unwrap();
        Self {
            options,
            woven,
            digest_before,
            _scratch: scratch,
        }
    }

    /// The mutant of this id.
    #[track_caller]
    pub(crate) fn mutant(&self, id: &str) -> &Mutant {
        let mut mutants = self.woven.mutants.iter();
        let found = mutants.find(|mutant| mutant.id.0 == id);
        found.unwrap_or_else(|| panic!("there is no mutant `{id}`"))
    }

    /// The mutants that can be run.
    pub(crate) fn live(&self) -> impl Iterator<Item = &Mutant> {
        let is_live = |mutant: &&Mutant| mutant.status == MutantStatus::Woven;
        self.woven.mutants.iter().filter(is_live)
    }

    /// Runs the woven program.
    pub(crate) fn run(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Run {
        run(&self.woven.binary, arguments, settings)
    }

    /// Runs a mutant with a limit that no sensible run comes near.
    pub(crate) fn run_mutant(&self, mutant: &Mutant, arguments: &[&str]) -> Run {
        let number = mutant.number.to_string();
        let settings = [
            (protocol::MUTANT, number.as_str()),
            (protocol::FUEL, "1000000"),
        ];
        let alone = self.woven.alone.get(&mutant.number);
        run(alone.unwrap_or(&self.woven.binary), arguments, &settings)
    }
}

/// Runs a program with a report file.
#[expect(
    clippy::disallowed_methods,
    reason = "these tests are about what woven programs do when they run"
)]
pub(crate) fn run(binary: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Run {
    let folder = TempDir::new().unwrap();
    let report = folder.path().join("report");
    let output = Command::new(binary)
        .args(arguments)
        .current_dir(folder.path())
        .env_remove("RUST_BACKTRACE")
        .env(protocol::REPORT, &report)
        .envs(settings.iter().copied())
        .output()
        .unwrap();
    let report = std::fs::read(report).ok();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        report: report.and_then(|bytes| Report::parse(&bytes)),
    }
}
