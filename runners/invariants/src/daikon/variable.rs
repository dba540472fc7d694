//! Variables as Daikon names them.

use killrate_watch::{Column, Kind, Role, Shape};

use crate::trace::Function;

/// What stands for the elements of a sequence in the names of what belongs to them.
const EACH: &str = ".each";

/// A variable as Daikon knows it, and where its values are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) is_array: bool,
    pub(super) kind: Kind,
    pub(super) place: usize,
}

/// The variables of a shape that Daikon is told of.
pub(super) fn variables(shape: &Shape) -> Vec<Variable> {
    let mut variables = Vec::new();
    for (index, column) in shape.columns.iter().enumerate() {
        // A damaged trace may have a first element of no sequence, which is a number like others.
        let (place, is_array) = match (column.role, column.sequence) {
            (Role::First, Some(sequence)) => (sequence as usize, true),
            (_, Some(_)) => continue,
            _ => (index, false),
        };
        variables.push(Variable {
            name: name_of(column, is_array),
            is_array,
            kind: column.kind,
            place,
        });
    }
    variables
}

/// Daikon's names: an array ends in `[..]`, and nothing else may hold brackets.
///
/// What belongs to elements is that of `.each`: `x.len` is how long `x` is, and `x.each.len[..]` how
/// long its elements are. Nothing else is called so, because a sequence has no fields, and a name with
/// a point in it is no parameter's.
fn name_of(column: &Column, is_array: bool) -> String {
    if is_array {
        let variable = &column.variable;
        let base = variable.strip_suffix("[]").unwrap_or(variable);
        format!("{}[..]", base.replace("[]", EACH))
    } else {
        column.name().replace("[]", EACH)
    }
}

/// What the entry alone shows of a function: other points must have it too.
pub(super) fn of_entry_alone(function: &Function) -> Vec<Variable> {
    let exit = variables(&function.exit);
    let mut entry = variables(&function.entry);
    entry.retain(|variable| !exit.iter().any(|other| other.name == variable.name));
    entry
}

/// A function's name with the parentheses that Daikon expects, and without spaces.
pub(super) fn point_name(function: &str) -> String {
    format!("{}()", function.replace("::", ".").replace(' ', "\\_"))
}
