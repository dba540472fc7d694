//! A list of elements.

use std::collections::BTreeMap;
use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::document::{Cell, Column, Document, RowPlace};
use crate::formats::format::{Encoding, FilePosition, FormatError, FormatInfo, trimmed};

/// A root element whose children are the rows; texts and attributes in them are the cells.
pub(crate) const XML: FormatInfo = FormatInfo {
    name: "xml",
    description: "one element per row inside the root; a column is a path such as `item/price` or `item/@id`",
    example: "<items>\n  <item id=\"1\"><price>2.50</price></item>\n  <item id=\"2\"><price>3</price></item>\n</items>\n",
    has_rows: true,
    has_numbers: true,
    has_texts: true,
    has_queries: false,
    omits_zeros: false,
    encoding: Encoding::Text(read),
};

fn read(text: &str) -> Result<Document<'_>, FormatError> {
    // The reader would skip a byte order mark without counting it.
    let body = text.trim_start_matches('\u{feff}');
    let offset = text.len() - body.len();
    let mut reader = Reader::from_str(body);
    let mut scan = Scan::new(text);
    loop {
        let start = offset + position(&reader);
        let at = |problem: String| FormatError {
            position: FilePosition::Line(1 + text[..start].matches('\n').count()),
            problem,
        };
        let event = reader.read_event().map_err(|error| at(error.to_string()))?;
        let place = start..offset + position(&reader);
        match event {
            Event::Start(element) => scan.open(&element, place).map_err(at)?,
            Event::Empty(element) => {
                scan.open(&element, place.clone()).map_err(at)?;
                scan.close(place.end);
            }
            Event::End(_) => scan.close(place.end),
            // An entity or literal section makes its column one of text, not of numbers.
            Event::Text(_) | Event::CData(_) | Event::GeneralRef(_) => {
                scan.text(place).map_err(at)?;
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof if scan.has_root && scan.path.is_empty() => return Ok(scan.finish()),
            Event::Eof if scan.has_root => {
                return Err(at("an element is opened and never closed".to_owned()));
            }
            Event::Eof => return Err(at("there is no element".to_owned())),
        }
    }
}

/// The name of a column has all elements around it, so names in deeper files would fill the memory.
const MAX_DEPTH: usize = 128;

/// Where the reader is, in bytes.
fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).expect("the text is in memory")
}

/// What was found so far.
struct Scan<'a> {
    text: &'a str,
    has_root: bool,
    /// The names of the open elements, the root first.
    path: Vec<String>,
    row_start: usize,
    /// The cells of the open row, with places in the whole text.
    cells: Vec<Cell>,
    rows: Vec<RowPlace>,
    columns: Vec<Column>,
    known: BTreeMap<String, usize>,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            has_root: false,
            path: Vec::new(),
            row_start: 0,
            cells: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            known: BTreeMap::new(),
        }
    }

    fn open(&mut self, element: &BytesStart<'_>, place: Range<usize>) -> Result<(), String> {
        if self.path.is_empty() && self.has_root {
            return Err("there is a second root element".to_owned());
        }
        self.has_root = true;
        if self.path.len() == MAX_DEPTH {
            return Err(format!("elements are nested more than {MAX_DEPTH} deep"));
        }
        if self.path.len() == 1 {
            self.row_start = place.start;
        }
        let name = String::from_utf8_lossy(element.name().as_ref()).into_owned();
        self.path.push(name);
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            // The value is borrowed from the text, so its address tells its place.
            let start = attribute.value.as_ptr() as usize - self.text.as_ptr() as usize;
            self.cell(&format!("/@{name}"), start..start + attribute.value.len());
        }
        Ok(())
    }

    fn text(&mut self, place: Range<usize>) -> Result<(), String> {
        let place = trimmed(self.text, place);
        if place.is_empty() {
            return Ok(());
        }
        match self.path.len() {
            0 => Err("there is text outside the root element".to_owned()),
            _ => {
                self.cell("", place);
                Ok(())
            }
        }
    }

    fn close(&mut self, end: usize) {
        if self.path.len() == 2 {
            let start = self.row_start;
            let mut cells = std::mem::take(&mut self.cells);
            for cell in &mut cells {
                let place = cell.span();
                *cell = Cell::new(cell.column(), place.start - start..place.end - start);
            }
            self.rows.push(RowPlace {
                span: start..end,
                cells,
            });
        }
        self.path.pop();
    }

    /// Notes a value of the open element; what the root itself holds belongs to no row.
    fn cell(&mut self, suffix: &str, span: Range<usize>) {
        if self.path.len() < 2 {
            return;
        }
        let name = format!("{}{suffix}", self.path[1..].join("/"));
        let column = *self.known.entry(name).or_insert_with_key(|name| {
            self.columns.push(Column::undeclared(name));
            self.columns.len() - 1
        });
        self.cells.push(Cell::new(column, span));
    }

    fn finish(self) -> Document<'a> {
        Document::new(self.text, self.columns, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        assert_eq!(read(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn children_of_the_root_are_rows_and_paths_are_columns() {
        let text = "<?xml version=\"1.0\"?>\n<r v='1'>\n <i n='7'>\n <a> 1.5 </a><b><c>x</c></b></i>\n\
                    <!-- two --><i n=\"8\"/>\n</r>\n";
        let document = read(text).unwrap();
        let names: Vec<&str> = document.columns.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["i/@n", "i/a", "i/b/c"]);
        let values = |row: usize| [0, 1, 2].map(|column| document.rows()[row].value(column));
        assert_eq!(values(0), [Some("7"), Some("1.5"), Some("x")]);
        assert_eq!(values(1), [Some("8"), None, None]);
        assert_eq!(document.write(), text);
    }

    #[test]
    fn a_byte_order_mark_shifts_nothing() {
        for marks in ["", "\u{feff}", "\u{feff}\u{feff}"] {
            let text = format!("{marks}<r><i n='é1'>5</i></r>");
            let document = read(&text).unwrap();
            assert_eq!(document.rows()[0].text(), "<i n='é1'>5</i>");
            assert_eq!(document.rows()[0].value(0), Some("é1"));
            assert_eq!(document.rows()[0].value(1), Some("5"));
        }
    }

    #[test]
    fn a_number_with_an_entity_is_text() {
        let document = read("<r><i>5&lt;6</i><i>7</i></r>").unwrap();
        assert_eq!(document.numeric_columns(), [false]);
    }

    #[test]
    fn what_is_not_well_formed_is_refused_with_its_line() {
        check_refused("", "line 1: there is no element");
        check_refused(
            "<r>\n<i>\n",
            "line 3: an element is opened and never closed",
        );
        check_refused("<r/>\n<r/>", "line 2: there is a second root element");
        check_refused("x<r/>", "line 1: there is text outside the root element");
        check_refused(
            &"<r>".repeat(1000),
            "line 1: elements are nested more than 128 deep",
        );
        check_refused(
            "<r>\n<i></j></r>",
            "line 2: ill-formed document: expected `</i>`, but `</j>` was found",
        );
    }
}
