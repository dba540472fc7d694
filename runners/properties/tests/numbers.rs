//! Properties that change numbers among a program's arguments.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use killrate_model::{ArgumentNumber, Blob, FormatName, InputName, InputSpec, Interface, Request};
use killrate_properties::{FollowUp, Property};

fn number(name: &str, value: &str) -> (InputName, ArgumentNumber) {
    let value = ArgumentNumber::new(value).unwrap();
    (InputName::new(name).unwrap(), value)
}

/// A program that chooses among sizes for a target, in so many generations.
fn interface() -> Interface {
    let sizes = InputSpec {
        format: FormatName("words".to_owned()),
        label: None,
    };
    Interface {
        arguments: ["{sizes}", "-t={target}", "{generations}", "--mode", "1"]
            .map(str::to_owned)
            .into(),
        inputs: [(InputName::new("sizes").unwrap(), sizes)].into(),
        numbers: [number("target", "1000"), number("generations", "50")].into(),
        outputs: [].into(),
    }
}

fn source(sizes: &str, target: &str, generations: &str) -> Request {
    Request {
        arguments: interface().arguments,
        inputs: [(
            InputName::new("sizes").unwrap(),
            Blob::new(sizes.as_bytes()),
        )]
        .into(),
        numbers: [number("target", target), number("generations", generations)].into(),
        ..Request::default()
    }
}

fn property(transforms: &str) -> Property {
    Property::parse(&format!("if {transforms} then equal(stdout)")).unwrap()
}

#[track_caller]
fn check(transforms: &str, sizes: &str, target: &str, generations: &str) {
    let source_request = source("1 a\n2 b\n", "1000", "50");
    let made = property(transforms).follow_up(&interface(), &source_request, 1);
    let expected = source(sizes, target, generations);
    assert_eq!(made, Ok(FollowUp::Request(expected)));
}

#[track_caller]
fn check_not_applicable(transforms: &str, generations: &str, reason: &str) {
    let made = property(transforms).follow_up(&interface(), &source("a\n", "1", generations), 1);
    let expected = FollowUp::NotApplicable {
        reason: reason.to_owned(),
    };
    assert_eq!(made, Ok(expected));
}

#[track_caller]
fn check_unfit(transforms: &str, message: &str) {
    let error = property(transforms).check(&interface()).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[test]
fn numbers_are_changed_beside_files_and_by_themselves() {
    check(
        "multiply(sizes, 3) and multiply(target, 3)",
        "3 a\n6 b\n",
        "3000",
        "50",
    );
    check("add(generations, 10)", "1 a\n2 b\n", "1000", "60");
    check(
        "add(multiply(target, 0.1), 0.50) and negate(generations)",
        "1 a\n2 b\n",
        "100.50",
        "-50",
    );
}

#[test]
fn a_number_that_stays_or_cannot_be_written_makes_no_follow_up() {
    let made =
        property("multiply(generations, 2)").follow_up(&interface(), &source("a\n", "1", "0"), 1);
    let reason = "`multiply(generations, 2)`: 0 stays as it is".to_owned();
    assert_eq!(made, Ok(FollowUp::Unchanged { reason }));
    let huge = "9".repeat(300);
    check_not_applicable(
        "multiply(generations, 10)",
        &huge,
        &format!("`multiply(generations, 10)`: `{huge}` would go out of range"),
    );
}

#[test]
fn a_number_has_no_rows_and_no_order() {
    check_unfit(
        "permute(target)",
        "`permute` cannot change `target`, which is a number among the arguments; it can be changed by `add`, `multiply` and `negate`",
    );
    check_unfit(
        "add(target, 10, rows 1)",
        "`add` names rows, columns or classes of `target`, which is a number among the arguments; leave them out",
    );
    check_unfit(
        "add(targets, 10)",
        "there is no input `targets`; the nearest name is `target`",
    );
}

#[test]
fn a_request_without_the_number_is_an_error() {
    let mut request = source("1 a\n", "5", "5");
    request.numbers.clear();
    let made = property("add(target, 1)").follow_up(&interface(), &request, 1);
    assert_eq!(
        made.unwrap_err().to_string(),
        "there is no value of the number `target`, which the property changes"
    );
}
