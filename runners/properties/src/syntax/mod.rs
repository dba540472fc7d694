//! Properties as text: what they are made of, how they are read and how they are printed.

mod calls;
mod demands;
mod expressions;
mod grammar;
mod parse_error;
mod property;
mod scope;
mod tokens;

pub(crate) use calls::{
    Argument, Call, Expression, OwnCall, Relation, RelationCall, Setting, TransformCall,
};
pub use parse_error::ParseError;
pub use property::Property;
pub(crate) use scope::{RowRange, Scope, write_quoted};
