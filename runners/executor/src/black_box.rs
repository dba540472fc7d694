//! Programs that nobody wove: any command of the system, as somebody declares it.
//!
//! A Java, Python or C program runs under the same rules as a woven one: a folder of its own, the
//! same limits and tier, no standard input, a scrubbed environment, and at most one run of each
//! execution.
//!
//! ```no_run
//! use killrate_executor::BlackBox;
//!
//! let black_box = BlackBox {
//!     folder: "studies/weka".into(),
//!     files: ["weka.jar".into()].into(),
//!     ..BlackBox::of_line("java -cp weka.jar weka.classifiers.trees.J48 -t {train} -p 0")?
//! };
//! // Together with inputs and outputs, the arguments make a request; the program and requests make
//! // executions.
//! let arguments = black_box.arguments();
//! let program = black_box.program()?;
//! # Ok::<(), killrate_executor::BlackBoxError>(())
//! ```
//!
//! What identifies such a program is the content of the file that is started and of its declared
//! files, its variables and its steps. What it loads besides, such as the libraries of a Java
//! machine, is not looked at: after an update of the system, take a new scratch folder.
//!
//! The commands before and after a run start in the same folder and confined in the same way, each
//! by itself: in tier `full` a server that a build-up command starts ends with that command. A
//! command that fails is the user's to mend and never an observation of the program.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Component, Path, PathBuf};

use killrate_model::{Blob, Digest, DigestBuilder};

use crate::program::{Kit, KitFile, Program, Step};

/// Where programs are found by their name; the user's own path would make results differ.
pub(crate) const PATH: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// Any command of the system, as somebody declares it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BlackBox {
    /// The program and its arguments, in which `{name}` stands for an input or output file of a
    /// request and `{seed}` for the seed.
    pub command: Vec<String>,
    /// The folder that relative paths of programs and files are meant from.
    pub folder: PathBuf,
    /// Files to copy into the folder of every run, where they have the same relative path.
    pub files: Vec<PathBuf>,
    /// Variables to set besides the few that every program has.
    pub environment: BTreeMap<String, String>,
    /// Files and folders that the program can read where they are, besides those of the system.
    pub readable: Vec<PathBuf>,
    /// Commands to run before each run of the program.
    pub build_up: Vec<Vec<String>>,
    /// Commands to run after each run of the program.
    pub tear_down: Vec<Vec<String>>,
}

/// Why a declared command cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BlackBoxError {
    /// A line has a quote without a partner.
    #[error("the command `{line}` has an unmatched quote; close it, or write `\\` before it")]
    UnmatchedQuote {
        /// The line as written.
        line: String,
    },
    /// There is no word in it.
    #[error("a command is empty; name the program and its arguments")]
    Empty,
    /// There is no such program.
    #[error("there is no program `{name}` in {places}; install it, or write its path")]
    NoProgram {
        /// The first word of the command.
        name: String,
        /// Where it was looked for.
        places: String,
    },
    /// A file cannot be read.
    #[error("cannot read `{}`, which the command needs; check its path and permissions", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A file would not be in the run folder.
    #[error(
        "the file `{}` cannot have the same place in a run folder; give a path without `..` that is relative to the command's folder", path.display()
    )]
    Place {
        /// The path as written.
        path: PathBuf,
    },
    /// A variable cannot be set.
    #[error("the variable `{name}` cannot be set; {reason}")]
    Variable {
        /// Which one.
        name: String,
        /// Why not.
        reason: &'static str,
    },
}

/// The words of a command line, split as a shell would: at white space outside quotes.
///
/// Nothing is replaced and no shell is started; for pipes and redirections call `sh -c '…'`.
///
/// # Errors
/// When a quote has no partner or there is no word.
pub fn split_command(line: &str) -> Result<Vec<String>, BlackBoxError> {
    let unmatched = || BlackBoxError::UnmatchedQuote {
        line: line.to_owned(),
    };
    let words = shlex::split(line).ok_or_else(unmatched)?;
    if words.is_empty() {
        Err(BlackBoxError::Empty)
    } else {
        Ok(words)
    }
}

impl BlackBox {
    /// A command line with nothing declared besides.
    ///
    /// # Errors
    /// As [`split_command`].
    pub fn of_line(line: &str) -> Result<Self, BlackBoxError> {
        Ok(Self {
            command: split_command(line)?,
            ..Self::default()
        })
    }

    /// The arguments of its requests: all words but the first.
    pub fn arguments(&self) -> Vec<String> {
        self.command.iter().skip(1).cloned().collect()
    }

    /// Where the program is.
    ///
    /// # Errors
    /// When there is no such program.
    pub fn binary(&self) -> Result<PathBuf, BlackBoxError> {
        Ok(self.find(&self.command)?.0)
    }

    /// Finds the program, reads its files, and makes of all a program that can be run.
    ///
    /// # Errors
    /// When a program or file is not there, or a declaration does not make sense.
    pub fn program(&self) -> Result<Program, BlackBoxError> {
        let (binary, _) = self.find(&self.command)?;
        let mut files = BTreeMap::new();
        for path in &self.files {
            files.insert(place(path)?, read(&self.folder.join(path))?);
        }
        for (name, value) in &self.environment {
            check_variable(name, value)?;
        }
        let steps = |commands: &[Vec<String>]| {
            let step = |command: &Vec<String>| {
                let (binary, arguments) = self.find(command)?;
                let arguments = arguments.to_vec();
                Ok(Step { binary, arguments })
            };
            commands.iter().map(step).collect::<Result<Vec<_>, _>>()
        };
        let kit = Kit {
            files,
            environment: self.environment.clone(),
            readable: self.readable()?,
            build_up: steps(&self.build_up)?,
            tear_down: steps(&self.tear_down)?,
        };
        Ok(Program {
            alone: BTreeMap::new(),
            takes_many: false,
            digest: digest(&binary, &kit, &self.readable)?,
            binary,
            kit,
        })
    }

    /// What is declared as readable, and the files that the commands name by absolute paths.
    fn readable(&self) -> Result<Vec<PathBuf>, BlackBoxError> {
        let mut readable = Vec::new();
        for path in &self.readable {
            let path = self.folder.join(path);
            fs::metadata(&path).map_err(unreadable(&path))?;
            readable.push(std::path::absolute(&path).map_err(unreadable(&path))?);
        }
        let commands = [&self.command].into_iter().chain(&self.build_up);
        let words = commands.chain(&self.tear_down).flatten().map(Path::new);
        // Not folders: `/` is a word, too.
        let files = words.filter(|word| word.is_absolute() && word.is_file());
        readable.extend(files.map(Path::to_owned));
        readable.sort();
        readable.dedup();
        Ok(readable)
    }

    /// The program of a command, and the command's arguments.
    fn find<'a>(&self, command: &'a [String]) -> Result<(PathBuf, &'a [String]), BlackBoxError> {
        let (name, arguments) = command.split_first().ok_or(BlackBoxError::Empty)?;
        let is_path = name.contains('/');
        let candidates: Vec<PathBuf> = if is_path {
            vec![self.folder.join(name)]
        } else {
            PATH.map(|folder| Path::new(folder).join(name)).into()
        };
        let Some(found) = candidates.iter().find(|path| is_executable(path)) else {
            let places = if is_path {
                format!("`{}`", self.folder.display())
            } else {
                PATH.map(|folder| format!("`{folder}`")).join(", ")
            };
            let name = name.clone();
            return Err(BlackBoxError::NoProgram { name, places });
        };
        // Runs start in other folders.
        let binary = std::path::absolute(found).map_err(unreadable(found))?;
        let binary = without_parents(binary).map_err(unreadable(found))?;
        Ok((binary, arguments))
    }
}

/// The same file by a path without `..`, which a sandbox could not give a place.
///
/// Other paths stay as they are: some programs go by the name of a link to them.
fn without_parents(path: PathBuf) -> io::Result<PathBuf> {
    let has_parents = path.components().any(|part| part == Component::ParentDir);
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) if has_parents => Ok(folder.canonicalize()?.join(name)),
        _ => Ok(path),
    }
}

pub(crate) fn is_executable(path: &Path) -> bool {
    fs::metadata(path)
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

fn read(path: &Path) -> Result<KitFile, BlackBoxError> {
    let content = killrate_files::read(path).map_err(unreadable(path))?;
    Ok(KitFile {
        content: Blob::new(content),
        is_executable: is_executable(path),
    })
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> BlackBoxError {
    |source| BlackBoxError::File {
        path: path.to_owned(),
        source,
    }
}

/// The path of a file in the run folder.
fn place(path: &Path) -> Result<String, BlackBoxError> {
    let is_normal = |component| matches!(component, Component::Normal(_));
    let tidy: PathBuf = path
        .components()
        .filter(|component| *component != Component::CurDir)
        .collect();
    match tidy.to_str() {
        Some(text) if !text.is_empty() && tidy.components().all(is_normal) => Ok(text.to_owned()),
        _ => Err(BlackBoxError::Place {
            path: path.to_owned(),
        }),
    }
}

fn check_variable(name: &str, value: &str) -> Result<(), BlackBoxError> {
    let reason = if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
        "a name has at least one character and no `=`, and neither name nor value a null character"
    } else if ["PATH", "LANG", "HOME", "TMPDIR"].contains(&name) || name.starts_with("KILLRATE_") {
        "every program gets this one from the harness"
    } else {
        return Ok(());
    };
    Err(BlackBoxError::Variable {
        name: name.to_owned(),
        reason,
    })
}

/// What is readable goes in as it is declared, so that the digest is the same elsewhere.
fn digest(binary: &Path, kit: &Kit, readable: &[PathBuf]) -> Result<Digest, BlackBoxError> {
    let content = |path: &Path| {
        let bytes = killrate_files::read(path).map_err(unreadable(path))?;
        Ok(Digest::of(&bytes))
    };
    let mut builder = DigestBuilder::new("black box")
        .field(content(binary)?.as_bytes())
        .number(kit.files.len() as u64);
    for (path, file) in &kit.files {
        builder = builder
            .field(path.as_bytes())
            .field(file.content.digest().as_bytes())
            .number(u64::from(file.is_executable));
    }
    builder = builder.number(kit.environment.len() as u64);
    for (name, value) in &kit.environment {
        builder = builder.field(name.as_bytes()).field(value.as_bytes());
    }
    builder = builder.number(readable.len() as u64);
    for path in readable {
        builder = builder.field(path.as_os_str().as_encoded_bytes());
    }
    for steps in [&kit.build_up, &kit.tear_down] {
        builder = builder.number(steps.len() as u64);
        for step in steps {
            builder = builder
                .field(content(&step.binary)?.as_bytes())
                .number(step.arguments.len() as u64);
            for argument in &step.arguments {
                builder = builder.field(argument.as_bytes());
            }
        }
    }
    Ok(builder.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[track_caller]
    fn check_refused(black_box: BlackBox, expected: &str) {
        assert_eq!(black_box.program().unwrap_err().to_string(), expected);
    }

    fn of_line(line: &str) -> BlackBox {
        BlackBox::of_line(line).unwrap()
    }

    #[test]
    fn a_line_is_split_as_a_shell_would() {
        let words = split_command(r#"sh -c 'sort {rows} > out' "a b" c\ d"#).unwrap();
        assert_eq!(words, ["sh", "-c", "sort {rows} > out", "a b", "c d"]);
        assert_eq!(
            split_command("sh 'x").unwrap_err().to_string(),
            "the command `sh 'x` has an unmatched quote; close it, or write `\\` before it"
        );
        assert!(matches!(split_command(" "), Err(BlackBoxError::Empty)));
    }

    #[test]
    fn programs_are_found_by_name_and_by_path() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("rank");
        fs::write(&script, "#!/bin/sh\n").unwrap();
        let mut black_box = BlackBox {
            folder: folder.path().to_owned(),
            ..of_line("./rank {rows}")
        };
        let not_executable = format!(
            "there is no program `./rank` in `{}`; install it, or write its path",
            folder.path().display()
        );
        check_refused(black_box.clone(), &not_executable);
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let program = black_box.program().unwrap();
        assert_eq!(program.binary, folder.path().join("rank"));
        assert_eq!(black_box.arguments(), ["{rows}"]);
        black_box.command[0] = "sh".into();
        assert!(black_box.program().unwrap().binary.ends_with("bin/sh"));
        check_refused(
            of_line("no-such-program"),
            "there is no program `no-such-program` in `/usr/local/bin`, `/usr/bin`, `/bin`; install it, or write its path",
        );
    }

    #[test]
    fn a_program_above_the_folder_has_a_path_that_does_not_go_up() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        let script = folder.path().join("rank");
        fs::write(&script, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let black_box = BlackBox {
            folder: inner,
            ..of_line("../rank {rows}")
        };
        let expected = folder.path().canonicalize().unwrap().join("rank");
        assert_eq!(black_box.program().unwrap().binary, expected);
    }

    #[test]
    fn what_does_not_make_sense_is_refused() {
        let black_box = || of_line("sh");
        for path in ["../secret", "/etc/passwd", "a/../../b", "."] {
            let files = vec![path.into()];
            let message = format!(
                "the file `{path}` cannot have the same place in a run folder; give a path without `..` that is relative to the command's folder"
            );
            check_refused(
                BlackBox {
                    files,
                    ..black_box()
                },
                &message,
            );
        }
        let files = vec!["absent.jar".into()];
        check_refused(
            BlackBox {
                files,
                ..black_box()
            },
            "cannot read `absent.jar`, which the command needs; check its path and permissions",
        );
        for (name, reason) in [
            ("PATH", "every program gets this one from the harness"),
            (
                "KILLRATE_MUTANT",
                "every program gets this one from the harness",
            ),
            (
                "a=b",
                "a name has at least one character and no `=`, and neither name nor value a null character",
            ),
        ] {
            let environment = [(name.to_owned(), "x".to_owned())].into();
            let message = format!("the variable `{name}` cannot be set; {reason}");
            check_refused(
                BlackBox {
                    environment,
                    ..black_box()
                },
                &message,
            );
        }
        let build_up = vec![vec![]];
        check_refused(
            BlackBox {
                build_up,
                ..black_box()
            },
            "a command is empty; name the program and its arguments",
        );
    }

    #[test]
    fn everything_declared_changes_the_digest() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["one", "two"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        let black_box = BlackBox {
            folder: folder.path().to_owned(),
            ..of_line("sh")
        };
        let step = || vec![vec!["true".to_owned()]];
        let changes: [&dyn Fn(&mut BlackBox); 7] = [
            &|b| b.command[0] = "env".into(),
            &|b| b.files = vec!["one".into()],
            &|b| b.files = vec!["two".into()],
            &|b| b.environment = [("A".to_owned(), "1".to_owned())].into(),
            &|b| b.build_up = step(),
            &|b| b.tear_down = step(),
            &|b| b.build_up = vec![vec!["true".to_owned(), "1".to_owned()]],
        ];
        let digests: BTreeSet<Digest> = changes
            .iter()
            .map(|change| {
                let mut changed = black_box.clone();
                change(&mut changed);
                changed.program().unwrap().digest
            })
            .chain([black_box.program().unwrap().digest])
            .collect();
        assert_eq!(digests.len(), changes.len() + 1);
    }
}
