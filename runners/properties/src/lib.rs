//! The property language: one line says how the input is changed and how the output must follow.
//!
//! `if multiply(train, 10) and multiply(test, 10) then equal(predictions)` is parsed by
//! [`Property::parse`], fitted to a subject by [`Property::check`], turned into a second request by
//! [`Property::follow_up`] and decided by [`Property::judge`]. Nothing here reads a file or starts a
//! program.

mod check;
mod combination;
mod document;
mod extractors;
mod follow_up;
mod formats;
mod functions;
mod judge;
mod matrix;
mod number;
mod property_error;
mod query;
mod relations;
mod renumber;
mod row_labels;
mod syntax;
mod tolerance;
mod transforms;

pub use combination::Combination;
pub use extractors::{Extraction, ExtractionError, ExtractionExample, ExtractorInfo, extractors};
pub use follow_up::FollowUp;
pub use formats::{FilePosition, FormatError, FormatInfo, formats};
pub use functions::{Answer, FunctionNames, Functions, NoFunctions};
pub use property_error::PropertyError;
pub use relations::{RelationInfo, relations};
pub use row_labels::row_labels;
pub use syntax::{ParseError, Property};
pub use transforms::{Class, Example, TransformInfo, transforms};
