//! The language: what parses, how it prints, and what is said about what does not parse.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use killrate_properties::Property;
use proptest::prelude::*;

#[track_caller]
fn check_prints(text: &str, canonical: &str) {
    let property = Property::parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(property.to_string(), canonical);
    assert_eq!(Property::parse(canonical), Ok(property));
}

#[track_caller]
fn check_refused(text: &str, column: usize, message: &str) {
    let error = Property::parse(text).unwrap_err();
    assert_eq!(error.column, column);
    let caret = format!("{}^", " ".repeat(column - 1));
    assert_eq!(
        error.to_string(),
        format!("cannot read the property at column {column}: {message}\n  {text}\n  {caret}")
    );
}

#[test]
fn the_papers_example_works_as_written() {
    check_prints(
        "if permute (input) then equal (output)",
        "if permute(input) then equal(output)",
    );
}

#[test]
fn the_thesis_properties_print_as_written() {
    for text in [
        "permute: if permute(train) then equal(predictions)",
        "multiply: if multiply(train, 10) and multiply(test, 10) then equal(predictions)",
        "add: if add(train, 10) and add(test, 10) then equal(predictions)",
        "negate: if negate(train) and negate(test) then equal(predictions)",
        "permute-model: if permute(train) then equal(model)",
        "multiply-model: if multiply(train, 2) then equal(multiply(model, 2))",
        "add-model: if add(train, 1) then equal(add(model, 1))",
    ] {
        check_prints(text, text);
    }
}

#[test]
fn white_space_is_free_and_the_canonical_form_is_tight() {
    check_prints(
        "  scale :\n if\tmultiply( train ,+10.50 , rows 1 .. 10,columns  a \"b c\" )\nthen equal( out )  within 1 % ",
        "scale: if multiply(train, 10.50, columns a \"b c\", rows 1..10) then equal(out) within 1%",
    );
}

#[test]
fn scopes_constants_and_tolerances_have_one_canonical_form() {
    check_prints(
        "if remove(a, rows 3) and remove(a, 10 %) then same-order(o)",
        "if remove(a, rows 3) and remove(a, 10%) then same-order(o)",
    );
    check_prints(
        "if duplicate(a, rows ..2, class x \"y\") then close(o, 4ulp)",
        "if duplicate(a, rows ..2, class x y) then close(o, 4 ulp)",
    );
    check_prints(
        "if reverse(a, rows 2..) then inside(o, -1.5..1e3) and agreement(o, 99.5%)",
        "if reverse(a, rows 2..) then inside(o, -1.5..1000) and agreement(o, 99.5%)",
    );
}

#[test]
fn calls_nest_from_the_inside_out() {
    check_prints(
        "if permute(multiply(train, 2)) then equal(reverse(add(out, 1)))",
        "if permute(multiply(train, 2)) then equal(reverse(add(out, 1)))",
    );
}

#[test]
fn options_of_the_follow_up_run_come_after_with() {
    check_prints(
        "if multiply(sizes, 10) with target=1000 , note=\"a, \\\"b\\\"\" then equal(output)",
        "if multiply(sizes, 10) with target=1000, note=\"a, \\\"b\\\"\" then equal(output)",
    );
    check_prints(
        "if with generations=200 then not-less(output)",
        "if with generations=200 then not-less(output)",
    );
}

#[test]
fn seeded_properties_are_those_with_random_choices() {
    for (text, is_seeded) in [
        ("if permute(a) then equal(b)", true),
        ("if remove(a, 1) then equal(b)", true),
        ("if duplicate(a, 10%) then equal(b)", true),
        ("if negate(a) and permute(a) then equal(b)", true),
        ("if remove(a, rows 1) then equal(b)", false),
        ("if duplicate(a) then equal(b)", false),
        ("if reverse(a) then equal(b)", false),
    ] {
        assert_eq!(Property::parse(text).unwrap().is_seeded(), is_seeded);
    }
}

#[test]
fn an_unknown_name_gets_the_nearest_one() {
    check_refused(
        "if permte(train) then equal(predictions)",
        4,
        "there is no transform `permte`; the nearest name is `permute`",
    );
    check_refused(
        "p: if permute(train) then equals(predictions)",
        27,
        "there is no relation `equals`; the nearest name is `equal`",
    );
    check_refused(
        "if permute(train) then equal(multipy(model, 2))",
        30,
        "there is no transform `multipy`; the nearest name is `multiply`",
    );
    let error = Property::parse("if permte(a) then equal(b)").unwrap_err();
    assert_eq!(error.nearest, Some("permute"));
}

#[test]
fn a_name_like_no_other_gets_the_whole_list() {
    check_refused(
        "if obfuscate(train) then equal(predictions)",
        4,
        "there is no transform `obfuscate`; use one of `add`, `add-diagonal`, `compose`, `duplicate`, `insert`, `keep`, `multiply`, \
         `negate`, `not-absent`, `or-absent`, `permute`, `permute-bytes`, `permute-inner`, `plus`, `remove`, `repeat`, `replace`, `reverse`, `scale-boosts`, `swap`, `swap-columns`, `swap-operands`, `swap-rows`, `transpose`",
    );
}

#[test]
fn missing_words_are_expected_where_they_belong() {
    check_refused("permute(train)", 1, "expected `if`");
    check_refused("if", 3, "expected a transform such as `permute(train)`");
    check_refused("if permute train", 12, "expected `(` after `permute`");
    check_refused(
        "if permute()",
        12,
        "expected the name of an input or output",
    );
    check_refused("if permute(train", 17, "expected `,` or `)`");
    check_refused(
        "if permute(train) equal(out)",
        19,
        "expected `and`, `with` or `then`",
    );
    check_refused(
        "if permute(train) then",
        23,
        "expected a relation such as `equal(predictions)`",
    );
    check_refused(
        "if permute(train) then equal(out",
        33,
        "expected `,` or `)`",
    );
    check_refused("if permute(train) then subset(out", 34, "expected `)`");
    check_refused(
        "if permute(train) then equal(out) when",
        35,
        "expected `and`, `within` or the end",
    );
    check_refused(
        "if permute(train) then equal(out) within 1% more",
        45,
        "expected the end",
    );
}

#[test]
fn constants_are_demanded_and_checked() {
    check_refused(
        "if add(train) then equal(out)",
        13,
        "`add` needs a number, as in `add(train, 10)`",
    );
    check_refused(
        "if add(train, ten) then equal(out)",
        15,
        "expected a number, `columns`, `rows` or `class`",
    );
    check_refused(
        "if negate(train, 1) then equal(out)",
        18,
        "`negate` takes no constant; expected `columns`, `rows` or `class`",
    );
    check_refused(
        "if add(train, 1, 2) then equal(out)",
        18,
        "the constant is already given",
    );
    check_refused(
        "if remove(train) then equal(out)",
        16,
        "`remove` needs a number of rows, a share or a scope, as in `remove(train, 10%)`",
    );
    check_refused(
        "if remove(train, 101%) then equal(out)",
        18,
        "a share is more than 0% and at most 100%",
    );
    check_refused(
        "if remove(train, 1.5) then equal(out)",
        18,
        "expected a number of rows such as `3`, a share such as `10%`, `rows` or `class`",
    );
}

#[test]
fn a_replacement_is_two_texts() {
    check_prints(
        "if replace(query, a, \"b \\\"c\", columns q) then equal(out)",
        "if replace(query, \"a\", \"b \\\"c\", columns q) then equal(out)",
    );
    check_refused(
        "if replace(query) then equal(out)",
        17,
        "`replace` needs two texts, as in `replace(query, \"a\", \"b\")`",
    );
    check_refused(
        "if replace(query, \"a\") then equal(out)",
        22,
        "expected `,` and the text to put in its place",
    );
    check_refused(
        "if replace(query, a, ) then equal(out)",
        22,
        "expected the text to put in its place",
    );
}

#[test]
fn new_rows_are_given_or_drawn() {
    check_prints(
        "if insert(a, \"1,x\"  \"2,y\") then equal(insert(o, \"x \\\"y\"))",
        "if insert(a, \"1,x\" \"2,y\") then equal(insert(o, \"x \\\"y\"))",
    );
    check_prints(
        "if insert(a, 3, class x) and insert(a, 10 %, columns b) then superset(o)",
        "if insert(a, 3, class x) and insert(a, 10%, columns b) then superset(o)",
    );
    check_refused(
        "if insert(train) then equal(out)",
        16,
        "`insert` needs rows in quotes or how many, as in `insert(train, 10%)`",
    );
    check_refused(
        "if insert(train, red) then equal(out)",
        18,
        "expected rows in quotes, a number of rows such as `3`, a share such as `10%`, `columns`, `rows` or `class`",
    );
    check_refused(
        "if insert(train, \"1,a\", class a) then equal(out)",
        32,
        "rows in quotes are not drawn from a scope",
    );
    check_refused(
        "if permute(train) then equal(insert(out, 3))",
        30,
        "`insert` makes random choices and cannot say what an output must be",
    );
}

#[test]
fn another_input_is_named() {
    check_prints(
        "if compose( permute(train) , rows ) then equal(out)",
        "if compose(permute(train), rows) then equal(out)",
    );
    check_refused(
        "if compose(train) then equal(out)",
        17,
        "`compose` needs another input, as in `compose(train, test)`",
    );
    check_refused(
        "if compose(train, test, rows 3) then equal(out)",
        25,
        "`compose` takes nothing else",
    );
    check_refused(
        "if compose(train, ) then equal(out)",
        19,
        "expected the name of an input",
    );
    check_refused(
        "if permute(train) then equal(swap(out, train))",
        30,
        "`swap` changes two inputs and cannot say what an output must be",
    );
}

#[test]
fn positions_of_matrices_are_checked() {
    let expected = "expected two different positions counted from 1, such as `1, 2`";
    check_refused("if swap-rows(a, 1) then equal(out)", 17, expected);
    check_refused("if swap-rows(a, 0, 2) then equal(out)", 17, expected);
    check_refused("if swap-columns(a, 2, 2) then equal(out)", 20, expected);
    check_refused(
        "if swap-rows(a) then equal(out)",
        15,
        "`swap-rows` needs two positions, as in `swap-rows(a, 1, 2)`",
    );
    check_refused(
        "if swap-rows(a, 1, 2, 3) then equal(out)",
        23,
        "expected two different positions counted from 1, such as `1, 2`",
    );
    check_refused(
        "if transpose(a, rows 1) then equal(out)",
        23,
        "`transpose` changes the whole input; leave `columns`, `rows` and `class` out",
    );
    check_refused(
        "if transpose(a, 1) then equal(out)",
        17,
        "`transpose` takes nothing else",
    );
}

#[test]
fn scopes_are_checked() {
    check_refused(
        "if negate(train, columns) then equal(out)",
        25,
        "expected the name of a column",
    );
    check_refused(
        "if negate(train, columns a, columns b) then equal(out)",
        29,
        "`columns` is already given",
    );
    check_refused(
        "if negate(train, columns \"a) then equal(out)",
        26,
        "the quote is never closed",
    );
    for range in ["0..3", "3..1", "x", "0"] {
        check_refused(
            &format!("if negate(train, rows {range}) then equal(out)"),
            23,
            "expected rows counted from 1, such as `3`, `1..10` or `5..`",
        );
    }
}

#[test]
fn tolerances_are_demanded_where_needed_and_refused_where_useless() {
    check_refused(
        "if negate(a) then close(out)",
        29,
        "`close` needs a tolerance, as in `close(output, 1%)` or `within 0.001`",
    );
    check_refused(
        "if negate(a) then subset(out) within 1%",
        31,
        "no relation here takes a tolerance",
    );
    check_refused(
        "if negate(a) then close(out, -1)",
        30,
        "expected a tolerance such as `0.001`, `1%` or `4 ulp`",
    );
    check_refused(
        "if negate(a) then agreement(out)",
        32,
        "`agreement` needs a share, as in `agreement(output, 95%)`",
    );
    check_refused(
        "if negate(a) then agreement(out, 95)",
        34,
        "expected a share such as `95%`",
    );
    check_refused(
        "if negate(a) then inside(out, 2..1)",
        31,
        "expected a range such as `0..100`",
    );
    check_refused(
        "if negate(a) then subset(out, 1)",
        31,
        "`subset` takes nothing but an output",
    );
}

#[test]
fn an_output_cannot_be_changed_at_random() {
    check_refused(
        "if permute(a) then equal(permute(out))",
        26,
        "`permute` makes random choices and cannot say what an output must be",
    );
}

#[test]
fn columns_are_counted_in_characters_and_control_characters_take_one() {
    let error = Property::parse("if\tadd(a, 1, columns é) thn equal(b)\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot read the property at column 25: expected `and`, `with` or `then`\n  \
         if add(a, 1, columns é) thn equal(b)\n                          ^"
    );
}

#[test]
fn deep_nesting_is_refused_before_it_costs_stack() {
    let text = format!("if {}", "negate(".repeat(100_000));
    let error = Property::parse(&text).unwrap_err();
    assert_eq!(error.problem, "calls are nested more than 16 deep");
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z0-9=:%-]{1,5}", "[a-z ,()\\\\\"é]{0,5}"]
}

fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

fn scope() -> impl Strategy<Value = String> {
    let names = proptest::collection::vec(value(), 1..3);
    prop_oneof![
        Just(String::new()),
        names.prop_map(|names| {
            let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            format!(", columns {}", names.join(" "))
        }),
        value().prop_map(|name| format!(", class {}", quoted(&name))),
        (1_u64..50, 0_u64..50)
            .prop_map(|(first, more)| format!(", rows {first}..{}", first + more)),
        Just(", rows ..7".to_owned()),
        Just(", rows 7 ..".to_owned()),
    ]
}

fn call(name: &'static str) -> impl Strategy<Value = String> {
    let number = "[+-]?[0-9]{1,4}(\\.[0-9]{1,3})?(e-?[0-9]{1,2})?";
    prop_oneof![
        (number, scope()).prop_map(move |(number, scope)| format!("add({name}, {number}{scope})")),
        scope().prop_map(move |scope| format!("reverse({name}{scope})")),
        scope().prop_map(move |scope| format!("negate(duplicate({name}{scope}))")),
    ]
}

fn relation() -> impl Strategy<Value = String> {
    prop_oneof![
        call("out").prop_map(|call| format!("equal({call})")),
        "[0-9]{1,3}(\\.[0-9])?".prop_map(|number| format!("close(out, {number}%)")),
        (0_u32..9).prop_map(|ulps| format!("close(stdout, {ulps} ulp)")),
        (1_u32..100).prop_map(|share| format!("agreement(out, {share}%)")),
    ]
}

fn property() -> impl Strategy<Value = String> {
    let settings = proptest::option::of(("[a-z]{1,4}", value()));
    (
        proptest::option::of("[a-z][a-z0-9/-]{0,6}(\\.[a-z0-9])?"),
        proptest::collection::vec(call("train"), 1..3),
        settings,
        proptest::collection::vec(relation(), 1..3),
    )
        .prop_map(|(name, transforms, setting, relations)| {
            let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
            let setting =
                setting.map(|(option, value)| format!(" with {option}={}", quoted(&value)));
            format!(
                "{name}if {}{} then {}",
                transforms.join(" and "),
                setting.unwrap_or_default(),
                relations.join(" and ")
            )
        })
}

proptest! {
    #[test]
    fn every_property_parses_as_it_prints(text in property()) {
        let parsed = Property::parse(&text).unwrap();
        let printed = parsed.to_string();
        prop_assert_eq!(Property::parse(&printed), Ok(parsed));
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in ".{0,80}") {
        let _ = Property::parse(&text).map_err(|error| error.to_string());
    }

    #[test]
    fn no_broken_property_makes_the_parser_panic(text in property(), at in 0_usize..200, junk in "[(),.:%=\"\\\\ a1é]{0,3}") {
        let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let broken = format!("{}{junk}{}", &text[..at], &text[at..]);
        match Property::parse(&broken) {
            Ok(property) => prop_assert_eq!(Property::parse(&property.to_string()), Ok(property)),
            Err(error) => prop_assert!(error.column <= broken.chars().count() + 1),
        }
    }
}
