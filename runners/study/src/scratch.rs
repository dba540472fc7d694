//! Where a project keeps what can be made again.

use std::path::{Path, PathBuf};

use killrate_model::StudyName;

/// The scratch folder: woven programs and finished executions, safe to delete at any time.
#[derive(Debug, Clone)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// The scratch folder of the project at `root`.
    pub fn of_project(root: &Path) -> Self {
        Self(root.join("target/killrate"))
    }

    /// A scratch folder anywhere.
    pub fn at(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where woven programs are built.
    pub fn woven(&self) -> PathBuf {
        self.0.join("woven")
    }

    /// The file that whoever runs a study locks.
    pub fn turn_of(&self, study: &StudyName) -> PathBuf {
        self.0.join("turns").join(format!("{study}.turn"))
    }

    /// Where the files of an explained verdict are kept.
    pub fn explained(&self, name: &str) -> PathBuf {
        self.0.join("explained").join(name)
    }

    /// Where `mt` keeps runs that need a look.
    pub fn kept(&self) -> PathBuf {
        self.0.join("mt")
    }

    /// Where the executor keeps its log.
    pub fn executions(&self) -> PathBuf {
        self.0.join("executions")
    }
}
