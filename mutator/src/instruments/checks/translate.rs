//! From a parsed property to the Rust that is woven.

mod edits;
mod syntax;
mod walk;

use std::collections::BTreeSet;
use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprBinary, ExprCall, ExprMacro, ExprPath, Stmt};

use super::notation::Property;
use super::words::{MARK, Word};
use super::{CheckError, Declared, Passing};
use edits::{Edit, edited};
use syntax::{is_equality, is_transform, range, split};

/// How far two numbers may differ to count as equal, as in the thesis.
const TOLERANCE: &str = "1e-6";

/// A property as Rust.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Translated {
    /// A boolean expression. Names of parameters stand for what the test is given, `kr_self` for
    /// `self`, `kr_result` for a reference to the result, and names with `kr_old_` and `kr_new_`
    /// for what the call was given and what it left behind.
    pub expression: String,
    /// The parameters that the test itself uses.
    pub used: BTreeSet<String>,
    /// The parameters whose value before the call is asked for.
    pub old: BTreeSet<String>,
    /// The parameters whose value after the call is asked for.
    pub new: BTreeSet<String>,
}

/// Translates a property of a function.
pub(crate) fn translate(
    property: &Property,
    declared: &Declared,
) -> Result<Translated, CheckError> {
    let mut translator = Translator {
        property,
        declared,
        edits: Vec::new(),
        time: Time::Test,
        used: BTreeSet::new(),
        old: BTreeSet::new(),
        new: BTreeSet::new(),
        error: None,
    };
    translator.complete(&property.tree);
    translator.visit_expr(&property.tree);
    if let Some(error) = translator.error {
        return Err(error);
    }
    Ok(Translated {
        expression: edited(&property.marked, translator.edits),
        used: translator.used,
        old: translator.old,
        new: translator.new,
    })
}

/// Which of the states of a parameter a name means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Test,
    Old,
    New,
}

struct Translator<'a> {
    property: &'a Property,
    declared: &'a Declared,
    /// In the order of visiting: what is around comes before what is inside at a common start, and
    /// after it at a common end.
    edits: Vec<Edit>,
    time: Time,
    used: BTreeSet<String>,
    old: BTreeSet<String>,
    new: BTreeSet<String>,
    /// The first thing that is wrong.
    error: Option<CheckError>,
}

impl Translator<'_> {
    fn start(&mut self, at: usize, text: &str) {
        self.replace(at..at, text);
    }

    fn end(&mut self, at: usize, text: &str) {
        self.edits.push(Edit {
            range: at..at,
            text: text.to_owned(),
            is_end: true,
        });
    }

    fn replace(&mut self, range: Range<usize>, text: &str) {
        self.edits.push(Edit {
            range,
            text: text.to_owned(),
            is_end: false,
        });
    }

    fn refuse(&mut self, at: usize, message: impl Into<String>) {
        if self.error.is_none() {
            self.error = Some(self.property.error(at, message));
        }
    }

    /// Gives every `if` that decides the whole property an `else`: what is not asked about holds.
    fn complete(&mut self, expression: &Expr) {
        match expression {
            Expr::If(choice) => {
                self.complete_block(&choice.then_branch.stmts);
                match &choice.else_branch {
                    Some((_, other)) => self.complete(other),
                    None => self.end(range(expression).end, " else { true }"),
                }
            }
            Expr::Block(block) => self.complete_block(&block.block.stmts),
            Expr::Paren(inner) => self.complete(&inner.expr),
            _ => {}
        }
    }

    fn complete_block(&mut self, statements: &[Stmt]) {
        if let Some(Stmt::Expr(last, None)) = statements.last() {
            self.complete(last);
        }
    }

    /// Writes a comparison, within a tolerance if one is given.
    fn compare(&mut self, binary: &ExprBinary, tolerance: Option<&Expr>) {
        let (left, right) = (range(&*binary.left), range(&*binary.right));
        let macro_name = match binary.op {
            BinOp::Ne(_) => "!::killrate_rt::same!(",
            _ => "::killrate_rt::same!(",
        };
        self.start(left.start, macro_name);
        self.visit_expr(&binary.left);
        self.replace(left.end..right.start, ", ");
        self.visit_expr(&binary.right);
        match tolerance {
            Some(tolerance) => {
                let place = range(tolerance);
                self.replace(right.end..place.start, ", ");
                self.visit_expr(tolerance);
                self.end(place.end, ")");
            }
            None => self.end(right.end, &format!(", {TOLERANCE})")),
        }
    }

    /// Writes what has a tolerance behind it: a comparison, maybe the last one of several conditions.
    fn tolerate(&mut self, compared: &Expr, tolerance: &Expr) {
        match compared {
            Expr::Binary(binary) if is_equality(&binary.op) => {
                self.compare(binary, Some(tolerance));
            }
            Expr::Binary(ExprBinary {
                left,
                op: BinOp::And(_),
                right,
                ..
            }) => {
                self.visit_expr(left);
                self.tolerate(right, tolerance);
            }
            _ => {
                let message = "`within` stands behind a comparison with `==` or `!=`";
                self.refuse(range(compared).end, message);
            }
        }
    }

    /// Writes `\in` and `\inrange`.
    fn choose(&mut self, call: &ExprMacro, name: &str, n_parts: usize) {
        let outside = range(call);
        let spans = call.mac.delimiter.span();
        let inside = spans.open().byte_range().end..spans.close().byte_range().start;
        self.replace(
            outside.start..inside.start,
            &format!("::killrate_rt::{name}!("),
        );
        let (parts, semicolons) = split(call.mac.tokens.clone());
        if parts.len() != n_parts {
            let expected = match n_parts {
                2 => "`\\in { value ; values }`",
                _ => "`\\inrange { value ; least ; most }`",
            };
            self.refuse(outside.start, format!("write {expected}"));
            return;
        }
        for (index, part) in parts.into_iter().enumerate() {
            match syn::parse2::<Expr>(part) {
                Ok(part) => self.visit_expr(&part),
                Err(error) => {
                    let at = error.span().byte_range().start.max(inside.start);
                    self.refuse(at, format!("{error}; write an expression"));
                }
            }
            if let Some(semicolon) = semicolons.get(index) {
                self.replace(semicolon.clone(), ",");
            }
        }
        self.replace(inside.end..outside.end, &format!(", {TOLERANCE})"));
    }

    /// Writes a word that is called.
    fn call_word(&mut self, call: &ExprCall, word: Word) {
        let name = range(&*call.func);
        let n_arguments = match word {
            Word::Transform(_, n_arguments) => n_arguments,
            _ => 1,
        };
        if call.args.len() != n_arguments {
            let number = ["no argument", "one argument", "two arguments"][n_arguments];
            let text = self.property.marked[name.clone()].replace(MARK, "\\");
            self.refuse(name.start, format!("`{text}` takes {number}"));
            return;
        }
        match word {
            Word::Old | Word::New => {
                let time = match word {
                    Word::Old => Time::Old,
                    _ => Time::New,
                };
                let outer = std::mem::replace(&mut self.time, time);
                self.replace(name, "");
                self.visit_expr(&call.args[0]);
                self.time = outer;
            }
            Word::Transform(function, _) => {
                self.replace(name, &format!("::killrate_rt::checks::{function}"));
                for (index, argument) in call.args.iter().enumerate() {
                    let is_borrowed = index == 0 || function == "concatenate";
                    let place = range(argument);
                    if is_borrowed {
                        self.start(place.start, "&(");
                    }
                    self.visit_expr(argument);
                    if is_borrowed {
                        self.end(place.end, ")");
                    }
                }
            }
            Word::Result | Word::In | Word::InRange => visit::visit_expr_call(self, call),
        }
    }

    /// Visits the arguments of a call of the function itself, and borrows what was made for it.
    fn own_arguments<'a>(&mut self, arguments: impl Iterator<Item = &'a Expr>) {
        let declared = self.declared;
        for (index, argument) in arguments.enumerate() {
            let passing = declared.parameters.get(index).map(|p| p.passing);
            if is_transform(argument) {
                match passing {
                    Some(Passing::Shared) => self.start(range(argument).start, "&"),
                    Some(Passing::Mutable) => self.start(range(argument).start, "&mut "),
                    _ => {}
                }
            }
            self.visit_expr(argument);
        }
    }

    fn is_own_name(&self, path: &ExprPath) -> bool {
        let last = path.path.segments.last();
        last.is_some_and(|segment| segment.ident == self.declared.name)
    }

    /// The same name in another state, where it is one of a parameter.
    fn parameter(&mut self, name: &str, place: Range<usize>) {
        if self.declared.passing(name).is_none() {
            return;
        }
        let (mentioned, prefix) = match self.time {
            Time::Test => (&mut self.used, ""),
            Time::Old => (&mut self.old, "kr_old_"),
            Time::New => (&mut self.new, "kr_new_"),
        };
        mentioned.insert(name.to_owned());
        match (self.time, name) {
            (Time::Test, "self") => self.replace(place, "kr_self"),
            (Time::Test, _) => {}
            _ => self.replace(place, &format!("(*{prefix}{name})")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::instruments::Settings;
    use crate::instruments::checks::notation::testing::parse;
    use crate::scan::scan;
    use crate::source::Source;

    fn declared(function: &str) -> Declared {
        let source = Source::new("src/a.rs", function);
        let tree = source.parse().unwrap();
        let scanned = scan(source, &tree, &Settings::default());
        scanned.found.checks.declared[0].clone()
    }

    fn translated(function: &str, property: &str) -> Result<Translated, CheckError> {
        translate(&parse(property)?, &declared(function))
    }

    #[track_caller]
    fn check(function: &str, property: &str, expected: &str) {
        let translated = translated(function, property).unwrap();
        let text = translated.expression.replace("::killrate_rt::", "");
        assert_eq!(text, expected);
        let parsed: Result<Expr, _> = syn::parse_str(&translated.expression);
        assert!(parsed.is_ok(), "{text}");
    }

    #[test]
    fn equality_has_a_tolerance() {
        check(
            "fn sine(angle: f64) -> f64 {}",
            " sine(angle + 2.0 * PI) == \\result",
            "same!(sine(angle + 2.0 * PI), (*kr_result), 1e-6)",
        );
        check(
            "fn f(x: f64) -> f64 {}",
            " x > 0.0 && f(-x) != -\\result within 1e-3 * x || x == 0.0",
            "x > 0.0 && !same!(f(-x), -(*kr_result), 1e-3 * x) || same!(x, 0.0, 1e-6)",
        );
        check(
            "fn f(x: f64) -> f64 {}",
            " (f(x) == x) == (x == 1.0)",
            "same!((same!(f(x), x, 1e-6)), (same!(x, 1.0, 1e-6)), 1e-6)",
        );
    }

    #[test]
    fn what_is_made_for_the_function_is_borrowed_as_it_wants() {
        check(
            "fn standard_dev(a: &[f64]) -> f64 {}",
            " standard_dev(\\permute(a)) == \\result",
            "same!(standard_dev(&checks::permute(&(a))), (*kr_result), 1e-6)",
        );
        check(
            "fn sort(n: usize, a: &mut Vec<f64>) {}",
            " sort(n, \\reverse(\\negate(a)))",
            "sort(n, &mut checks::reverse(&(checks::negate(&(a)))))",
        );
        check(
            "fn join(a: Vec<u8>, b: &[u8]) -> Vec<u8> {}",
            " join(\\include(a, 1), b) == \\concatenate(\\exclude(a, 2), b)",
            "same!(join(checks::include(&(a), 1), b), \
             checks::concatenate(&(checks::exclude(&(a), 2)), &(b)), 1e-6)",
        );
    }

    #[test]
    fn a_condition_without_else_holds_otherwise() {
        check(
            "fn average(a: &[f64]) -> f64 {}",
            " if !a.is_empty() { average(\\multiply(a, 2.0)) == 2.0 * \\result }",
            "if !a.is_empty() { same!(average(&checks::multiply(&(a), 2.0)), \
             2.0 * (*kr_result), 1e-6) } else { true }",
        );
        check(
            "fn f(a: u8) -> u8 {}",
            " if a == 1 { true } else if a > 2 { if a < 9 { f(a) > 1 } }",
            "if same!(a, 1, 1e-6) { true } else if a > 2 { if a < 9 { f(a) > 1 } else { true } } \
             else { true }",
        );
        check(
            "fn f(a: u8) -> u8 {}",
            " { let b = if a > 1 { 2 } else { 3 }; f(b) == \\result }",
            "{ let b = if a > 1 { 2 } else { 3 }; same!(f(b), (*kr_result), 1e-6) }",
        );
    }

    #[test]
    fn sets_and_ranges_are_asked_about() {
        check(
            "fn tax(income: f64) -> f64 {}",
            " \\inrange{ tax(\\multiply(income, 2.0)) ; \\result ; 2.5 * \\result }",
            "is_in_range!( tax(checks::multiply(&(income), 2.0)) , (*kr_result) , \
             2.5 * (*kr_result) , 1e-6)",
        );
        check(
            "fn f(x: f64) -> f64 {}",
            " !\\in { f(x) ; [1.0, \\result] } && true",
            "!is_in!( f(x) , [1.0, (*kr_result)] , 1e-6) && true",
        );
    }

    #[test]
    fn a_test_function_is_called() {
        check(
            "fn calculate_sum(a: &[i32]) {}",
            " test_calculate_sum()",
            "test_calculate_sum()",
        );
    }

    #[test]
    fn methods_call_themselves_on_what_the_test_is_given() {
        let method = "impl T { fn at(&mut self, x: &str) -> usize {} }";
        check(
            method,
            " self.at(\\reverse(x)) == \\result",
            "same!(kr_self.at(&checks::reverse(&(x))), (*kr_result), 1e-6)",
        );
        check(
            method,
            " at(x) == \\result",
            "same!(kr_self.at(x), (*kr_result), 1e-6)",
        );
        check(
            method,
            " T::at(self, \\reverse(x)) > 0",
            "T::at(kr_self, &checks::reverse(&(x))) > 0",
        );
        check(
            "impl T { fn new(x: u8) -> Self {} }",
            " new(x) == \\result",
            "same!(Self::new(x), (*kr_result), 1e-6)",
        );
    }

    #[test]
    fn states_before_and_after_are_told_apart() {
        let method = "impl T { fn push(&mut self, x: f64, y: &mut f64) {} }";
        let property = " \\new(self.total) == \\old(self.total + x) && \\new(y) > *y";
        check(
            method,
            property,
            "same!(((*kr_new_self).total), ((*kr_old_self).total + (*kr_old_x)), 1e-6) \
             && ((*kr_new_y)) > *y",
        );
        let translated = translated(method, property).unwrap();
        let names = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(names(&translated.old), "self x");
        assert_eq!(names(&translated.new), "self y");
        assert_eq!(names(&translated.used), "y");
    }

    #[test]
    fn macros_and_closures_are_looked_into() {
        check(
            "fn f(x: u8) -> u8 {}",
            " vec![\\result, 1].iter().all(|r| *r == f(x))",
            "vec![(*kr_result), 1].iter().all(|r| same!(*r, f(x), 1e-6))",
        );
    }

    #[test]
    fn loops_of_the_property_burn_fuel() {
        check(
            "fn f(x: u8) -> u8 {}",
            " { while f(x) > 1 { x -= 1; } for y in 0..x { f(y); } loop { break \\result == x } }",
            "{ while f(x) > 1 { burn(); x -= 1; } \
             for y in 0..x { burn(); f(y); } \
             loop { burn(); break same!((*kr_result), x, 1e-6) } }",
        );
    }

    #[track_caller]
    fn check_error(property: &str, expected: &str) {
        let error = translated("fn f(x: f64) -> f64 {}", property).unwrap_err();
        let text = format!("{}:{} {}", error.line, error.column, error.message);
        assert!(text.starts_with(expected), "{text}");
    }

    #[test]
    fn what_cannot_be_translated_is_pointed_at() {
        check_error(
            " f(\\multiply(x)) == \\result",
            "2:10 `\\multiply` takes two arguments",
        );
        check_error(" \\permute == x", "2:8 `\\permute` stands before brackets");
        check_error(" \\in { x } && true", "2:8 write `\\in { value ; values }`");
        check_error(" \\inrange { x ; ; 1.0 }", "2:18 unexpected end of input");
        check_error(
            " x > 1.0 within 2.0",
            "2:15 `within` stands behind a comparison",
        );
        check_error(
            " matches!(\\result, 1)",
            "2:17 the notation cannot be used inside `matches!`",
        );
    }
}
