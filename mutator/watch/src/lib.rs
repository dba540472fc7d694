//! What is seen of a function's values, and what invariants claim of them.
//!
//! The runtime woven into subjects and the engine that learns invariants share this: a claim is
//! evaluated by the same code where it is learned and where it is checked. It depends on nothing but
//! the standard library and also compiles in the 2021 edition, because the mutator ships it with
//! every woven program.

mod at;
mod bytes;
mod claim;
mod count;
mod depth;
mod dispatch;
mod end;
mod learned;
mod observe;
mod row;
mod scalar;
mod sequences;
mod shape;
mod summary;
mod width;
mod wire;

pub use at::At;
pub use claim::{Claim, Order, TOLERANCE, is_balanced};
pub use count::Count;
pub use depth::Depth;
pub use dispatch::{Counted, Seen, Unseen, Watched};
pub use end::End;
pub use learned::{Learned, LearnedClaim, LearnedError, OnAlarm};
pub use observe::Observe;
pub use row::Row;
pub use scalar::{Kind, Scalar};
pub use shape::{Column, Role, Shape};
pub use summary::{LONGEST, SHORT, SUMMARY, summarize};
pub use width::Width;
pub use wire::{MAGIC, Record, Wire};
