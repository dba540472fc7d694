//! Two rows of a matrix in each other's place.

use crate::transforms::apply::Obstacle;
use crate::transforms::transform::{Action, Class, Constant, Example, Parameter, TransformInfo};

/// Exchanges two rows.
pub(crate) const SWAP_ROWS: TransformInfo = TransformInfo {
    name: "swap-rows",
    class: Class::Permutative,
    description: "exchanges two rows of a matrix, counted from 1",
    example: Example {
        format: "matrix",
        call: "swap-rows(input, 1, 3)",
        before: "%%MatrixMarket matrix coordinate integer general\n3 2 2\n1 2 5\n2 1 7\n",
        after: "%%MatrixMarket matrix coordinate integer general\n3 2 2\n2 1 7\n3 2 5\n",
    },
    parameter: Parameter::Positions,
    action: Action::Matrix {
        change: |matrix, constant| {
            let swapped = Swapped::of(constant, matrix.shape.n_rows, "rows")?;
            for entry in &mut matrix.entries {
                entry.place.0 = swapped.place_of(entry.place.0);
            }
            Ok(())
        },
    },
};

/// Two positions that are exchanged.
pub(super) struct Swapped(u64, u64);

impl Swapped {
    /// The positions of a call, if there are as many.
    pub(super) fn of(
        constant: Option<&Constant>,
        n_positions: u64,
        what: &str,
    ) -> Result<Self, Obstacle> {
        let Some(&Constant::Positions(one, other)) = constant else {
            unreachable!("the grammar demands two positions");
        };
        if one.max(other) <= n_positions {
            Ok(Self(one, other))
        } else {
            Err(Obstacle::Impossible(format!(
                "there are {n_positions} {what}, so {one} and {other} cannot change places"
            )))
        }
    }

    /// Where a position is afterwards.
    pub(super) fn place_of(&self, position: u64) -> u64 {
        match position {
            position if position == self.0 => self.1,
            position if position == self.1 => self.0,
            position => position,
        }
    }
}
