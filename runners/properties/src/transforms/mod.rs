//! The transforms, one file each.

mod add;
mod apply;
mod compose;
mod duplicate;
mod insert;
mod keep;
mod multiply;
mod negate;
mod permute;
mod permute_bytes;
mod remove;
mod repeat;
mod replace;
mod reverse;
mod transform;

pub(crate) use apply::{Obstacle, apply};
pub use transform::{Class, Example, TransformInfo};
pub(crate) use transform::{Constant, Parameter};

/// Every transform, by name.
pub fn transforms() -> &'static [&'static TransformInfo] {
    &[
        &add::ADD,
        &compose::COMPOSE,
        &duplicate::DUPLICATE,
        &insert::INSERT,
        &keep::KEEP,
        &multiply::MULTIPLY,
        &negate::NEGATE,
        &permute::PERMUTE,
        &permute_bytes::PERMUTE_BYTES,
        &remove::REMOVE,
        &repeat::REPEAT,
        &replace::REPLACE,
        &reverse::REVERSE,
    ]
}
