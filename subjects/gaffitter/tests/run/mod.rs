//! Runs the built program in a temporary folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder that is removed at the end of a test.
pub(crate) struct ScratchFolder {
    path: PathBuf,
}

/// What a run left behind.
pub(crate) struct Finished {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl ScratchFolder {
    /// Names must differ between tests, which run side by side.
    pub(crate) fn new(name: &str) -> ScratchFolder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("the target folder is writable");
        ScratchFolder { path }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // A folder left behind is overwritten by the next run.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Runs the program with any arguments.
#[expect(
    clippy::disallowed_methods,
    reason = "a test of the program starts the program"
)]
pub(crate) fn run_gaffitter(arguments: &[String]) -> Finished {
    let output = Command::new(env!("CARGO_BIN_EXE_gaffitter"))
        .args(arguments)
        .output()
        .expect("the program was built");
    Finished {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("we print text"),
        stderr: String::from_utf8(output.stderr).expect("we print text"),
    }
}
