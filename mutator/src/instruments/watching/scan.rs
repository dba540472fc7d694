//! What can be watched.

use syn::Item;

use super::{Part, Watching, calls, exits, types};
use crate::error::MutatorError;
use crate::instruments::{self, Scan};
use crate::scan::{FunctionSyntax, MutatedBody, Nesting, Scanner};
use crate::sites::Sites;

/// The functions that fit the runtime's table; 0 is the number of those that are not watched.
pub(super) const MOST_POINTS: usize = (1 << 12) - 1;

impl Scan for Watching {
    fn see_item(&self, item: &Item, scanner: &mut Scanner<'_>) {
        let observed = match item {
            Item::Struct(item) => types::of_struct(item, scanner.source),
            Item::Enum(item) => types::of_enum(item, scanner.source),
            _ => None,
        };
        // A type inside a function may be written twice, with its body.
        if let Some(observed) = observed
            && scanner.function.is_none()
        {
            let end = scanner.source.range_of(item).end;
            let types = &mut scanner.found.watching.types;
            let part = instruments::Part::Watching(Part::Type(types.len()));
            types.push(observed);
            scanner.add_part_anywhere(end..end, Nesting::Item, part);
        }
    }

    fn see_function(&self, function: &FunctionSyntax<'_>, scanner: &mut Scanner<'_>) {
        let early_exits = exits::early_exits(function.block, function.index, scanner.source);
        let n_exits = early_exits.len() as u32 + 1;
        let watch = match &scanner.function_at(function.index).mutated_body {
            _ if function.signature.constness.is_some() => {
                Err("it may be evaluated by the compiler")
            }
            // What watches a call is a function of its own, so it can be where a twin can be.
            MutatedBody::Beside(_) => calls::watch(function.signature, n_exits, scanner.source),
            MutatedBody::Inside(reason) | MutatedBody::Only(reason) => Err(*reason),
        };
        if watch.is_ok() {
            for exit in early_exits {
                let nesting = match exit.part {
                    Part::Try { .. } => Nesting::Operand,
                    _ => Nesting::Leaving,
                };
                let part = instruments::Part::Watching(exit.part);
                scanner.add_part_anywhere(exit.range, nesting, part);
            }
        }
        scanner.found.watching.calls.push(watch);
    }

    /// Lets the program watch every function that can be watched.
    ///
    /// Those are the ones that can have a twin and give a result.
    fn finish(&self, sites: &mut Sites) -> Result<(), MutatorError> {
        if !sites.settings.watches {
            return Ok(());
        }
        let mut n_points = 0;
        for file in &mut sites.files {
            let found = &mut file.found.watching;
            let points = found.calls.iter().map(|watch| {
                if watch.is_err() || n_points == MOST_POINTS {
                    return 0;
                }
                n_points += 1;
                n_points
            });
            found.points = Some(points.collect());
        }
        Ok(())
    }
}
