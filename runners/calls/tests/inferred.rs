//! What is inferred of a function is written as properties of it, which judge its mutants.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod lab;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use killrate_calls::{Caller, of_crate, saved};
use killrate_executor::{Execution, Program};
use killrate_inference::infer;
use killrate_model::{
    Blob, CheckTally, Checking, InputName, Limits, MutantClass, MutantStatus, OutputName, Probe,
    Request, Variant,
};
use killrate_mutator::{CheckOptions, Dependency, Woven, generate_calls, weave};

use crate::lab::Lab;

const HILL: &str = "
pub fn hill(x: f64) -> f64 {
    let y = x * x;
    y / (1.0 + y)
}
";

/// The calls of a table, as `docs/calls.md` says.
fn table(arguments: &[f64]) -> Vec<u8> {
    let numbers = arguments.iter().flat_map(|x| x.to_le_bytes());
    let header = b"KRC1".iter().copied().chain(1_u32.to_le_bytes());
    header.chain(numbers).collect()
}

/// What came of the properties while a variant made these calls.
fn tallies(lab: &Lab, woven: &Woven, variant: Variant, arguments: &[f64]) -> Vec<CheckTally> {
    let program = Program::new(woven.binary.clone(), woven.digest);
    let request = Request {
        arguments: ["{calls}", "{results}"].map(str::to_owned).into(),
        inputs: [(
            InputName::new("calls").unwrap(),
            Blob::new(table(arguments)),
        )]
        .into(),
        outputs: [OutputName::new("results").unwrap()].into(),
        ..Request::default()
    };
    let request = request.with_probe(Probe::Checks(Checking::ALL));
    let limits = Limits {
        fuel: Some(1_000_000),
        cpu: Duration::from_secs(60),
        wall: Duration::from_secs(600),
        memory: 1 << 30,
        output: 1 << 20,
    };
    let execution = Execution::new(&Arc::new(program), variant, &Arc::new(request), limits);
    let executor = lab.surroundings().executor;
    let outcomes = executor.run(&[execution], &AtomicBool::new(false), &|_| {});
    let observation = Arc::clone(&outcomes.unwrap()[0].observation);
    observation.checks.clone().unwrap()
}

#[test]
fn inferred_relations_are_properties_that_only_mutants_violate() {
    let lab = Lab::new();
    let manifest = "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    lab.write("crate/Cargo.toml", manifest);
    lab.write("crate/src/lib.rs", HILL);
    let path = lab.path().join("crate");
    let dependency = Dependency::at("sample", path.to_str().unwrap());
    let surroundings = lab.surroundings();
    let scratch = lab.scratch();
    let callable = of_crate(
        &dependency,
        "hill",
        [].into(),
        &scratch,
        surroundings,
        &|_| {},
    );
    let callable = callable.unwrap();
    let mut original = Caller::original(&callable, surroundings);
    let inference = infer(&["hill"], &mut [&mut original], 1).unwrap();
    let kept = saved(&callable, &inference).unwrap();
    assert!(kept.n_saved > 0, "{:?}", kept.left_out);
    assert!(kept.text.contains("\nsrc/lib.rs::hill\n"), "{}", kept.text);

    let side_file = lab.write("hill.checks", &kept.text);
    let generated = generate_calls(&dependency, "hill", &scratch).unwrap();
    let mut options = generated.weave_options([MutantClass::Arithmetic].into(), &scratch);
    options.checks = Some(CheckOptions {
        side_file: Some(side_file),
    });
    let woven = weave(&options, &|_| {}).unwrap();
    assert_eq!(woven.function_properties.len(), kept.n_saved);

    let arguments: Vec<f64> = (-200..200).map(|n| f64::from(n) / 16.0 + 0.01).collect();
    let of_original = tallies(&lab, &woven, Variant::Original, &arguments);
    assert_eq!(of_original.len(), kept.n_saved);
    for tally in &of_original {
        assert_eq!((tally.n_alarms, tally.n_inconclusive), (0, 0), "{tally:?}");
        assert_eq!(tally.n_tests, 400, "{tally:?}");
    }
    let alarmed: BTreeMap<&str, bool> = { woven.mutants.iter() }
        .filter(|mutant| mutant.status == MutantStatus::Woven)
        .map(|mutant| {
            let variant = Variant::Mutant(mutant.number);
            let tallies = tallies(&lab, &woven, variant, &arguments);
            (
                &*mutant.after,
                tallies.iter().any(|tally| tally.n_alarms > 0),
            )
        })
        .collect();
    // A division by a number near zero, its inverse, and a difference that has a pole: none of them
    // is the hill, and each violates what was inferred of it.
    assert_eq!(
        alarmed,
        [("x / x", true), ("y * (1.0 + y)", true), ("1.0 - y", true)].into()
    );
}
