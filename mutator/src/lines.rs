//! Lines of code, and marks that tell which of them ran.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};

use crate::scan::{attributes_of, requires_test};
use crate::source::Source;

/// A line on which a statement or an arm of a `match` starts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The file, relative to the package.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A file with a mark before everything that starts on a line.
pub(crate) struct MarkedFile {
    pub(crate) text: String,
    /// The line of each mark, in the order of their numbers.
    pub(crate) lines: Vec<Line>,
}

/// Marks a file; its marks are numbered from `first` on.
///
/// Code that only the compiler runs and code of tests has no marks, and neither has what a macro
/// makes of its arguments.
pub(crate) fn mark(source: &Source, tree: &syn::File, first: u32) -> MarkedFile {
    let mut marker = Marker {
        source,
        marks: BTreeSet::new(),
    };
    marker.visit_file(tree);
    let mut text = String::with_capacity(2 * source.text.len());
    let mut lines: Vec<Line> = Vec::new();
    let mut done = 0;
    for mark in marker.marks {
        text.push_str(&source.text[done..mark.at]);
        done = mark.at;
        match mark.kind {
            MarkKind::Close => text.push('}'),
            MarkKind::Open | MarkKind::Statement => {
                let number = first + u32::try_from(lines.len()).expect("a file has fewer lines");
                if mark.kind == MarkKind::Open {
                    text.push_str("{ ");
                }
                text.push_str(&format!("::killrate_rt::reach(&[{number}]); "));
                lines.push(Line {
                    file: source.path.clone(),
                    line: source.position(mark.at).0,
                });
            }
        }
    }
    text.push_str(&source.text[done..]);
    MarkedFile { text, lines }
}

/// Something to write into the text; at one place, what closes comes first.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    at: usize,
    kind: MarkKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MarkKind {
    /// The end of an arm that became a block.
    Close,
    /// The start of an arm, which becomes a block.
    Open,
    /// A statement.
    Statement,
}

struct Marker<'a> {
    source: &'a Source,
    marks: BTreeSet<Mark>,
}

impl Marker<'_> {
    fn add(&mut self, at: usize, kind: MarkKind) {
        self.marks.insert(Mark { at, kind });
    }
}

impl<'ast> Visit<'ast> for Marker<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !attributes_of(item).iter().any(requires_test) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if item.sig.constness.is_none() {
            self.visit_block(&item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() && !item.attrs.iter().any(requires_test) {
            self.visit_block(&item.block);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        // An empty statement does nothing that could be seen.
        let is_empty = matches!(statement, syn::Stmt::Expr(syn::Expr::Verbatim(tokens), _) if tokens.is_empty());
        if !matches!(statement, syn::Stmt::Item(_)) && !is_empty {
            self.add(self.source.range_of(statement).start, MarkKind::Statement);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let body = self.source.range_of(&*arm.body);
        // A block has statements of its own; an empty one still runs.
        let has_statements =
            matches!(&*arm.body, syn::Expr::Block(block) if !block.block.stmts.is_empty());
        if !has_statements {
            self.add(body.start, MarkKind::Open);
            self.add(body.end, MarkKind::Close);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    // What only the compiler runs.
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, lines: &[u32]) {
        let source = Source::new("src/main.rs", text);
        let marked = mark(&source, &source.parse().unwrap(), 1);
        let short = marked.text.replace("::killrate_rt::reach", "R");
        assert_eq!(short, expected);
        let numbers: Vec<u32> = marked.lines.iter().map(|line| line.line).collect();
        assert_eq!(numbers, lines);
        syn::parse_file(&marked.text).unwrap();
    }

    #[test]
    fn every_statement_has_a_mark() {
        check(
            "fn f(a: u8) -> u8 {\n    let b = a;\n    if b > 1 {\n        return 1;\n    }\n    b + 1\n}\n",
            "fn f(a: u8) -> u8 {\n    R(&[1]); let b = a;\n    R(&[2]); if b > 1 {\n        R(&[3]); return 1;\n    }\n    R(&[4]); b + 1\n}\n",
            &[2, 3, 4, 6],
        );
    }

    #[test]
    fn an_arm_without_statements_becomes_a_block() {
        check(
            "fn f(a: u8) -> u8 {\n    match a {\n        0 => 7,\n        1 => {\n            8\n        }\n        _ => g({ 9 }),\n    }\n}\n",
            "fn f(a: u8) -> u8 {\n    R(&[1]); match a {\n        0 => { R(&[2]); 7},\n        1 => {\n            R(&[3]); 8\n        }\n        _ => { R(&[4]); g({ R(&[5]); 9 })},\n    }\n}\n",
            &[2, 3, 5, 7, 7],
        );
    }

    #[test]
    fn an_arm_inside_an_arm_is_closed_first() {
        check(
            "fn f(a: u8) -> u8 { match a { 0 => match a { _ => 1 }, _ => 2 } }",
            "fn f(a: u8) -> u8 { R(&[1]); match a { 0 => { R(&[2]); match a { _ => { R(&[3]); 1} }}, _ => { R(&[4]); 2} } }",
            &[1, 1, 1, 1],
        );
    }

    #[test]
    fn closures_and_functions_inside_functions_are_marked_too() {
        check(
            "fn f() {\n    fn g() {\n        h();\n    }\n    k(|x| {\n        g();\n        x\n    });\n}\n",
            "fn f() {\n    fn g() {\n        R(&[1]); h();\n    }\n    R(&[2]); k(|x| {\n        R(&[3]); g();\n        R(&[4]); x\n    });\n}\n",
            &[3, 5, 6, 7],
        );
    }

    #[test]
    fn what_the_compiler_runs_and_tests_have_no_mark() {
        for text in [
            "const fn f() -> u8 { 1 }",
            "const A: u8 = { let a = 1; a };",
            "struct S; impl S { const fn f() -> u8 { 1 } }",
            "#[cfg(test)] mod tests { fn f() { g(); } }",
            "#[test] fn f() { g(); }",
            "fn f() {}",
        ] {
            check(text, text, &[]);
        }
    }
}
