//! Reports as text; nothing is printed here.

mod bars;
mod breaking;
mod csv;
mod grid;
mod json;
mod latex;
mod markdown;
mod numbers;
mod parquet;
mod pen;
mod text;

use crate::Report;

pub use parquet::parquet;

pub use numbers::{show_estimate, show_p, show_rate, show_share};

pub(crate) use numbers::{MISSING, show_cell, show_interval, show_percent, show_range};

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people at a terminal.
    Text {
        /// Whether to use colours.
        is_coloured: bool,
    },
    /// For spreadsheets and data frames.
    Csv,
    /// For programs.
    Json,
    /// For pages and issues.
    Markdown,
    /// For papers.
    Latex,
}

/// The report in a format.
pub fn render(report: &Report, format: Format) -> String {
    match format {
        Format::Text { is_coloured } => text::render(report, is_coloured),
        Format::Csv => csv::render(report),
        Format::Json => json::render(report),
        Format::Markdown => markdown::render(report),
        Format::Latex => latex::render(report),
    }
}
