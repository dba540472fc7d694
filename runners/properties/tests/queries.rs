//! Properties of a search engine: documents and queries in, hits out.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use killrate_model::{Blob, FormatName, InputName, InputSpec, Interface, Request};
use killrate_properties::{FollowUp, Property};

const CORPUS: &str = "a\tA fool and Romeo.\nb\tJuliet\n";
const QUERIES: &str = "1\tromeo OR juliet\n2\tnurse^0.5 (friar AND NOT fool)\n3\tromeo\n";

fn interface() -> Interface {
    let input = |name: &str, format: &str| {
        let spec = InputSpec {
            format: FormatName(format.to_owned()),
            label: None,
        };
        (InputName::new(name).unwrap(), spec)
    };
    Interface {
        arguments: vec!["{corpus}".to_owned(), "{queries}".to_owned()],
        inputs: [input("corpus", "lines"), input("queries", "query")].into(),
        numbers: [].into(),
        outputs: [].into(),
    }
}

fn source(queries: &str) -> Request {
    let input = |name: &str, text: &str| {
        let blob = Blob::new(text.as_bytes());
        (InputName::new(name).unwrap(), blob)
    };
    Request {
        arguments: interface().arguments,
        inputs: [input("corpus", CORPUS), input("queries", queries)].into(),
        ..Request::default()
    }
}

fn follow_up(transform: &str, queries: &str) -> FollowUp {
    let property = Property::parse(&format!("if {transform} then equal(stdout)")).unwrap();
    assert_eq!(
        property.to_string(),
        format!("if {transform} then equal(stdout)")
    );
    let made = property.follow_up(&interface(), &source(queries), 1);
    made.unwrap()
}

/// Checks the queries of the follow-up, and that nothing else of it is another.
#[track_caller]
fn check(transform: &str, expected: &str) {
    let FollowUp::Request(made) = follow_up(transform, QUERIES) else {
        panic!("{transform} does not apply");
    };
    assert_eq!(made, source(expected));
}

#[track_caller]
fn check_not_applicable(transform: &str, queries: &str, reason: &str) {
    let expected = FollowUp::NotApplicable {
        reason: format!("`{transform}`: {reason}"),
    };
    assert_eq!(follow_up(transform, queries), expected);
}

#[track_caller]
fn check_unchanged(transform: &str, queries: &str, reason: &str) {
    let expected = FollowUp::Unchanged {
        reason: format!("`{transform}`: {reason}"),
    };
    assert_eq!(follow_up(transform, queries), expected);
}

#[track_caller]
fn check_unfit(transform: &str, message: &str) {
    let property = Property::parse(&format!("if {transform} then equal(stdout)")).unwrap();
    let error = property.check(&interface()).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[track_caller]
fn check_refused(transform: &str, message: &str) {
    let error = Property::parse(&format!("if {transform} then equal(stdout)")).unwrap_err();
    assert_eq!(error.to_string().lines().next(), Some(message));
}

#[test]
fn operands_change_places_in_every_query_that_has_two() {
    check(
        "swap-operands(queries)",
        "1\tjuliet OR romeo\n2\t(NOT fool AND friar) nurse^0.5\n3\tromeo\n",
    );
    check(
        "swap-operands(queries, rows 1)",
        "1\tjuliet OR romeo\n2\tnurse^0.5 (friar AND NOT fool)\n3\tromeo\n",
    );
}

#[test]
fn queries_of_one_operand_have_nothing_to_swap() {
    check_unchanged(
        "swap-operands(queries)",
        "romeo\n(\"good night\")^2\na AND b c\nromeo romeo\n",
        "no query has two operands that can change places",
    );
}

#[test]
fn boosts_are_multiplied_and_those_that_are_not_written_are_one() {
    check(
        "scale-boosts(queries, 2)",
        "1\tromeo^2 OR juliet^2\n2\tnurse (friar^2 AND NOT fool^2)\n3\tromeo^2\n",
    );
    check_not_applicable(
        "scale-boosts(queries, -1)",
        QUERIES,
        "boosts can be multiplied by a number above 0 only",
    );
    check_unchanged("scale-boosts(queries, 1)", QUERIES, "it changes no boost");
}

#[test]
fn a_word_is_absent_when_it_is_no_word_of_the_input() {
    let or_foo =
        "1\tromeo OR juliet OR foo\n2\tnurse^0.5 (friar AND NOT fool) OR foo\n3\tromeo OR foo\n";
    check("or-absent(queries, corpus, \"foo\")", or_foo);
    check("or-absent(queries, \"foo\")", or_foo);
    check(
        "not-absent(queries, corpus)",
        "1\tromeo OR juliet NOT nosuchword\n2\tnurse^0.5 (friar AND NOT fool) NOT nosuchword\n3\tromeo NOT nosuchword\n",
    );
    for transform in [
        "or-absent(queries, corpus, \"Fool\")",
        "not-absent(queries, corpus, \"Fool\")",
    ] {
        check_not_applicable(transform, QUERIES, "`Fool` is a word of `corpus`");
    }
}

#[test]
fn a_query_in_which_a_place_suits_no_word_is_left_as_it_is() {
    // The hyphen is a word because a blank follows; at the end it would be an operator.
    check_unchanged(
        "swap-operands(queries)",
        "- romeo\n",
        "no query has two operands that can change places",
    );
}

#[test]
fn what_no_query_can_be_changed_by_is_told() {
    check_unfit(
        "multiply(queries, 2)",
        "`multiply` cannot change `queries`, whose format is `query`; it can change `arff`, `bytes`, `csv`, `json-lines`, `lines`, `matrix`, `pcap`, `sparse`, `tree`, `words` and `xml`",
    );
    check_unfit(
        "swap-operands(corpus)",
        "`swap-operands` cannot change `corpus`, whose format is `lines`; it can change `query`",
    );
    check_unfit(
        "or-absent(queries, corpse)",
        "there is no input `corpse`; the nearest name is `corpus`",
    );
    check_refused(
        "or-absent(queries)",
        "cannot read the property at column 21: `or-absent` needs an input that lacks a word, or such a word in quotes, as in `or-absent(queries, corpus)`",
    );
    check_refused(
        "or-absent(queries, \"two words\")",
        "cannot read the property at column 23: expected a word of letters and digits",
    );
    check_refused(
        "or-absent(queries, \"NOT\")",
        "cannot read the property at column 23: expected a word of letters and digits",
    );
    check_refused(
        "or-absent(queries, corpus, hits)",
        "cannot read the property at column 31: expected a word in quotes",
    );
    check_refused(
        "or-absent(queries, \"foo\", corpus)",
        "cannot read the property at column 30: `or-absent` takes nothing else",
    );
    check_refused(
        "scale-boosts(queries)",
        "cannot read the property at column 24: `scale-boosts` needs a number, as in `scale-boosts(train, 10)`",
    );
}

#[test]
fn a_line_that_is_no_query_is_shown_with_a_caret() {
    let property = Property::parse("if swap-operands(queries) then equal(stdout)").unwrap();
    let made = property.follow_up(&interface(), &source("1\ta\n2\tromeo AND\n"), 1);
    let error = made.unwrap_err();
    let cause = std::error::Error::source(&error).map(ToString::to_string);
    assert_eq!(error.to_string(), "cannot read `queries` as `query`");
    assert_eq!(
        cause.as_deref(),
        Some("line 2: expected a word, a text in quotes or `(`\n  romeo AND\n           ^")
    );
}
