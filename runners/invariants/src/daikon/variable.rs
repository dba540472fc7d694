//! Variables as Daikon names them.

use killrate_watch::{Column, Kind, Role, Shape};

use crate::trace::Function;

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
        let place = match (column.role, column.sequence) {
            (Role::First, Some(sequence)) => sequence as usize,
            (_, Some(_)) => continue,
            _ => index,
        };
        let is_array = column.role == Role::First;
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
fn name_of(column: &Column, is_array: bool) -> String {
    if is_array {
        let base = column.variable.replacen("[]", "", 1);
        format!("{}[..]", base.replace("[]", "_each"))
    } else {
        column.name().replace("[]", "_each")
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
