//! The published search finds relations of the sine, and most of what it keeps elsewhere is none.

use std::f64::consts::TAU;

use killrate_inference::InProcess;
use killrate_inference::swarm::{
    Form, Nature, Particle, Settings, classify, keep, run, violated_share,
};
use killrate_model::Rng;

fn few_runs() -> Settings {
    Settings {
        n_runs: 12,
        ..Settings::PUBLISHED
    }
}

fn linear(coefficients: [f64; 3], a: f64, b: f64) -> Particle {
    Particle {
        coefficients: coefficients.to_vec(),
        matrix: vec![a],
        shift: vec![b],
    }
}

#[track_caller]
fn check_nature(function: fn(f64) -> f64, particle: &Particle, expected: Nature) {
    let mut function = InProcess::new(1, move |row: &[f64]| function(row[0]));
    let settings = Settings::PUBLISHED;
    let nature = classify(Form::Linear, particle, &mut function, &settings, 1);
    assert_eq!(nature.expect("no process is involved"), expected);
}

#[test]
fn what_a_swarm_keeps_is_told_apart() {
    // A period to two digits stands for the law.
    check_nature(
        f64::sin,
        &linear([0.7, -0.7, 0.01], 1.0, TAU - 0.003),
        Nature::True,
    );
    check_nature(
        f64::sin,
        &linear([0.7, 0.7, 0.0], 1.0, TAU - 0.003),
        Nature::Approximate,
    );
    check_nature(
        f64::sin,
        &linear([0.7, -0.7, 0.0], 1.001, 0.01),
        Nature::Identity,
    );
    check_nature(
        f64::sin,
        &linear([0.7, 0.01, 0.0], 1.0, 3.0),
        Nature::Constant,
    );
    check_nature(
        f64::atan,
        &linear([0.5, 0.5, -1.4], 0.01, 9.0),
        Nature::Constant,
    );
    check_nature(
        f64::tanh,
        &linear([0.5, -0.5, 0.0], 1.7, 8.0),
        Nature::Saturated,
    );
    check_nature(
        f64::cbrt,
        &linear([0.5, -0.5, 0.02], 1.0, 0.3),
        Nature::Approximate,
    );
}

#[test]
fn a_swarm_finds_relations_of_the_sine_that_hold_within_the_tolerance() {
    let mut sine = InProcess::new(1, |row: &[f64]| row[0].sin());
    let settings = few_runs();
    let accepted = run(Form::Linear, &mut sine, &settings, 7).expect("no process is involved");
    assert!(!accepted.is_empty());
    assert!(accepted.iter().all(|one| one.fitness >= 95));
    let n_accepted = accepted.len();
    let kept = keep(Form::Linear, accepted, &mut sine, &settings, 7).expect("no process");
    assert!(kept.len() <= n_accepted);
    let mut rng = Rng::new(3);
    for one in &kept {
        let particle = &one.particle;
        assert!(particle.matrix[0].abs() <= 2.0 && particle.shift[0].abs() <= 10.0);
        let share = violated_share(Form::Linear, particle, &mut sine, &settings, &mut rng);
        assert!(share.expect("no process") < 0.1, "{particle:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_swarm_however_many_runs_there_are() {
    let mut sine = InProcess::new(1, |row: &[f64]| row[0].sin());
    let mut runs = |n_runs| {
        let settings = Settings {
            n_runs,
            ..few_runs()
        };
        run(Form::Quadratic, &mut sine, &settings, 5).expect("no process is involved")
    };
    let (few, more) = (runs(2), runs(4));
    assert_eq!(few[..], more[..few.len()]);
}

#[test]
fn a_swarm_searches_functions_of_two_arguments() {
    let mut sum = InProcess::new(2, |row: &[f64]| row[0].min(row[1]));
    let settings = Settings {
        n_runs: 2,
        n_moments: 20,
        least_fitness: 0.0,
        ..few_runs()
    };
    let accepted = run(Form::Linear, &mut sum, &settings, 5).expect("no process is involved");
    assert_eq!(accepted.len(), 2);
    assert_eq!(accepted[0].particle.matrix.len(), 4);
}
