//! What the tests of a call must know of its start.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::str::FromStr;

use killrate_model::InputName;

/// The process of a program, and the state of its files before it could change them.
///
/// Reading the files would delay the program, so that the tests do it while the program runs. A
/// program may write to its own inputs; only a file that still is as it was then is one that can be
/// tested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    process: u32,
    /// The state of each file that was there, by its name in the command.
    states: BTreeMap<String, State>,
}

/// What tells two states of a file apart: whose content it is, how long, and when it or what is
/// known of it was last changed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct State(String);

impl Started {
    /// This process, which becomes the program, and the files as they are now.
    pub(super) fn now(files: BTreeMap<String, String>) -> Self {
        let state = |(name, file): (String, String)| {
            // No manifest with another name is of use to the tests, as they will say.
            InputName::new(&name).ok()?;
            let state = State::of(Path::new(&file)).ok()?;
            Some((name, state))
        };
        Self {
            process: std::process::id(),
            states: files.into_iter().filter_map(state).collect(),
        }
    }

    pub(super) fn process(&self) -> u32 {
        self.process
    }

    /// The content of a file, if it is what the program got.
    pub(super) fn read(&self, name: &str, file: &Path) -> Result<Vec<u8>, String> {
        let before = State::of(file)?;
        match self.states.get(name) {
            Some(state) if *state == before => {}
            Some(_) => return Err("the program has changed it meanwhile".to_owned()),
            None => return Err("it was not there when the program started".to_owned()),
        }
        let content = killrate_files::read(file).map_err(|error| error.to_string())?;
        if State::of(file)? != before {
            return Err("it changed while it was read".to_owned());
        }
        Ok(content)
    }
}

impl State {
    fn of(file: &Path) -> Result<Self, String> {
        let metadata = fs::metadata(file).map_err(|error| error.to_string())?;
        // What is read from a pipe is lost for the program.
        if !metadata.is_file() {
            return Err("it is not a plain file".to_owned());
        }
        let parts = [
            metadata.dev().to_string(),
            metadata.ino().to_string(),
            metadata.size().to_string(),
            metadata.mtime().to_string(),
            metadata.mtime_nsec().to_string(),
            // A program can set the time of modification back, but not this one.
            metadata.ctime().to_string(),
            metadata.ctime_nsec().to_string(),
        ];
        Ok(Self(parts.join(":")))
    }
}

impl fmt::Display for Started {
    /// One word for the command line of the tests: `4711,rows=…,test=…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.process)?;
        for (name, State(state)) in &self.states {
            write!(f, ",{name}={state}")?;
        }
        Ok(())
    }
}

impl FromStr for Started {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut fields = text.split(',');
        let process = fields.next().and_then(|field| field.parse().ok());
        let states = fields.map(|field| {
            let (name, state) = field.split_once('=')?;
            Some((name.to_owned(), State(state.to_owned())))
        });
        Ok(Self {
            process: process.ok_or("expected the number of a process")?,
            states: states
                .collect::<Option<_>>()
                .ok_or("expected `NAME=STATE` after each comma")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(file: &Path) -> Started {
        let file = file.to_str().unwrap().to_owned();
        Started::now([("rows".to_owned(), file)].into())
    }

    #[test]
    fn a_file_that_nobody_changes_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows");
        fs::write(&file, "a").unwrap();
        let started = started(&file);
        let told: Started = started.to_string().parse().unwrap();
        assert_eq!(told, started);
        assert_eq!(told.process(), std::process::id());
        assert_eq!(told.read("rows", &file), Ok(b"a".to_vec()));
    }

    #[test]
    fn what_the_program_makes_of_its_own_input_is_not_what_it_got() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows");
        fs::write(&file, "a").unwrap();
        let started = started(&file);
        fs::write(&file, "longer").unwrap();
        let refusal = "the program has changed it meanwhile".to_owned();
        assert_eq!(started.read("rows", &file), Err(refusal));
    }

    #[test]
    fn a_file_that_the_program_makes_is_no_input() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows");
        let started = started(&file);
        fs::write(&file, "a").unwrap();
        let refusal = "it was not there when the program started".to_owned();
        assert_eq!(started.read("rows", &file), Err(refusal));
    }

    #[test]
    fn other_words_are_refused() {
        for word in ["", "x", "1,rows", "-1"] {
            assert!(word.parse::<Started>().is_err(), "{word}");
        }
    }
}
