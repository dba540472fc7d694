//! What a command runs, apart from what its user types.
//!
//! `python3 avg.py {rows}` is the program `python3 avg.py`: without its script `python3` would run
//! the first file that somebody types, which is data. So the words before the first placeholder
//! belong to the program where the first word runs what others name.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use killrate_executor::BlackBox;
use killrate_techniques::placeholder::placeholders;

use crate::MtError;
use crate::script::is_beside;

/// Programs that run what their arguments name, without the numbers of their versions.
const LAUNCHERS: [&str; 87] = [
    "R", "Rscript", "ash", "awk", "bash", "bun", "busybox", "chroot", "chrt", "clisp", "crystal",
    "csh", "dart", "dash", "deno", "doas", "dotnet", "elixir", "env", "erl", "escript", "expect",
    "fish", "flock", "gawk", "gforth", "gnuplot", "go", "groovy", "guile", "ionice", "java", "jq",
    "jshell", "julia", "ksh", "ltrace", "lua", "luajit", "make", "mawk", "mono", "nice", "node",
    "nodejs", "nohup", "npx", "numactl", "ocaml", "octave", "parallel", "perl", "php", "pwsh",
    "pypy", "python", "racket", "raku", "ruby", "runghc", "sage", "sbcl", "scala", "scilab", "sed",
    "setarch", "setsid", "sh", "stdbuf", "strace", "sudo", "swipl", "taskset", "tclsh", "tcsh",
    "time", "timeout", "ts-node", "tsx", "unshare", "uv", "valgrind", "wine", "wish", "xargs",
    "yash", "zsh",
];

/// The words that what is typed comes after.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fixed {
    /// As the command has them, without its first.
    written: Vec<String>,
    folder: PathBuf,
}

impl Fixed {
    /// The fixed words of a command; relative paths are meant from `folder`, errors name `manifest`.
    ///
    /// # Errors
    /// When what is typed would be run: the first word runs programs and the command names none.
    pub(super) fn of(command: &[String], folder: &Path, manifest: &Path) -> Result<Self, MtError> {
        let (first, words) = command
            .split_first()
            .map_or(("", &[][..]), |(first, words)| (first.as_str(), words));
        let is_launcher = is_launcher(first);
        let n_fixed = n_fixed(words);
        let fixed = &words[..n_fixed];
        let names_file = fixed.iter().any(|word| is_beside(word, folder));
        // `A=1` after `env` is no program either.
        let is_named = |word: &String| !word.starts_with('-') && !word.contains('=');
        if is_launcher && !fixed.iter().any(is_named) {
            return Err(MtError::Value {
                path: manifest.to_owned(),
                key: "command".to_owned(),
                problem: format!(
                    "`{first}` would run what a user types as a program; name a script before the first placeholder, as in `{first} script {{rows}}`, or make the script executable and name it first"
                ),
            });
        }
        let written = if is_launcher || names_file {
            fixed.to_vec()
        } else {
            Vec::new()
        };
        Ok(Self {
            written,
            folder: folder.to_owned(),
        })
    }

    /// All words after the first as the command has them: those that are fixed, then those that
    /// were typed. Who has typed the fixed ones too need not do without them.
    pub(super) fn with(&self, typed: &[String]) -> Vec<String> {
        let typed = typed.strip_prefix(&self.written[..]).unwrap_or(typed);
        self.written.iter().chain(typed).cloned().collect()
    }

    /// What the program is started with: files beside the manifest by their full paths, because
    /// whoever types is in another folder, where there may be another file of that name.
    ///
    /// # Errors
    /// When the current folder is not known.
    pub(super) fn arguments(&self, typed: &[OsString]) -> Result<Vec<OsString>, MtError> {
        let is_written = typed.len() >= self.written.len()
            && self
                .written
                .iter()
                .zip(typed)
                .all(|(word, typed)| typed == word.as_str());
        let typed = if is_written {
            &typed[self.written.len()..]
        } else {
            typed
        };
        let mut arguments = Vec::new();
        for word in &self.written {
            let path = self.folder.join(word);
            arguments.push(if is_beside(word, &self.folder) {
                let full = std::path::absolute(&path);
                full.map_err(crate::error::read_error(&path))?.into()
            } else {
                // Here a doubled brace is a brace, as it is for the tests.
                word.replace("{{", "{").replace("}}", "}").into()
            });
        }
        arguments.extend(typed.iter().cloned());
        Ok(arguments)
    }
}

/// The file of a command's first word.
///
/// # Errors
/// When there is no such program.
pub(super) fn binary(command: &[String], folder: &Path) -> Result<PathBuf, MtError> {
    let black_box = BlackBox {
        command: command.to_vec(),
        folder: folder.to_owned(),
        ..BlackBox::default()
    };
    Ok(black_box.binary()?)
}

/// How many words come before what a user chooses: before the first placeholder, and before the
/// option that it is the value of.
fn n_fixed(words: &[String]) -> usize {
    let first = words.iter().position(|word| !placeholders(word).is_empty());
    let Some(first) = first else {
        return words.len();
    };
    let has_option = first > 0 && {
        let before = &words[first - 1];
        before.starts_with('-') && !before.contains('=')
    };
    first - usize::from(has_option)
}

fn is_launcher(word: &str) -> bool {
    let name = Path::new(word).file_name().and_then(|name| name.to_str());
    let is_version = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let plain = name.unwrap_or_default().trim_end_matches(is_version);
    LAUNCHERS.contains(&plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    /// Expects these words before what is typed, in a folder with `avg.py`.
    #[track_caller]
    fn check(command: &str, expected: Option<&str>) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("avg.py"), "").unwrap();
        let fixed = Fixed::of(&words(command), folder.path(), Path::new("a.mt.toml"));
        match expected {
            Some(expected) => assert_eq!(fixed.unwrap().with(&[]), words(expected)),
            None => assert!(fixed.is_err(), "{command}"),
        }
    }

    #[test]
    fn a_launcher_has_its_script_before_what_is_typed() {
        check("python3 avg.py {rows}", Some("avg.py"));
        check("/usr/bin/python3.11 -m avg --out {model}", Some("-m avg"));
        check(
            "java -cp a.jar Main -t {train} -p 0",
            Some("-cp a.jar Main"),
        );
        check("env A=1 ./rank {rows}", Some("A=1 ./rank"));
        // An option right before a placeholder may be the one that it is the value of.
        check("runner avg.py --fast -i {rows}", Some("avg.py --fast"));
        check("runner avg.py --fast {rows}", Some("avg.py"));
    }

    #[test]
    fn another_program_gets_what_is_typed_alone() {
        check("./rank {rows}", Some(""));
        check("tool learn {rows}", Some(""));
    }

    #[test]
    fn a_launcher_that_would_run_what_is_typed_is_refused() {
        check("python3 {rows}", None);
        check("sh -c {rows}", None);
        check("python3 -u {rows}", None);
        check("env A=1 {rows}", None);
        check("sudo {rows}", None);
        check("/usr/bin/pypy3.10 {rows}", None);
        check("sh", None);
    }

    #[test]
    fn fixed_words_that_were_typed_too_are_there_once() {
        let fixed = Fixed {
            written: words("-m avg"),
            folder: ".".into(),
        };
        assert_eq!(fixed.with(&words("a.csv")), words("-m avg a.csv"));
        assert_eq!(fixed.with(&words("-m avg a.csv")), words("-m avg a.csv"));
        assert_eq!(fixed.with(&words("-m b a.csv")), words("-m avg -m b a.csv"));
    }
}
