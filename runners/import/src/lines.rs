//! Lines of a text, by number.

/// Tells lines of a text while it is read from the front.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a [u8],
    n_read: usize,
    line: u64,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Self {
            text: text.as_bytes(),
            n_read: 0,
            line: 1,
        }
    }

    /// The line, from 1, of the byte at this offset, which is never before one that was asked for.
    pub(crate) fn line_at(&mut self, offset: u64) -> u64 {
        let end = usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .clamp(self.n_read, self.text.len());
        let new = &self.text[self.n_read..end];
        self.line += new.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.n_read = end;
        self.line
    }

    /// The line of a row.
    ///
    /// The reader's own number is one too low where lines end in `\r\n`, because it takes the `\n` for
    /// the start of the next row, and so are those after blank lines.
    pub(crate) fn line_of(&mut self, row: &csv::StringRecord) -> u64 {
        let start = row.position().map_or(0, csv::Position::byte);
        let rest = { usize::try_from(start).ok() }.and_then(|start| self.text.get(start..));
        let blank = { rest.unwrap_or_default().iter() }.take_while(|byte| b"\r\n".contains(byte));
        self.line_at(start + blank.count() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_rows(text: &str, expected: &[u64]) {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let mut lines = Lines::of(text);
        let rows = reader.records().map(|row| lines.line_of(&row.unwrap()));
        assert_eq!(rows.collect::<Vec<u64>>(), expected);
    }

    #[test]
    fn a_row_is_on_the_line_where_it_starts() {
        check_rows("a\n1\n2\n", &[2, 3]);
        check_rows("a\r\n1\r\n2\r\n", &[2, 3]);
        check_rows("a\n\n1\n\r\n2", &[3, 5]);
        check_rows("a\n\"1\n1\"\n2\n", &[2, 4]);
    }
}
