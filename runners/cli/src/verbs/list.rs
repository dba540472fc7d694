//! `killrate list`.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use killrate_catalogue::{Catalogue, CatalogueError};
use killrate_model::MutantClass;
use killrate_properties::{TransformInfo, extractors, formats, relations, transforms};
use killrate_statistics::{metrics, tests};
use killrate_techniques::TECHNIQUES;
use serde_json::json;

use crate::arguments::ListFormat;
use crate::console::Console;
use crate::csv::cell;

/// Show what there is: studies, subjects, data sets, techniques, properties, ….
///
/// Lists one kind of thing with a line for each; everything when no kind is named.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// What to list.
    kind: Option<Kind>,
    /// How to print the list.
    #[arg(long, default_value = "text")]
    format: ListFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Studies,
    Subjects,
    DataSets,
    Techniques,
    Properties,
    Transforms,
    Relations,
    Formats,
    Extractors,
    Metrics,
    Tests,
    Classes,
}

struct Row {
    kind: Kind,
    name: String,
    about: String,
}

/// Lists what there is.
pub(crate) fn run(console: &Console, options: &Options) -> anyhow::Result<ExitCode> {
    let mut rows = Vec::new();
    for kind in Kind::value_variants() {
        if options.kind.is_none_or(|wanted| wanted == *kind) {
            rows.extend(match rows_of_language(*kind) {
                Some(rows) => rows,
                // Only what is in a project needs one.
                None => rows_of_project(*kind, &console.catalogue()?)?,
            });
        }
    }
    console.print(&match options.format {
        ListFormat::Text => text(&rows, options.kind.is_none()),
        ListFormat::Csv => csv(&rows),
        ListFormat::Json => json(&rows)?,
    });
    Ok(ExitCode::SUCCESS)
}

/// What there is of a kind in any project and outside of all; `None` for what a project holds.
fn rows_of_language(kind: Kind) -> Option<Vec<Row>> {
    let plain = |name: &str, about: &str| Row {
        kind,
        name: name.to_owned(),
        about: about.to_owned(),
    };
    Some(match kind {
        Kind::Studies | Kind::Subjects | Kind::DataSets | Kind::Properties => return None,
        Kind::Techniques => TECHNIQUES
            .iter()
            .map(|(_, name, about)| plain(name, about))
            .collect(),
        Kind::Transforms => {
            let on_a_line = |text: &str| text.trim_end().replace('\n', " / ");
            let about = |info: &TransformInfo| {
                format!(
                    "{}: {}; `{}` turns `{}` into `{}`; formats: {}",
                    info.class,
                    info.description,
                    info.example.call,
                    on_a_line(info.example.before),
                    on_a_line(info.example.after),
                    info.formats().join(", ")
                )
            };
            transforms()
                .iter()
                .map(|info| plain(info.name, &about(info)))
                .collect()
        }
        Kind::Relations => relations()
            .iter()
            .map(|info| {
                plain(
                    info.name,
                    &format!("{} `{}`", info.description, info.example),
                )
            })
            .collect(),
        Kind::Formats => formats()
            .iter()
            .map(|info| plain(info.name, info.description))
            .collect(),
        Kind::Metrics => metrics()
            .iter()
            .map(|metric| plain(metric.name, metric.description))
            .collect(),
        Kind::Tests => tests()
            .iter()
            .map(|test| plain(test.name, test.description))
            .collect(),
        Kind::Classes => MutantClass::ALL
            .iter()
            .map(|class| plain(class.name(), class.about()))
            .collect(),
        Kind::Extractors => extractors()
            .iter()
            .map(|info| {
                plain(
                    info.name,
                    &format!("{} `{}`", info.description, info.example.call),
                )
            })
            .collect(),
    })
}

/// What a project holds of a kind.
fn rows_of_project(kind: Kind, catalogue: &Catalogue) -> Result<Vec<Row>, CatalogueError> {
    let row = |name: String, about: String| Row { kind, name, about };
    Ok(match kind {
        Kind::Studies => catalogue
            .studies()
            .map(|name| {
                Ok(row(
                    name.to_string(),
                    catalogue.study(name.as_str())?.0.title,
                ))
            })
            .collect::<Result<_, CatalogueError>>()?,
        Kind::Subjects => catalogue
            .subjects()
            .map(|name| {
                Ok(row(
                    name.to_string(),
                    catalogue.subject(name.as_str())?.0.title,
                ))
            })
            .collect::<Result<_, CatalogueError>>()?,
        Kind::DataSets => catalogue
            .data_sets()
            .map(|name| {
                let manifest = catalogue.data_set_manifest(name.as_str())?.0;
                let size = format!("{} × {}", manifest.rows, manifest.attributes);
                Ok(row(
                    name.to_string(),
                    format!("{} ({size})", manifest.title),
                ))
            })
            .collect::<Result<_, CatalogueError>>()?,
        Kind::Properties => {
            let mut rows = Vec::new();
            for name in catalogue.subjects() {
                for (set, lines) in catalogue.subject(name.as_str())?.0.properties {
                    let of_set = |line: &String| row(format!("{name}/{set}"), line.clone());
                    rows.extend(lines.iter().map(of_set));
                }
                let saved = killrate_catalogue::saved_lines(catalogue, name)?;
                let of_saved = |line| row(format!("{name}/{}", killrate_catalogue::SAVED), line);
                rows.extend(saved.into_iter().map(of_saved));
            }
            rows
        }
        // The rest is the same in every project.
        _ => rows_of_language(kind).unwrap_or_default(),
    })
}

fn kind_name(kind: Kind) -> String {
    kind.to_possible_value()
        .map_or_else(String::new, |value| value.get_name().to_owned())
}

fn text(rows: &[Row], has_headings: bool) -> String {
    let width = rows
        .iter()
        .map(|row| row.name.len())
        .max()
        .unwrap_or_default();
    let mut text = String::new();
    let mut heading = None;
    for row in rows {
        if has_headings && heading != Some(row.kind) {
            let gap = if heading.is_some() { "\n" } else { "" };
            text.push_str(&format!("{gap}{}\n", kind_name(row.kind)));
            heading = Some(row.kind);
        }
        let indent = if has_headings { "  " } else { "" };
        text.push_str(&format!("{indent}{:<width$}  {}\n", row.name, row.about));
    }
    text
}

fn csv(rows: &[Row]) -> String {
    let line = |row: &Row| {
        format!(
            "{},{},{}\n",
            kind_name(row.kind),
            cell(&row.name),
            cell(&row.about)
        )
    };
    ["kind,name,about\n".to_owned()]
        .into_iter()
        .chain(rows.iter().map(line))
        .collect()
}

fn json(rows: &[Row]) -> anyhow::Result<String> {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| json!({ "kind": kind_name(row.kind), "name": row.name, "about": row.about }))
        .collect();
    Ok(serde_json::to_string_pretty(&rows)? + "\n")
}
