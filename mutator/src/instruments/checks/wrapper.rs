//! What is written around the body of a function whose properties are checked.

use std::collections::BTreeSet;

use killrate_model::{CallOrder, Sandbox};

use super::{Check, Declared, Passing, Recursion};

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
        " let kr_call = ::killrate_rt::checks::enter({}); ",
        first.index
    ))];
    for &(index, check) in checks.iter().filter(|(_, check)| check.is_early()) {
        pieces.push(Piece {
            text: early_test(check, declared),
            check: Some(index),
        });
    }
    pieces.push(Piece::new(
        "let kr_old = match &kr_call { Some(kr_call) if kr_call.is_tested() => Some((",
    ));
    for name in kept(checks, declared) {
        let keeper = checks
            .iter()
            .find(|(_, check)| keeps(check, declared, name));
        pieces.push(Piece {
            text: format!("{}, ", snapshot(declared, name)),
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
    let mut pieces = vec![Piece::new("})(); ")];
    for &(index, check) in checks.iter().filter(|(_, check)| check.is_early()) {
        pieces.push(Piece {
            text: format!(
                "if let Some(kr_early) = kr_early_{} {{ kr_early.finish(&kr_result); }} ",
                check.index
            ),
            check: Some(index),
        });
    }
    let kept: String = kept(checks, declared)
        .iter()
        .map(|name| format!("kr_old_{name}, "))
        .collect();
    pieces.push(Piece::new(format!(
        "if let (Some(kr_call), Some(({kept}))) = (&kr_call, &kr_old) {{ \
         let kr_result = &kr_result; "
    )));
    for &(index, check) in checks.iter().filter(|(_, check)| !check.is_early()) {
        pieces.push(Piece {
            text: if check.is_batched {
                later_test(check, declared)
            } else {
                test(check, declared)
            },
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
        let value = reference(declared, name);
        bindings.push_str(&format!("let kr_new_{name} = {value}; "));
    }
    for name in &translated.used {
        let copy = format!("::killrate_rt::checks::copy(kr_old_{name})");
        let value = match (declared.passing(name), check.order, check.sandbox) {
            (Some(Passing::Value), _, _) => copy,
            (Some(Passing::Mutable), CallOrder::Before, _) => format!("&mut {copy}"),
            (Some(Passing::Mutable), CallOrder::After, Sandbox::Clone) => {
                format!("&mut {}", snapshot(declared, name))
            }
            (Some(Passing::Mutable), CallOrder::After, _) => format!("&mut *{name}"),
            _ if name == "self" => "self".to_owned(),
            _ => continue,
        };
        bindings.push_str(&format!("let mut {} = {value}; ", own(name)));
    }
    format!(
        "kr_call.test(&{}, || -> bool {{ {bindings}{} }}); ",
        description(check),
        translated.expression
    )
}

/// The call that has one property tested later, on copies of everything.
fn later_test(check: &Check, declared: &Declared) -> String {
    let translated = &check.translated;
    let (mut copies, mut bindings) = (String::new(), String::new());
    for name in translated.used.union(&translated.old) {
        copies.push_str(&format!(
            "let kr_own_{name} = ::killrate_rt::checks::copy(kr_old_{name}); "
        ));
        bindings.push_str(&format!("let kr_old_{name} = &kr_own_{name}; "));
    }
    for name in &translated.new {
        let copy = snapshot(declared, name);
        copies.push_str(&format!("let kr_left_{name} = {copy}; "));
        bindings.push_str(&format!("let kr_new_{name} = &kr_left_{name}; "));
    }
    for name in &translated.used {
        let value = match declared.passing(name) {
            Some(Passing::Value) => format!("::killrate_rt::checks::copy(kr_old_{name})"),
            Some(Passing::Mutable) => {
                format!("&mut ::killrate_rt::checks::copy(kr_old_{name})")
            }
            // A reference to the copy that is like the one the function takes.
            _ => {
                let value = reference(declared, name);
                copies.push_str(&format!(
                    "let kr_kind_{name} = ::killrate_rt::checks::kind({value}); "
                ));
                format!("kr_kind_{name}.borrow(kr_old_{name})")
            }
        };
        bindings.push_str(&format!("let mut {} = {value}; ", own(name)));
    }
    format!(
        "{{ let kr_returned = ::killrate_rt::checks::copy(kr_result); {copies}\
         kr_call.test_later(&{}, move || -> bool {{ let kr_result = &kr_returned; {bindings}{} }}); }} ",
        description(check),
        translated.expression
    )
}

/// What starts the test of one property in a copy of the process from before the call.
fn early_test(check: &Check, declared: &Declared) -> String {
    let translated = &check.translated;
    let mut bindings = String::new();
    for name in &translated.old {
        let copy = snapshot(declared, name);
        bindings.push_str(&format!("let kr_old_{name} = &{copy}; "));
    }
    for name in &translated.used {
        let value = match declared.passing(name) {
            Some(Passing::Value) => format!("::killrate_rt::checks::copy(&{name})"),
            Some(Passing::Mutable) => format!("&mut *{name}"),
            _ if name == "self" => "self".to_owned(),
            _ => continue,
        };
        bindings.push_str(&format!("let mut {} = {value}; ", own(name)));
    }
    let output = declared.output.as_deref().unwrap_or("_");
    format!(
        "let kr_early_{} = match &kr_call {{ Some(kr_call) => kr_call.test_before(&{}, \
         |kr_carried| -> bool {{ let kr_result = &kr_carried.result::<{output}>(); {bindings}{} }}), \
         None => None }}; ",
        check.index,
        description(check),
        translated.expression
    )
}

/// The property as the runtime knows it.
fn description(check: &Check) -> String {
    let sandbox = match check.place_of_tests() {
        Sandbox::Clone => "Clone",
        Sandbox::Fork => "Fork",
        Sandbox::Pod => "Pod",
    };
    format!(
        "::killrate_rt::checks::Check {{ index: {}, name: \"{}\", \
         sandbox: ::killrate_rt::checks::Sandbox::{sandbox}, is_outermost: {}, is_deep: {} }}",
        check.index,
        check.name,
        check.recursion == Recursion::Outermost,
        check.is_deep,
    )
}

/// The name of a parameter inside a test, where `self` cannot be bound.
fn own(name: &str) -> &str {
    if name == "self" { "kr_self" } else { name }
}

/// A reference to what a parameter is or refers to.
fn reference(declared: &Declared, name: &str) -> String {
    match declared.passing(name) {
        Some(Passing::Value) => format!("&{name}"),
        _ => format!("&*{name}"),
    }
}

fn snapshot(declared: &Declared, name: &str) -> String {
    let value = reference(declared, name);
    format!("::killrate_rt::checks::snapshot({value})")
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
    if check.is_early() {
        return false;
    }
    let is_used = check.translated.used.contains(name);
    let is_lost = match declared.passing(name) {
        Some(Passing::Value) => true,
        Some(Passing::Mutable) => check.order == CallOrder::Before,
        Some(Passing::Shared) => check.is_batched,
        None => false,
    };
    check.translated.old.contains(name) || is_used && is_lost
}

#[cfg(test)]
mod tests {
    use crate::instruments::{Settings, Standing};
    use crate::render::render;
    use crate::sites::Sites;
    use crate::source::Source;

    /// What is written of a function `f` that can be written twice: the choice, what is checked, and
    /// what is not. `plain` is how the last of these is called.
    fn apart(signature: &str, plain: &str, checked: &str, body: &str) -> String {
        let named = |name: &str| signature.replacen("fn f(", &format!("fn {name}("), 1);
        format!(
            "#[inline] {signature} {{ if are_off() {{ {plain} }} else {{ ::killrate_rt::apart({}) }} }} \
             #[cold] #[inline(never)] {} {{ {checked} }} #[inline] {} {{{body}}}",
            plain.replacen("kr_plain_0", "kr_checked_0", 1),
            named("kr_checked_0"),
            named("kr_plain_0"),
        )
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let source = Source::new("src/main.rs", text);
        let sites = Sites::of_sources_with(vec![source], &Settings::checks(None)).unwrap();
        let woven = render(0, &sites.files[0], &Standing::default()).text;
        assert!(syn::parse_file(&woven).is_ok(), "{woven}");
        let code = woven.split_once('\n').unwrap().1;
        assert_eq!(code.replace("::killrate_rt::checks::", ""), expected);
    }

    #[test]
    fn a_function_is_called_first_and_tested_then() {
        check(
            "/// @meta[A] f(-x) == \\result\nfn f(x: f64) -> f64 { x * x }",
            &apart(
                "fn f(x: f64) -> f64",
                "kr_plain_0(x)",
                "let kr_call = enter(0); let kr_old = match &kr_call { \
             Some(kr_call) if kr_call.is_tested() => Some((snapshot(&x), )), _ => None }; \
             let kr_result = (|| -> f64 {kr_plain_0(x)})(); \
             if let (Some(kr_call), Some((kr_old_x, ))) = (&kr_call, &kr_old) { \
             let kr_result = &kr_result; \
             kr_call.test(&Check { index: 0, name: \"A\", sandbox: Sandbox::Clone, is_outermost: false, \
             is_deep: false }, || -> bool { let mut x = copy(kr_old_x); \
             ::killrate_rt::same!(f(-x), (*kr_result), 1e-6) }); } kr_result",
                " x * x ",
            ),
        );
    }

    #[test]
    fn states_are_copied_as_the_order_and_the_sandbox_ask_for() {
        let tail = "is_outermost: true, is_deep: true }";
        let head = "let kr_call = enter(0); \
                    let kr_old = match &kr_call { Some(kr_call) if kr_call.is_tested() => Some((";
        let test = |options: &str, kept: &str, old: &str, sandbox: &str, binding: &str| {
            let text = format!(
                "impl T {{ /// @meta[A, deep, outermost, {options}] self.f() == ()\nfn f(&mut self) {{ }} }}"
            );
            let checked = format!(
                "{head}{kept})), _ => None }}; let kr_result = (|| -> () {{Self::kr_plain_0(self)}})(); \
                 if let (Some(kr_call), Some(({old}))) = (&kr_call, &kr_old) {{ \
                 let kr_result = &kr_result; kr_call.test(&Check {{ index: 0, name: \"A\", \
                 sandbox: Sandbox::{sandbox}, {tail}, || -> bool {{ let mut kr_self = {binding}; \
                 ::killrate_rt::same!(kr_self.f(), (), 1e-6) }}); }} kr_result"
            );
            let function = apart("fn f(&mut self)", "Self::kr_plain_0(self)", &checked, " ");
            check(&text, &format!("{function} }}"));
        };
        let (kept, old) = ("snapshot(&*self), ", "kr_old_self, ");
        test(
            "clone, before",
            kept,
            old,
            "Clone",
            "&mut copy(kr_old_self)",
        );
        test("clone, after", "", "", "Clone", "&mut snapshot(&*self)");
        test("fork, after", "", "", "Fork", "&mut *self");
        test("pod, after", "", "", "Pod", "&mut *self");
    }

    #[test]
    fn a_copy_from_before_the_call_is_told_the_result() {
        check(
            "/// @meta[A, fork, before] f(x, y + 1) == \\result + \\old(y)\nfn f(x: &mut u8, y: u8) -> u8 { y }",
            &apart(
                "fn f(x: &mut u8, y: u8) -> u8",
                "kr_plain_0(x, y)",
                "let kr_call = enter(0); \
             let kr_early_0 = match &kr_call { Some(kr_call) => kr_call.test_before(&Check { index: 0, \
             name: \"A\", sandbox: Sandbox::Fork, is_outermost: false, is_deep: false }, \
             |kr_carried| -> bool { let kr_result = &kr_carried.result::<u8>(); \
             let kr_old_y = &snapshot(&y); let mut x = &mut *x; let mut y = copy(&y); \
             ::killrate_rt::same!(f(x, y + 1), (*kr_result) + ((*kr_old_y)), 1e-6) }), None => None }; \
             let kr_old = match &kr_call { Some(kr_call) if kr_call.is_tested() => Some(()), \
             _ => None }; let kr_result = (|| -> u8 {kr_plain_0(x, y)})(); \
             if let Some(kr_early) = kr_early_0 { kr_early.finish(&kr_result); } \
             if let (Some(kr_call), Some(())) = (&kr_call, &kr_old) { let kr_result = &kr_result; } \
             kr_result",
                " y ",
            ),
        );
    }

    #[test]
    fn a_test_that_waits_owns_everything() {
        check(
            "/// @meta[A, batch] f(x, \\new(y)) == \\result\nfn f(x: &[u8], y: u8) -> u8 { y }",
            &apart(
                "fn f(x: &[u8], y: u8) -> u8",
                "kr_plain_0(x, y)",
                "let kr_call = enter(0); \
             let kr_old = match &kr_call { Some(kr_call) if kr_call.is_tested() => \
             Some((snapshot(&*x), )), _ => None }; let kr_result = (|| -> u8 {kr_plain_0(x, y)})(); \
             if let (Some(kr_call), Some((kr_old_x, ))) = (&kr_call, &kr_old) { \
             let kr_result = &kr_result; { let kr_returned = copy(kr_result); \
             let kr_own_x = copy(kr_old_x); let kr_left_y = snapshot(&y); \
             let kr_kind_x = kind(&*x); kr_call.test_later(&Check { index: 0, name: \"A\", \
             sandbox: Sandbox::Fork, is_outermost: false, is_deep: false }, move || -> bool { \
             let kr_result = &kr_returned; let kr_old_x = &kr_own_x; let kr_new_y = &kr_left_y; \
             let mut x = kr_kind_x.borrow(kr_old_x); \
             ::killrate_rt::same!(f(x, ((*kr_new_y))), (*kr_result), 1e-6) }); } } kr_result",
                " y ",
            ),
        );
    }
}
