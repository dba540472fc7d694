//! Where fuel is burnt.

use syn::punctuated::Punctuated;
use syn::{Expr, Token};

use super::{Fuel, Part, leaving};
use crate::instruments::{self, Scan};
use crate::scan::{Nesting, Scanner};
use crate::site::Role;

/// Methods and functions that call a closure until it says to stop.
///
/// A mutant can make such a call endless without any loop being in sight. Closures of other
/// iterator methods burn no fuel: those methods end when their iterator does, and fuel in their
/// closures would keep the compiler from vectorising them.
const MAY_CALL_FOR_EVER: [&str; 15] = [
    "all",
    "any",
    "find",
    "find_map",
    "from_fn",
    "map_while",
    "position",
    "repeat_with",
    "rposition",
    "scan",
    "skip_while",
    "successors",
    "take_while",
    "try_fold",
    "try_for_each",
];

impl Scan for Fuel {
    fn see_expression(&self, expression: &Expr, _: Role, scanner: &mut Scanner<'_>) {
        match expression {
            Expr::While(node) => {
                let range = scanner.inside_of_block(&node.attrs, &node.body);
                add(Part::LoopBody, range, scanner);
            }
            Expr::Loop(node) => {
                let range = scanner.inside_of_block(&node.attrs, &node.body);
                add(Part::LoopBody, range, scanner);
            }
            Expr::ForLoop(node) => {
                let may_be_left = leaving::may_leave(&node.body);
                let collection = scanner.source.range_of(&node.expr);
                add(Part::Collection { may_be_left }, collection, scanner);
            }
            Expr::MethodCall(call) if may_call_for_ever(&call.method) => {
                add_closures(&call.args, scanner);
            }
            Expr::Call(call) => {
                let name = match &*call.func {
                    Expr::Path(path) => path.path.segments.last(),
                    _ => None,
                };
                if name.is_some_and(|segment| may_call_for_ever(&segment.ident)) {
                    add_closures(&call.args, scanner);
                }
            }
            _ => {}
        }
    }
}

fn add_closures(arguments: &Punctuated<Expr, Token![,]>, scanner: &mut Scanner<'_>) {
    for argument in arguments {
        if let Expr::Closure(closure) = argument
            && closure.asyncness.is_none()
        {
            let body = scanner.source.range_of(&closure.body);
            add(Part::ClosureBody, body, scanner);
        }
    }
}

fn add(part: Part, range: std::ops::Range<usize>, scanner: &mut Scanner<'_>) {
    scanner.add_part(range, Nesting::Entry, instruments::Part::Fuel(part));
}

fn may_call_for_ever(name: &syn::Ident) -> bool {
    MAY_CALL_FOR_EVER.iter().any(|known| name == known)
}
