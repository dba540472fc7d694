//! A random order.

use killrate_model::Rng;

use crate::document::Row;
use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Puts the rows into a random order that differs from the given one.
pub(crate) const PERMUTE: TransformInfo = TransformInfo {
    name: "permute",
    class: Class::Permutative,
    description: "puts the rows into another order, chosen by the seed",
    example: Example {
        format: "csv",
        call: "permute(input)",
        before: "length,class\n1,a\n2,b\n3,c\n4,d\n",
        after: "length,class\n2,b\n1,a\n3,c\n4,d\n",
    },
    parameter: Parameter::None,
    action: Action::Rows {
        arrange: permute,
        is_random: true,
    },
};

fn permute(rows: &[Row<'_>], scope: &[usize], rng: &mut Rng) -> Vec<usize> {
    let mut shuffled = scope.to_vec();
    rng.shuffle(&mut shuffled);
    let mut order: Vec<usize> = (0..rows.len()).collect();
    for (&place, &row) in scope.iter().zip(&shuffled) {
        order[place] = row;
    }
    let is_same = |&place: &usize| rows[place].text() == rows[order[place]].text();
    // An order that reads like the given one tests nothing, so two different rows change places.
    if scope.iter().all(is_same) {
        // Rows that read alike may have changed places, so the swap starts from the given order.
        order = (0..rows.len()).collect();
        let first = scope.first().copied().unwrap_or_default();
        let other = scope
            .iter()
            .copied()
            .find(|&place| rows[place].text() != rows[first].text());
        if let Some(other) = other {
            order.swap(first, other);
        }
    }
    order
}
