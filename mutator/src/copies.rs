//! Copies of functions, one for each of their mutants, for the compiler to optimise side by side.
//!
//! These are no instrument: nothing of them is ever run, and whatever else is woven into a function
//! would keep the compiler from making the same code of two copies.

use std::ops::Range;

use killrate_model::Mutant;

use crate::scan::{Function, MutatedBody, NodeKind, Twin};
use crate::sites::SiteFile;
use crate::workshop::replacement;

/// The name that all functions begin with that hold the addresses of copies.
pub(crate) const ROOTS: &str = "kr_roots_";

/// A function with its copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Copied {
    /// The function that holds the addresses: that of the original, then those of the mutants.
    pub roots: String,
    /// The numbers of the mutants.
    pub mutants: Vec<u32>,
    /// Where the copies are in the new text.
    pub range: Range<usize>,
}

/// A file with copies behind every function that can have them.
///
/// Those are functions and methods without generic parameters that cannot call themselves: a copy
/// that calls the original where the mutant would call itself is another function.
pub(crate) fn with_copies(
    file: &SiteFile,
    mutants: &[Mutant],
    is_left_out: impl Fn(u32) -> bool,
    core: &str,
) -> (String, Vec<Copied>) {
    let text = &file.source.text;
    let mut ends: Vec<(usize, usize)> = (file.nodes.iter())
        .filter_map(|node| match node.kind {
            NodeKind::Function(function) => Some((node.range.end, function)),
            _ => None,
        })
        .collect();
    ends.sort_unstable();
    let mut copied = Vec::new();
    let mut new = String::new();
    let mut position = 0;
    for (end, index) in ends {
        let function = &file.functions[index];
        let Some(twin) = twin_of(function) else {
            continue;
        };
        let numbers = &file.found.mutants.of_function[index];
        let changed: Vec<&Mutant> = mutants
            .iter()
            .filter(|mutant| numbers.contains(&mutant.number) && !is_left_out(mutant.number))
            .collect();
        let Some(first) = changed.first() else {
            continue;
        };
        new.push_str(&text[position..end]);
        position = end;
        let start = new.len();
        let roots = format!("{ROOTS}{}", first.number);
        let body = &text[function.body.clone()];
        let name = |number: u32| format!("kr_same_{}_{number}", first.number);
        write_copy(&mut new, twin, &name(0), body);
        for mutant in &changed {
            let start = mutant.start as usize - function.body.start;
            let end = mutant.end as usize - function.body.start;
            let changed = [&body[..start], &replacement(mutant), &body[end..]].concat();
            write_copy(&mut new, twin, &name(mutant.number), &changed);
        }
        let addresses: Vec<String> = [0]
            .into_iter()
            .chain(changed.iter().map(|mutant| mutant.number))
            .map(|number| format!("{}{} as *const ()", twin.path, name(number)))
            .collect();
        new.push_str(&format!(
            " #[unsafe(no_mangle)] #[inline(never)] fn {roots}() {{ \
             let kr_copies: &'static [*const (); {}] = const {{ &[{}] }}; \
             {core}::hint::black_box(kr_copies); }}",
            addresses.len(),
            addresses.join(", ")
        ));
        copied.push(Copied {
            roots,
            mutants: changed.iter().map(|mutant| mutant.number).collect(),
            range: start..new.len(),
        });
    }
    new.push_str(&text[position..]);
    (new, copied)
}

fn write_copy(text: &mut String, twin: &Twin, name: &str, body: &str) {
    text.push_str(&format!(
        " #[inline(never)] {}{name}{}{{{body}}}",
        twin.before_name, twin.after_name
    ));
}

fn twin_of(function: &Function) -> Option<&Twin> {
    match &function.mutated_body {
        MutatedBody::Beside(twin) => {
            let is_generic = twin.arguments.starts_with("::<") || twin.after_name.contains("impl ");
            (!is_generic && !function.may_call_itself).then_some(twin)
        }
        MutatedBody::Inside(_) | MutatedBody::Only(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass;

    use super::*;
    use crate::sites::Sites;
    use crate::source::Source;

    fn copies(text: &str) -> (String, Vec<Copied>) {
        let source = Source::new("src/main.rs", text);
        let sites = Sites::of_sources(vec![source], &[MutantClass::Arithmetic].into()).unwrap();
        with_copies(&sites.files[0], &sites.mutants, |_| false, "::core")
    }

    #[test]
    fn a_function_is_followed_by_its_copies_and_their_addresses() {
        let (text, copied) = copies("fn f(a: u8) -> u8 { a % 2 + a }\nfn main() {}\n");
        assert_eq!(
            text,
            "fn f(a: u8) -> u8 { a % 2 + a } \
             #[inline(never)] fn kr_same_1_0(a: u8) -> u8 { a % 2 + a } \
             #[inline(never)] fn kr_same_1_1(a: u8) -> u8 { (a % 2 - a) } \
             #[inline(never)] fn kr_same_1_2(a: u8) -> u8 { (a * 2) + a } \
             #[unsafe(no_mangle)] #[inline(never)] fn kr_roots_1() { \
             let kr_copies: &'static [*const (); 3] = const { &[kr_same_1_0 as *const (), \
             kr_same_1_1 as *const (), kr_same_1_2 as *const ()] }; \
             ::core::hint::black_box(kr_copies); }\nfn main() {}\n"
        );
        assert_eq!(copied[0].mutants, [1, 2]);
        assert_eq!(&text[copied[0].range.start - 1..][..3], "} #");
    }

    #[test]
    fn generic_functions_trait_methods_and_those_that_call_themselves_are_left_alone() {
        for text in [
            "fn f<T: Add>(a: T) -> T { a + a }",
            "fn f(a: impl Add) { a + a }",
            "impl Add for A { fn add(self, b: A) -> A { A(self.0 + b.0) } }",
            "fn f(a: u8) -> u8 { f(a - 1) }",
        ] {
            assert_eq!(copies(text), (text.to_owned(), Vec::new()));
        }
    }
}
