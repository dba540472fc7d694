//! The runs of a descriptor, and what is asserted of them, as properties.

use std::collections::BTreeMap;

use killrate_executor::split_command;

use super::element::{Element, Problem};
use super::expression::{Expression, calls};

/// The run that the user sees.
pub(super) const MAIN: &str = "main";

/// What comes between `if` and `then` for each branch but the main one.
pub(super) type Branches = BTreeMap<String, String>;

/// The relations that say the same with the runs the other way round.
const MIRRORED: [[&str; 2]; 3] = [
    ["less", "more"],
    ["not-less", "not-more"],
    ["subset", "superset"],
];
/// The relations that do not care which run is which.
const SYMMETRIC: [&str; 7] = [
    "agreement",
    "class-totals",
    "close",
    "differ",
    "equal",
    "same-multiset",
    "same-order",
];

/// What a branch changes, as the property language says it: transforms and options.
pub(super) fn changes(
    branch: &Element,
    own: &[String],
    main_parameters: &str,
) -> Result<String, Problem> {
    let at = |text: String| branch.problem(text);
    let mut transforms = Vec::new();
    for call in calls(&branch.text).map_err(at)? {
        transforms.push(in_words(&call, own).map_err(at)?);
    }
    let mut settings = Vec::new();
    for child in &branch.children {
        match child.name.as_str() {
            "PARAMETERS" => settings = options(main_parameters, &child.text).map_err(at)?,
            _ => return Err(branch.refuse_child(child, &["PARAMETERS"])),
        }
    }
    let mut changes = transforms.join(" and ");
    if !settings.is_empty() {
        changes = format!("{changes} with {}", settings.join(", "));
    }
    match changes.trim() {
        "" => Err(at("the branch changes nothing".to_owned())),
        changes => Ok(changes.to_owned()),
    }
}

/// The branch that an assertion compares with the main one, and the relation.
pub(super) fn relation(assertion: &Expression, own: &[String]) -> Result<(String, String), String> {
    let Expression::Call { name, arguments } = assertion else {
        return Err("an assertion is a call such as `@op_equal(…)`".to_owned());
    };
    let sides: Vec<(&str, &str)> = arguments.iter().filter_map(side).collect();
    let rest = all_in_words(&arguments[sides.len()..], own)?;
    let name = word(name, own);
    let call = |words: &[String]| {
        let all: Vec<&str> = words.iter().chain(&rest).map(String::as_str).collect();
        all.join(", ")
    };
    match sides[..] {
        [(branch, _)] if branch != MAIN => {
            let output = in_words(&arguments[0], own)?;
            Ok((branch.to_owned(), format!("{name}({})", call(&[output]))))
        }
        [(first, output), (second, other)] if (first == MAIN) != (second == MAIN) => {
            if output != other {
                return Err(format!(
                    "`{output}` and `{other}` are different outputs; compare the same one of two runs"
                ));
            }
            let is_main_first = first == MAIN;
            let (branch, main, follow_up, relation) = if is_main_first {
                // A property speaks of the follow-up and then of the source, so here the relation
                // is turned round.
                (second, &arguments[0], &arguments[1], mirrored(&name)?)
            } else {
                (first, &arguments[1], &arguments[0], name)
            };
            let mut words = vec![in_words(main, own)?];
            if matches!(follow_up, Expression::Call { .. }) {
                words.push(format!("follow-up {}", in_words(follow_up, own)?));
            }
            Ok((branch.to_owned(), format!("{relation}({})", call(&words))))
        }
        _ => Err(format!(
            "`@op_{name}` must compare an output of `{MAIN}` with that of one other branch"
        )),
    }
}

/// The branch and the output that an expression is about; `None` for values.
fn side(expression: &Expression) -> Option<(&str, &str)> {
    match expression {
        Expression::Output { branch, name } => Some((branch, name)),
        Expression::Call { arguments, .. } => arguments.first().and_then(side),
        Expression::Input(_) | Expression::Value(_) => None,
    }
}

/// The relation that says of the second run what this one says of the first.
///
/// `@op_less(a, b)` says that a is less than b; `less(output)` says that the follow-up's is less
/// than the source's.
fn mirrored(name: &str) -> Result<String, String> {
    for [one, other] in MIRRORED {
        if name == one {
            return Ok(other.to_owned());
        }
        if name == other {
            return Ok(one.to_owned());
        }
    }
    // Functions of the user's get the source run first, as they do here.
    let is_known = killrate_properties::relations()
        .iter()
        .any(|relation| relation.name == name);
    if is_known && !SYMMETRIC.contains(&name) {
        return Err(format!("`{name}` does not compare two runs"));
    }
    Ok(name.to_owned())
}

fn in_words(expression: &Expression, own: &[String]) -> Result<String, String> {
    Ok(match expression {
        Expression::Input(name) | Expression::Output { name, .. } => name.clone(),
        Expression::Value(value) => value.clone(),
        Expression::Call { name, arguments } => {
            let arguments = all_in_words(arguments, own)?;
            format!("{}({})", word(name, own), arguments.join(", "))
        }
    })
}

fn all_in_words(expressions: &[Expression], own: &[String]) -> Result<Vec<String>, String> {
    let words = expressions.iter();
    words.map(|expression| in_words(expression, own)).collect()
}

/// The name of an operation here: the user's own as they are, ours with hyphens.
fn word(name: &str, own: &[String]) -> String {
    if own.iter().any(|own| own == name) {
        name.to_owned()
    } else {
        name.replace('_', "-")
    }
}

/// The options whose values differ, as `name=value`.
fn options(main: &str, branch: &str) -> Result<Vec<String>, String> {
    let words = |text: &str| split_command(text).map_err(|error| error.to_string());
    let (main, branch) = (words(main)?, words(branch)?);
    let unlike = || {
        "the `PARAMETERS` of a branch can differ from the others in the values of options only"
            .to_owned()
    };
    if main.len() != branch.len() {
        return Err(unlike());
    }
    let mut options = Vec::new();
    for (index, (old, new)) in main.iter().zip(&branch).enumerate() {
        if old == new {
            continue;
        }
        let before = index.checked_sub(1).map(|before| main[before].as_str());
        let (dashed, value) = match (old.split_once('='), new.split_once('='), before) {
            (Some((old, _)), Some((new, value)), _) if old == new => (old, value),
            (_, _, Some(option)) => (option, new.as_str()),
            _ => return Err(unlike()),
        };
        if !dashed.starts_with('-') {
            return Err(unlike());
        }
        // Without quotes these would end the value in the language.
        let needs_quotes = value.contains([' ', ',', '(', ')']);
        let quote = if needs_quotes { "\"" } else { "" };
        let option = dashed.trim_start_matches('-');
        options.push(format!("{option}={quote}{value}{quote}"));
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(assertion: &str, expected: Result<(&str, &str), &str>) {
        let calls = calls(assertion).unwrap();
        let own = ["flip_all".to_owned()];
        let found = relation(&calls[0], &own);
        let expected = expected
            .map(|(branch, relation)| (branch.to_owned(), relation.to_owned()))
            .map_err(str::to_owned);
        assert_eq!(found, expected);
    }

    #[test]
    fn outputs_of_two_runs_become_a_relation() {
        check(
            "@op_equal(@main.output.m, @t.output.m)",
            Ok(("t", "equal(m)")),
        );
        check(
            "@op_close(@t.output.m, @main.output.m, 1%)",
            Ok(("t", "close(m, 1%)")),
        );
        check(
            "@op_equal(@main.output.m, @op_flip_all(@t.output.m))",
            Ok(("t", "equal(m, follow-up flip_all(m))")),
        );
        check(
            "@op_equal(@op_multiply(@main.output.m, 10), @t.output.m)",
            Ok(("t", "equal(multiply(m, 10))")),
        );
    }

    #[test]
    fn which_run_is_named_first_matters_where_it_should() {
        check(
            "@op_not_less(@t.output.m, @main.output.m)",
            Ok(("t", "not-less(m)")),
        );
        check(
            "@op_not_less(@main.output.m, @t.output.m)",
            Ok(("t", "not-more(m)")),
        );
        check(
            "@op_subset(@main.output.m, @t.output.m)",
            Ok(("t", "superset(m)")),
        );
        check(
            "@op_inside(@t.output.m, 0..1)",
            Ok(("t", "inside(m, 0..1)")),
        );
        check(
            "@op_inside(@main.output.m, @t.output.m, 0..1)",
            Err("`inside` does not compare two runs"),
        );
    }

    #[test]
    fn what_does_not_compare_a_run_with_the_main_one_is_refused() {
        let refused = "`@op_equal` must compare an output of `main` with that of one other branch";
        check("@op_equal(@a.output.m, @b.output.m)", Err(refused));
        check("@op_equal(@main.output.m, 1)", Err(refused));
        check("@op_equal(1)", Err(refused));
        check(
            "@op_equal(@main.output.m, @t.output.n)",
            Err("`m` and `n` are different outputs; compare the same one of two runs"),
        );
    }

    #[test]
    fn options_that_differ_are_found() {
        let found = options("-k 3 --depth=2 @input.a", "-k 4 --depth=5 @input.a");
        assert_eq!(found.unwrap(), ["k=4", "depth=5"]);
        options("-k 3", "-k 3 -v").unwrap_err();
        options("train x", "rank x").unwrap_err();
    }
}
