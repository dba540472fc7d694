//! The transforms, one file each.

mod add;
mod add_diagonal;
mod apply;
mod compose;
mod duplicate;
mod insert;
mod keep;
mod multiply;
mod negate;
mod permute;
mod permute_bytes;
mod permute_inner;
mod plus;
mod remove;
mod repeat;
mod replace;
mod reverse;
mod swap;
mod swap_columns;
mod swap_rows;
mod transform;
mod transpose;

pub(crate) use apply::{Obstacle, apply, apply_to_both};
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
        &permute::PERMUTE,
        &permute_bytes::PERMUTE_BYTES,
        &permute_inner::PERMUTE_INNER,
        &plus::PLUS,
        &remove::REMOVE,
        &repeat::REPEAT,
        &replace::REPLACE,
        &reverse::REVERSE,
        &swap::SWAP,
        &swap_columns::SWAP_COLUMNS,
        &swap_rows::SWAP_ROWS,
        &transpose::TRANSPOSE,
    ]
}
