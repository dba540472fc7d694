//! Functions of crates.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod lab;

use killrate_calls::{Callable, Caller, CallsError, of_crate};
use killrate_inference::{Function as _, Number, Returned};
use killrate_model::{Mutant, MutantClass, MutantStatus};
use killrate_mutator::Dependency;

use crate::lab::Lab;

/// A function that does everything that functions should not do.
const HAZARDS: &str = "
pub fn hazard(x: f64) -> f64 {
    if x == 1.0 { panic!(\"one\") }
    if x == 2.0 { let mut n = 0u64; loop { n = n.wrapping_add(1); std::hint::black_box(n); } }
    if x == 3.0 { std::process::abort() }
    if x == 4.0 { return deep(1) as f64 }
    if x == 5.0 { std::process::exit(0) }
    if x == 6.0 { return f64::NAN }
    if x == 7.0 { return 1.0 / 0.0 }
    x * 2.0 + 1.0
}
fn deep(n: u64) -> u64 {
    let rows = [n; 512];
    if n == 0 { 0 } else { deep(std::hint::black_box(n + 1)) + std::hint::black_box(&rows)[7] }
}
";

/// A function of a crate with this source.
fn of_source(
    lab: &Lab,
    source: &str,
    function: &str,
    classes: &[MutantClass],
) -> Result<Callable, CallsError> {
    let manifest = "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    lab.write("crate/Cargo.toml", manifest);
    lab.write("crate/src/lib.rs", source);
    let path = lab.path().join("crate");
    of_crate(
        &Dependency::at("sample", path.to_str().unwrap()),
        function,
        classes.iter().copied().collect(),
        &lab.scratch(),
        lab.surroundings(),
        &|_| {},
    )
}

/// Results that can be compared where some are no numbers.
fn bits(returned: &[Returned]) -> Vec<Option<u64>> {
    returned
        .iter()
        .map(|one| match one {
            Returned::Value(value) => Some(value.to_bits()),
            Returned::Panicked => None,
            Returned::OutOfFuel => Some(1),
        })
        .collect()
}

/// All calls in one request, and each in a request of its own.
fn both(mut all: Caller<'_>, mut single: Caller<'_>, arguments: &[f64]) -> [Vec<Option<u64>>; 2] {
    let at_once = all.call(arguments).unwrap();
    let one_by_one: Vec<Returned> = arguments
        .chunks(all.arity())
        .flat_map(|row| single.call(row).unwrap())
        .collect();
    [bits(&at_once), bits(&one_by_one)]
}

fn live(callable: &Callable) -> impl Iterator<Item = &Mutant> {
    let mutants = callable.mutants.iter();
    mutants.filter(|mutant| mutant.status == MutantStatus::Woven)
}

#[test]
fn calls_in_one_request_give_what_calls_one_by_one_give() {
    let lab = Lab::new();
    let classes = [MutantClass::Comparison, MutantClass::Arithmetic];
    let callable = of_source(&lab, HAZARDS, "hazard", &classes).unwrap();
    let arguments = [
        0.0, 1.0, 2.0, 0.5, 3.0, 4.0, -1.5, 5.0, 6.0, 7.0, 1e308, -0.0,
    ];
    let original = Caller::original(&callable, lab.surroundings());
    let [at_once, one_by_one] = both(
        Caller::original(&callable, lab.surroundings()),
        Caller::original(&callable, lab.surroundings()),
        &arguments,
    );
    assert_eq!(at_once, one_by_one);
    let value = |value: f64| Some(value.to_bits());
    let out_of_fuel = Some(1);
    assert_eq!(
        at_once,
        [
            value(1.0),
            None,
            out_of_fuel,
            value(2.0),
            None,
            None,
            value(-2.0),
            None,
            value(f64::NAN),
            value(f64::INFINITY),
            value(f64::INFINITY),
            value(1.0),
        ]
    );
    let mut differing = 0;
    for mutant in live(&callable) {
        let [at_once, one_by_one] = both(
            original.mutant(mutant.number),
            original.mutant(mutant.number),
            &arguments,
        );
        assert_eq!(at_once, one_by_one, "{}", mutant.id);
        differing += 1;
    }
    // Eight comparisons by five others each, and four calculations, as far as they compile.
    assert!(differing > 30, "{differing} mutants");
}

#[test]
fn kinds_of_numbers_are_those_of_the_source() {
    let lab = Lab::new();
    let source = "
pub mod steps {
    /// Keeps a value within steps.
    pub fn step(x: f32, n: u8, up: bool) -> i64 { if up { n as i64 + x as i64 } else { -(n as i64) } }
}
";
    let callable = of_source(&lab, source, "step", &[]).unwrap();
    assert_eq!(callable.name, "sample::steps::step");
    assert_eq!(callable.names, ["x", "n", "up"]);
    assert_eq!(
        callable.arguments,
        [
            Number::Single,
            Number::Integer {
                least: 0.0,
                greatest: 255.0
            },
            Number::Boolean,
        ]
    );
    let mut caller = Caller::original(&callable, lab.surroundings());
    let results = caller.call(&[1.5, 7.0, 1.0, 1.5, 7.0, 0.0]).unwrap();
    assert_eq!(results, [Returned::Value(8.0), Returned::Value(-7.0)]);
    let error = caller.call(&[1.5, 256.0, 1.0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`sample::steps::step` cannot be called with (1.5, 256.0, 1.0): an argument is no value of its type; name a function whose types are in its source"
    );
}

#[test]
fn an_expression_is_called_like_a_function() {
    let lab = Lab::new();
    let source = "pub fn half(x: f64) -> f64 { x / 2.0 }";
    let callable = of_source(&lab, source, "half(a) - b", &[MutantClass::Arithmetic]).unwrap();
    assert_eq!(callable.names, ["a", "b"]);
    let mut original = Caller::original(&callable, lab.surroundings());
    assert_eq!(original.call(&[5.0, 1.0]).unwrap(), [Returned::Value(1.5)]);
    let mutant = live(&callable)
        .find(|mutant| mutant.after == "x * 2.0")
        .unwrap();
    let mut changed = original.mutant(mutant.number);
    assert_eq!(changed.call(&[5.0, 1.0]).unwrap(), [Returned::Value(9.0)]);
}

#[test]
fn what_cannot_be_called_is_refused_before_anything_is_built() {
    let lab = Lab::new();
    let source = "
pub fn mean(values: &[f64]) -> f64 { values[0] }
pub fn name(x: f64) -> String { x.to_string() }
fn hidden(x: f64) -> f64 { x }
pub fn shown(x: f64) -> f64 { x }
pub struct P(f64);
impl P { pub fn norm(&self) -> f64 { self.0 } }
";
    let refused = |text: &str| of_source(&lab, source, text, &[]).unwrap_err().to_string();
    assert_eq!(
        refused("mean"),
        "`mean` of package `sample` takes `values: &[f64]`, which is no number; write a function of numbers that calls it"
    );
    assert_eq!(
        refused("name"),
        "`name` of package `sample` returns `String`, which is no number; write a function that makes one of it"
    );
    assert_eq!(
        refused("hidden"),
        "`hidden` of package `sample` is private; make it `pub`"
    );
    assert_eq!(
        refused("norm"),
        "`norm` of package `sample` is a method of `P`; write a function of numbers that calls it"
    );
    assert_eq!(
        refused("show"),
        "package `sample` has no function `show` of numbers in its sources; the nearest name is `shown`; if a macro makes it, write its arguments too, such as `show(x)`"
    );
    assert_eq!(
        refused("shown(x, y)"),
        "`shown` has 1 arguments and is called with 2; write its name alone"
    );
    assert_eq!(
        refused("shown(x"),
        "`shown(x` is no function; write its name, a call such as `sin(x)`, or an expression such as `sin(x) / x`"
    );
    let made = std::fs::read_dir(lab.scratch()).unwrap();
    let names = made.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let woven: Vec<String> = names.filter(|name| !name.starts_with("calls-")).collect();
    assert_eq!(woven, [""; 0]);
}

#[test]
fn a_function_that_the_compiler_refuses_is_quoted() {
    let lab = Lab::new();
    let source = "pub fn shown(x: f64) -> f64 { x }";
    let error = of_source(&lab, source, "absent(x)", &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`sample::absent` cannot be called with numbers: cannot find value `absent` in crate `sample`; write a public function of numbers that calls it"
    );
}

#[test]
fn a_function_that_remembers_is_told() {
    let lab = Lab::new();
    let source = "
use std::sync::atomic::{AtomicU32, Ordering};
static N: AtomicU32 = AtomicU32::new(0);
pub fn next(x: f64) -> f64 { x + N.fetch_add(1, Ordering::Relaxed) as f64 }
";
    let error = of_source(&lab, source, "next", &[]).unwrap_err();
    let CallsError::NotAFunction {
        arguments,
        first,
        second,
        ..
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!([arguments, first, second], ["(0.0)", "0.0", "63.0"]);
}

#[test]
fn a_function_that_never_returns_is_a_result() {
    let lab = Lab::new();
    let source = "pub fn stuck(x: f64) -> f64 { let mut y = x; while y >= x { y = x } y }";
    let callable = of_source(&lab, source, "stuck", &[]).unwrap();
    let mut original = Caller::original(&callable, lab.surroundings());
    let results = original.call(&[1.0, f64::NAN]).unwrap();
    assert_eq!(results[0], Returned::OutOfFuel);
    assert!(matches!(results[1], Returned::Value(value) if value.is_nan()));
}
