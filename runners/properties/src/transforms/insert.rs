//! New rows.

use killrate_model::Rng;

use crate::document::{Cell, Row};
use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Puts new rows after all others: given ones, or some whose values are drawn from their columns.
pub(crate) const INSERT: TransformInfo = TransformInfo {
    name: "insert",
    class: Class::Inclusive,
    description: "puts new rows after all rows: those in quotes, or a number or share of rows whose values the seed draws from their columns",
    example: Example {
        format: "csv",
        call: "insert(input, \"9,a\" \"8,b\")",
        before: "length,class\n1,a\n2,b\n",
        after: "length,class\n1,a\n2,b\n9,a\n8,b\n",
    },
    parameter: Parameter::NewRows,
    action: Action::NewRows { draw },
};

/// A row like one in scope, with each value that may change drawn from its column.
fn draw(rows: &[Row<'_>], scope: &[usize], columns: &[bool], rng: &mut Rng) -> String {
    let any = |rng: &mut Rng| &rows[scope[rng.below(scope.len() as u64) as usize]];
    // A whole row is the frame, so that a new one has as many values as the format demands.
    let like = any(rng);
    let mut text = String::with_capacity(like.text().len());
    let mut end = 0;
    for &cell in like.cells() {
        let other = any(rng);
        let drawn = other
            .cell(cell.column())
            .filter(|_| columns[cell.column()])
            // A value with quotes around it may hold what would mean something else without them.
            .filter(|&drawn| quote(other, drawn) == quote(like, cell));
        let value = match drawn {
            Some(drawn) => &other.text()[drawn.span()],
            None => &like.text()[cell.span()],
        };
        text.push_str(&like.text()[end..cell.span().start]);
        text.push_str(value);
        end = cell.span().end;
    }
    text.push_str(&like.text()[end..]);
    text
}

/// The quote that a value stands in, if any.
fn quote(row: &Row<'_>, cell: Cell) -> Option<char> {
    let before = row.text()[..cell.span().start].chars().next_back();
    before.filter(|c| matches!(c, '"' | '\''))
}
