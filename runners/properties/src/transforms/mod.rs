//! The transforms, one file each.

mod absent;
mod add;
mod add_diagonal;
mod apply;
mod compose;
mod duplicate;
mod insert;
mod keep;
mod multiply;
mod negate;
mod not_absent;
mod or_absent;
mod permute;
mod permute_bytes;
mod permute_inner;
mod plus;
mod remove;
mod repeat;
mod replace;
mod reverse;
mod scale_boosts;
mod swap;
mod swap_columns;
mod swap_operands;
mod swap_rows;
mod transform;
mod transpose;

pub(crate) use absent::absent_word;
pub(crate) use apply::{Obstacle, apply, apply_to_both, change_number};
pub use transform::{Class, Example, TransformInfo};
pub(crate) use transform::{Constant, Parameter};

/// Every transform, by name.
pub fn transforms() -> &'static [&'static TransformInfo] {
    &[
        &add::ADD,
        &add_diagonal::ADD_DIAGONAL,
        &compose::COMPOSE,
        &duplicate::DUPLICATE,
        &insert::INSERT,
        &keep::KEEP,
        &multiply::MULTIPLY,
        &negate::NEGATE,
        &not_absent::NOT_ABSENT,
        &or_absent::OR_ABSENT,
        &permute::PERMUTE,
        &permute_bytes::PERMUTE_BYTES,
        &permute_inner::PERMUTE_INNER,
        &plus::PLUS,
        &remove::REMOVE,
        &repeat::REPEAT,
        &replace::REPLACE,
        &reverse::REVERSE,
        &scale_boosts::SCALE_BOOSTS,
        &swap::SWAP,
        &swap_columns::SWAP_COLUMNS,
        &swap_operands::SWAP_OPERANDS,
        &swap_rows::SWAP_ROWS,
        &transpose::TRANSPOSE,
    ]
}
