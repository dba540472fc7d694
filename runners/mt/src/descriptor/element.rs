//! The elements of a descriptor.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};

/// Descriptors have four levels; more would cost stack.
const MAX_DEPTH: usize = 16;

/// Where something is wrong, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) line: usize,
    pub(super) text: String,
}

/// An element and all that is in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Element {
    /// In capital letters, as in the papers.
    pub(super) name: String,
    pub(super) line: usize,
    /// By their names in capital letters.
    pub(super) attributes: BTreeMap<String, String>,
    pub(super) children: Vec<Element>,
    /// Its own text, without that of its children.
    pub(super) text: String,
}

impl Element {
    /// Reads a text that holds one element.
    pub(super) fn read(text: &str) -> Result<Self, Problem> {
        // A byte order mark, as some editors write it, is no text of the document.
        let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
        // The outermost stands for the document; what is in it is the root.
        let mut open = vec![Self::default()];
        let (mut line, mut counted) = (1, 0);
        loop {
            let event = reader.read_event();
            let problem = |text: String| Problem { line, text };
            let event = event.map_err(|error| problem(error.to_string()))?;
            let here = open.last_mut().expect("the outermost is never closed");
            match event {
                Event::Start(start) => {
                    if open.len() > MAX_DEPTH {
                        let text = format!("elements are nested more than {MAX_DEPTH} deep");
                        return Err(problem(text));
                    }
                    open.push(Self::of(&start, line).map_err(problem)?);
                }
                Event::Empty(start) => here.children.push(Self::of(&start, line).map_err(problem)?),
                Event::End(_) => {
                    let closed = open.pop().expect("the reader knows what is open");
                    let parent = open.last_mut().expect("the outermost is never closed");
                    parent.children.push(closed);
                }
                Event::Text(text) => {
                    let decoded = text.decode().map_err(|error| problem(error.to_string()))?;
                    here.text.push_str(&decoded);
                }
                Event::CData(text) => {
                    let decoded = text.decode().map_err(|error| problem(error.to_string()))?;
                    here.text.push_str(&decoded);
                }
                Event::GeneralRef(entity) => {
                    here.text.push_str(&resolved(&entity).map_err(problem)?);
                }
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
                Event::Eof => return root(open, line),
            }
            // The reader knows how many bytes it has read and nothing of lines, so their ends are
            // counted here.
            let read = usize::try_from(reader.buffer_position()).unwrap_or(counted);
            let new = text.as_bytes().get(counted..read).unwrap_or_default();
            line += new.iter().filter(|byte| **byte == b'\n').count();
            counted = read.max(counted);
        }
    }

    /// The value of an attribute, which must be there.
    pub(super) fn attribute(&self, name: &str) -> Result<&str, Problem> {
        let value = self.attributes.get(name).map(|value| value.trim());
        value
            .filter(|value| !value.is_empty())
            .ok_or_else(|| self.problem(format!("`{}` has no attribute `{name}`", self.name)))
    }

    /// Refuses attributes besides these.
    pub(super) fn allow_attributes(&self, names: &[&str]) -> Result<(), Problem> {
        let unknown = self.attributes.keys();
        match unknown.clone().find(|name| !names.contains(&name.as_str())) {
            None => Ok(()),
            Some(name) => {
                let hint = killrate_model::hint(name, names.iter().copied());
                let text = format!("`{}` takes no attribute `{name}`; {hint}", self.name);
                Err(self.problem(text))
            }
        }
    }

    /// Refuses an element that has no place here.
    pub(super) fn refuse_child(&self, child: &Self, names: &[&str]) -> Problem {
        let hint = killrate_model::hint(&child.name, names.iter().copied());
        child.problem(format!(
            "`{}` has no element `{}`; {hint}",
            self.name, child.name
        ))
    }

    pub(super) fn problem(&self, text: impl Into<String>) -> Problem {
        Problem {
            line: self.line,
            text: text.into(),
        }
    }

    fn of(start: &BytesStart<'_>, line: usize) -> Result<Self, String> {
        let mut attributes = BTreeMap::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value = attribute.unescape_value().map_err(|e| e.to_string())?;
            let name = in_capitals(attribute.key.as_ref());
            attributes.insert(name, value.into_owned());
        }
        Ok(Self {
            name: in_capitals(start.name().as_ref()),
            line,
            attributes,
            ..Self::default()
        })
    }
}

fn root(mut open: Vec<Element>, line: usize) -> Result<Element, Problem> {
    let problem = |text: &str| Problem {
        line,
        text: text.to_owned(),
    };
    if open.len() > 1 {
        return Err(problem("an element is opened and never closed"));
    }
    let document = open.pop().unwrap_or_default();
    let is_blank = document.text.trim().is_empty();
    let mut children = document.children.into_iter();
    match (children.next(), children.next()) {
        (Some(root), None) if is_blank => Ok(root),
        (None, _) => Err(problem("there is no element")),
        _ => Err(problem("there is something besides the root element")),
    }
}

fn resolved(entity: &BytesRef<'_>) -> Result<String, String> {
    if let Some(c) = entity.resolve_char_ref().map_err(|e| e.to_string())? {
        return Ok(c.to_string());
    }
    let name = entity.decode().map_err(|error| error.to_string())?;
    match resolve_xml_entity(&name) {
        Some(text) => Ok(text.to_owned()),
        None => Err(format!("there is no entity `&{name};`")),
    }
}

fn in_capitals(name: &[u8]) -> String {
    String::from_utf8_lossy(name).to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refused(text: &str, line: usize, problem: &str) {
        let expected = Problem {
            line,
            text: problem.to_owned(),
        };
        assert_eq!(Element::read(text), Err(expected));
    }

    #[test]
    fn elements_have_lines_attributes_and_text() {
        let root =
            Element::read("<?xml version=\"1.0\"?>\n<a>\n <B Name='x&amp;y'/>1 &lt; 2\n</a>");
        let root = root.unwrap();
        assert_eq!((root.name.as_str(), root.line), ("A", 2));
        assert_eq!(root.text.trim(), "1 < 2");
        assert_eq!(root.children[0].line, 3);
        assert_eq!(root.children[0].attribute("NAME"), Ok("x&y"));
    }

    #[test]
    fn what_is_not_one_element_is_refused_with_its_line() {
        check_refused("\n", 2, "there is no element");
        check_refused("<a>\n<b>\n", 3, "an element is opened and never closed");
        check_refused(
            "<a/>\n<b/>",
            2,
            "there is something besides the root element",
        );
        check_refused("<a>&who;</a>", 1, "there is no entity `&who;`");
        check_refused(
            &"<a>".repeat(100_000),
            1,
            "elements are nested more than 16 deep",
        );
    }
}
