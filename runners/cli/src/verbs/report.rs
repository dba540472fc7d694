//! `killrate report`.

use std::path::PathBuf;
use std::process::ExitCode;

#[cfg(feature = "analysis")]
use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::console::Console;
use crate::exit::Invalid;
#[cfg(feature = "analysis")]
use crate::exit::Usage;
#[cfg(feature = "analysis")]
use crate::outputs::write_whole;
#[cfg(feature = "analysis")]
use crate::shown::shown;
#[cfg(feature = "analysis")]
use crate::{policies, records};

/// Print the answer of a record, or its tables.
///
/// Prints which technique killed most and how sure that is, or tables, with the papers' numbers
/// beside ours where they have the table.
///
/// Every rate comes with its count, its denominator and a 95 % Wilson interval. What counts as a
/// kill is a policy, applied here and never stored: `thesis` follows the papers' rules for suitable
/// mutants, `any-difference` leaves out those of them that ask what a person would see, `strict` counts
/// every mutant that compiles. A study may name the one to use.
///
/// Of several records, as of `thesis-1 thesis-2`, tables and claims are over the subjects of all. No
/// subject may be in two of them, their studies must name the same policy unless `--policy` does, and
/// their runs must have had the same bounds; otherwise nothing is reported and the exit code is 3.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The study whose record to read, or the folder of a record; several are reported on together.
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<String>,
    /// Only these tables, by name or by their numbers in the thesis, such as `3.7` or `funnel,3.4`;
    /// `main` for those that the answer rests on, `all` for every table. Without it, text is the answer
    /// alone. Not for html, which has them all.
    #[arg(long, value_name = "NAMES")]
    table: Option<String>,
    /// Only rates by these, such as `technique,class`: subject, technique, property, data-set, class,
    /// operator, function, mutant.
    #[arg(long, value_name = "NAMES", conflicts_with = "table")]
    by: Option<String>,
    /// What counts as a kill: thesis, any-difference or strict; what the study names when left out.
    #[arg(long, value_name = "NAME")]
    policy: Option<String>,
    /// How to print.
    #[arg(long, default_value = "text")]
    format: ReportFormat,
    /// Write into this file instead of printing.
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// With --format html: the script of `mutation-testing-elements`, a component of the field that
    /// then shows the sources; `dist/mutation-test-elements.js` of its npm package.
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

/// What a report became.
#[cfg(feature = "analysis")]
enum Made {
    Data(Vec<u8>),
    ForPeople(Box<killrate_analysis::Report>),
}

/// Prints tables.
#[cfg(feature = "analysis")]
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    use killrate_analysis::{Format, Selection, analyse, parquet, render};
    use killrate_reproduction::papers;

    check_fits(options)?;
    let papers = papers(records::published(console).as_deref());
    let tables = match (&options.table, &options.by) {
        (Some(names), _) => Selection::named(names, &papers)?,
        (None, Some(names)) => Selection::by(names)?,
        // A person wants the answer first; a program or a paper takes what it rests on as well.
        (None, None) if options.format == ReportFormat::Text => Selection::Answer,
        (None, None) => Selection::Main,
    };
    let asked = policies::asked(&papers, options.policy.as_deref())?;
    let found = options.records.iter();
    let found: anyhow::Result<Vec<PathBuf>> =
        { found }.map(|name| records::find(console, name)).collect();
    let found = found?;
    let policy = match asked {
        Some(policy) => policy,
        None => policy_of_all(&papers, &found)?,
    };
    let format = match options.format {
        ReportFormat::Text | ReportFormat::Html | ReportFormat::Parquet => None,
        ReportFormat::Markdown => Some(Format::Markdown),
        ReportFormat::Csv => Some(Format::Csv),
        ReportFormat::Json => Some(Format::Json),
        ReportFormat::Latex => Some(Format::Latex),
    };
    let made = if options.format == ReportFormat::Html {
        let context = page_context(console, &found, options.elements.as_deref())?;
        Made::Data(killrate_analysis::page(&found, &papers, policy, &context)?.into_bytes())
    } else {
        let report = analyse(&found, &papers, policy, tables)?;
        if !report.absent.is_empty() {
            let names = report.absent.join("`, `");
            let have = if found.len() > 1 {
                "the records have"
            } else {
                "the record has"
            };
            console.note(&format!("{have} nothing for the table `{names}`"));
        }
        match (format, options.format) {
            (Some(format), _) => Made::Data(render(&report, format).into_bytes()),
            (None, ReportFormat::Text) => Made::ForPeople(Box::new(report)),
            (None, _) => Made::Data(parquet(&report)),
        }
    };
    for record in &found {
        warn_if_stale(console, record);
    }
    let text = |report: &killrate_analysis::Report, is_coloured| {
        render(report, Format::Text { is_coloured })
    };
    match (&options.out, &made) {
        (None, Made::Data(bytes)) => console.print_data(bytes),
        (None, Made::ForPeople(report)) => {
            console.print_painted(|is_coloured| text(report, is_coloured));
        }
        (Some(path), made) => {
            let bytes = match made {
                Made::Data(bytes) => bytes.clone(),
                // A file is no terminal, and may be shown at one.
                Made::ForPeople(report) => shown(&text(report, false)).as_bytes().to_vec(),
            };
            write_whole(path, &bytes)?;
            console.note(&format!("wrote {}", path.display()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What the studies of all records name.
#[cfg(feature = "analysis")]
fn policy_of_all(
    papers: &killrate_analysis::Papers,
    records: &[PathBuf],
) -> anyhow::Result<&'static killrate_analysis::Policy> {
    let mut first: Option<(String, &'static killrate_analysis::Policy)> = None;
    for record in records {
        let folder = killrate_record::open(record)?;
        let study = &folder.provenance().study;
        let policy = policies::of_study(papers, study)?;
        match &first {
            None => first = Some((study.name.to_string(), policy)),
            Some((_, known)) if known.name == policy.name => {}
            Some((name, known)) => {
                return Err(Invalid(format!(
                    "cannot report on `{name}` and `{}` together, because the one names the policy `{}` and \
                     the other `{}`; say with `--policy` which counts for both",
                    study.name, known.name, policy.name
                ))
                .into());
            }
        }
    }
    let (_, policy) = first.ok_or(killrate_analysis::AnalysisError::NoRecord)?;
    Ok(policy)
}

/// Refuses what a format would leave unused without a word.
#[cfg(feature = "analysis")]
fn check_fits(options: &Options) -> Result<(), Usage> {
    let is_page = options.format == ReportFormat::Html;
    let problem = if is_page && options.table.is_some() {
        "a page has every table, so `--table` has no effect with `--format html`; leave one of them out"
    } else if is_page && options.by.is_some() {
        "a page has no rates by choice, so `--by` has no effect with `--format html`; leave one of them out"
    } else if !is_page && options.elements.is_some() {
        "`--elements` is about the sources of a page; use it with `--format html`, or leave it out"
    } else {
        return Ok(());
    };
    Err(Usage(problem.to_owned()))
}

/// What the project knows about records besides their numbers.
#[cfg(feature = "analysis")]
fn page_context(
    console: &Console,
    records: &[PathBuf],
    elements: Option<&std::path::Path>,
) -> anyhow::Result<killrate_analysis::PageContext> {
    let mut context = killrate_analysis::PageContext {
        elements: elements.map(read_elements).transpose()?,
        ..Default::default()
    };
    // Outside of a project a page lacks titles and sources, and is a page all the same.
    let Ok(catalogue) = console.catalogue() else {
        return Ok(context);
    };
    let (mut titles, mut questions) = (Vec::new(), Vec::new());
    for record in records {
        let Ok(folder) = killrate_record::open(record) else {
            continue;
        };
        let provenance = folder.provenance();
        if let Ok((study, _)) = catalogue.study(provenance.study.name.as_str()) {
            titles.push(study.title);
            questions.push(study.question);
        }
        let sources = killrate_catalogue::listing(&catalogue, provenance);
        let sources = sources.into_iter();
        let named = sources.map(|(subject, files)| (subject.to_string(), files));
        context.sources.extend(named);
    }
    context.title = Some(titles.join("; ")).filter(|title| !title.is_empty());
    context.question = Some(questions.join(" ")).filter(|question| !question.is_empty());
    Ok(context)
}

/// The script of the component that shows sources.
#[cfg(feature = "analysis")]
fn read_elements(path: &std::path::Path) -> anyhow::Result<String> {
    let unreadable = || Invalid(format!("cannot read `{}`", path.display()));
    let script = killrate_files::read_to_string(path).with_context(unreadable)?;
    // A module would load others, which a page that needs no network cannot.
    let is_module = ["import", "export"]
        .iter()
        .any(|word| script.trim_start().starts_with(word));
    if is_module || !script.contains("mutation-test-report-app") {
        return Err(Invalid(format!(
            "`{}` is not the script of `mutation-testing-elements` that stands alone; give \
             `dist/mutation-test-elements.js` of its npm package",
            path.display()
        ))
        .into());
    }
    Ok(script)
}

/// Says so when the project has moved on since the record was made.
#[cfg(feature = "analysis")]
fn warn_if_stale(console: &Console, record: &std::path::Path) {
    let (Ok(catalogue), Ok(folder)) = (console.catalogue(), killrate_record::open(record)) else {
        return;
    };
    let changed = killrate_catalogue::changes_since(&catalogue, folder.provenance());
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
    // The other options say how, which does not matter here.
    let names = options.records.join("`, `");
    let problem = format!(
        "cannot report on `{names}`, because this killrate was built without analysis; build it with `cargo build --release`"
    );
    Err(Invalid(problem).into())
}

#[cfg(test)]
#[cfg(feature = "analysis")]
mod tests {
    use super::*;

    /// What reading a script says, with `F` for its path; it can always be mended by the user.
    #[track_caller]
    fn check(script: Option<&str>, expected: Result<&str, &str>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("elements.js");
        if let Some(script) = script {
            std::fs::write(&path, script).unwrap();
        }
        let read = read_elements(&path).map_err(|error| {
            assert!(error.is::<Invalid>());
            error.to_string().replace(path.to_str().unwrap(), "F")
        });
        let read = read.as_deref().map_err(String::as_str);
        assert_eq!(read, expected);
    }

    #[test]
    fn only_the_script_that_stands_alone_shows_sources() {
        let script = "customElements.define(\"mutation-test-report-app\", App)";
        check(Some(script), Ok(script));
        let refused = "`F` is not the script of `mutation-testing-elements` that stands alone; give \
                       `dist/mutation-test-elements.js` of its npm package";
        let module = format!("import {{ html }} from \"lit\";\n{script}");
        check(Some(&module), Err(refused));
        check(Some("alert(1)"), Err(refused));
        check(None, Err("cannot read `F`"));
    }
}
