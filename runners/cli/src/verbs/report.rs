//! `killrate report`.

use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(feature = "analysis")]
use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::console::Console;
#[cfg(feature = "analysis")]
use crate::records;

/// Print the answer of a record, or its tables.
///
/// Prints which technique killed most and how sure that is, or tables, with the papers' numbers
/// beside ours where they have the table.
///
/// Every rate comes with its count, its denominator and a 95 % Wilson interval. What counts as a
/// kill is a policy, applied here and never stored: `thesis` follows the papers' rules for suitable
/// mutants, `strict` counts every mutant that compiles.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The study whose record to read, or the folder of a record.
    record: String,
    /// Only this table, by name or by its number in the thesis, such as 3.7; `main` for those that the
    /// answer rests on, `all` for every table. Without it, text is the answer alone.
    #[arg(long, value_name = "NAME")]
    table: Option<String>,
    /// Only rates by these, such as `technique,class`: subject, technique, property, data-set, class,
    /// operator, function.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with = "table"
    )]
    by: Vec<String>,
    /// What counts as a kill: thesis or strict.
    #[arg(long, value_name = "NAME", default_value = "thesis")]
    policy: String,
    /// How to print.
    #[arg(long, default_value = "text")]
    format: ReportFormat,
    /// Write into this file instead of printing.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// With --format html: the script of `mutation-testing-elements`, a component of the field that
    /// then shows the sources.
    #[arg(long, value_name = "FILE")]
    elements: Option<PathBuf>,
}

/// How tables are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    Text,
    Markdown,
    Csv,
    Json,
    /// One page with pictures, for a browser; it needs no network.
    Html,
    /// For papers, with the package booktabs.
    Latex,
    /// For data frames: one row per cell.
    Parquet,
}

/// Prints tables.
#[cfg(feature = "analysis")]
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    use killrate_analysis::{
        Dimension, Format, Policy, ReportOptions, Selection, analyse, parquet, report,
    };

    let dimensions = options.by.iter().map(|name| Dimension::named(name));
    let dimensions = dimensions.collect::<Result<Vec<Dimension>, _>>()?;
    let tables = match options.table.as_deref() {
        Some(name) => Selection::named(name)?,
        None if !dimensions.is_empty() => Selection::By(dimensions),
        // A person wants the answer first; a program or a paper takes what it rests on as well.
        None if options.format == ReportFormat::Text => Selection::Answer,
        None => Selection::Main,
    };
    let policy = Policy::named(&options.policy)?;
    let record = records::find(console, &options.record)?;
    let published = records::published(console);
    let published = published.as_deref();
    let in_format = |tables, format| {
        let options = ReportOptions {
            policy,
            tables,
            format,
        };
        report(&record, published, &options).map(String::into_bytes)
    };
    let bytes = match options.format {
        ReportFormat::Text => {
            let is_coloured = console.has_color && options.out.is_none();
            in_format(tables, Format::Text { is_coloured })?
        }
        ReportFormat::Markdown => in_format(tables, Format::Markdown)?,
        ReportFormat::Csv => in_format(tables, Format::Csv)?,
        ReportFormat::Json => in_format(tables, Format::Json)?,
        ReportFormat::Latex => in_format(tables, Format::Latex)?,
        ReportFormat::Parquet => parquet(&analyse(&record, published, policy, tables)?)?,
        ReportFormat::Html => {
            let context = page_context(console, &record, options.elements.as_deref())?;
            killrate_analysis::page(&record, published, policy, &context)?.into_bytes()
        }
    };
    warn_if_stale(console, &record);
    match &options.out {
        None => console.print_bytes(&bytes),
        Some(path) => {
            std::fs::write(path, bytes)
                .with_context(|| format!("cannot write `{}`", path.display()))?;
            console.note(&format!("wrote {}", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What the project knows about a record besides its numbers.
#[cfg(feature = "analysis")]
fn page_context(
    console: &Console,
    record: &std::path::Path,
    elements: Option<&std::path::Path>,
) -> anyhow::Result<killrate_analysis::PageContext> {
    let read = |path: &std::path::Path| {
        std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))
    };
    let mut context = killrate_analysis::PageContext {
        elements: elements.map(read).transpose()?,
        ..Default::default()
    };
    let (Ok(catalogue), Ok(folder)) = (console.catalogue(), killrate_record::open(record)) else {
        return Ok(context);
    };
    let provenance = folder.provenance();
    if let Ok((study, _)) = catalogue.study(provenance.study.name.as_str()) {
        context.title = Some(study.title);
        context.question = Some(study.question);
    }
    let sources = killrate_study::listing(&catalogue, provenance);
    context.sources = sources
        .into_iter()
        .map(|(subject, files)| (subject.to_string(), files))
        .collect();
    Ok(context)
}

/// Says so when the project has moved on since the record was made.
#[cfg(feature = "analysis")]
fn warn_if_stale(console: &Console, record: &std::path::Path) {
    let (Ok(catalogue), Ok(folder)) = (console.catalogue(), killrate_record::open(record)) else {
        return;
    };
    let changed = killrate_study::changes_since(&catalogue, folder.provenance());
    if !changed.is_empty() {
        console.note(&format!(
            "warning: this record was made before {} changed; `killrate run {}` makes a new one",
            changed.join(", "),
            folder.provenance().study.name
        ));
    }
}

/// Says how to get the part that makes tables.
#[cfg(not(feature = "analysis"))]
pub(crate) fn run(_console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let problem = format!(
        "cannot report on `{}` ({:?}, {:?}, {}, {:?}, {:?}, {:?}): this killrate was built without analysis; build it with `cargo build --release`",
        options.record,
        options.table,
        options.by,
        options.policy,
        options.format,
        options.out,
        options.elements
    );
    Err(crate::exit::Invalid(problem).into())
}
