//! What the tests of a program in daily use have found, as lines of JSON.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::MtError;
use crate::error::{read_error, write_error};

/// A folder with everything that was found, and how much of it was sent.
#[derive(Debug)]
pub(super) struct Spool {
    folder: PathBuf,
}

/// What one test of one call has found.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Line {
    /// Seconds since 1970.
    pub(super) time: u64,
    /// Which call of the program; the tests of one call have the same.
    pub(super) call: String,
    /// The program.
    pub(super) program: String,
    /// The name of the property; `None` when it is about none in particular.
    pub(super) property: Option<String>,
    /// The property itself.
    pub(super) text: Option<String>,
    /// The seed of the transforms' random choices, where there were any.
    pub(super) seed: Option<u64>,
    /// The name of the finding, or `error`.
    pub(super) outcome: String,
    /// The evidence or the reason; only where files may be sent.
    pub(super) detail: Option<String>,
    /// The file of each input.
    pub(super) inputs: BTreeMap<String, PathBuf>,
    /// The file of each output.
    pub(super) outputs: BTreeMap<String, PathBuf>,
    /// Where inputs and outputs of the runs are; only where files may be sent.
    pub(super) kept: Option<PathBuf>,
}

/// What was not sent yet.
pub(super) struct Unsent {
    pub(super) lines: Vec<Line>,
    /// Where in the file they end.
    pub(super) end: u64,
}

/// Held while lines are added and sent, against the tests of other calls.
pub(super) struct Lock {
    _file: File,
}

impl Spool {
    /// Opens a spool, which need not be there yet.
    pub(super) fn open(folder: PathBuf) -> Result<Self, MtError> {
        fs::create_dir_all(&folder).map_err(write_error(&folder))?;
        Ok(Self { folder })
    }

    pub(super) fn lock(&self) -> Result<Lock, MtError> {
        let path = self.folder.join("lock");
        let file = File::create(&path).map_err(write_error(&path))?;
        file.lock().map_err(write_error(&path))?;
        Ok(Lock { _file: file })
    }

    /// Where the runs of a call are kept.
    pub(super) fn runs(&self, call: &str) -> PathBuf {
        self.folder.join("runs").join(call)
    }

    /// A file of the spool for what is about to be sent.
    pub(super) fn report(&self) -> PathBuf {
        self.folder.join("report.jsonl")
    }

    pub(super) fn append(&self, lines: &[Line], _lock: &Lock) -> Result<(), MtError> {
        let path = self.results();
        let open = OpenOptions::new()
            .create(true)
            .read(true)
            .append(true)
            .open(&path);
        let mut file = open.map_err(write_error(&path))?;
        let mut text = String::new();
        // The tests of an earlier call may have been killed in the middle of a line.
        if !ends_with_line(&mut file).map_err(write_error(&path))? {
            text.push('\n');
        }
        text.push_str(&in_lines(lines));
        file.write_all(text.as_bytes()).map_err(write_error(&path))
    }

    /// What was found since the last report; lines that were cut short are left out.
    pub(super) fn unsent(&self, _lock: &Lock) -> Result<Unsent, MtError> {
        let path = self.results();
        let content = fs::read(&path).map_err(read_error(&path))?;
        // Without such a file nothing was sent yet.
        let sent = fs::read_to_string(self.sent()).unwrap_or_default();
        let start: usize = sent.trim().parse().unwrap_or_default();
        // Somebody has emptied the file.
        let new = content.get(start..).unwrap_or(&content);
        let lines = new.split(|byte| *byte == b'\n');
        Ok(Unsent {
            lines: lines
                .filter_map(|line| serde_json::from_slice(line).ok())
                .collect(),
            end: content.len() as u64,
        })
    }

    /// Notes how far the lines were sent; `_lock` is only there to be held.
    pub(super) fn mark_sent(&self, unsent: &Unsent, _lock: &Lock) -> Result<(), MtError> {
        let path = self.sent();
        fs::write(&path, format!("{}\n", unsent.end)).map_err(write_error(&path))
    }

    fn results(&self) -> PathBuf {
        self.folder.join("results.jsonl")
    }

    fn sent(&self) -> PathBuf {
        self.folder.join("sent")
    }
}

/// Each on a line of its own.
pub(super) fn in_lines(lines: &[Line]) -> String {
    let json = |line: &Line| serde_json::to_string(line).expect("names and numbers are JSON");
    lines.iter().map(|line| json(line) + "\n").collect()
}

/// Now, in seconds since 1970.
#[expect(
    clippy::disallowed_methods,
    reason = "an administrator wants to know when; a spool is no record"
)]
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Whether the last line is whole; one that was cut short must not swallow the next.
fn ends_with_line(file: &mut File) -> std::io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(outcome: &str) -> Line {
        Line {
            outcome: outcome.to_owned(),
            ..Line::default()
        }
    }

    #[test]
    fn what_was_sent_is_not_sent_again() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::open(folder.path().join("spool")).unwrap();
        let lock = spool.lock().unwrap();
        let lines = [line("holds"), line("violated")];
        spool.append(&lines, &lock).unwrap();
        let unsent = spool.unsent(&lock).unwrap();
        assert_eq!(unsent.lines, lines);
        spool.mark_sent(&unsent, &lock).unwrap();
        spool.append(&[line("error")], &lock).unwrap();
        assert_eq!(spool.unsent(&lock).unwrap().lines, [line("error")]);
    }

    #[test]
    fn a_line_that_was_cut_short_spoils_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::open(folder.path().to_owned()).unwrap();
        let lock = spool.lock().unwrap();
        fs::write(spool.results(), "{\"time\": 1").unwrap();
        spool.append(&[line("holds")], &lock).unwrap();
        assert_eq!(spool.unsent(&lock).unwrap().lines, [line("holds")]);
    }

    #[test]
    fn a_spool_that_somebody_emptied_starts_anew() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::open(folder.path().to_owned()).unwrap();
        let lock = spool.lock().unwrap();
        spool
            .append(&[line("holds"), line("holds")], &lock)
            .unwrap();
        spool
            .mark_sent(&spool.unsent(&lock).unwrap(), &lock)
            .unwrap();
        fs::write(spool.results(), "").unwrap();
        spool.append(&[line("violated")], &lock).unwrap();
        assert_eq!(spool.unsent(&lock).unwrap().lines, [line("violated")]);
    }
}
