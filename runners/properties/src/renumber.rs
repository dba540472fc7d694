//! Row numbers of a follow-up run, as the source run counts its rows.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use killrate_model::{Blob, InputName, Interface, Observation, OutputName, Request};

use crate::Property;
use crate::check::{resolve_input, resolve_output};
use crate::relations::SAME_ROWS;

/// What the follow-up run showed, the rankings of which `same-rows` is asked counting the rows as the
/// source run's input does.
pub(crate) fn renumbered<'a>(
    property: &Property,
    interface: &Interface,
    source: &Request,
    follow_up: &Request,
    seen: &'a Observation,
) -> Cow<'a, Observation> {
    let mut seen = Cow::Borrowed(seen);
    for relation in &property.relations {
        if relation.relation.known() != Some(&SAME_ROWS) {
            continue;
        }
        let Ok(output) = resolve_output(&relation.output.name, interface) else {
            continue;
        };
        if let Some(ranking) = ranking(interface, &output.name, source, follow_up, &seen) {
            let blob = Blob::new(ranking.into_bytes());
            if output.name.as_str() == "stdout" {
                seen.to_mut().stdout = blob;
            } else {
                seen.to_mut().outputs.insert(output.name, blob);
            }
        }
    }
    seen
}

/// A ranking of the follow-up run in the numbers of the source run; `None` where it cannot be read.
fn ranking(
    interface: &Interface,
    output: &OutputName,
    source: &Request,
    follow_up: &Request,
    seen: &Observation,
) -> Option<String> {
    let input = interface.outputs.get(output)?.of.as_ref()?;
    let [in_source, in_follow_up] =
        [source, follow_up].map(|request| row_texts(interface, input, request));
    let numbers = numbers(&in_source?, &in_follow_up?);
    let ranking = std::str::from_utf8(seen.output(output)?.bytes()).ok()?;
    let renumber = |element: &str| match element.parse::<usize>() {
        Ok(row) => match numbers.get(row) {
            Some(Some(number)) => number.to_string(),
            // No row of the source run is like it, so it must not look like one.
            Some(None) => format!("new-{element}"),
            None => element.to_owned(),
        },
        Err(_) => element.to_owned(),
    };
    let lines = ranking.split_inclusive('\n').map(|line| {
        let content = line.trim_end_matches(['\n', '\r']);
        let elements: Vec<String> = content.split_whitespace().map(renumber).collect();
        elements.join(" ") + &line[content.len()..]
    });
    Some(lines.collect())
}

/// For every row of the second input the number of the row of the first that is the same; of several
/// that are the same, each has its own.
fn numbers(first: &[String], second: &[String]) -> Vec<Option<usize>> {
    let mut places: BTreeMap<&str, VecDeque<usize>> = BTreeMap::new();
    for (number, row) in first.iter().enumerate() {
        places.entry(row).or_default().push_back(number);
    }
    second
        .iter()
        .map(|row| places.get_mut(row.as_str())?.pop_front())
        .collect()
}

fn row_texts(interface: &Interface, input: &InputName, request: &Request) -> Option<Vec<String>> {
    let content = request.inputs.get(input)?;
    let format = resolve_input(input.as_str(), interface).ok()?.format;
    let text = format.text(content.bytes()).ok()?;
    let document = format.read(&text, None).ok()?;
    let rows = document.rows().iter();
    Some(rows.map(|row| row.text().to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use killrate_model::{Exit, FormatName, InputSpec, OutputSpec, Shows};

    use super::*;

    fn interface() -> Interface {
        let csv = InputSpec {
            format: FormatName("csv".to_owned()),
            label: None,
        };
        let ranks = OutputSpec {
            format: FormatName("labels".to_owned()),
            shows: Some(Shows::Ranks),
            of: Some(InputName::new("rows").unwrap()),
        };
        Interface {
            arguments: Vec::new(),
            inputs: [(InputName::new("rows").unwrap(), csv)].into(),
            numbers: [].into(),
            outputs: [(OutputName::new("ranking").unwrap(), ranks)].into(),
        }
    }

    fn request(rows: &str) -> Request {
        let rows = Blob::new(format!("x\n{rows}\n").into_bytes());
        Request {
            inputs: [(InputName::new("rows").unwrap(), rows)].into(),
            ..Request::default()
        }
    }

    #[track_caller]
    fn check(relation: &str, source: &str, follow_up: &str, ranking: &str, expected: &str) {
        let text = format!("if reverse(rows) then {relation}(ranking)");
        let property = Property::parse(&text).unwrap();
        let interface = interface();
        property.check(&interface).unwrap();
        let name = OutputName::new("ranking").unwrap();
        let seen = Observation {
            exit: Exit::Exited { code: 0 },
            outputs: [(name.clone(), Blob::new(ranking.as_bytes()))].into(),
            stdout: Blob::new([].as_slice()),
            stderr: Blob::new([].as_slice()),
            fuel: None,
            reach: None,
            checks: None,
        };
        let [source, follow_up] = [source, follow_up].map(request);
        let seen = renumbered(&property, &interface, &source, &follow_up, &seen);
        assert_eq!(seen.output(&name).unwrap().to_text(), expected);
    }

    #[test]
    fn rows_that_moved_have_the_numbers_they_had() {
        // Row 0 of the follow-up run is row 2 of the source run, and so on.
        check("same-rows", "7\n8\n9", "9\n7\n8", "0\n1\n2\n", "2\n0\n1\n");
        check("same-rows", "7\n8\n9", "9\n7\n8", "1\n2 0", "0\n1 2");
    }

    #[test]
    fn equal_rows_keep_their_order() {
        check("same-rows", "7\n7\n9", "9\n7\n7", "1\n2\n0\n", "0\n1\n2\n");
    }

    #[test]
    fn what_is_no_row_of_the_source_run_is_like_none() {
        check(
            "same-rows",
            "7\n8",
            "8\n6",
            "1\n0\n5\nx\n",
            "new-1\n1\n5\nx\n",
        );
    }

    #[test]
    fn other_relations_see_the_numbers_as_they_are() {
        check("equal", "7\n8\n9", "9\n7\n8", "0\n1\n2\n", "0\n1\n2\n");
    }
}
