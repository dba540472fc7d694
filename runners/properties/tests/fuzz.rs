//! Whatever comes in, the language and the formats answer: no panic and no hang.
//!
//! The texts are made from valid ones by a generator with fixed seeds, so a failure repeats.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod mangle;

use std::collections::BTreeMap;

use killrate_model::{
    Blob, Exit, FormatName, InputName, InputSpec, Interface, Observation, OutputName, OutputSpec,
    Request, Rng,
};
use killrate_properties::{
    Extraction, FollowUp, Property, extractors, formats, relations, transforms,
};

use mangle::{ends, mangled};

/// What the grammar and the formats give a meaning to, and what hurts parsers.
const PIECES: [&str; 48] = [
    "if ",
    " then ",
    " and ",
    " with ",
    " within ",
    "(",
    ")",
    ",",
    ":",
    "=",
    "%",
    "..",
    " OR ",
    " NOT ",
    " AND (",
    "^2.",
    "rows ",
    "columns ",
    "class ",
    "follow-up ",
    "\"",
    "'",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "&#",
    ";",
    "@data\n",
    "@attribute a real\n",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "1e999",
    "-0.0",
    "99999999999999999999999999999999999999999",
    "1e-9",
    "\u{feff}",
    "é",
    "\0",
    "?",
];

/// Properties that use everything there is.
fn properties() -> Vec<String> {
    let transforms =
        { transforms().iter() }.map(|info| format!("if {} then equal(output)", info.example.call));
    let relations = { relations().iter() }
        .map(|info| format!("n: if permute(input) then {} within 1%", info.example));
    let readme = include_str!("../README.md");
    let blocks = readme.split("```property\n").skip(1);
    let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
    transforms
        .chain(relations)
        .chain(lines.map(str::to_owned))
        .collect()
}

#[test]
fn the_grammar_answers_to_anything() {
    ends(|| {
        let properties = properties();
        let mut rng = Rng::new(1);
        let mut n_parsed = 0;
        for round in 0..15_000 {
            let bytes = mangled(
                properties[round % properties.len()].as_bytes(),
                &PIECES,
                &mut rng,
            );
            let text = String::from_utf8_lossy(&bytes);
            match Property::parse(&text) {
                Ok(property) => {
                    n_parsed += 1;
                    let canonical = property.to_string();
                    assert_eq!(
                        Property::parse(&canonical).as_ref(),
                        Ok(&property),
                        "{text}"
                    );
                }
                Err(error) => {
                    assert!(error.column <= text.chars().count() + 1, "{error}");
                }
            }
        }
        // Most changes break a property, but not all: both ways are taken.
        assert!((300..14_700).contains(&n_parsed), "{n_parsed} parsed");
    });
}

#[test]
fn the_grammar_answers_to_anything_long() {
    ends(|| {
        for piece in PIECES
            .into_iter()
            .chain(["permute(", "if permute(a) and ", "\"a\" "])
        {
            let long = piece.repeat(100_000);
            for text in [
                long.clone(),
                format!("if {long}"),
                format!("if permute({long}"),
                format!("if permute(a) then equal({long}"),
                format!("if permute(a, columns {long}) then equal(b)"),
            ] {
                let _ = Property::parse(&text);
            }
        }
    });
}

/// A program with an input and an output of a format.
fn interface(format: &str, label: Option<&str>) -> Interface {
    let name = FormatName(format.to_owned());
    Interface {
        arguments: Vec::new(),
        inputs: [(
            InputName::new("input").unwrap(),
            InputSpec {
                format: name.clone(),
                label: label.map(str::to_owned),
            },
        )]
        .into(),
        numbers: [].into(),
        outputs: [(
            OutputName::new("output").unwrap(),
            OutputSpec::of_format(name),
        )]
        .into(),
    }
}

fn request(content: &[u8]) -> Request {
    Request {
        arguments: Vec::new(),
        inputs: [(InputName::new("input").unwrap(), Blob::new(content))].into(),
        outputs: [].into(),
        seed: None,
        ..Request::default()
    }
}

fn observation(content: &[u8]) -> Observation {
    Observation {
        exit: Exit::Exited { code: 0 },
        outputs: [(OutputName::new("output").unwrap(), Blob::new(content))].into(),
        stdout: Blob::new(content),
        stderr: Blob::new(&b""[..]),
        fuel: None,
        reach: None,
        checks: None,
    }
}

/// Transforms some content in every way; gives how often that worked.
fn transform(properties: &[Property], format: &str, label: Option<&str>, content: &[u8]) -> usize {
    let interface = interface(format, label);
    let source = request(content);
    let follow_ups = properties
        .iter()
        .filter(|property| property.check(&interface).is_ok())
        .map(|property| property.follow_up(&interface, &source, 1));
    follow_ups
        .filter(|follow_up| matches!(follow_up, Ok(FollowUp::Request(_))))
        .count()
}

fn of_transforms() -> Vec<Property> {
    let calls = transforms().iter().map(|info| info.example.call);
    calls
        .map(|call| Property::parse(&format!("if {call} then equal(stdout)")).unwrap())
        .collect()
}

#[test]
fn formats_and_transforms_answer_to_anything() {
    ends(|| {
        let properties = of_transforms();
        let mut rng = Rng::new(2);
        for format in formats() {
            let mut n_worked = 0;
            for round in 0..400 {
                let content = mangled(&format.example_file(), &PIECES, &mut rng);
                let label = (round % 2 == 0).then_some("last");
                n_worked += transform(&properties, format.name, label, &content);
            }
            // Every format is both accepted and refused, apart from the one that no transform changes.
            assert_eq!(n_worked == 0, format.name == "any", "{}", format.name);
        }
    });
}

#[test]
fn formats_and_transforms_answer_to_anything_large() {
    ends(|| {
        let properties = of_transforms();
        let pieces = PIECES.into_iter();
        for piece in pieces.chain([
            "<a>",
            "<a>1",
            "<a b='1'/>",
            "{\"a\":",
            "1,",
            "1:1 ",
            "{0 1,",
        ]) {
            for format in formats() {
                // Nesting is for the formats that nest: they must not run out of stack.
                let nests = matches!(format.name, "json-lines" | "xml");
                let is_bracket = piece.starts_with(['<', '{', '[']);
                let long = piece.repeat(if nests && is_bracket { 10_000 } else { 200 });
                let content = [&format.example_file(), long.as_bytes()].concat();
                transform(&properties, format.name, None, &content);
                transform(&properties, format.name, None, long.as_bytes());
            }
        }
    });
}

#[test]
fn relations_answer_to_any_output() {
    ends(|| {
        let relations: Vec<Property> = relations()
            .iter()
            .map(|info| format!("if permute(input) then {}", info.example))
            .map(|text| Property::parse(&text).unwrap())
            .collect();
        let mut rng = Rng::new(3);
        for format in formats() {
            let interface = interface(format.name, None);
            let is_fitting = |property: &&Property| property.check(&interface).is_ok();
            let fitting: Vec<&Property> = relations.iter().filter(is_fitting).collect();
            for _ in 0..300 {
                let [one, other] = [(); 2]
                    .map(|()| observation(&mangled(&format.example_file(), &PIECES, &mut rng)));
                for property in &fitting {
                    let _ = property.judge(&interface, &BTreeMap::new(), &one, &other);
                }
            }
        }
    });
}

#[test]
fn extractors_answer_to_any_output() {
    ends(|| {
        let mut rng = Rng::new(4);
        for extractor in extractors() {
            for _ in 0..1_000 {
                let call = mangled(extractor.example.call.as_bytes(), &PIECES, &mut rng);
                let _ = Extraction::parse(&String::from_utf8_lossy(&call));
                let content = mangled(extractor.example.before.as_bytes(), &PIECES, &mut rng);
                let extraction = Extraction::parse(extractor.example.call).unwrap();
                let _ = extraction.extract(&content);
            }
        }
    });
}
