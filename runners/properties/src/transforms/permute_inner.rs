//! Another order of what two matrices have in common when one is multiplied by the other.

use killrate_model::Rng;

use crate::matrix::Matrix;
use crate::transforms::apply::{Obstacle, change_matrix};
use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Puts the columns of a matrix, and the rows of another, into the same new order.
pub(crate) const PERMUTE_INNER: TransformInfo = TransformInfo {
    name: "permute-inner",
    class: Class::Permutative,
    description: "puts the columns of a matrix and the rows of another into the same new order, chosen by the seed",
    example: Example {
        format: "matrix",
        call: "permute-inner(input, other)",
        before: "%%MatrixMarket matrix coordinate integer general\n1 2 1\n1 1 5\n",
        after: "%%MatrixMarket matrix coordinate integer general\n1 2 1\n1 2 5\n",
    },
    parameter: Parameter::Input,
    action: Action::Both {
        needs_matrix: true,
        is_random: true,
        change: |one, other, format, rng| {
            let (Some(columns), Some(rows)) = (one.shape, other.shape) else {
                unreachable!("only matrices come here");
            };
            let (n_columns, n_rows) = (columns.n_columns, rows.n_rows);
            if n_columns != n_rows {
                return Err(Obstacle::Impossible(format!(
                    "one has {n_columns} columns and the other {n_rows} rows"
                )));
            }
            if n_columns > MOST_POSITIONS {
                return Err(Obstacle::Impossible(format!(
                    "more than {MOST_POSITIONS} columns are not permuted"
                )));
            }
            let order = another_order(n_columns, rng);
            if order.is_empty() {
                let reason = "a single column has no other order".to_owned();
                return Err(Obstacle::Impossible(reason));
            }
            let moved = |position: u64| order[position as usize - 1];
            change_matrix(one, format, |matrix: &mut Matrix| {
                let places = matrix.entries.iter_mut().map(|entry| &mut entry.place);
                places.for_each(|place| place.1 = moved(place.1));
                Ok(())
            })?;
            change_matrix(other, format, |matrix: &mut Matrix| {
                let places = matrix.entries.iter_mut().map(|entry| &mut entry.place);
                places.for_each(|place| place.0 = moved(place.0));
                Ok(())
            })
        },
    },
};

/// A shape costs nothing to write, and nobody waits for more positions than these.
const MOST_POSITIONS: u64 = 1_000_000;

/// Where each position goes, in an order that is not the given one; nothing where there is none.
fn another_order(n_positions: u64, rng: &mut Rng) -> Vec<u64> {
    if n_positions < 2 {
        return Vec::new();
    }
    let mut order: Vec<u64> = (1..=n_positions).collect();
    rng.shuffle(&mut order);
    if order.is_sorted() {
        order.rotate_left(1);
    }
    order
}
