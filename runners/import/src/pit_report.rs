//! The text of PIT's report, as mutations.

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};

use crate::ImportError;
use crate::lines::Lines;

/// How errors call the text.
const REPORT: &str = "report";
/// The element of a mutation.
const MUTATION: &str = "mutation";

/// A mutation of the report: its attributes and elements that matter, as text.
#[derive(Debug, Default)]
pub(crate) struct Mutation {
    /// Where it starts in the report, from 1.
    pub(crate) at: u64,
    pub(crate) status: String,
    pub(crate) file: String,
    pub(crate) class: String,
    pub(crate) method: String,
    method_description: String,
    pub(crate) line: String,
    /// The numbers, with commas between them; and so the blocks.
    indexes: String,
    blocks: String,
    pub(crate) mutator: String,
    pub(crate) killing: String,
    pub(crate) succeeding: Option<String>,
    pub(crate) covering: String,
    pub(crate) description: String,
}

/// A line of the report that cannot be used.
pub(crate) fn wrong(line: u64, problem: String) -> ImportError {
    ImportError::Line {
        what: REPORT,
        line,
        problem,
    }
}

/// The mutations of a report.
pub(crate) fn mutations(text: &str) -> Result<Vec<Mutation>, ImportError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = Reader::from_str(text);
    let mut mutations: Vec<Mutation> = Vec::new();
    // The elements that are open, the outermost first.
    let mut elements: Vec<String> = Vec::new();
    let mut has_root = false;
    let mut lines = Lines::of(text);
    loop {
        let event = reader.read_event();
        let line = lines.line_at(reader.buffer_position());
        let not_xml = |source: quick_xml::Error| ImportError::Xml { line, source };
        let text = match event.map_err(not_xml)? {
            Event::Start(_) | Event::Empty(_) if has_root && elements.is_empty() => {
                let problem =
                    "there is something after `</mutations>`; write the report again, alone";
                return Err(wrong(line, problem.to_owned()));
            }
            Event::Start(start) => {
                let name = start_element(&mut mutations, &elements, &start, line)?;
                elements.push(name);
                has_root = true;
                continue;
            }
            Event::Empty(start) => {
                start_element(&mut mutations, &elements, &start, line)?;
                has_root = true;
                continue;
            }
            Event::End(_) => {
                elements.pop();
                continue;
            }
            Event::Text(text) => text.decode().map_err(|error| not_xml(error.into()))?,
            Event::CData(text) => text.decode().map_err(|error| not_xml(error.into()))?,
            Event::GeneralRef(entity) => {
                let name = entity.decode().map_err(|error| not_xml(error.into()))?;
                let number = entity.resolve_char_ref().map_err(not_xml)?;
                let numbered = number.map(String::from);
                let known = numbered.or_else(|| resolve_xml_entity(&name).map(str::to_owned));
                let unknown = || wrong(line, format!("XML has no `&{name};`"));
                known.ok_or_else(unknown)?.into()
            }
            Event::Eof if has_root && elements.is_empty() => return Ok(mutations),
            Event::Eof => {
                let problem = "it ends before `</mutations>`; write the report again, whole";
                return Err(wrong(line, problem.to_owned()));
            }
            _ => continue,
        };
        // An element's text comes in pieces, because entities and literal sections are events of
        // their own.
        if let Some(mutation) = open_mutation(&mut mutations, &elements)
            && let Some(element) = elements.get(2..).and_then(<[String]>::last)
        {
            mutation.push(element, &text);
        }
    }
}

/// Begins a mutation, or an element within one, and gives the element's name.
fn start_element(
    mutations: &mut Vec<Mutation>,
    elements: &[String],
    start: &BytesStart<'_>,
    line: u64,
) -> Result<String, ImportError> {
    let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
    match elements.len() {
        0 if name != "mutations" => {
            let problem =
                format!("it begins with `{name}`, not `mutations`; is it the right file?");
            return Err(wrong(line, problem));
        }
        1 if name == MUTATION => mutations.push(Mutation::of(start, line)?),
        _ => {
            if let Some(mutation) = open_mutation(mutations, elements) {
                mutation.begin(&name);
            }
        }
    }
    Ok(name)
}

fn open_mutation<'a>(
    mutations: &'a mut [Mutation],
    elements: &[String],
) -> Option<&'a mut Mutation> {
    let is_open = elements.get(1).is_some_and(|name| name == MUTATION);
    mutations.last_mut().filter(|_| is_open)
}

impl Mutation {
    fn of(start: &BytesStart<'_>, at: u64) -> Result<Self, ImportError> {
        let mut mutation = Self {
            at,
            ..Self::default()
        };
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| ImportError::Xml {
                line: at,
                source: error.into(),
            })?;
            if attribute.key.as_ref() == b"status" {
                mutation.status = String::from_utf8_lossy(&attribute.value).into_owned();
            }
        }
        Ok(mutation)
    }

    /// What tells it from the others of its method and mutator, in this report and in those of other
    /// runs: where it is in the compiled code, or else its line.
    pub(crate) fn key(&self) -> String {
        let place = match (self.indexes.as_str(), self.blocks.as_str()) {
            ("", _) => format!("line {}", self.line.trim()),
            (indexes, "") => indexes.to_owned(),
            (indexes, blocks) => format!("{indexes}/{blocks}"),
        };
        format!("{}/{place}", self.method_description)
    }

    /// Begins an element: an empty list says that there are no tests, and each of several numbers is
    /// set off from those before it.
    fn begin(&mut self, element: &str) {
        match element {
            "succeedingTests" => {
                self.succeeding.get_or_insert_default();
            }
            "index" if !self.indexes.is_empty() => self.indexes.push(','),
            "block" if !self.blocks.is_empty() => self.blocks.push(','),
            _ => {}
        }
    }

    /// The class, the method, the mutator and the key, which seldom repeat.
    pub(crate) fn identity(&self) -> (&str, &str, &str, String) {
        (&self.class, &self.method, &self.mutator, self.key())
    }

    /// Adds text to what an element says; elements that do not matter are passed over.
    fn push(&mut self, element: &str, text: &str) {
        let known = match element {
            "sourceFile" => &mut self.file,
            "mutatedClass" => &mut self.class,
            "mutatedMethod" => &mut self.method,
            "methodDescription" => &mut self.method_description,
            "lineNumber" => &mut self.line,
            "index" => &mut self.indexes,
            "block" => &mut self.blocks,
            "mutator" => &mut self.mutator,
            // Where PIT stops at the first killer, it names that alone.
            "killingTests" | "killingTest" => &mut self.killing,
            "succeedingTests" => self.succeeding.get_or_insert_default(),
            "coveringTests" => &mut self.covering,
            "description" => &mut self.description,
            _ => return,
        };
        known.push_str(text);
    }
}
