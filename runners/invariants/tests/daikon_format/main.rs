//! What is written for Daikon keeps the rules of its format, of which this has a reader of its own.

#![expect(
    clippy::unwrap_used,
    reason = "in a test a panic is the report; clippy knows only functions marked as tests"
)]

mod declared;
mod recorded;

use std::collections::BTreeMap;

use declared::{Point, declared};
use killrate_invariants::{
    Call, Declarations, Function, Trace, read_dtrace, write_decls, write_dtrace,
};
use killrate_watch::{Depth, End, Observe, Row, Scalar, Shape};
use recorded::check_records;

/// Checks declarations, and that every trace is one of the points that they have.
fn check_format(decls: &str, dtraces: &[&str]) -> Result<BTreeMap<String, Point>, String> {
    let points = declared(decls)?;
    for dtrace in dtraces {
        check_records(&points, dtrace)?;
    }
    Ok(points)
}

fn shape<T: Observe>(name: &str, shape: &mut Shape) {
    T::columns(name, Depth::TOP, shape);
}

fn see(value: &impl Observe, row: &mut Row) {
    value.see(Depth::TOP, row);
}

type Matrix = Vec<Vec<f64>>;
type Named = Vec<(String, Option<i128>, bool)>;

/// A function of nested sequences, two of which have names that a careless change of another's name
/// could take; it gives one back, by either of two exits or by none.
fn nested() -> Trace {
    let (mut entry, mut exit) = (Shape::default(), Shape::default());
    shape::<Matrix>("x", &mut entry);
    shape::<Vec<f64>>("x_each", &mut entry);
    shape::<Named>("named", &mut entry);
    shape::<String>("text", &mut entry);
    shape::<Option<Vec<String>>>("maybe", &mut entry);
    // What is changed in place is seen at the exit too.
    shape::<Named>("named", &mut exit);
    shape::<Matrix>("return", &mut exit);
    let function = Function {
        name: "src/lib.rs::<Table as From<Matrix>>::from".to_owned(),
        entry,
        exit,
        n_exits: 2,
    };
    let matrices: [Matrix; 4] = [
        vec![vec![1.5, f64::NAN], vec![], vec![-0.0]],
        vec![],
        vec![vec![f64::INFINITY], vec![f64::NEG_INFINITY, 5e-324, 1e308]],
        vec![vec![0.1; 70]; 70],
    ];
    let call = |(place, matrix): (usize, &Matrix)| {
        let named: Named = { matrix.iter() }
            .map(|row| ("é".repeat(row.len()), Some(i128::MAX), row.is_empty()))
            .collect();
        let maybe = matrix.first().map(|row| vec!["a".to_owned(); row.len()]);
        let last = matrix.last().cloned().unwrap_or_default();
        let (mut before, mut after) = (Row::default(), Row::default());
        see(matrix, &mut before);
        see(&last, &mut before);
        see(&named, &mut before);
        see(&"text".to_owned(), &mut before);
        see(&maybe, &mut before);
        see(&named, &mut after);
        see(matrix, &mut after);
        Call {
            function: 7,
            entry: before,
            end: match place {
                0 => End::Panicked,
                exit => End::Returned {
                    exit: 1 + exit as u32 % 2,
                    row: after,
                },
            },
        }
    };
    Trace {
        functions: [(7, function)].into(),
        calls: matrices.iter().enumerate().map(call).collect(),
    }
}

#[test]
fn traces_of_nested_sequences_keep_the_rules_of_the_format() {
    let trace = nested();
    let points = check_format(&write_decls([&trace]), &[&write_dtrace(&trace)]).unwrap();
    let kinds: Vec<&str> = points.values().map(|point| point.kind.as_str()).collect();
    assert_eq!(kinds, ["enter", "subexit", "subexit", "point"]);
    let entry = &points["src/lib.rs.<Table\\_as\\_From<Matrix>>.from():::ENTER"];
    let names: Vec<&str> = { entry.variables.iter() }
        .map(|variable| variable.name.as_str())
        .collect();
    let arrays = |name: &str| [name.to_owned(), format!("{name}[..]")];
    let expected = [
        vec!["x.len".to_owned()],
        arrays("x.each.len").into(),
        arrays("x.each.each.min").into(),
        arrays("x.each.each.max").into(),
        arrays("x.each.each.sum").into(),
        vec!["x_each.len".to_owned()],
        arrays("x_each").into(),
        vec!["named.len".to_owned()],
        arrays("named.each.0.len").into(),
        arrays("named.each.1.tag").into(),
        arrays("named.each.1.some").into(),
        arrays("named.each.2.tag").into(),
        vec![
            "text.len".to_owned(),
            "maybe.tag".to_owned(),
            "maybe.some.len".to_owned(),
        ],
        arrays("maybe.some.each.len").into(),
    ];
    assert_eq!(names, expected.concat());
}

#[test]
fn the_committed_traces_keep_the_rules_of_the_format() {
    let classic = [
        include_str!("../../../../docs/invariants/classic.decls"),
        include_str!("../../../../docs/invariants/classic.dtrace"),
    ];
    let cab = [
        include_str!("../../../../docs/invariants/cab.decls"),
        include_str!("../../../../docs/invariants/cab.dtrace"),
    ];
    for [decls, dtrace] in [classic, cab] {
        check_format(decls, &[dtrace]).unwrap();
    }
}

/// Three texts, as a version wrote them that had one name for two variables.
const OLD_DECLS: &str = "decl-version 2.0\nvar-comparability none\n\n\
    ppt f():::ENTER\nppt-type enter\n\
    variable x.len\n  var-kind variable\n  dec-type int\n  rep-type int\n\
    variable x.len\n  var-kind variable\n  dec-type int[]\n  rep-type hashcode\n\
    variable x.len[..]\n  var-kind array\n  enclosing-var x.len\n  array 1\n  dec-type int[]\n  rep-type int[]\n";
const OLD_DTRACE: &str = "decl-version 2.0\nvar-comparability none\n\n\
    f():::ENTER\nthis_invocation_nonce\n0\nx.len\n3\n1\nx.len\n1\n1\nx.len[..]\n[4 0 2]\n1\n\n\
    f():::EXIT1\nthis_invocation_nonce\n0\nx.len\n3\n1\nx.len\n1\n1\nx.len[..]\n[4 0 2]\n1\n";

fn old_decls() -> String {
    let (_, entry) = OLD_DECLS.split_once("\n\n").unwrap();
    let exit = { entry.replace("ENTER", "EXIT1") }.replace("ppt-type enter", "ppt-type subexit");
    format!("{OLD_DECLS}\n{exit}")
}

/// The same with a name for each variable.
fn renamed(text: &str) -> String {
    let array = text.replace("x.len[..]", "x.each.len[..]");
    let enclosing = array.replace("enclosing-var x.len\n", "enclosing-var x.each.len\n");
    let base = "variable x.len\n  var-kind variable\n  dec-type int[]";
    let declared = enclosing.replace(base, &base.replace("x.len", "x.each.len"));
    declared.replace("x.len\n1\n1\n", "x.each.len\n1\n1\n")
}

#[test]
fn traces_of_before_and_of_now_are_read_alike() {
    for text in [|text: &str| text.to_owned(), renamed] {
        let declarations = Declarations::parse(&text(&old_decls())).unwrap();
        let read = read_dtrace(&declarations, &text(OLD_DTRACE)).unwrap();
        let [call] = &read.calls[..] else {
            panic!("one call was traced");
        };
        // Its own length, and not what stands for the array of its elements' lengths.
        assert_eq!(call.entry.scalars[0], Scalar::Int(3));
        assert_eq!(call.end.row(), Some(&call.entry));
        let lengths = [4, 0, 2].map(Scalar::Int).to_vec();
        assert_eq!(call.entry.sequences, [Some(lengths)]);
    }
}

/// Changes declarations that keep the rules, or else their trace, and checks that it is found.
#[track_caller]
fn check_found(from: &str, to: &str, expected: &str) {
    let (decls, dtrace) = (renamed(&old_decls()), renamed(OLD_DTRACE));
    check_format(&decls, &[&dtrace]).unwrap();
    let change = |text: &str| text.replacen(from, to, 1);
    let changed = match decls.contains(from) {
        true => (change(&decls), dtrace),
        false => (decls, change(&dtrace)),
    };
    let said = check_format(&changed.0, &[&changed.1]).unwrap_err();
    assert!(said.contains(expected), "{said}");
}

#[test]
fn what_breaks_the_rules_of_the_format_is_found() {
    let said = check_format(&old_decls(), &[OLD_DTRACE]).unwrap_err();
    assert_eq!(said, "f():::ENTER: `x.len` is declared twice");
    check_found("decl-version 2.0", "decl-version 1.0", "heading");
    check_found("ppt-type enter", "ppt-type start", "`start`");
    check_found("ppt-type enter", "ppt-type subexit", "is no subexit");
    check_found("var-kind array", "var-kind list", "`list`");
    check_found(
        "var-kind variable",
        "var-kind field x",
        "no enclosing variable",
    );
    check_found(
        "enclosing-var x.each.len",
        "enclosing-var x",
        "`x` is not declared",
    );
    check_found("  array 1\n", "", "has 0 dimensions");
    check_found("  array 1\n", "  array 2\n", "`2`");
    check_found("rep-type int[]", "rep-type long[]", "`long[]`");
    check_found("rep-type int[]", "rep-type int", "has 1 dimensions");
    check_found("dec-type int\n", "dec-type int[]\n", "declared as `int[]`");
    check_found("  rep-type int\n", "", "no `rep-type`");
    check_found("variable x.len\n", "variable x[].len\n", "brackets");
    check_found(":::EXIT1\n", ":::EXIT2\n", "`f():::EXIT1` is not declared");
    check_found(
        "_nonce\n0\nx.len\n",
        "_nonce\n0\nx.size\n",
        "`x.size` where `x.len`",
    );
    check_found("x.len\n3\n1\n", "", "where `x.len`");
    check_found("[4 0 2]\n1\n", "[4 0 2]\n3\n", "`3`");
    check_found("[4 0 2]\n1\n", "[4 0.5 2]\n1\n", "`0.5`");
    check_found("[4 0 2]\n1\n", "4\n1\n", "no array");
    check_found(
        "x.len\n3\n1\n",
        "x.len\n9223372036854775808\n1\n",
        "9223372036854775808",
    );
    check_found(
        "x.len\n3\n1\n",
        "x.len\n3\n2\n",
        "`3` is there and counts as missing",
    );
    check_found("x.len\n3\n1\n", "x.len\nnonsensical\n1\n", "`nonsensical`");
    check_found(
        "[4 0 2]\n1\n\n",
        "[4 0 2]\n1\ny\n1\n1\n\n",
        "`y` is one too many",
    );
    check_found("_nonce\n0\n", "_nonce\n1\n", "never entered");
}
