//! The audit of tables, and what it comes to.

use std::path::{Path, PathBuf};

use killrate_analysis::{AnalysisError, Cell, Paragraph, Report, Table};

use super::equation::{self, EQUATIONS};
use super::printed::Printed;
use super::recomputed::{Accuracy, Recomputed};
use super::rules::{RULES, recompute_across};
use super::unread::unread;
use crate::AuditError;

/// What does not add up in printed tables.
#[derive(Debug, Clone, PartialEq)]
pub struct Audit {
    /// The findings as tables, and in sentences.
    pub report: Report,
    /// Numbers that were computed again.
    pub n_recomputed: usize,
    /// Numbers among them that are not what they should be; those that are cut off and not rounded
    /// do not count.
    pub n_wrong: usize,
    /// Files that were named, or all where nothing was found anywhere, in which nothing could be
    /// computed again.
    pub not_recomputed: Vec<PathBuf>,
}

/// Computes sums, denominators and percentages of tables again.
///
/// A path is a CSV file, or a folder whose CSV files are looked at, but for those whose names begin
/// with `_`, which are about tables. A tidy table has a row per number, with a column `value`, a
/// column `kind` (`cell` or a kind of total), and the columns that tell numbers apart; a total has
/// `total` in one of these, a denominator `mutants` in the last. Any other table is looked at for a row
/// or a column `total`, and for shares `x_n`, `x_of` and `x_percent`. A folder may have a file
/// `_equations.csv`, which says what numbers must follow from others.
///
/// # Errors
/// When a file cannot be read, or there is none.
pub fn audit(paths: &[PathBuf]) -> Result<Audit, AuditError> {
    let files = files(paths)?;
    let (mut tables, mut owners) = (Vec::new(), Vec::new());
    for file in &files {
        let of_file = Printed::read(&file.path)?;
        owners.extend(of_file.iter().map(|_| file));
        tables.extend(of_file);
    }
    let mut across = recompute_across(&tables);
    for folder in paths.iter().filter(|path| path.is_dir()) {
        let equations = folder.join(EQUATIONS);
        if equations.is_file() {
            across.extend(equation::recompute(&equations, &tables)?);
        }
    }
    let mut found: Vec<(&Printed, Recomputed)> = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        let own = RULES.iter().flat_map(|rule| rule(table));
        let of_place = across.iter().filter(|(known, _)| *known == place);
        let shared = of_place.map(|(_, number)| number.clone());
        found.extend(own.chain(shared).map(|number| (table, number)));
    }
    let of = |accuracy: Accuracy| {
        found
            .iter()
            .filter(move |(_, number)| number.accuracy == accuracy)
    };
    let (n_wrong, n_truncated) = (of(Accuracy::Wrong).count(), of(Accuracy::Truncated).count());
    let wrong = "Numbers that are not what they should be";
    let truncated = "Numbers that are cut off and not rounded";
    let unread = unread_table(&tables);
    let n_unread = unread.rows.len();
    let is_source = |table: &Printed| found.iter().any(|(known, _)| std::ptr::eq(*known, table));
    let is_used = |file: &&File| {
        let mut tables = owners.iter().zip(&tables);
        tables.any(|(owner, table)| std::ptr::eq(*owner, *file) && is_source(table))
    };
    let bare: Vec<&File> = files.iter().filter(|file| !is_used(file)).collect();
    let is_told = |file: &&&File| file.is_named || found.is_empty();
    let not_recomputed = bare
        .iter()
        .filter(is_told)
        .map(|file| file.path.clone())
        .collect();
    let mut sentences = vec![format!(
        "{}, {} computed again: {n_wrong} {} wrong, {n_truncated} {} cut off and not rounded.",
        counted(tables.len(), "table"),
        counted(found.len(), "number"),
        is_or_are(n_wrong),
        is_or_are(n_truncated)
    )];
    if n_unread > 0 {
        sentences.push(format!(
            "{} should hold a number and {} none.",
            counted(n_unread, "cell"),
            if n_unread == 1 { "holds" } else { "hold" }
        ));
    }
    if !bare.is_empty() {
        let name = |file: &&File| {
            let name = file.path.file_name().unwrap_or_default();
            name.to_string_lossy().into_owned()
        };
        let names: Vec<String> = bare.iter().map(name).collect();
        sentences.push(format!(
            "Nothing follows from anything else, so nothing was checked, in {}.",
            names.join(", ")
        ));
    }
    let shown = [
        table("wrong", wrong, of(Accuracy::Wrong)),
        table("truncated", truncated, of(Accuracy::Truncated)),
        unread,
    ];
    Ok(Audit {
        n_recomputed: found.len(),
        n_wrong,
        not_recomputed,
        report: Report {
            study: "Printed tables, computed again".to_owned(),
            seed: None,
            policy: "as printed",
            about_policy:
                "a number is right when it is what its table makes of it, to its own digits"
                    .to_owned(),
            tables: shown
                .into_iter()
                .filter(|table| !table.rows.is_empty())
                .collect(),
            question: "Do the tables add up?",
            headline: vec![Paragraph::of(sentences)],
            left_out: Vec::new(),
            absent: Vec::new(),
        },
    })
}

fn table<'a>(
    name: &'static str,
    title: &str,
    found: impl Iterator<Item = &'a (&'a Printed, Recomputed)>,
) -> Table {
    let mut table = Table::new(name, title, "Does the table add up?").with_columns([
        ("file", "file"),
        ("source", "source"),
        ("check", "check"),
        ("place", "where"),
        ("printed", "printed"),
        ("computed", "computed"),
    ]);
    for (printed, number) in found {
        table.rows.push(vec![
            Cell::text(&printed.file),
            Cell::text(printed.source()),
            Cell::text(number.kind),
            Cell::text(&number.place),
            Cell::text(&number.printed),
            Cell::text(&number.computed),
        ]);
    }
    table
}

/// The cells that should hold a number and do not.
fn unread_table(tables: &[Printed]) -> Table {
    let title = "Cells that should hold a number";
    let mut shown = Table::new("unread", title, "What could not be computed with?").with_columns([
        ("file", "file"),
        ("source", "source"),
        ("place", "where"),
        ("printed", "printed"),
    ]);
    for table in tables {
        shown.rows.extend(unread(table).into_iter().map(|unread| {
            vec![
                Cell::text(&table.file),
                Cell::text(table.source()),
                Cell::text(unread.place),
                Cell::text(unread.cell),
            ]
        }));
    }
    shown
}

fn counted(n: usize, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}

fn is_or_are(n: usize) -> &'static str {
    match n {
        1 => "is",
        _ => "are",
    }
}

/// A file to look at.
struct File {
    path: PathBuf,
    /// Whether somebody named it, rather than its folder.
    is_named: bool,
}

/// The files of these paths, those of a folder in the order of their names.
fn files(paths: &[PathBuf]) -> Result<Vec<File>, AuditError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(File {
                path: path.clone(),
                is_named: true,
            });
            continue;
        }
        let unreadable = |source| AnalysisError::BadPublished {
            path: path.clone(),
            source: csv::Error::from(source),
        };
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            inside.push(entry.map_err(unreadable)?.path());
        }
        inside.retain(|file| is_table(file));
        // The order in which a system lists a folder is its own.
        inside.sort();
        files.extend(inside.into_iter().map(|path| File {
            path,
            is_named: false,
        }));
    }
    if files.is_empty() {
        Err(AuditError::NoTables)
    } else {
        Ok(files)
    }
}

fn is_table(path: &Path) -> bool {
    let is_about_tables = |name: &str| name.starts_with('_');
    let name = path.file_name().and_then(|name| name.to_str());
    let is_csv = path.extension().is_some_and(|ending| ending == "csv");
    is_csv && name.is_some_and(|name| !is_about_tables(name))
}
