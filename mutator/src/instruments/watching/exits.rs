//! The exits of a function: every `return` and every `?` that leaves it, and the end of its body.

use std::ops::Range;

use syn::visit::{self, Visit};
use syn::{Block, Expr};

use super::Part;
use crate::source::Source;

/// A way out of a function before the end of its body.
pub(super) struct Exit {
    pub range: Range<usize>,
    pub part: Part,
}

/// Where the body of a function is left before its end, in the order of the source.
///
/// What a macro makes of its arguments is not known, so what leaves the function there counts as the
/// end of the body; and so does a `return` whose value may go on with a loop instead.
pub(super) fn early_exits(block: &Block, function: usize, source: &Source) -> Vec<Exit> {
    let mut finder = Finder {
        source,
        found: Vec::new(),
        within: None,
    };
    finder.visit_block(block);
    let mut found = finder.found;
    let order = |index: &usize| found[*index].mark;
    let mut in_order: Vec<usize> = (0..found.len()).collect();
    in_order.sort_by_key(order);
    // The number of every exit, by its place among those that were found.
    let mut numbers = vec![0; found.len()];
    for (number, index) in (1..).zip(in_order) {
        numbers[index] = number;
    }
    let exits = found.drain(..).zip(&numbers).map(|(early, &exit)| {
        let part = match early.operand_end {
            None => Part::Return { function, exit },
            Some(operand_end) => Part::Try {
                function,
                exit,
                within: early.within.map_or(0, |index| numbers[index]),
                operand_end,
            },
        };
        Exit {
            range: early.range,
            part,
        }
    });
    exits.collect()
}

/// An exit before the end of the body.
struct Early {
    /// Where its `return` or its `?` is.
    mark: usize,
    /// Of a `return`, its value; of a `?`, all of it.
    range: Range<usize>,
    /// Of a `?`, where what it looks at ends.
    operand_end: Option<usize>,
    /// The `return` around it, as an index into those that were found.
    within: Option<usize>,
}

struct Finder<'a> {
    source: &'a Source,
    found: Vec<Early>,
    within: Option<usize>,
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_return(&mut self, node: &'ast syn::ExprReturn) {
        let keyword = self.source.range(node.return_token.span);
        let may_go_on = node.expr.as_deref().is_some_and(may_go_on);
        if may_go_on || !node.attrs.is_empty() {
            return visit::visit_expr_return(self, node);
        }
        let value = node.expr.as_deref();
        let range = value.map_or(keyword.end..keyword.end, |value| {
            self.source.range_of(value)
        });
        self.found.push(Early {
            mark: keyword.start,
            range,
            operand_end: None,
            within: None,
        });
        let outer = self.within.replace(self.found.len() - 1);
        visit::visit_expr_return(self, node);
        self.within = outer;
    }

    fn visit_expr_try(&mut self, node: &'ast syn::ExprTry) {
        visit::visit_expr_try(self, node);
        if node.attrs.is_empty() {
            let mark = self.source.range(node.question_token.span);
            let operand = self.source.range_of(&*node.expr);
            self.found.push(Early {
                mark: mark.start,
                range: operand.start..mark.end,
                operand_end: Some(operand.end),
                within: self.within,
            });
        }
    }

    // What leaves these does not leave the function.
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {}
    fn visit_expr_try_block(&mut self, _: &'ast syn::ExprTryBlock) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
    // What only the compiler runs.
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_macro(&mut self, _: &'ast syn::Macro) {}
}

/// Whether a value may, instead of being one, go on with something around it.
fn may_go_on(value: &Expr) -> bool {
    struct Finder {
        n_loops: u32,
        is_found: bool,
    }
    impl Finder {
        fn inside_loop(&mut self, walk: impl FnOnce(&mut Self)) {
            self.n_loops += 1;
            walk(self);
            self.n_loops -= 1;
        }
    }
    impl<'ast> Visit<'ast> for Finder {
        fn visit_expr_break(&mut self, node: &'ast syn::ExprBreak) {
            self.is_found |= self.n_loops == 0 || node.label.is_some();
            visit::visit_expr_break(self, node);
        }
        fn visit_expr_continue(&mut self, node: &'ast syn::ExprContinue) {
            self.is_found |= self.n_loops == 0 || node.label.is_some();
        }
        fn visit_expr_loop(&mut self, node: &'ast syn::ExprLoop) {
            self.inside_loop(|finder| visit::visit_expr_loop(finder, node));
        }
        fn visit_expr_while(&mut self, node: &'ast syn::ExprWhile) {
            self.inside_loop(|finder| visit::visit_expr_while(finder, node));
        }
        fn visit_expr_for_loop(&mut self, node: &'ast syn::ExprForLoop) {
            self.inside_loop(|finder| visit::visit_expr_for_loop(finder, node));
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut finder = Finder {
        n_loops: 0,
        is_found: false,
    };
    finder.visit_expr(value);
    finder.is_found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expects these exits before the end of the body: number and text, of a `?` with the `return`
    /// around it.
    #[track_caller]
    fn check(body: &str, expected: &[&str]) {
        let source = Source::new("src/main.rs", format!("fn f() {{ {body} }}"));
        let tree = source.parse().unwrap();
        let syn::Item::Fn(item) = &tree.items[0] else {
            panic!("it is a function")
        };
        let exits = early_exits(&item.block, 0, &source);
        let mut texts: Vec<String> = exits
            .iter()
            .map(|found| match found.part {
                Part::Return { exit, .. } => {
                    format!("{exit} return {}", source.slice(&found.range))
                }
                Part::Try { exit, within, .. } => {
                    format!("{exit} in {within} {}", source.slice(&found.range))
                }
                _ => panic!("it is no exit"),
            })
            .collect();
        texts.sort();
        assert_eq!(texts, expected);
    }

    #[test]
    fn returns_and_question_marks_are_exits_in_the_order_of_the_source() {
        check(
            "if a { return 1; } let b = g()?.h(i?)?; return; 2",
            &[
                "1 return 1",
                "2 in 0 g()?",
                "3 in 0 i?",
                "4 in 0 g()?.h(i?)?",
                "5 return ",
            ],
        );
        check(
            "match a { A => return Ok(g()?), _ => h()? }",
            &["1 return Ok(g()?)", "2 in 1 g()?", "3 in 0 h()?"],
        );
    }

    #[test]
    fn what_leaves_only_something_inside_is_no_exit() {
        check("v.map(|x| { return x?; }); fn g() { return; }", &[]);
        check("async { return g()?; }; const { return 1 }", &[]);
        check(
            "const A: u8 = { return 1 }; let a: [u8; { return 1 }];",
            &[],
        );
    }

    #[test]
    fn what_stands_in_a_macro_is_left_alone() {
        check(
            "println!(\"{}\", g()?); assert!(h(return 1)); i!()?",
            &["1 in 0 i!()?"],
        );
    }

    #[test]
    fn a_return_that_may_go_on_instead_is_left_alone() {
        check(
            "loop { return if a { break } else { g()? } }",
            &["1 in 0 g()?"],
        );
        check("return loop { break 5 }", &["1 return loop { break 5 }"]);
    }
}
