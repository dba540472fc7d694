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
    let format = match format {
        TableFormat::Text => {
            let paint = |is_coloured| render(report, Format::Text { is_coloured });
            return console.print_painted(paint);
        }
        TableFormat::Markdown => Format::Markdown,
        TableFormat::Csv => Format::Csv,
        TableFormat::Json => Format::Json,
        TableFormat::Latex => Format::Latex,
    };
    console.print_data(render(report, format).as_bytes());
}
