//! The report as one web page: a file that needs nothing else, not even a network.
//!
//! The page is made of the same tables as every other report. What a reader can move (the kill
//! matrix, the view of one mutant) is drawn by a small script from facts that are embedded in the page.

mod bars;
mod code;
mod context;
mod data;
mod document;
mod embed;
mod facts;
mod html_table;
mod sections;
mod verdicts;

pub use context::PageContext;
pub use document::page;
