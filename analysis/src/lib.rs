//! Tables and statistics of a record.
//!
//! A record holds verdicts; here a kill policy turns them into kills, and tables answer questions
//! about them: every rate with its denominator and its interval, beside the papers' numbers where
//! they have them. Nothing here runs a program or prints.

mod agreements;
mod check_costs;
mod columns;
mod comparisons;
mod diff;
mod dimensions;
mod error;
mod fates;
mod findings;
mod frames;
mod headline;
mod kill_matrix;
mod kills;
mod levels;
mod lines;
mod names;
mod new_property;
mod numbered;
mod page;
mod paragraph;
mod policies;
mod published;
mod rate;
mod render;
mod report;
mod roles;
mod standings;
pub mod statistics;
mod table;
mod tables;
mod verdicts;
mod views;

pub use diff::{Diff, diff};
pub use dimensions::{DIMENSIONS, Dimension};
pub use error::AnalysisError;
pub use new_property::{NewProperty, new_property};
pub use page::{PageContext, page};
pub use paragraph::Paragraph;
pub use policies::{POLICIES, Policy};
pub use rate::Rate;
pub use render::{Format, parquet, render};
pub use report::{Report, ReportOptions, Selection, Wanted, analyse, report};
pub use table::{Cell, Column, Layout, Table};
pub use tables::{TABLES, TableKind, table_names};
pub use views::{VIEWS, View};
