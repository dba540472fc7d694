//! Every relation, where it holds and where it is broken.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{
    Blob, Cause, Evidence, Exit, FormatName, InputName, InputSpec, Interface, Observation,
    OutputName, OutputSpec, Shows, Verdict,
};
use killrate_properties::{Property, relations};

/// A relation between outputs of lines, an output of the source run, one of a follow-up run for which
/// it holds, and one for which it is broken, with the evidence.
const CASES: [(&str, &str, &str, &str, &str); 22] = [
    (
        "agreement(output, 75%)",
        "a\nb\na\nb\n",
        "a\nb\na\na\n",
        "b\nb\na\na\n",
        "output: 2 of 4 lines agree, less than 75%; line 1: `a` became `b`",
    ),
    (
        "class-totals(output)",
        "a\nb\na\n",
        "b\na\na\n",
        "b\nb\na\n",
        "output total of `a`: 2 became 1",
    ),
    (
        "close(output, 0.5)",
        "x 1.5\n",
        "x 2\n",
        "x 2.1\n",
        "output line 1: `x 1.5` became `x 2.1` (1 of 1 lines differ)",
    ),
    (
        "close(output, 10%)",
        "x 200\n",
        "x 220\n",
        "x 221\n",
        "output line 1: `x 200` became `x 221` (1 of 1 lines differ)",
    ),
    (
        "close(output, 1 ulp)",
        "0.3\n",
        "0.30000000000000004\n",
        "0.3000000000000001\n",
        "output line 1: `0.3` became `0.3000000000000001` (1 of 1 lines differ)",
    ),
    (
        "differ(output)",
        "1\n",
        "2\n",
        "1\n",
        "output: it is the same",
    ),
    (
        "equal(output)",
        "1.0\n",
        "1.0\n",
        "1\n",
        "output line 1: `1.0` became `1` (1 of 1 lines differ)",
    ),
    (
        "equal(multiply(output, 2))",
        "3\n0.25\n",
        "6\n0.50\n",
        "6\n0.55\n",
        "output line 2: `0.55` instead of `0.5` (1 of 2 lines differ)",
    ),
    (
        "equal(insert(reverse(output), \"z\"))",
        "a\nb\n",
        "b\na\nz\n",
        "a\nb\nz\n",
        "output line 1: `a` instead of `b` (2 of 3 lines differ)",
    ),
    (
        "equal(output, follow-up negate(output))",
        "3\n-4\n",
        "-3\n4\n",
        "3\n4\n",
        "output line 1: `-3` instead of `3` (1 of 2 lines differ)",
    ),
    (
        "inside(output, 0..1)",
        "5\n",
        "0\n0.5\n1\n",
        "0\n1.5\n1\n",
        "output number 2 of 3: 1.5 is not inside 0..1",
    ),
    (
        "less(output)",
        "2\n3\n",
        "1\n2.9\n",
        "1\n3\n",
        "output number 2 of 2: 3 is not less than 3",
    ),
    (
        "more(output)",
        "2\n3\n",
        "2.1\n4\n",
        "2\n4\n",
        "output number 1 of 2: 2 is not more than 2",
    ),
    (
        "not-less(output)",
        "2\n3\n",
        "2\n4\n",
        "2\n2\n",
        "output number 2 of 2: 2 is less than 3",
    ),
    (
        "not-less(output, 0.5)",
        "2\n3\n",
        "1.5\n4\n",
        "1.4\n4\n",
        "output number 1 of 2: 1.4 is less than 2",
    ),
    (
        "not-more(output)",
        "2\n3\n",
        "2\n1\n",
        "2\n4\n",
        "output number 2 of 2: 4 is more than 3",
    ),
    (
        "not-more(multiply(output, 2.5))",
        "2\n4\n",
        "5\n10\n",
        "5\n10.5\n",
        "output number 2 of 2: 10.5 is more than 10",
    ),
    (
        "same-multiset(output)",
        "a\nb\na\n",
        "a\na\nb\n",
        "a\nb\nb\n",
        "output: `a` 2 times became once (2 of 2 different lines)",
    ),
    (
        "same-order(output)",
        "a\nb\nc\n",
        "a\nc\n",
        "c\na\n",
        "output shared line 1 of 2: `a` became `c`",
    ),
    (
        "same-rows(output)",
        "1\n0\n",
        "1\n0\n",
        "0\n1\n",
        "output line 1: `1` became `0` (2 of 2 lines differ)",
    ),
    (
        "subset(output)",
        "a\nb\na\n",
        "a\na\n",
        "a\nc\n",
        "output: `c` absent became once (1 of 3 different lines)",
    ),
    (
        "superset(output)",
        "a\nb\n",
        "c\nb\na\n",
        "c\nb\n",
        "output: `a` once became absent (1 of 3 different lines)",
    ),
];

/// The cases that hold only thanks to their tolerance.
const BY_TOLERANCE: [&str; 4] = [
    "close(output, 0.5)",
    "close(output, 10%)",
    "close(output, 1 ulp)",
    "not-less(output, 0.5)",
];

fn interface() -> Interface {
    let lines = FormatName("lines".to_owned());
    let input = InputSpec {
        format: lines.clone(),
        label: None,
    };
    Interface {
        arguments: Vec::new(),
        inputs: [(InputName::new("input").unwrap(), input)].into(),
        numbers: [].into(),
        outputs: [(
            OutputName::new("output").unwrap(),
            OutputSpec {
                format: lines,
                shows: Some(Shows::Ranks),
                of: Some(InputName::new("input").unwrap()),
            },
        )]
        .into(),
    }
}

fn observation(output: &str) -> Observation {
    let output = Blob::new(output.as_bytes());
    Observation {
        exit: Exit::Exited { code: 0 },
        outputs: [(OutputName::new("output").unwrap(), output)].into(),
        stdout: Blob::new(*b""),
        stderr: Blob::new(*b""),
        fuel: None,
        reach: None,
        checks: None,
    }
}

#[test]
fn every_relation_holds_where_it_should_and_is_broken_where_it_should() {
    for (call, source, holding, breaking, detail) in CASES {
        let property = Property::parse(&format!("if permute(input) then {call}")).unwrap();
        let judge = |follow_up| {
            let (source, follow_up) = (observation(source), observation(follow_up));
            property.judge(&interface(), &BTreeMap::new(), &source, &follow_up)
        };
        let satisfied = if BY_TOLERANCE.contains(&call) {
            Verdict::SatisfiedByTolerance
        } else {
            Verdict::Satisfied
        };
        assert_eq!(judge(holding), satisfied, "{call}");
        let evidence = Evidence {
            cause: Cause::RelationBroken,
            detail: detail.to_owned(),
        };
        assert_eq!(judge(breaking), Verdict::Violated(evidence), "{call}");
    }
}

#[test]
fn no_relation_is_left_out() {
    let name = |call: &'static str| call.split('(').next().unwrap();
    let tried: BTreeSet<&str> = CASES.into_iter().map(|(call, ..)| name(call)).collect();
    let all: BTreeSet<&str> = relations().iter().map(|relation| relation.name).collect();
    assert_eq!(tried, all);
}
