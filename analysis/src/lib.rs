//! Tables and statistics of a record.
//!
//! A record holds verdicts; here a kill policy turns them into kills, and tables answer questions
//! about them: every rate with its denominator and its interval, beside the papers' numbers where
//! they have them. Nothing here runs a program or prints, and nothing
//! here knows a paper: whoever does hands it in as [`Papers`].

mod agreements;
pub mod chains;
pub mod check_costs;
pub mod columns;
pub mod comparisons;
mod diff;
mod dimensions;
mod error;
mod estimate;
mod fates;
mod findings;
mod first_killers;
pub mod frames;
mod headline;
mod kill_matrix;
mod kills;
pub mod levels;
mod lines;
mod looks;
mod names;
mod new_property;
mod numbered;
mod page;
mod papers;
mod paragraph;
mod placebos;
pub mod policies;
mod property_sets;
mod published;
mod rate;
mod render;
mod report;
pub mod roles;
mod standings;
pub mod statistics;
mod table;
mod tables;
mod together;
mod verdicts;
mod versions;
mod views;
pub mod weights;

pub use diff::{Diff, diff};
pub use dimensions::{DIMENSIONS, Dimension};
pub use error::AnalysisError;
pub use estimate::Estimate;
pub use findings::Findings;
pub use new_property::{NewChains, NewProperty, new_property, with_chains};
pub use page::{PageContext, page};
pub use papers::{Paper, Papers, Placed};
pub use paragraph::Paragraph;
pub use policies::{POLICIES, Policy};
pub use property_sets::PropertySet;
pub use published::{Overhead, Overlap, Published, Quantity, Region, Topic};
pub use rate::Rate;
pub use render::{Format, parquet, render, show_estimate, show_p, show_rate, show_share};
pub use report::{Report, ReportOptions, Selection, Wanted, analyse, report};
pub use table::{Cell, Column, Layout, Table};
pub use tables::{Regions, Scores, TABLES, TableKind, regions_over, scores};
pub use views::{About, View};
