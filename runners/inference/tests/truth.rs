//! Kept relations are true: they hold to forty digits, by an evaluation that shares no code with the
//! inference, and none is violated on fresh points.

use astro_float::{BigFloat, Consts, RoundingMode};
use killrate_inference::{
    Binary, Claim, Constant, Expression, Function, InProcess, Inference, Relation, Unary, infer,
    points, violations,
};
use killrate_model::Rng;

/// A function in floats and in many digits.
type Known = (&'static str, fn(f64) -> f64, Exact);
type Exact = fn(&BigFloat, &mut Consts) -> BigFloat;

/// Bits of the exact evaluation.
const P: usize = 256;
const RM: RoundingMode = RoundingMode::ToEven;

const KNOWN: [Known; 21] = [
    ("sin", libm::sin, |x, c| x.sin(P, RM, c)),
    ("cos", libm::cos, |x, c| x.cos(P, RM, c)),
    ("tan", libm::tan, |x, c| x.tan(P, RM, c)),
    ("asin", libm::asin, |x, c| x.asin(P, RM, c)),
    ("acos", libm::acos, |x, c| x.acos(P, RM, c)),
    ("atan", libm::atan, |x, c| x.atan(P, RM, c)),
    ("sinh", libm::sinh, |x, c| x.sinh(P, RM, c)),
    ("cosh", libm::cosh, |x, c| x.cosh(P, RM, c)),
    ("tanh", libm::tanh, |x, c| x.tanh(P, RM, c)),
    ("asinh", libm::asinh, |x, c| x.asinh(P, RM, c)),
    ("acosh", libm::acosh, |x, c| x.acosh(P, RM, c)),
    ("atanh", libm::atanh, |x, c| x.atanh(P, RM, c)),
    ("exp", libm::exp, |x, c| x.exp(P, RM, c)),
    ("exp2", libm::exp2, |x, c| {
        BigFloat::from_f64(2.0, P).pow(x, P, RM, c)
    }),
    ("log", libm::log, |x, c| x.ln(P, RM, c)),
    ("log10", libm::log10, |x, c| x.log10(P, RM, c)),
    ("log1p", libm::log1p, |x, c| {
        x.add(&BigFloat::from_f64(1.0, P), P, RM).ln(P, RM, c)
    }),
    ("sqrt", libm::sqrt, |x, _| x.sqrt(P, RM)),
    ("fabs", libm::fabs, |x, _| x.abs()),
    ("floor", libm::floor, |x, _| x.floor()),
    ("ceil", libm::ceil, |x, _| x.ceil()),
];

/// Points at which each relation is evaluated.
const N_POINTS: usize = 24;

struct Evaluator {
    function: Exact,
    constants: Consts,
    point: Vec<f64>,
}

impl Evaluator {
    fn value(&mut self, expression: &Expression) -> BigFloat {
        match expression {
            Expression::Argument(index) => BigFloat::from_f64(self.point[*index], P),
            Expression::Constant(constant) => self.constant(constant),
            Expression::Call { arguments, .. } => {
                let argument = self.value(&arguments[0]);
                (self.function)(&argument, &mut self.constants)
            }
            Expression::Unary(operation, inner) => {
                let value = self.value(inner);
                match operation {
                    Unary::Negated => value.neg(),
                    Unary::Absolute => value.abs(),
                    Unary::Root => value.sqrt(P, RM),
                    Unary::Square => value.mul(&value, P, RM),
                    Unary::Exponential => value.exp(P, RM, &mut self.constants),
                }
            }
            Expression::Binary(operation, left, right) => {
                let (left, right) = (self.value(left), self.value(right));
                match operation {
                    Binary::Plus => left.add(&right, P, RM),
                    Binary::Minus => left.sub(&right, P, RM),
                    Binary::Times => left.mul(&right, P, RM),
                    Binary::Over => left.div(&right, P, RM),
                }
            }
        }
    }

    /// The number that the name says, to all digits.
    fn constant(&mut self, constant: &Constant) -> BigFloat {
        let size = match constant.named {
            true => self.named(&constant.name),
            false => BigFloat::from_f64(constant.value.abs(), P),
        };
        if constant.value < 0.0 {
            size.neg()
        } else {
            size
        }
    }

    /// Names are `p`, `p` times a unit, and either over `q`, or `p/unit`.
    fn named(&mut self, name: &str) -> BigFloat {
        let whole = |text: &str| match text {
            "" => BigFloat::from_f64(1.0, P),
            text => BigFloat::from_f64(text.parse().expect("a whole number"), P),
        };
        if let Some((above, below)) = name.split_once('/') {
            let below = below.trim_matches(['(', ')']);
            let (above, below) = (self.named(above), self.named(below));
            return above.div(&below, P, RM);
        }
        let digits = name
            .find(|one: char| !one.is_ascii_digit())
            .unwrap_or(name.len());
        let (number, unit) = name.split_at(digits);
        let number = whole(number);
        let consts = &mut self.constants;
        let of = |value: f64| BigFloat::from_f64(value, P);
        let unit = match unit {
            "" => return number,
            "π" => consts.pi(P, RM),
            "π²" => consts.pi(P, RM).mul(&consts.pi(P, RM), P, RM),
            "e" => consts.e(P, RM),
            "ln2" => consts.ln_2(P, RM),
            "ln10" => consts.ln_10(P, RM),
            "ln3" => of(3.0).ln(P, RM, consts),
            "log10(2)" => of(2.0).log10(P, RM, consts),
            "√2" => of(2.0).sqrt(P, RM),
            "√3" => of(3.0).sqrt(P, RM),
            "√π" => consts.pi(P, RM).sqrt(P, RM),
            other => panic!("no such unit: {other}"),
        };
        number.mul(&unit, P, RM)
    }

    /// The polynomial and the sum of the sizes of its terms.
    fn sum(&mut self, relation: &Relation) -> (BigFloat, BigFloat) {
        let inputs: Vec<BigFloat> = relation
            .inputs
            .iter()
            .map(|input| self.value(input))
            .collect();
        let (mut sum, mut size) = (BigFloat::from_f64(0.0, P), BigFloat::from_f64(0.0, P));
        for term in &relation.coefficients {
            let mut product = self.constant(&term.coefficient);
            for (input, exponent) in inputs.iter().zip(&term.exponents.0) {
                for _ in 0..*exponent {
                    product = product.mul(input, P, RM);
                }
            }
            sum = sum.add(&product, P, RM);
            size = size.add(&product.abs(), P, RM);
        }
        (sum, size)
    }
}

/// Numbers that inference did not draw: any, whole ones, and halves; none at poles of the tangent.
fn number_in(least: f64, greatest: f64, number: usize, rng: &mut Rng) -> f64 {
    let share = rng.below(1 << 40) as f64 / (1_u64 << 40) as f64;
    let any = least + (greatest - least) * share;
    let value = match number % 3 {
        0 => any.round(),
        1 => (2.0 * any).round() / 2.0,
        _ => any,
    };
    let inside = (least..=greatest).contains(&value) && value != 0.0;
    if inside { value } else { any }
}

fn inferred(name: &str, function: fn(f64) -> f64) -> Inference {
    let mut function = InProcess::new(1, move |row: &[f64]| function(row[0]));
    let mut functions: [&mut dyn Function; 1] = [&mut function];
    infer(&[name], &mut functions, 4).expect("the function has values")
}

/// Whether a relation holds to forty digits wherever all its values exist.
fn is_true(relation: &Relation, exact: Exact, rng: &mut Rng) -> bool {
    let mut evaluator = Evaluator {
        function: exact,
        constants: Consts::new().expect("memory suffices"),
        point: Vec::new(),
    };
    // An unnamed number is known to the digits of a float.
    let is_named = relation
        .coefficients
        .iter()
        .all(|term| term.coefficient.named);
    let tolerance = BigFloat::from_f64(if is_named { 1e-40 } else { 1e-13 }, P);
    // Next to a zero of the function only the last digits of π are left.
    let least = BigFloat::from_f64(1e-20, P);
    let mut n_defined = 0;
    for number in 0..N_POINTS {
        evaluator.point = (relation.domain.ranges.iter())
            .map(|range| number_in(range.least, range.greatest, number, rng))
            .collect();
        let (sum, size) = evaluator.sum(relation);
        if sum.is_nan() || sum.is_inf() || size.is_nan() || size.is_inf() {
            continue;
        }
        n_defined += 1;
        let allowed = size.add(&least, P, RM).mul(&tolerance, P, RM);
        let off = match relation.claim {
            Claim::Zero => sum.abs(),
            Claim::NotNegative => sum.neg(),
        };
        if off.sub(&allowed, P, RM).is_positive() && !off.is_zero() {
            return false;
        }
    }
    n_defined > 0
}

#[test]
fn all_kept_relations_of_21_functions_are_true_to_forty_digits() {
    let mut rng = Rng::new(11);
    let (mut n, mut wrong) = (0, Vec::new());
    for (name, function, exact) in KNOWN {
        for inferred in inferred(name, function).relations {
            n += 1;
            if !is_true(&inferred.relation, exact, &mut rng) {
                wrong.push(inferred.relation.text);
            }
        }
    }
    assert!(n > 500, "{n}");
    assert!(wrong.is_empty(), "{} of {n}: {wrong:#?}", wrong.len());
}

#[test]
fn a_false_relation_is_told_from_a_true_one() {
    let inference = inferred("sin", libm::sin);
    let mut rng = Rng::new(5);
    let (_, _, exact) = KNOWN[0];
    let mut relation = inference.relations[0].relation.clone();
    assert!(is_true(&relation, exact, &mut rng));
    relation.coefficients[0].coefficient = Constant::whole(7);
    assert!(!is_true(&relation, exact, &mut rng));
}

#[test]
fn no_kept_relation_raises_a_false_alarm() {
    let mut rng = Rng::new(12);
    let mut n_checks = 0;
    for (name, function, _) in KNOWN.into_iter().step_by(3) {
        for inferred in inferred(name, function).relations {
            let relation = inferred.relation;
            let points = points(&relation.domain, 1000, &mut rng);
            let mut function = InProcess::new(1, move |row: &[f64]| function(row[0]));
            let mut functions: [&mut dyn Function; 1] = [&mut function];
            let counted = violations(&relation, &mut functions, &points).expect("no process");
            n_checks += counted.n_decided;
            assert_eq!(counted.n_violated, 0, "{}: {counted:?}", relation.text);
        }
    }
    assert!(n_checks > 100_000, "{n_checks}");
}
