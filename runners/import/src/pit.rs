//! The XML report of PIT with its full mutation matrix.

use killrate_model::Cause;
use killrate_record::Record;
use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};

use crate::ImportError;
use crate::matrix::{ImportOptions, Matrix, Mutant, Said, Test};

/// A mutation of the report: its attributes and elements that matter, as text.
#[derive(Debug, Default)]
struct Mutation {
    status: String,
    file: String,
    class: String,
    method: String,
    line: String,
    mutator: String,
    killing: String,
    succeeding: Option<String>,
    description: String,
}

/// The record of a PIT report that was made with `fullMutationMatrix`.
///
/// A test is judged on the mutants that it ran on; which others it would not have reached, the report
/// does not say of single tests, so those pairs have no verdict.
///
/// # Errors
/// When the text is not such a report, or has no matrix.
pub fn pit(text: &str, options: &ImportOptions) -> Result<Record, ImportError> {
    let mut matrix = Matrix::default();
    for (place, mutation) in mutations(text)?.into_iter().enumerate() {
        let number = place + 1;
        let lacks = |what| ImportError::Lacks { number, what };
        let line = mutation.line.trim().parse();
        let Some(succeeding) = &mutation.succeeding else {
            let problem = format!("mutation {number} has no `succeedingTests`");
            return Err(ImportError::NoMatrix(problem));
        };
        let tests = |list: &str| {
            let names = list
                .split('|')
                .map(str::trim)
                .filter(|name| !name.is_empty());
            names.map(Test::of_suite).collect::<Vec<Test>>()
        };
        let cause = match mutation.status.as_str() {
            "TIMED_OUT" | "MEMORY_ERROR" => Cause::LimitExceeded,
            "RUN_ERROR" => Cause::Crashed,
            _ => Cause::TestFailed,
        };
        let killing = tests(&mutation.killing);
        let is_withdrawn = mutation.status == "NON_VIABLE";
        if !is_withdrawn {
            for test in tests(succeeding) {
                matrix.said.insert((place, test), Said::passed());
            }
            for test in &killing {
                let said = Said::failed(cause, &mutation.description);
                matrix.said.insert((place, test.clone()), said);
            }
        }
        if mutation.mutator.is_empty() {
            return Err(lacks("mutator"));
        }
        matrix.mutants.push((
            None,
            Mutant {
                key: number.to_string(),
                operator: mutation.mutator.clone(),
                file: mutation.file.clone(),
                function: format!("{}.{}", mutation.class, mutation.method),
                line: line.map_err(|_| lacks("lineNumber"))?,
                after: mutation.description.clone(),
                withdrawn: is_withdrawn.then(|| "not viable, PIT says".to_owned()),
                // A time-out that no test is named for is the floor's.
                ended: (cause != Cause::TestFailed && killing.is_empty()).then_some(cause),
                ..Mutant::default()
            },
        ));
    }
    matrix.record(options, "PIT", text.as_bytes())
}

fn mutations(text: &str) -> Result<Vec<Mutation>, ImportError> {
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let mut mutations = Vec::new();
    let mut open: Option<Mutation> = None;
    // The element that text belongs to, within a mutation.
    let mut element = String::new();
    loop {
        match reader.read_event()? {
            Event::Start(start) => match (start.name().as_ref(), &mut open) {
                (b"mutation", _) => open = Some(Mutation::of(&start)),
                (name, Some(mutation)) => {
                    element = String::from_utf8_lossy(name).into_owned();
                    // An element without a test in it says that there are none.
                    mutation.push(&element, "");
                }
                _ => {}
            },
            Event::Empty(start) => {
                if let Some(mutation) = &mut open {
                    mutation.push(&String::from_utf8_lossy(start.name().as_ref()), "");
                }
            }
            Event::Text(bytes) => {
                if let Some(mutation) = &mut open {
                    let text = bytes.decode().map_err(quick_xml::Error::from)?;
                    mutation.push(&element, &text);
                }
            }
            Event::GeneralRef(entity) => {
                if let Some(mutation) = &mut open {
                    let name = entity.decode().map_err(quick_xml::Error::from)?;
                    let number = entity.resolve_char_ref()?.map(String::from);
                    let known = || resolve_xml_entity(&name).map(str::to_owned);
                    mutation.push(&element, &number.or_else(known).unwrap_or_default());
                }
            }
            Event::End(end) => {
                if end.name().as_ref() == b"mutation" {
                    mutations.extend(open.take());
                }
                element.clear();
            }
            Event::Eof => return Ok(mutations),
            _ => {}
        }
    }
}

impl Mutation {
    fn of(start: &BytesStart<'_>) -> Self {
        let status = start
            .attributes()
            .flatten()
            .find(|attribute| attribute.key.as_ref() == b"status");
        let status = status.map(|attribute| String::from_utf8_lossy(&attribute.value).into_owned());
        Self {
            status: status.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Adds text to what an element says; elements that do not matter are passed over.
    fn push(&mut self, element: &str, text: &str) {
        let known = match element {
            "sourceFile" => &mut self.file,
            "mutatedClass" => &mut self.class,
            "mutatedMethod" => &mut self.method,
            "lineNumber" => &mut self.line,
            "mutator" => &mut self.mutator,
            "killingTests" => &mut self.killing,
            "succeedingTests" => self.succeeding.get_or_insert_default(),
            "description" => &mut self.description,
            _ => return,
        };
        known.push_str(text);
    }
}
