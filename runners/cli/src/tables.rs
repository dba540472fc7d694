//! Reports on standard output, for the verbs that make some.

use clap::ValueEnum;
use killrate_analysis::{Format, Report, render};

use crate::console::Console;

/// How the tables of a verb are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Markdown,
    Csv,
    Json,
    /// For papers, with the package booktabs.
    Latex,
}

/// Prints a report.
pub(crate) fn print(console: &Console, report: &Report, format: TableFormat) {
    let is_coloured = console.has_color;
    let format = match format {
        TableFormat::Text => Format::Text { is_coloured },
        TableFormat::Markdown => Format::Markdown,
        TableFormat::Csv => Format::Csv,
        TableFormat::Json => Format::Json,
        TableFormat::Latex => Format::Latex,
    };
    console.print(&render(report, format));
}
