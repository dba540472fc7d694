//! Drives the real binary over small projects in temporary folders.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the binary said and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("the binary was not killed"),
            stdout: String::from_utf8(output.stdout).expect("results are UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }
}

/// The root of this repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// A project in a temporary folder, removed when dropped.
pub(crate) struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// A project with nothing in it.
    pub(crate) fn empty() -> Self {
        let project = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        std::fs::create_dir_all(project.path("subjects")).unwrap();
        std::fs::create_dir_all(project.path("datasets/studies")).unwrap();
        project
    }

    /// The project of the worked examples in the READMEs of `subjects` and `datasets`.
    pub(crate) fn of_readmes() -> Self {
        let project = Self::empty();
        for readme in ["subjects/README.md", "datasets/README.md"] {
            let text = std::fs::read_to_string(repository().join(readme)).unwrap();
            for (path, content) in files_in(&text) {
                project.write(&path, &content);
            }
        }
        project
    }

    /// Copies a folder of the repository, without what was built in it.
    pub(crate) fn copy(&self, from: &Path, to: &str) {
        for entry in std::fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let to = format!("{to}/{name}");
            if entry.file_type().unwrap().is_dir() {
                if name != "target" {
                    self.copy(&entry.path(), &to);
                }
            } else {
                std::fs::create_dir_all(self.path(&to).parent().unwrap()).unwrap();
                std::fs::copy(entry.path(), self.path(&to)).unwrap();
            }
        }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap()
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// Replaces a text that must be there.
    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "`{from}` is not in {path}");
        self.write(path, &text.replace(from, to));
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = binary();
        command.args(arguments).current_dir(self.folder.path());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Said {
        self.command(arguments).output().unwrap().into()
    }

    /// Runs the binary and insists that all is well.
    #[track_caller]
    pub(crate) fn run_well(&self, arguments: &[&str]) -> Said {
        let said = self.run(arguments);
        assert_eq!(said.code, 0, "{arguments:?} failed: {}", said.stderr);
        said
    }

    /// Runs the binary and insists on this exit code and on every text in the complaint.
    #[track_caller]
    pub(crate) fn run_badly(&self, arguments: &[&str], code: i32, complaint: &[&str]) {
        let said = self.run(arguments);
        assert_eq!(
            said.code, code,
            "{arguments:?} said: {}{}",
            said.stdout, said.stderr
        );
        for text in complaint {
            assert!(
                said.stderr.contains(text),
                "`{text}` is not in: {}",
                said.stderr
            );
        }
    }
}

/// The binary under test.
#[expect(
    clippy::disallowed_methods,
    reason = "an end-to-end test starts the real program"
)]
pub(crate) fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_killrate"));
    command.env_remove("NO_COLOR");
    command
}

/// The files a README writes out: a line that ends in a path in backticks and a colon or a comma,
/// then a fenced block.
fn files_in(readme: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut path = None;
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if let Some(path) = path.take() {
                files.push((path, block.join("\n") + "\n"));
            }
        } else if line.ends_with(':') {
            path = line
                .split('`')
                .skip(1)
                .step_by(2)
                .find(|text| text.contains('/') && text.contains('.'))
                .map(str::to_owned);
        }
    }
    files
}
