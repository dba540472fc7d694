//! The papers' test descriptors: XML that says what a manifest says.
//!
//! Both dialects are read: branches that have a name only (Murphy's thesis), and branches that have an
//! option besides (ISSTA 2009).

mod branch;
mod convert;
mod element;
mod expression;

pub use convert::from_xml;
