//! Bold and dim text at a terminal.

/// Writes in colour, or not.
#[derive(Clone, Copy)]
pub(super) struct Pen {
    pub(super) is_coloured: bool,
}

impl Pen {
    pub(super) fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.is_coloured && !text.trim().is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}
