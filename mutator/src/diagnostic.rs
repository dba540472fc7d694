//! The compiler's errors, read from cargo's JSON messages.

use std::ops::Range;
use std::path::PathBuf;

use serde::Deserialize;

/// An error of the compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    /// The error in one line.
    pub message: String,
    /// Its code, such as `E0369`.
    pub code: Option<String>,
    /// The error as the compiler prints it.
    pub rendered: String,
    /// Where it points: files relative to the package with forward slashes, and bytes in them.
    pub places: Vec<(String, Range<usize>)>,
}

/// A lint that is an error unless lints are capped, as they are here: a literal that its type cannot
/// hold.
pub(crate) const LITERAL_OUT_OF_RANGE: &str = "overflowing_literals";

/// What cargo's messages say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Messages {
    /// The compiler's errors.
    pub errors: Vec<Diagnostic>,
    /// Literals that their type cannot hold.
    pub literals_out_of_range: Vec<Diagnostic>,
    /// The program, if one was built.
    pub executable: Option<PathBuf>,
}

impl Messages {
    /// Reads the stream of messages that cargo writes.
    pub(crate) fn read(stream: &str) -> Self {
        let mut messages = Self::default();
        for line in stream.lines() {
            // Build scripts and such may write lines that are no messages.
            let Ok(line) = serde_json::from_str::<CargoMessage>(line) else {
                continue;
            };
            if let Some(message) = line.message {
                if message.is_error() {
                    messages.errors.push(message.into_diagnostic());
                } else if message.has_code(LITERAL_OUT_OF_RANGE) {
                    let diagnostic = message.into_diagnostic();
                    messages.literals_out_of_range.push(diagnostic);
                }
            }
            // Test programs are found by who asked for them.
            let is_test = line.profile.is_some_and(|profile| profile.test);
            let executable = line.executable.filter(|_| !is_test);
            messages.executable = executable.or(messages.executable);
        }
        messages
    }

    /// Gives every file that is pointed at another name.
    pub(crate) fn rename_files(&mut self, rename: impl Fn(&str) -> String) {
        let all = self
            .errors
            .iter_mut()
            .chain(&mut self.literals_out_of_range);
        for (file, _) in all.flat_map(|diagnostic| &mut diagnostic.places) {
            *file = rename(file);
        }
    }
}

impl Diagnostic {
    /// The message with its code.
    pub(crate) fn summary(&self) -> String {
        match &self.code {
            Some(code) => format!("{} ({code})", self.message),
            None => self.message.clone(),
        }
    }
}

#[derive(Deserialize)]
struct CargoMessage {
    message: Option<CompilerMessage>,
    executable: Option<PathBuf>,
    profile: Option<Profile>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct CompilerMessage {
    message: String,
    level: String,
    code: Option<Code>,
    #[serde(default)]
    spans: Vec<Span>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

impl CompilerMessage {
    fn is_error(&self) -> bool {
        // "aborting due to 3 previous errors" points nowhere and says nothing new.
        let is_summary = self.spans.is_empty() && self.message.starts_with("aborting due to");
        self.level.starts_with("error") && !is_summary
    }

    fn has_code(&self, wanted: &str) -> bool {
        self.code.as_ref().is_some_and(|code| code.code == wanted)
    }

    fn into_diagnostic(self) -> Diagnostic {
        let primary = self.spans.iter().filter(|span| span.is_primary);
        Diagnostic {
            places: primary.flat_map(Span::places).collect(),
            rendered: self.rendered.unwrap_or_else(|| self.message.clone()),
            message: self.message,
            code: self.code.map(|code| code.code),
        }
    }
}

impl Span {
    /// This place, then the calls of the macros that made it.
    fn places(&self) -> Vec<(String, Range<usize>)> {
        let here = (
            self.file_name.replace('\\', "/"),
            self.byte_start..self.byte_end,
        );
        let outer = self.expansion.iter().flat_map(|outer| outer.span.places());
        std::iter::once(here).chain(outer).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_read_with_their_place_and_warnings_are_not() {
        let stream = concat!(
            r#"{"reason":"compiler-message","message":{"message":"unused","level":"warning","code":null,"spans":[],"rendered":"w"}}"#,
            "\nnot a message\n",
            r#"{"reason":"compiler-message","message":{"message":"cannot subtract","level":"error","code":{"code":"E0369"},"spans":[{"file_name":"src/a.rs","byte_start":4,"byte_end":7,"is_primary":true,"expansion":null},{"file_name":"src/b.rs","byte_start":1,"byte_end":2,"is_primary":false,"expansion":null}],"rendered":"r"}}"#,
            "\n",
            r#"{"reason":"compiler-message","message":{"message":"aborting due to 1 previous error","level":"error","code":null,"spans":[],"rendered":"r"}}"#,
            "\n",
            r#"{"reason":"compiler-artifact","executable":"/t/release/x"}"#,
        );
        let messages = Messages::read(stream);
        assert_eq!(messages.executable, Some(PathBuf::from("/t/release/x")));
        let [error] = messages.errors.as_slice() else {
            panic!("one error, not {messages:?}");
        };
        assert_eq!(error.summary(), "cannot subtract (E0369)");
        assert_eq!(error.places, [("src/a.rs".to_owned(), 4..7)]);
    }
}
