//! How long inference takes beside the published search, and how often kept relations raise an alarm
//! on the function that they were inferred from.
//!
//! `cargo bench --package killrate-inference --bench relations` prints one line for each function, and
//! one for the checks. Names after `--` choose functions.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark measures time and prints"
)]

use std::time::{Duration, Instant};

use killrate_inference::swarm::{Form, Nature, Settings, classify, keep, run};
use killrate_inference::{Function, InProcess, Inference, infer, points, violations};
use killrate_model::Rng;

/// What an inference may take: seconds by the number of arguments.
const MOST: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(10)];
/// How much faster than the swarm it must be.
const LEAST_RATIO: f64 = 10.0;
/// Checks over all functions.
const N_CHECKS: usize = 10_000_000;
/// Points of a relation that are checked at a time.
const AT_ONCE: usize = 10_000;

enum Known {
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
}

/// The functions of the paper's tables, and two of two arguments.
const FUNCTIONS: [(&str, Known); 14] = [
    ("sin", Known::One(libm::sin)),
    ("cos", Known::One(libm::cos)),
    ("tan", Known::One(libm::tan)),
    ("log10", Known::One(libm::log10)),
    ("log1p", Known::One(libm::log1p)),
    ("asinh", Known::One(libm::asinh)),
    ("atan", Known::One(libm::atan)),
    ("fabs", Known::One(libm::fabs)),
    ("exp", Known::One(libm::exp)),
    ("tanh", Known::One(libm::tanh)),
    ("floor", Known::One(libm::floor)),
    ("erf", Known::One(libm::erf)),
    ("atan2", Known::Two(libm::atan2)),
    ("hypot", Known::Two(libm::hypot)),
];

/// A function of a row of arguments.
type OfRow = Box<dyn FnMut(&[f64]) -> f64>;

impl Known {
    fn function(&self) -> InProcess<OfRow> {
        match *self {
            Self::One(function) => InProcess::new(1, Box::new(move |row| function(row[0]))),
            Self::Two(function) => InProcess::new(2, Box::new(move |row| function(row[0], row[1]))),
        }
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|one| !one.starts_with('-'))
        .collect();
    let chosen = || {
        FUNCTIONS
            .iter()
            .filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|one| one == name))
    };
    let mut inferences = Vec::new();
    for (name, known) in chosen() {
        let mut function = known.function();
        let start = Instant::now();
        let inference = infer(&[name], &mut [&mut function], 0).expect("the function has values");
        let took = start.elapsed();
        let most = MOST[function.arity() - 1];
        let (swarm, natures) = swarm(&mut function);
        let ratio = swarm.as_secs_f64() / took.as_secs_f64();
        println!(
            "{name}: {} relations in {:.2} s, below {} s: {}; the swarm in {:.1} s, {ratio:.0} times as long, {LEAST_RATIO} times: {}; it keeps {natures}",
            inference.relations.len(),
            took.as_secs_f64(),
            most.as_secs(),
            met(took < most),
            swarm.as_secs_f64(),
            met(ratio >= LEAST_RATIO),
        );
        inferences.push((known, inference));
    }
    let (n_checks, n_alarms) = false_alarms(&inferences);
    println!(
        "{n_checks} checks of originals, {n_alarms} alarms: {}",
        met(n_alarms == 0)
    );
}

fn met(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}

/// Runs the published search with both formulas; tells what its relations are.
fn swarm(function: &mut dyn Function) -> (Duration, String) {
    let settings = Settings::PUBLISHED;
    let start = Instant::now();
    let kept = [Form::Linear, Form::Quadratic].map(|form| {
        let accepted = run(form, function, &settings, 0).expect("no process is involved");
        let kept = keep(form, accepted, function, &settings, 0).expect("no process is involved");
        (form, kept)
    });
    let took = start.elapsed();
    let mut counts = std::collections::BTreeMap::new();
    for (form, kept) in &kept {
        for one in kept {
            let nature = classify(*form, &one.particle, function, &settings, 0);
            *counts
                .entry(nature.expect("no process is involved"))
                .or_insert(0) += 1;
        }
    }
    let count = |nature| counts.get(&nature).copied().unwrap_or(0);
    let text = format!(
        "{} and {}: {} true, {} identity, {} constant, {} saturated, {} approximate",
        kept[0].1.len(),
        kept[1].1.len(),
        count(Nature::True),
        count(Nature::Identity),
        count(Nature::Constant),
        count(Nature::Saturated),
        count(Nature::Approximate),
    );
    (took, text)
}

/// Checks all relations on fresh points until there are enough checks.
fn false_alarms(inferences: &[(&Known, Inference)]) -> (usize, usize) {
    let mut rng = Rng::new(2014);
    let (mut n_checks, mut n_alarms) = (0, 0);
    while n_checks < N_CHECKS && !inferences.is_empty() {
        for (known, inference) in inferences {
            let mut function = known.function();
            for inferred in inference
                .relations
                .iter()
                .filter(|inferred| !inferred.follows)
            {
                let relation = &inferred.relation;
                let points = points(&relation.domain, AT_ONCE, &mut rng);
                let counted = violations(relation, &mut [&mut function], &points)
                    .expect("no process is involved");
                n_checks += counted.n_decided;
                n_alarms += counted.n_violated;
                if let Some(first) = &counted.first {
                    println!("alarm: {} at {first:?}", relation.text);
                }
            }
        }
    }
    (n_checks, n_alarms)
}
