//! Standard output for results, standard error for everything else.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use killrate_catalogue::{Catalogue, CatalogueError};
use killrate_study::Scratch;

use crate::arguments::{Arguments, When};
use crate::exit::{USAGE, exit_code};
use crate::shown::shown;

/// Where and how to print.
pub(crate) struct Console {
    root: Option<PathBuf>,
    scratch: Option<PathBuf>,
    pub(crate) is_quiet: bool,
    /// Whether results are printed in colour.
    has_color: bool,
    /// Whether progress is shown as a moving bar.
    pub(crate) shows_progress: bool,
}

impl Console {
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let wants_no_color = no_color();
        Self {
            root: arguments.root.clone(),
            scratch: arguments.scratch.clone(),
            is_quiet: arguments.quiet,
            has_color: match arguments.color {
                When::Always => true,
                When::Never => false,
                When::Auto => std::io::stdout().is_terminal() && !wants_no_color,
            },
            shows_progress: std::io::stderr().is_terminal() && !arguments.quiet,
        }
    }

    /// The project to work on.
    pub(crate) fn catalogue(&self) -> Result<Catalogue, CatalogueError> {
        let here = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        match &self.root {
            Some(root) => Catalogue::at(root),
            None => Catalogue::find(&here()),
        }
    }

    /// The scratch folder to work in.
    pub(crate) fn scratch(&self, catalogue: &Catalogue) -> Scratch {
        match &self.scratch {
            Some(folder) => Scratch::at(folder.clone()),
            None => Scratch::of_project(catalogue.root()),
        }
    }

    /// The scratch folder that was named, or another.
    pub(crate) fn scratch_or(&self, folder: &Path) -> Scratch {
        let named = self.scratch.clone();
        Scratch::at(named.unwrap_or_else(|| folder.to_owned()))
    }

    /// Prints a result for people, or JSON, in which nothing of what others wrote is obeyed.
    pub(crate) fn print(&self, text: &str) {
        self.write(shown(text).as_bytes());
    }

    /// Prints what is painted for people, with colour where that is wanted.
    ///
    /// What holds characters that a terminal obeys without any colour in it has them from others, and
    /// then there is none, because they could not be told from ours.
    pub(crate) fn print_painted(&self, paint: impl Fn(bool) -> String) {
        let plain = paint(false);
        if self.has_color && shown(&plain) == plain {
            self.write(paint(true).as_bytes());
        } else {
            self.print(&plain);
        }
    }

    /// Prints a result for programs, which may be no text: as it is, except on a terminal.
    pub(crate) fn print_data(&self, bytes: &[u8]) {
        if std::io::stdout().is_terminal() {
            self.print(&String::from_utf8_lossy(bytes));
        } else {
            self.write(bytes);
        }
    }

    fn write(&self, bytes: &[u8]) {
        let mut stdout = std::io::stdout().lock();
        // What is still buffered when a process ends is lost without a word, so it is written out
        // here.
        let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
        if let Err(error) = written {
            // A reader that has seen enough, such as `head`, is no failure.
            if error.kind() == std::io::ErrorKind::BrokenPipe {
                std::process::exit(0);
            }
            // Where that cannot be said either, the code says it.
            let _ = writeln!(
                std::io::stderr(),
                "error: cannot write to standard output; check that there is room where it goes\n  because {error}"
            );
            std::process::exit(1);
        }
    }

    /// Says something on the side, unless asked to be quiet.
    pub(crate) fn note(&self, text: &str) {
        if !self.is_quiet {
            self.complain(text);
        }
    }

    /// Prints an error with its causes and gives its exit code.
    pub(crate) fn fail(&self, error: &anyhow::Error) -> ExitCode {
        let mut text = format!("error: {error}");
        let mut said = error.to_string();
        for cause in error.chain().skip(1) {
            let cause = cause.to_string();
            // A transparent error repeats its source word by word.
            if !said.contains(&cause) {
                let cause = cause.trim_end().replace('\n', "\n    ");
                text.push_str(&format!("\n  because {cause}"));
            }
            said = cause;
        }
        self.complain(&text);
        exit_code(error)
    }

    /// Prints a line on standard error, whatever was asked.
    #[expect(
        clippy::print_stderr,
        reason = "the console is where the program prints"
    )]
    pub(crate) fn complain(&self, text: &str) {
        eprintln!("{}", shown(text));
    }
}

/// Says what the parser of arguments says, and ends the program.
pub(crate) fn refuse(error: clap::Error) -> ! {
    let text = error.render().to_string();
    // Colour is no reason to obey what somebody had us type, such as the name of a file.
    if error.use_stderr() && shown(&text) != text {
        let _ = write!(std::io::stderr(), "{}", shown(&text));
        std::process::exit(i32::from(USAGE));
    }
    error.exit()
}

#[expect(
    clippy::disallowed_methods,
    reason = "NO_COLOR is a convention of terminals and changes no result"
)]
fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}
