//! Relations that are known to hold are satisfied, and faults in the last places violate them.

use std::f64::consts::PI;

use killrate_inference::{
    Checks, Claim, Class, Constant, Domain, Expression, Function, InProcess, Monomial, Range,
    Relation, Term, Tolerance, Violations, points, violations,
};
use killrate_model::Rng;

/// `c₁·f(x) + c₂·f(a·x + b) + d = 0`.
fn linear(a: f64, b: f64, coefficients: [f64; 3]) -> Relation {
    let x = Expression::Argument(0);
    let mapped = x.clone().affine(&Constant::of(a), &Constant::of(b));
    let exponents = [vec![0, 1], vec![1, 0], vec![0, 0]];
    let terms = coefficients.into_iter().zip(exponents);
    let mut relation = Relation {
        text: String::new(),
        class: Class::Linear,
        functions: vec!["sin".to_owned()],
        n_arguments: 1,
        inputs: vec![Expression::call(vec![x]), Expression::call(vec![mapped])],
        coefficients: terms
            .filter(|(coefficient, _)| *coefficient != 0.0)
            .map(|(coefficient, exponents)| Term {
                coefficient: Constant::of(coefficient),
                exponents: Monomial(exponents),
            })
            .collect(),
        claim: Claim::Zero,
        domain: domain(-20.0, 20.0),
        tolerance: Tolerance {
            factor: 4.0,
            epsilon: f64::EPSILON,
        },
        checks: Checks {
            n_points: 1,
            n_defined: 1,
            n_undecided: 0,
        },
    };
    relation.write_text();
    relation
}

fn domain(least: f64, greatest: f64) -> Domain {
    let range = Range {
        least,
        greatest,
        whole: false,
    };
    Domain {
        ranges: vec![range],
    }
}

fn checked(relation: &Relation, function: impl FnMut(&[f64]) -> f64) -> Violations {
    let points = points(&relation.domain, 5000, &mut Rng::new(3));
    let mut function = InProcess::new(1, function);
    let mut functions: [&mut dyn Function; 1] = [&mut function];
    violations(relation, &mut functions, &points).expect("no process is involved")
}

#[test]
fn the_period_of_the_sine_is_written_and_holds() {
    let relation = linear(1.0, 2.0 * PI, [1.0, -1.0, 0.0]);
    assert_eq!(relation.text, "sin(x + 2π) = sin(x)");
    let counted = checked(&relation, |x| x[0].sin());
    assert_eq!((counted.n_points, counted.n_violated), (5000, 0));
}

#[test]
fn a_wrong_period_is_violated_nearly_everywhere() {
    let relation = linear(1.0, 6.25, [1.0, -1.0, 0.0]);
    let counted = checked(&relation, |x| x[0].sin());
    assert!(counted.by_published_rule());
    assert!(counted.n_violated > 4500, "{counted:?}");
}

#[test]
fn a_fault_far_below_what_the_published_tolerance_sees_is_seen() {
    let relation = linear(-1.0, 0.0, [1.0, 1.0, 0.0]);
    assert_eq!(relation.text, "sin(−x) = −sin(x)");
    let counted = checked(&relation, |x| x[0].sin() + 1e-13);
    assert!(counted.n_violated > 4000, "{counted:?}");
}

#[test]
fn a_step_holds_at_whole_numbers_and_a_wrong_step_is_told_there() {
    // floor(x + 1) = floor(x) + 1 holds everywhere, floor(−x) = −floor(x) − 1 nowhere where x is whole.
    let shift = linear(1.0, 1.0, [1.0, -1.0, -1.0]);
    assert_eq!(checked(&shift, |x| x[0].floor()).n_violated, 0);
    let mirror = linear(-1.0, 0.0, [1.0, 1.0, 1.0]);
    let counted = checked(&mirror, |x| x[0].floor());
    assert!(counted.any());
    let first = counted.first.expect("a violation has a point");
    assert_eq!(first[0].fract(), 0.0);
}

#[test]
fn a_value_that_goes_missing_violates_only_what_always_had_one() {
    let mut relation = linear(-1.0, 0.0, [1.0, 1.0, 0.0]);
    let hole = |x: &[f64]| if x[0] == 0.5 { f64::NAN } else { x[0].sin() };
    assert!(checked(&relation, hole).n_undefined > 0);
    relation.checks.n_defined = 0;
    assert!(!checked(&relation, hole).any());
}
