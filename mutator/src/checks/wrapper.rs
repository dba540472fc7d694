//! What is written around the body of a function whose properties are checked.

use std::collections::BTreeSet;

use super::{Check, Order, Recursion, Sandbox};
use crate::scan::{Declared, Passing};

/// A piece of woven text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub text: String,
    /// The index of the check that it is written for, if it is for one alone.
    pub check: Option<usize>,
}

impl Piece {
    fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            check: None,
        }
    }
}

/// Notes the call, keeps copies of what its tests need, and opens a closure for the body.
///
/// A closure, so that `return` and `?` in the body end the body and not the tests. It is called
/// once, so the compiler makes nothing of it.
pub(crate) fn before_body(checks: &[(usize, &Check)], declared: &Declared) -> Vec<Piece> {
    let Some((_, first)) = checks.first() else {
        return Vec::new();
    };
    let mut pieces = vec![Piece::new(format!(
        " let kr_call = ::killrate_rt::checks::enter({}); let kr_old = match &kr_call {{ \
         Some(kr_call) if kr_call.is_tested() => Some((",
        first.index
    ))];
    for name in kept(checks, declared) {
        let keeper = checks
            .iter()
            .find(|(_, check)| keeps(check, declared, name));
        let value = match declared.passing(name) {
            Some(Passing::Value) => format!("&{name}"),
            _ => format!("&*{name}"),
        };
        pieces.push(Piece {
            text: format!("::killrate_rt::checks::snapshot({value}), "),
            check: keeper.map(|(index, _)| *index),
        });
    }
    let output = match &declared.output {
        Some(output) => format!(" -> {output}"),
        None => String::new(),
    };
    pieces.push(Piece::new(format!(
        ")), _ => None }}; let kr_result = (||{output} {{"
    )));
    pieces
}

/// Ends the closure, and has every property tested.
pub(crate) fn after_body(checks: &[(usize, &Check)], declared: &Declared) -> Vec<Piece> {
    if checks.is_empty() {
        return Vec::new();
    }
    let kept: String = kept(checks, declared)
        .iter()
        .map(|name| format!("kr_old_{name}, "))
        .collect();
    let mut pieces = vec![Piece::new(format!(
        "}})(); if let (Some(kr_call), Some(({kept}))) = (&kr_call, &kr_old) {{ \
         let kr_result = &kr_result; "
    ))];
    for &(index, check) in checks {
        pieces.push(Piece {
            text: test(check, declared),
            check: Some(index),
        });
    }
    pieces.push(Piece::new("} kr_result "));
    pieces
}

/// The call that has one property tested.
fn test(check: &Check, declared: &Declared) -> String {
    let translated = &check.translated;
    let mut bindings = String::new();
    for name in &translated.new {
        let value = match declared.passing(name) {
            Some(Passing::Value) => format!("&{name}"),
            _ => format!("&*{name}"),
        };
        bindings.push_str(&format!("let kr_new_{name} = {value}; "));
    }
    for name in &translated.used {
        let own = if name == "self" { "kr_self" } else { name };
        let copy = format!("::killrate_rt::checks::copy(kr_old_{name})");
        let value = match (declared.passing(name), check.order, check.sandbox) {
            (Some(Passing::Value), _, _) => copy,
            (Some(Passing::Mutable), Order::Before, _) => format!("&mut {copy}"),
            (Some(Passing::Mutable), Order::After, Sandbox::Fork) => format!("&mut *{name}"),
            (Some(Passing::Mutable), Order::After, Sandbox::Clone) => {
                format!("&mut ::killrate_rt::checks::snapshot(&*{name})")
            }
            _ if name == "self" => "self".to_owned(),
            _ => continue,
        };
        bindings.push_str(&format!("let mut {own} = {value}; "));
    }
    format!(
        "kr_call.test(&::killrate_rt::checks::Check {{ index: {}, name: \"{}\", forks: {}, \
         is_outermost: {}, is_deep: {} }}, || -> bool {{ {bindings}{} }}); ",
        check.index,
        check.name,
        check.sandbox == Sandbox::Fork,
        check.recursion == Recursion::Outermost,
        check.is_deep,
        translated.expression
    )
}

/// The parameters of which copies are kept, in a fixed order.
fn kept<'a>(checks: &[(usize, &'a Check)], declared: &Declared) -> BTreeSet<&'a str> {
    let named = checks.iter().flat_map(|(_, check)| {
        let names = check.translated.used.iter().chain(&check.translated.old);
        names.filter(|name| keeps(check, declared, name))
    });
    named.map(String::as_str).collect()
}

/// Whether a check needs a copy of a parameter from before the call.
fn keeps(check: &Check, declared: &Declared, name: &str) -> bool {
    let is_used = check.translated.used.contains(name);
    let is_lost = match declared.passing(name) {
        Some(Passing::Value) => true,
        Some(Passing::Mutable) => check.order == Order::Before,
        _ => false,
    };
    check.translated.old.contains(name) || is_used && is_lost
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::render::render;
    use crate::sites::Sites;
    use crate::source::Source;
    use crate::standing::Standing;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let source = Source::new("src/main.rs", text);
        let mut sites = Sites::of_sources(vec![source], &BTreeSet::new()).unwrap();
        sites.add_checks(None).unwrap();
        let woven = render(0, &sites.files[0], &Standing::default()).text;
        assert!(syn::parse_file(&woven).is_ok(), "{woven}");
        let code = woven.split_once('\n').unwrap().1;
        assert_eq!(code.replace("::killrate_rt::checks::", ""), expected);
    }

    #[test]
    fn a_function_is_called_first_and_tested_then() {
        check(
            "/// @meta[A] f(-x) == \\result\nfn f(x: f64) -> f64 { x * x }",
            "#[inline] fn f(x: f64) -> f64 { let kr_call = enter(0); let kr_old = match &kr_call { \
             Some(kr_call) if kr_call.is_tested() => Some((snapshot(&x), )), _ => None }; \
             let kr_result = (|| -> f64 { x * x })(); \
             if let (Some(kr_call), Some((kr_old_x, ))) = (&kr_call, &kr_old) { \
             let kr_result = &kr_result; \
             kr_call.test(&Check { index: 0, name: \"A\", forks: false, is_outermost: false, \
             is_deep: false }, || -> bool { let mut x = copy(kr_old_x); \
             ::killrate_rt::same!(f(-x), (*kr_result), 1e-6) }); } kr_result }",
        );
    }

    #[test]
    fn states_are_copied_as_the_order_and_the_sandbox_ask_for() {
        let tail = "is_outermost: true, is_deep: true }";
        let head = "impl T { #[inline] fn f(&mut self) { let kr_call = enter(0); \
                    let kr_old = match &kr_call { Some(kr_call) if kr_call.is_tested() => Some((";
        let test = |options: &str, kept: &str, old: &str, forks: bool, binding: &str| {
            let text = format!(
                "impl T {{ /// @meta[A, deep, outermost, {options}] self.f() == ()\nfn f(&mut self) {{ }} }}"
            );
            let expected = format!(
                "{head}{kept})), _ => None }}; let kr_result = (|| -> () {{ }})(); \
                 if let (Some(kr_call), Some(({old}))) = (&kr_call, &kr_old) {{ \
                 let kr_result = &kr_result; kr_call.test(&Check {{ index: 0, name: \"A\", \
                 forks: {forks}, {tail}, || -> bool {{ let mut kr_self = {binding}; \
                 ::killrate_rt::same!(kr_self.f(), (), 1e-6) }}); }} kr_result }} }}"
            );
            let expected = expected.strip_prefix("impl T { ").unwrap().to_owned();
            check(&text, &expected);
        };
        let (kept, old) = ("snapshot(&*self), ", "kr_old_self, ");
        test("clone, before", kept, old, false, "&mut copy(kr_old_self)");
        test("fork, before", kept, old, true, "&mut copy(kr_old_self)");
        test("clone, after", "", "", false, "&mut snapshot(&*self)");
        test("fork, after", "", "", true, "&mut *self");
    }
}
