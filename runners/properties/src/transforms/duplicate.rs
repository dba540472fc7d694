//! Rows that appear twice.

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Repeats rows, each right after itself: some chosen by the seed, or all in scope.
pub(crate) const DUPLICATE: TransformInfo = TransformInfo {
    name: "duplicate",
    class: Class::Inclusive,
    description: "repeats every row, or a number or share of the rows chosen by the seed",
    example: Example {
        format: "csv",
        call: "duplicate(input, rows 2..)",
        before: "length,class\n1,a\n2,b\n3,c\n",
        after: "length,class\n1,a\n2,b\n2,b\n3,c\n3,c\n",
    },
    parameter: Parameter::OptionalAmount,
    action: Action::Rows {
        arrange: |rows, scope, _| {
            (0..rows.len())
                .flat_map(|row| {
                    let n_copies = if scope.binary_search(&row).is_ok() {
                        2
                    } else {
                        1
                    };
                    std::iter::repeat_n(row, n_copies)
                })
                .collect()
        },
        is_random: false,
    },
};
