//! What the README says is true.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use killrate_model::{
    Blob, Cause, Evidence, Exit, FormatName, InputName, InputSpec, Interface, Observation,
    OutputName, OutputSpec, Request, Verdict,
};
use killrate_properties::{FollowUp, Property, formats, relations, transforms};

const README: &str = include_str!("../README.md");

/// The content of all fenced blocks of a kind, in order.
fn blocks(kind: &str) -> Vec<&'static str> {
    let fence = format!("```{kind}\n");
    README
        .split(fence.as_str())
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect()
}

/// The part of a source file before its tests.
fn without_tests(file: &str) -> String {
    let code = file.split("#[cfg(test)]").next().unwrap();
    format!("{}\n", code.trim_end())
}

#[test]
fn every_property_in_it_parses() {
    let properties: Vec<&str> = blocks("property")
        .into_iter()
        .flat_map(str::lines)
        .collect();
    for text in &properties {
        let property = Property::parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(property.to_string(), text.replace(" (", "("));
    }
    assert_eq!(properties.len(), 32);
}

#[test]
fn its_tables_hold_every_transform_relation_and_format() {
    let transforms = transforms()
        .iter()
        .map(|t| (format!("| `{}` | {} |", t.name, t.class), t.description));
    let relations = relations()
        .iter()
        .map(|r| (format!("| `{}` |", r.name), r.description));
    let formats = formats()
        .iter()
        .map(|f| (format!("| `{}` |", f.name), f.description));
    for (start, description) in transforms.chain(relations).chain(formats) {
        let end = format!("| {description} |");
        let is_row = |line: &str| line.starts_with(&start) && line.ends_with(&end);
        assert!(README.lines().any(is_row), "{start} … {end}");
    }
}

#[test]
fn its_code_is_the_code() {
    assert_eq!(
        blocks("rust"),
        [
            without_tests(include_str!("../src/transforms/reverse.rs")),
            without_tests(include_str!("../src/relations/superset.rs")),
            without_tests(include_str!("../src/formats/words.rs")),
        ]
    );
}

#[test]
fn its_worked_example_works() {
    let table = InputName::new("table").unwrap();
    let listing = OutputName::new("listing").unwrap();
    let interface = Interface {
        arguments: vec!["{table}".to_owned(), "{listing}".to_owned()],
        inputs: BTreeMap::from([(
            table.clone(),
            InputSpec {
                format: FormatName("words".to_owned()),
                label: None,
            },
        )]),
        numbers: [].into(),
        outputs: BTreeMap::from([(
            listing.clone(),
            OutputSpec::of_format(FormatName("lines".to_owned())),
        )]),
    };
    let source = Request {
        arguments: interface.arguments.clone(),
        inputs: BTreeMap::from([(table.clone(), Blob::new(blocks("before")[0].as_bytes()))]),
        outputs: [listing.clone()].into(),
        seed: None,
        ..Request::default()
    };
    let property = Property::parse(blocks("property").last().unwrap().trim()).unwrap();
    assert_eq!(property.name().unwrap().as_str(), "worked-example");
    let follow_up = property.follow_up(&interface, &source, 0).unwrap();
    let FollowUp::Request(request) = follow_up else {
        panic!("{follow_up:?}");
    };
    assert_eq!(request.inputs[&table].to_text(), blocks("after")[0]);

    let printed = |text: &str| Observation {
        exit: Exit::Exited { code: 0 },
        outputs: BTreeMap::from([(listing.clone(), Blob::new(text.as_bytes()))]),
        stdout: Blob::new(*b""),
        stderr: Blob::new(*b""),
        fuel: None,
        reach: None,
        checks: None,
    };
    let source = printed("x\ny\n");
    assert_eq!(
        property.judge(
            &interface,
            &BTreeMap::new(),
            &source,
            &printed("y\nx\ny\nx\n")
        ),
        Verdict::Satisfied
    );
    let detail = "listing: `y` once became absent (1 of 2 different lines)";
    assert!(README.contains(&format!("``{detail}``")));
    assert_eq!(
        property.judge(&interface, &BTreeMap::new(), &source, &printed("x\nx\n")),
        Verdict::Violated(Evidence {
            cause: Cause::RelationBroken,
            detail: detail.to_owned()
        })
    );
}
