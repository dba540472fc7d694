//! Telling an administrator what was found.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use killrate_executor::{BlackBox, outside, split_command};

use super::spool::{Line, Lock, Spool, in_lines};
use crate::MtError;
use crate::error::write_error;
use killrate_catalogue::manifest::{DeployEntry, Sent};

/// A command that sends mail takes a moment; one that hangs must not stay for ever.
const AT_MOST: Duration = Duration::from_secs(60);

/// Sends what was found since the last time, when that is enough; what cannot be sent stays for the
/// next time.
///
/// # Errors
/// When the command fails or the spool cannot be written.
pub(super) fn send(
    spool: &Spool,
    settings: &DeployEntry,
    folder: &Path,
    lock: &Lock,
) -> Result<(), MtError> {
    let Some(command) = &settings.command else {
        return Ok(());
    };
    let unsent = spool.unsent(lock)?;
    // All tests count here and not only those that failed, because `every` says after how many of
    // them something is sent.
    if unsent.lines.len() < settings.every.get() as usize {
        return Ok(());
    }
    let mut lines = unsent.lines.clone();
    lines.retain(|line| settings.send == Sent::All || has_failed(line));
    if !lines.is_empty() {
        hand_over(spool, command, &lines, folder)?;
    }
    // What nobody wants to be told counts as sent, or it would be looked at again each time.
    spool.mark_sent(&unsent, lock)
}

fn has_failed(line: &Line) -> bool {
    matches!(line.outcome.as_str(), "violated" | "inconclusive")
}

fn hand_over(spool: &Spool, command: &str, lines: &[Line], folder: &Path) -> Result<(), MtError> {
    let words = split_command(command)?;
    let black_box = BlackBox {
        command: words,
        folder: folder.to_owned(),
        ..BlackBox::default()
    };
    // A file can be read at any pace, where a pipe would have to be fed while the command runs.
    let path = spool.report();
    fs::write(&path, in_lines(lines)).map_err(write_error(&path))?;
    let file = File::open(&path).map_err(write_error(&path))?;
    let ended = outside::hand_over(&black_box.binary()?, &black_box.arguments(), file, AT_MOST);
    let problem = match ended {
        Ok(Some(status)) if status.success() => {
            return fs::remove_file(&path).map_err(write_error(&path));
        }
        Ok(Some(status)) => status.to_string(),
        Ok(None) => format!("it did not end within {} seconds", AT_MOST.as_secs()),
        Err(error) => error.to_string(),
    };
    Err(MtError::Report {
        command: command.to_owned(),
        problem,
    })
}
