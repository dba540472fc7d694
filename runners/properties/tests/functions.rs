//! Functions that are brought as Rust code: a transform and a comparison that the language lacks.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use killrate_model::{
    Blob, Exit, FormatName, InputName, InputSpec, Interface, Observation, OutputName, OutputSpec,
    Request, Verdict,
};
use killrate_properties::{Answer, FollowUp, FunctionNames, Functions, Property};

/// Directions of a ranking model, `a` and `d`, for each other; and models of the same length.
struct Ranking;

impl Functions for Ranking {
    fn transform(&self, function: &str, _: &[String], content: &[u8]) -> Result<Vec<u8>, String> {
        assert_eq!(function, "switch");
        let switched = content.iter().map(|byte| match byte {
            b'a' => b'd',
            b'd' => b'a',
            b'!' => b'?',
            other => *other,
        });
        if content.contains(&b'!') {
            Err("there is a `!`".to_owned())
        } else {
            Ok(switched.collect())
        }
    }

    fn compare(
        &self,
        _: &str,
        arguments: &[String],
        source: &[u8],
        follow_up: &[u8],
    ) -> Result<Answer, String> {
        let allowed: usize = arguments[0].parse().map_err(|_| "no number".to_owned())?;
        let (source, follow_up) = (source.len(), follow_up.len());
        if source.abs_diff(follow_up) <= allowed {
            Ok(Answer::Holds)
        } else {
            Ok(Answer::Broken(format!("{source} became {follow_up}")))
        }
    }
}

fn names() -> FunctionNames {
    FunctionNames {
        transforms: ["switch".to_owned()].into(),
        comparisons: ["as-long".to_owned()].into(),
    }
}

fn interface() -> Interface {
    Interface {
        arguments: Vec::new(),
        inputs: [(
            InputName::new("rows").unwrap(),
            InputSpec {
                format: FormatName("lines".to_owned()),
                label: None,
            },
        )]
        .into(),
        numbers: [].into(),
        outputs: [(
            OutputName::new("model").unwrap(),
            OutputSpec::of_format(FormatName("lines".to_owned())),
        )]
        .into(),
    }
}

fn parse(text: &str) -> Property {
    let property = Property::parse_with(text, &names()).unwrap();
    assert_eq!(property.to_string(), text);
    property
}

fn follow_up(property: &str, rows: &str) -> Result<String, String> {
    let name = InputName::new("rows").unwrap();
    let source = Request {
        arguments: Vec::new(),
        inputs: [(name.clone(), Blob::new(rows.as_bytes()))].into(),
        outputs: [].into(),
        seed: None,
        ..Request::default()
    };
    let made = parse(property).follow_up_with(&interface(), &source, 1, &Ranking);
    match made.map_err(|error| error.to_string())? {
        FollowUp::Request(request) => Ok(request.inputs[&name].to_text().into_owned()),
        FollowUp::Unchanged { reason } | FollowUp::NotApplicable { reason } => Err(reason),
    }
}

fn judge(property: &str, source: &str, follow_up: &str) -> String {
    let seen = |model: &str| Observation {
        exit: Exit::Exited { code: 0 },
        outputs: [(
            OutputName::new("model").unwrap(),
            Blob::new(model.as_bytes()),
        )]
        .into(),
        stdout: Blob::new([]),
        stderr: Blob::new([]),
        fuel: None,
        reach: None,
        checks: None,
    };
    let (source, follow_up) = (seen(source), seen(follow_up));
    let verdict = parse(property).judge_with(
        &interface(),
        &BTreeMap::new(),
        &source,
        &follow_up,
        &Ranking,
    );
    match verdict {
        Verdict::Satisfied => "satisfied".to_owned(),
        other => other.to_string(),
    }
}

#[test]
fn a_brought_transform_changes_inputs_between_those_of_the_language() {
    assert_eq!(
        follow_up("if switch(rows) then equal(model)", "a\nd\nd\n"),
        Ok("d\na\na\n".to_owned())
    );
    assert_eq!(
        follow_up(
            "if reverse(switch(reverse(rows))) and remove(rows, rows 1) then equal(model)",
            "a\nd\nd\n"
        ),
        Ok("a\na\n".to_owned())
    );
    assert_eq!(
        follow_up("if switch(rows) then equal(model)", "x\n"),
        Err("the follow-up equals its source".to_owned())
    );
    assert_eq!(
        follow_up("if switch(rows) then equal(model)", "!\n"),
        Err("`switch` fails on `rows`: there is a `!`".to_owned())
    );
}

#[test]
fn a_brought_transform_says_what_an_output_must_be() {
    let of_source = "if reverse(rows) then equal(switch(model))";
    let of_follow_up = "if reverse(rows) then equal(model, follow-up switch(model))";
    for property in [of_source, of_follow_up] {
        assert_eq!(judge(property, "1,a\n", "1,d\n"), "satisfied");
        let wrong = judge(property, "1,a\n", "1,a\n");
        assert!(
            wrong.starts_with("violated (relation-broken): model line 1"),
            "{wrong}"
        );
    }
    assert_eq!(
        judge(of_follow_up, "a\n", "!\n"),
        "inconclusive (unusable-output): follow-up run: `switch(model)`: `switch` fails: there is a `!`"
    );
}

#[test]
fn a_brought_comparison_decides_with_its_arguments() {
    let property = "if reverse(rows) then as-long(model, 1)";
    assert_eq!(judge(property, "a\n", "bb\n"), "satisfied");
    assert_eq!(
        judge(property, "a\n", "bbb\n"),
        "violated (relation-broken): model: 2 became 4"
    );
    assert_eq!(
        judge("if reverse(rows) then as-long(model, x)", "a\n", "b\n"),
        "inconclusive (unusable-output): `as-long` fails: no number"
    );
}

#[test]
fn names_that_nobody_brought_are_refused_with_those_that_there_are() {
    let refused = |text: &str| Property::parse_with(text, &names()).unwrap_err().problem;
    assert_eq!(
        refused("if swich(rows) then equal(model)"),
        "there is no transform `swich`; the nearest name is `switch`"
    );
    assert_eq!(
        refused("if switch(rows) then as-lng(model)"),
        "there is no relation `as-lng`; the nearest name is `as-long`"
    );
    assert_eq!(
        refused("if switch(rows) then equal(model, follow-up switch(rows))"),
        "expected `model` inside transforms without chance"
    );
    assert!(Property::parse("if switch(rows) then equal(model)").is_err());
}
