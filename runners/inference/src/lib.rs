//! Relations of numeric functions: inferred from calls, verified, checked.
//!
//! A [`Function`] is called on tables of arguments. A [`Relation`] claims something about its results
//! for related arguments, and [`violations`] counts where a function, or a mutant of it, breaks the
//! claim. Nothing here reads a file or starts a program.

mod assess;
mod check;
mod choose;
mod constant;
mod evaluate;
mod expression;
mod function;
mod infer;
mod linear;
mod meta;
mod null_space;
mod points;
mod polynomial;
mod relation;
mod search;
pub mod swarm;
mod together;

pub use assess::Unsuitable;
pub use check::{Check, Violations, check, violations};
pub use constant::Constant;
pub use expression::{ARGUMENTS, Binary, Expression, Unary};
pub use function::{CallError, Function, InProcess, Number, Returned};
pub use infer::{InferError, Inference, Inferred, infer};
pub use meta::meta;
pub use points::{points, uniform_points};
pub use polynomial::{Monomial, monomials};
pub use relation::{Checks, Claim, Class, Domain, Range, Relation, Term, Tolerance};
