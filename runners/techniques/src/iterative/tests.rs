//! Chains on a program of one line, with every test worked out by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_model::{
    Blob, Case, DataSet, DataSetName, Exit, FormatName, InputName, InputSpec, Interface,
    Observation, OutputName, OutputSpec, PropertyName, Reason, Request, Verdict,
};
use killrate_properties::Property;

use super::*;
use crate::testing::observation;
use crate::{Exchange, Setting, Step, Technique, Transcript};

/// Each property alone holds for the faulty program on 10 and 20: a makes 100 and 200, b makes 11 and
/// 21, c leaves 20, d makes 20 and 10.
const PROPERTIES: [&str; 4] = [
    "a: if multiply(rows, 10) then equal(multiply(out, 10))",
    "b: if add(rows, 1) then equal(add(out, 1))",
    "c: if remove(rows, rows 1) then subset(out)",
    "d: if reverse(rows) then same-multiset(out)",
];

fn properties(names: &str) -> BTreeMap<PropertyName, Property> {
    let properties = PROPERTIES.map(|line| Property::parse(line).unwrap());
    let named = properties
        .into_iter()
        .map(|property| (property.name().unwrap().clone(), property));
    named
        .filter(|(name, _)| names.contains(name.as_str()))
        .collect()
}

fn interface() -> Interface {
    let csv = || FormatName("csv".to_owned());
    let input = InputSpec {
        format: csv(),
        label: None,
    };
    Interface {
        arguments: vec!["{rows}".to_owned(), "{out}".to_owned()],
        inputs: [(InputName::new("rows").unwrap(), input)].into(),
        numbers: [].into(),
        outputs: [(
            OutputName::new("out").unwrap(),
            OutputSpec::of_format(csv()),
        )]
        .into(),
    }
}

fn data_set(numbers: &[u64]) -> DataSet {
    let lines: Vec<String> = numbers.iter().map(|number| format!("{number}\n")).collect();
    let content = format!("x\n{}", lines.concat());
    DataSet {
        name: DataSetName::new("few").unwrap(),
        numbers: [].into(),
        inputs: [(
            InputName::new("rows").unwrap(),
            Blob::new(content.as_bytes()),
        )]
        .into(),
    }
}

/// Writes its numbers, each after `change`; panics where that gives none.
fn program(request: &Request, change: impl Fn(u64) -> Option<u64>) -> Observation {
    let rows = request.inputs[&InputName::new("rows").unwrap()].to_text();
    let numbers = rows
        .lines()
        .skip(1)
        .map(|line| change(line.parse().unwrap()));
    match numbers.collect::<Option<Vec<u64>>>() {
        Some(numbers) => {
            let lines: Vec<String> = numbers.iter().map(|number| format!("{number}\n")).collect();
            let out = format!("x\n{}", lines.concat());
            observation(Exit::Exited { code: 0 }, Some(&out))
        }
        None => observation(Exit::Exited { code: 101 }, None),
    }
}

/// Wrong for odd numbers from 100 on, which a makes of 10 and 20 and then b.
fn faulty(number: u64) -> Option<u64> {
    let is_wrong = number >= 100 && number % 2 == 1;
    Some(if is_wrong { number + 1 } else { number })
}

/// What a dialogue came to.
struct Told {
    verdict: Verdict,
    explored: Explored,
    /// The requests of each round.
    asked: Vec<usize>,
}

impl Told {
    /// Of each depth: candidates, left out, infeasible, repeated, tests, violated, failed.
    fn counts(&self) -> Vec<[u64; 7]> {
        let counts = |depth: &Depth| {
            [
                depth.n_candidates,
                depth.n_left_out,
                depth.n_infeasible,
                depth.n_repeated,
                depth.n_tests,
                depth.n_violated,
                depth.n_failed,
            ]
        };
        self.explored.depths.iter().map(counts).collect()
    }

    fn failing(&self) -> Vec<&str> {
        let depths = self.explored.depths.iter();
        depths
            .flat_map(|depth| depth.failing.iter().map(String::as_str))
            .collect()
    }

    fn shortest(&self) -> Option<String> {
        let failing = self.explored.failing.as_ref()?;
        Some(chaining::in_words(&failing.sequence))
    }
}

fn technique(names: &str, chaining: Chaining) -> Iterative {
    Iterative::new(interface(), properties(names), vec![chaining], vec![1], 7)
}

fn cases(technique: &Iterative, data_set: DataSet) -> Vec<Case> {
    let interface = interface();
    let setting = Setting {
        interface: &interface,
        data_sets: &[data_set],
    };
    technique.plan(&setting).unwrap().cases
}

/// Leads the one dialogue of a technique; tests of which `answers` is false get no answer.
fn lead(
    technique: &Iterative,
    numbers: &[u64],
    change: impl Fn(u64) -> Option<u64>,
    answers: impl Fn(&Request) -> bool,
) -> Told {
    let case = cases(technique, data_set(numbers)).remove(0);
    let mut transcript = Transcript::default();
    let mut asked = Vec::new();
    loop {
        match technique.step(&case, &transcript) {
            Step::Conclude(verdict) => {
                return Told {
                    verdict,
                    explored: technique.explored(&case, &transcript).unwrap(),
                    asked,
                };
            }
            Step::Ask(requests) => {
                assert!(technique.explored(&case, &transcript).is_none());
                asked.push(requests.len());
                let (answered, unanswered): (Vec<_>, Vec<_>) =
                    requests.into_iter().partition(|request| answers(request));
                let exchanges = answered.into_iter().map(|request| Exchange {
                    observation: Arc::new(program(&request, &change)),
                    request,
                });
                transcript.add_round(exchanges.collect());
                transcript.add_unanswered(unanswered);
            }
        }
    }
}

fn rounds(rounds: u32) -> Chaining {
    Chaining::rounds(rounds).unwrap()
}

fn sequence(text: &str) -> Chaining {
    Chaining::sequence(text, properties("abcd").keys()).unwrap()
}

fn on_faulty(names: &str, chaining: Chaining) -> Told {
    lead(&technique(names, chaining), &[10, 20], faulty, |_| true)
}

#[test]
fn properties_alone_hold_where_only_a_chain_reveals_the_fault() {
    let told = on_faulty("abcd", rounds(1));
    assert_eq!(told.verdict, Verdict::Satisfied);
    assert_eq!(told.counts(), [[4, 0, 0, 0, 4, 0, 0]]);
    assert_eq!(told.explored.failing, None);
}

#[test]
fn two_rounds_find_the_chain_among_tests_counted_by_hand() {
    let told = on_faulty("abcd", rounds(2));
    // Of 16 chains `c, c` is infeasible, because no row would be left; `c, d` leaves one row as it is and
    // `d, d` gives the source again.
    assert_eq!(
        told.counts(),
        [[4, 0, 0, 0, 4, 0, 0], [16, 0, 1, 2, 13, 1, 0]]
    );
    assert_eq!(told.failing(), ["a, b"]);
    assert_eq!(told.shortest().unwrap(), "a, b");
    let Verdict::Violated(evidence) = &told.verdict else {
        panic!("{:?}", told.verdict);
    };
    assert!(
        evidence.detail.starts_with("after `a, b`: "),
        "{evidence:?}"
    );
    // Chains in another order of properties that commute lead to the same content, which is asked for
    // once: `a, c` and `c, a`; `a, d` and `d, a`; `b, c` and `c, b`; `b, d` and `d, b`.
    assert_eq!(told.asked, [1, 4, 9]);
    // The source, the second chain of the first round, and where `a, b` is in the second.
    assert_eq!(told.explored.failing.unwrap().runs, [0, 1, 6]);
}

#[test]
fn repeated_tests_count_as_in_the_paper_where_that_is_asked_for() {
    let chaining = rounds(3).counting(Counting::Repeated).until(Until::End);
    let told = on_faulty("abc", chaining);
    // The second round: `c, c` is infeasible and `a, b` fails. So seven chains go on with three
    // properties each; from `a, c`, `c, a`, `b, c` and `c, b` one row is left, which c cannot remove.
    // Odd and from 100 on are `a, a, b`, `a, c, b`, `b, a, b`, `c, a, b`.
    assert_eq!(
        told.counts(),
        [
            [3, 0, 0, 0, 3, 0, 0],
            [9, 0, 1, 0, 8, 1, 0],
            [21, 0, 4, 0, 17, 4, 0]
        ]
    );
    assert_eq!(
        told.failing(),
        ["a, b", "a, a, b", "a, c, b", "b, a, b", "c, a, b"]
    );
    // Fresh tests only: `a, c` and `c, a` lead to one test, as do `b, c` and `c, b`, and go on from it once.
    let chaining = rounds(3).until(Until::End);
    let told = on_faulty("abc", chaining);
    assert_eq!(told.counts()[2], [15, 0, 2, 0, 13, 3, 0]);
    assert_eq!(told.failing(), ["a, b", "a, a, b", "a, c, b", "b, a, b"]);
}

#[test]
fn a_failing_test_is_never_chained_further() {
    let chaining = rounds(3).counting(Counting::Repeated).until(Until::End);
    let told = on_faulty("ab", chaining);
    // Two of the four chains of two would go on with two properties each, had `a, b` not failed.
    assert_eq!(told.counts()[2][0], 6);
    assert!(
        told.failing()
            .iter()
            .all(|chain| !chain.starts_with("a, b, "))
    );
}

#[test]
fn a_sequence_finds_the_fault_in_its_order_and_not_in_the_other() {
    let told = on_faulty("abcd", sequence("a, b"));
    // First a on the source; then b on the source and on what a made.
    assert_eq!(
        told.counts(),
        [[1, 0, 0, 0, 1, 0, 0], [2, 0, 0, 0, 2, 1, 0]]
    );
    assert_eq!(told.shortest().unwrap(), "a, b");
    let told = on_faulty("abcd", sequence("b, a"));
    assert_eq!(
        told.counts(),
        [[1, 0, 0, 0, 1, 0, 0], [2, 0, 0, 0, 2, 0, 0]]
    );
    assert_eq!(told.verdict, Verdict::Satisfied);
}

#[test]
fn a_failing_sequence_is_shortened_to_the_shortest_that_fails() {
    let chaining = sequence("d, a, c, b").counting(Counting::Repeated);
    let told = on_faulty("abcd", chaining);
    // The chain fails at its end, and so does its part `a, b`, of which no part of one property fails.
    assert_eq!(told.failing(), ["d, a, c, b"]);
    assert_eq!(told.shortest().unwrap(), "a, b");
    // The source and the four tests one after the other; then a, c and b alone, d being known; then of
    // the six parts of two properties those that are not: `d, a` is, and `a, d` is no part.
    assert_eq!(told.asked[..5], [1, 1, 1, 1, 1]);
    let runs = told.explored.failing.unwrap().runs;
    assert_eq!(runs.len(), 3);
    assert!(runs[1] > 4 && runs[2] > runs[1], "{runs:?}");
}

#[test]
fn what_cannot_be_tried_on_a_data_set_is_skipped_with_its_reason() {
    let skipped = |chaining: Chaining, numbers: &[u64]| {
        let interface = interface();
        let setting = Setting {
            interface: &interface,
            data_sets: &[data_set(numbers)],
        };
        let plan = technique("cd", chaining).plan(&setting).unwrap();
        assert_eq!(plan.cases.len() + plan.skipped.len(), 1);
        plan.skipped
            .into_iter()
            .next()
            .map(|skipped| skipped.reason)
    };
    let sequence = |text| Chaining::sequence(text, properties("cd").keys()).unwrap();
    let reason = |text: &str| Some(text.to_owned());
    assert_eq!(
        skipped(sequence("c, c"), &[10, 20]),
        reason("`c` after `c`: `remove(rows, rows 1)`: no row would be left")
    );
    assert_eq!(
        skipped(sequence("d, d"), &[10, 20]),
        reason("`d` after `d` leads back to a test that was made before")
    );
    assert_eq!(
        skipped(sequence("d, d").counting(Counting::Repeated), &[10, 20]),
        None
    );
    assert_eq!(skipped(sequence("c, c"), &[10, 20, 30]), None);
    // One row cannot be removed, and turned around it stays as it is.
    assert_eq!(
        skipped(rounds(2), &[10]),
        reason("no property makes another test of it")
    );
    assert_eq!(skipped(rounds(2), &[10, 20]), None);
}

#[test]
fn a_chain_whose_end_was_never_seen_says_nothing() {
    let is_source = |request: &Request| {
        let rows = request.inputs[&InputName::new("rows").unwrap()].to_text();
        rows.starts_with("x\n10\n") || rows.starts_with("x\n11\n")
    };
    // Nobody answers for a, so the chain is left at its beginning, and b alone holds.
    let told = lead(
        &technique("ab", sequence("a, b")),
        &[10, 20],
        faulty,
        is_source,
    );
    let Verdict::Inconclusive(Reason::NotTested { detail }) = &told.verdict else {
        panic!("{:?}", told.verdict);
    };
    assert_eq!(detail, "no test of the whole chain was answered");
}

#[test]
fn a_run_that_fails_is_told_apart_from_a_broken_relation() {
    let crash = |number| (number < 100).then_some(number);
    let chaining = rounds(2).until(Until::End);
    let told = lead(&technique("ab", chaining), &[10, 20], crash, |_| true);
    // `a` crashes and is not followed; from b alone `b, a` crashes again.
    assert_eq!(
        told.counts(),
        [[2, 0, 0, 0, 2, 0, 1], [2, 0, 0, 0, 2, 0, 1]]
    );
    let Verdict::Inconclusive(Reason::AbnormalEnd { detail }) = &told.verdict else {
        panic!("{:?}", told.verdict);
    };
    assert!(detail.starts_with("after `a`: follow-up run: "), "{detail}");

    let told = lead(&technique("ab", rounds(2)), &[100, 20], crash, |_| true);
    assert_eq!(told.asked, [1]);
    let reason = told.verdict.to_string();
    assert!(
        reason.starts_with("inconclusive (abnormal-end): source run: "),
        "{reason}"
    );
}

#[test]
fn what_the_original_cannot_take_ends_its_chains_and_no_others() {
    let is_small = |request: &Request| {
        let rows = request.inputs[&InputName::new("rows").unwrap()].to_text();
        rows.lines()
            .skip(1)
            .all(|line| line.parse::<u64>().unwrap() < 1000)
    };
    let chaining = rounds(2).until(Until::End);
    let told = lead(&technique("ab", chaining), &[10, 20], faulty, is_small);
    assert_eq!(told.counts()[1], [4, 0, 0, 0, 4, 1, 0]);
    assert_eq!(told.explored.depths[1].n_unanswered, 1);
    assert_eq!(told.failing(), ["a, b"]);
}

#[test]
fn a_sample_is_drawn_where_there_are_too_many_and_what_is_left_out_is_counted() {
    let capped = |seed| {
        let chaining = rounds(2).until(Until::End).capped(5.try_into().unwrap());
        let technique = Iterative::new(
            interface(),
            properties("abcd"),
            vec![chaining],
            vec![1],
            seed,
        );
        lead(&technique, &[10, 20], faulty, |_| true)
    };
    let [first, same, _] = [7, 7, 8].map(capped);
    assert_eq!(first.explored, same.explored);
    let counts = first.counts()[1];
    let [
        n_candidates,
        n_left_out,
        n_infeasible,
        n_repeated,
        n_tests,
        ..,
    ] = counts;
    assert_eq!((n_candidates, n_tests), (16, 5));
    assert_eq!(
        n_left_out + n_infeasible + n_repeated + n_tests,
        n_candidates
    );
    assert!(n_left_out >= 8, "{n_left_out}");
    // Another seed draws others, which by some seed include the one that fails.
    let is_found = |seed: u64| !capped(seed).failing().is_empty();
    assert!((1..30).any(is_found) && !(1..30).all(is_found));
}

#[test]
fn a_property_that_cannot_follow_another_is_refused_before_anything_runs() {
    let mut interface = interface();
    for input in interface.inputs.values_mut() {
        input.format = FormatName("json-lines".to_owned());
    }
    // Only the second row has a column y, so nothing of it is left after `drop`.
    let rows = "{\"x\": 1}\n{\"x\": 1, \"y\": 2}\n";
    let data_sets = [DataSet {
        name: DataSetName::new("few").unwrap(),
        numbers: [].into(),
        inputs: [(InputName::new("rows").unwrap(), Blob::new(rows.as_bytes()))].into(),
    }];
    let lines = [
        "drop: if remove(rows, rows 2) then subset(stdout)",
        "shift: if add(rows, 1, columns y) then equal(stdout)",
        "other: if add(rows, 1, columns z) then equal(stdout)",
    ];
    let properties = lines.map(|line| Property::parse(line).unwrap());
    let named = properties
        .into_iter()
        .map(|property| (property.name().unwrap().clone(), property));
    let properties: BTreeMap<PropertyName, Property> = named.collect();
    let plan = |chaining: Chaining| {
        let properties = properties.clone();
        let technique = Iterative::new(interface.clone(), properties, vec![chaining], vec![1], 7);
        let setting = Setting {
            interface: &interface,
            data_sets: &data_sets,
        };
        let plan = technique.plan(&setting);
        plan.map(|plan| plan.cases.len())
            .map_err(|error| error.to_string())
    };
    let sequence = |text| Chaining::sequence(text, properties.keys()).unwrap();
    assert_eq!(plan(sequence("shift, drop")), Ok(1));
    assert_eq!(
        plan(sequence("drop, shift")),
        Err(
            "property `shift` cannot follow `drop` on data set `few`; leave one of them out"
                .to_owned()
        )
    );
    // What fits no data set even alone is refused as by the technique of single properties.
    assert_eq!(
        plan(rounds(2)),
        Err("cannot use property `other` on data set `few`".to_owned())
    );
}
