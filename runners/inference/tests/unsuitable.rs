//! Functions that have no relations are told in a sentence; others are not.

use killrate_inference::{
    CallError, Function, InProcess, InferError, Inference, Number, Returned, infer,
};

fn inferred(function: &mut dyn Function) -> Result<Inference, InferError> {
    let mut functions: [&mut dyn Function; 1] = [function];
    infer(&["f"], &mut functions, 1)
}

#[track_caller]
fn check_refused(function: &mut dyn Function, expected: &str) {
    let message = match inferred(function) {
        Ok(inference) => panic!("{:#?}", inference.relations),
        Err(error) => error.to_string(),
    };
    assert!(message.starts_with(expected), "{message}");
}

/// A function whose calls all end in the same way.
struct Ends(Returned);

impl Function for Ends {
    fn arity(&self) -> usize {
        1
    }

    fn call(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallError> {
        Ok(vec![self.0; arguments.len()])
    }
}

#[test]
fn a_constant_is_refused() {
    check_refused(
        &mut InProcess::new(1, |_: &[f64]| 4.0),
        "it gave 4e0 for all arguments; a constant has no relation",
    );
}

#[test]
fn a_function_without_values_is_refused() {
    check_refused(
        &mut InProcess::new(2, |_: &[f64]| f64::NAN),
        "no result was a finite number in",
    );
}

#[test]
fn a_function_that_always_panics_or_never_ends_is_refused() {
    check_refused(
        &mut Ends(Returned::Panicked),
        "it panicked in 1440 of 1440 calls, first with ",
    );
    check_refused(
        &mut Ends(Returned::OutOfFuel),
        "it did not end in 1440 of 1440 calls, first with ",
    );
}

#[test]
fn a_function_that_depends_on_more_than_its_arguments_is_refused() {
    let mut n_calls = 0.0;
    let random = move |row: &[f64]| {
        n_calls += 1.0;
        row[0] + n_calls
    };
    check_refused(&mut InProcess::new(1, random), "it gave ");
}

#[test]
fn four_arguments_are_too_many() {
    check_refused(
        &mut InProcess::new(4, |row: &[f64]| row[0]),
        "it takes 4 arguments, and relations are inferred for functions of one to three",
    );
}

#[test]
fn a_failed_request_is_an_error_and_no_relation() {
    struct Broken;
    impl Function for Broken {
        fn arity(&self) -> usize {
            1
        }
        fn call(&mut self, _arguments: &[f64]) -> Result<Vec<Returned>, CallError> {
            Err(CallError::new("the disk is full"))
        }
    }
    let error = inferred(&mut Broken).expect_err("calls fail");
    assert!(matches!(error, InferError::Call(_)), "{error}");
    assert_eq!(error.to_string(), "the disk is full");
}

/// A function of whole numbers.
struct Whole<F>(F);

impl<F: Fn(i64) -> i64> Function for Whole<F> {
    fn arity(&self) -> usize {
        1
    }

    fn argument(&self, _index: usize) -> Number {
        Number::Integer {
            least: -1e6,
            greatest: 1e6,
        }
    }

    fn result(&self) -> Number {
        self.argument(0)
    }

    fn call(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallError> {
        Ok(arguments
            .iter()
            .map(|value| Returned::Value((self.0)(*value as i64) as f64))
            .collect())
    }
}

fn texts(function: &mut dyn Function) -> Vec<String> {
    let inference = inferred(function).expect("it has values");
    let relations = inference.relations.into_iter();
    relations.map(|inferred| inferred.relation.text).collect()
}

#[test]
fn a_calendar_repeats_after_400_years() {
    let is_leap = |year: i64| i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    let texts = texts(&mut Whole(is_leap));
    let wanted = ["f(x + 400) = f(x)", "f(−x) = f(x)"];
    for text in wanted {
        assert!(texts.iter().any(|one| one == text), "{texts:#?}");
    }
    assert!(
        !texts.iter().any(|one| one == "f(x + 4) = f(x)"),
        "{texts:#?}"
    );
}

#[test]
fn an_arbitrary_function_has_no_equation() {
    let odd =
        |row: &[f64]| (row[0] * row[0] + 0.2 * row[0]).sin() + 0.11 * (1.7 * row[0]).cos().exp();
    let inference = inferred(&mut InProcess::new(1, odd)).expect("it has values");
    let equations: Vec<&str> = (inference.relations.iter())
        .map(|inferred| inferred.relation.text.as_str())
        .filter(|text| text.contains('='))
        .collect();
    assert!(equations.is_empty(), "{equations:#?}");
}
