//! The relations that Zhang et al. (ASE 2014, Table 3) print of sin, cos and tan are found or follow
//! from what is found; the two that do not hold are refused.

use std::f64::consts::PI;

use killrate_inference::{Class, Expression, Function, InProcess, Inference, Monomial, infer};

const TABLE: &str = include_str!("../../../datasets/published/ase14_3_trig_mrs.csv");

/// The monomials in `q = f(a·x + b)` and `p = f(x)`, up to degree 3.
const MONOMIALS: [[u8; 2]; 10] = [
    [3, 0],
    [2, 1],
    [1, 2],
    [0, 3],
    [2, 0],
    [1, 1],
    [0, 2],
    [1, 0],
    [0, 1],
    [0, 0],
];

type Vector = [f64; 10];

struct Published {
    function: String,
    text: String,
    a: f64,
    b: f64,
    holds: bool,
}

fn published() -> Vec<Published> {
    let rows = TABLE.lines().skip(1).map(|line| {
        // The source is quoted and has a comma.
        let (_, rest) = line[1..].split_once("\",").expect("the source is quoted");
        let cells: Vec<&str> = rest.split(',').collect();
        let number = |text: &str| text.parse::<f64>().expect("a number");
        Published {
            function: cells[0].to_owned(),
            text: cells[3].to_owned(),
            a: number(cells[4]),
            b: number(cells[5]) * PI,
            holds: cells[6] == "yes",
        }
    });
    rows.collect()
}

fn at(exponents: [u8; 2]) -> usize {
    let place = MONOMIALS.iter().position(|one| *one == exponents);
    place.expect("the degree is at most 3")
}

/// The coefficients of a printed relation, such as `sin^2(x)+0.5sin(2x-1.5pi)-0.5=0`.
fn coefficients(one: &Published) -> Vector {
    let mut vector = [0.0; 10];
    let text = one.text.strip_suffix("=0").expect("it ends in zero");
    let mut rest = text;
    while !rest.is_empty() {
        let (sign, after) = match rest.strip_prefix('-') {
            Some(after) => (-1.0, after),
            None => (1.0, rest.trim_start_matches('+')),
        };
        let end = after
            .char_indices()
            .scan(0, |depth, (at, letter)| {
                *depth += i32::from(letter == '(') - i32::from(letter == ')');
                Some((at, letter, *depth))
            })
            .find(|(at, letter, depth)| *at > 0 && *depth == 0 && matches!(letter, '+' | '-'))
            .map_or(after.len(), |(at, _, _)| at);
        let (exponents, factor) = term(&after[..end], &one.function);
        vector[at(exponents)] += sign * factor;
        rest = &after[end..];
    }
    vector
}

fn term(text: &str, function: &str) -> ([u8; 2], f64) {
    let mut parts = text.split(function);
    let number = parts.next().expect("a split has a first part");
    let factor = match number {
        "" => 1.0,
        number => number.parse().expect("a coefficient"),
    };
    let mut exponents = [0, 0];
    for part in parts {
        let (power, argument) = match part.strip_prefix("^2") {
            Some(argument) => (2, argument),
            None => (1, part),
        };
        let plain = argument == "(x)";
        exponents[usize::from(plain)] += power;
    }
    (exponents, factor)
}

/// What an inference knows of a map: the vectors of its relations and of their products.
fn known(inference: &Inference, a: f64, b: f64) -> Vec<Vector> {
    let mut vectors = Vec::new();
    for inferred in &inference.relations {
        let Some((slope, shift)) = inferred.map else {
            continue;
        };
        if (slope - a).abs() > 1e-9 || (shift - b).abs() > 1e-6 {
            continue;
        }
        let relation = &inferred.relation;
        let x = Expression::call(vec![Expression::Argument(0)]);
        // Inputs without a term are not kept, so that each is looked up.
        let plain = relation.inputs.iter().position(|input| *input == x);
        let mapped = relation.inputs.iter().position(|input| *input != x);
        let exponent =
            |monomial: &Monomial, place: Option<usize>| place.map_or(0, |place| monomial.0[place]);
        let terms: Vec<([u8; 2], f64)> = (relation.coefficients.iter())
            .map(|term| {
                let exponents = [
                    exponent(&term.exponents, mapped),
                    exponent(&term.exponents, plain),
                ];
                (exponents, term.coefficient.value)
            })
            .collect();
        let degree = terms
            .iter()
            .map(|(exponents, _)| exponents[0] + exponents[1])
            .max();
        let products: &[[u8; 2]] = match degree {
            Some(1) => &[[0, 0], [1, 0], [0, 1], [2, 0], [1, 1], [0, 2]],
            Some(2) => &[[0, 0], [1, 0], [0, 1]],
            _ => &[[0, 0]],
        };
        for product in products {
            let mut vector = [0.0; 10];
            for (exponents, value) in &terms {
                vector[at([exponents[0] + product[0], exponents[1] + product[1]])] += value;
            }
            vectors.push(vector);
        }
    }
    vectors
}

/// Whether a vector is a sum of multiples of others, by elimination.
fn follows(mut basis: Vec<Vector>, mut vector: Vector) -> bool {
    for column in 0..vector.len() {
        let pivot = (0..basis.len())
            .filter(|row| basis[*row][column].abs() > 1e-9)
            .max_by(|left, right| {
                basis[*left][column]
                    .abs()
                    .total_cmp(&basis[*right][column].abs())
            });
        let Some(pivot) = pivot else { continue };
        let row = basis.swap_remove(pivot);
        for other in basis.iter_mut().chain([&mut vector]) {
            let factor = other[column] / row[column];
            for (value, subtracted) in other.iter_mut().zip(row) {
                *value -= factor * subtracted;
            }
        }
    }
    vector.iter().all(|value| value.abs() < 1e-9)
}

fn inferred(name: &str, function: fn(f64) -> f64) -> Inference {
    let mut function = InProcess::new(1, move |row: &[f64]| function(row[0]));
    let mut functions: [&mut dyn Function; 1] = [&mut function];
    infer(&[name], &mut functions, 1).expect("relations of trigonometric functions are inferred")
}

#[test]
fn all_86_published_relations_that_hold_follow_from_what_is_inferred_and_the_two_false_ones_do_not()
{
    let inferences = [
        ("sin", inferred("sin", f64::sin)),
        ("cos", inferred("cos", f64::cos)),
        ("tan", inferred("tan", f64::tan)),
    ];
    let published = published();
    let (mut n_hold, mut n_false) = (0, 0);
    for one in &published {
        let (_, inference) = (inferences.iter())
            .find(|(name, _)| *name == one.function)
            .expect("the table has three functions");
        let found = follows(known(inference, one.a, one.b), coefficients(one));
        assert_eq!(found, one.holds, "{}", one.text);
        n_hold += u32::from(one.holds);
        n_false += u32::from(!one.holds);
    }
    assert_eq!((n_hold, n_false), (86, 2));
}

#[test]
fn the_printed_relations_are_read_as_they_are_printed() {
    let published = published();
    let read = |text: &str| {
        let one = published.iter().find(|one| one.text == text);
        coefficients(one.expect("the relation is printed"))
    };
    let mut expected = [0.0; 10];
    expected[at([2, 0])] = 1.0;
    expected[at([1, 1])] = -2.0;
    expected[at([0, 0])] = -1.0;
    assert_eq!(
        read("tan^2(0.5x+1.25pi)-2tan(x)tan(0.5x+1.25pi)-1=0"),
        expected
    );
    assert!(!follows(vec![expected], read("sin(x)+sin(-x)=0")));
}

#[test]
fn the_sine_has_two_generators() {
    let inference = inferred("sin", f64::sin);
    assert_eq!(inference.n_generators, 2);
    let texts: Vec<&str> = (inference.relations.iter())
        .filter(|inferred| !inferred.follows)
        .map(|inferred| inferred.relation.text.as_str())
        .collect();
    for text in [
        "sin(x + π) = −sin(x)",
        "sin(−x) = −sin(x)",
        "sin(x + y) · sin(x − y) = sin(x)² − sin(y)²",
        "4 sin(x)³ = 3 sin(x) − sin(3x)",
        "2 sin(x + π/2) · sin(x) = sin(2x)",
    ] {
        assert!(texts.contains(&text), "{text} is not among {texts:#?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_relations() {
    assert_eq!(inferred("atan", f64::atan), inferred("atan", f64::atan));
}

#[test]
fn the_sine_is_related_to_the_cosine() {
    let mut sine = InProcess::new(1, |row: &[f64]| row[0].sin());
    let mut cosine = InProcess::new(1, |row: &[f64]| row[0].cos());
    let inference = infer(&["sin", "cos"], &mut [&mut sine, &mut cosine], 1)
        .expect("relations of trigonometric functions are inferred");
    let between: Vec<&str> = (inference.relations.iter())
        .filter(|inferred| inferred.relation.class == Class::Between)
        .map(|inferred| inferred.relation.text.as_str())
        .collect();
    for text in [
        "sin(x)² = 1 − cos(x)²",
        "2 sin(x) · cos(x) = sin(2x)",
        "2 sin(x)² = 1 − cos(2x)",
    ] {
        assert!(between.contains(&text), "{text} is not among {between:#?}");
    }
}
