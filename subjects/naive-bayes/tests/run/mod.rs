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
pub(crate) fn run_naive_bayes(arguments: &[String]) -> Finished {
    let output = Command::new(env!("CARGO_BIN_EXE_naive-bayes"))
        .args(arguments)
        .output()
        .expect("the program was built");
    Finished {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("we print text"),
        stderr: String::from_utf8(output.stderr).expect("we print text"),
    }
}

/// Writes the files `model`, `predictions` and `confidence` into the folder.
pub(crate) fn classify(
    [train, update, test]: [&Path; 3],
    scratch: &ScratchFolder,
    more: &[&str],
) -> Finished {
    let mut arguments = Vec::new();
    for (flag, path) in [("--train", train), ("--update", update), ("--test", test)] {
        arguments.extend([flag.to_owned(), path.display().to_string()]);
    }
    for output in ["model", "predictions", "confidence"] {
        let path = scratch.file(output);
        arguments.extend([format!("--{output}"), path.display().to_string()]);
    }
    arguments.extend(more.iter().map(|&word| word.to_owned()));
    run_naive_bayes(&arguments)
}
