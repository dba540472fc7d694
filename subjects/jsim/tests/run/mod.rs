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

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).expect("the run wrote it")
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // A folder left behind is overwritten by the next run.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Writes the files `events`, `total`, `busiest` and `utilisation` into the folder.
pub(crate) fn run_jsim(
    process: &Path,
    timings: &Path,
    scratch: &ScratchFolder,
    more: &[&str],
) -> Finished {
    let text = |path: &Path| path.display().to_string();
    let mut arguments = vec!["--process".to_owned(), text(process)];
    arguments.extend(["--timings".to_owned(), text(timings)]);
    for output in ["events", "total", "busiest", "utilisation"] {
        arguments.extend([format!("--{output}"), text(&scratch.file(output))]);
    }
    arguments.extend(more.iter().map(|&argument| argument.to_owned()));
    start_jsim(&arguments)
}

/// Runs the program with any arguments.
#[expect(
    clippy::disallowed_methods,
    reason = "a test of the program starts the program"
)]
pub(crate) fn start_jsim(arguments: &[String]) -> Finished {
    let output = Command::new(env!("CARGO_BIN_EXE_jsim"))
        .args(arguments)
        .output()
        .expect("the program was built");
    Finished {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("we print text"),
        stderr: String::from_utf8(output.stderr).expect("we print text"),
    }
}
