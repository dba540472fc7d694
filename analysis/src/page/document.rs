//! The page as a whole.

use std::path::Path;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::context::PageContext;
use super::data::data;
use super::embed::json_block;
use super::facts::Facts;
use super::sections::{Material, SECTIONS, answer};
use crate::findings::Findings;
use crate::report::summarise;
use crate::standings::standings;
use crate::{AnalysisError, Papers, Policy, Selection};

const STYLES: [&str; 7] = [
    include_str!("assets/base.css"),
    include_str!("assets/answer.css"),
    include_str!("assets/charts.css"),
    include_str!("assets/matrix.css"),
    include_str!("assets/tables.css"),
    include_str!("assets/mutant.css"),
    include_str!("assets/narrow-and-paper.css"),
];
/// Runs before anything is shown.
const THEME: &str = include_str!("assets/theme.js");
const SCRIPTS: [&str; 5] = [
    include_str!("assets/data.js"),
    include_str!("assets/matrix.js"),
    include_str!("assets/mutant.js"),
    include_str!("assets/source.js"),
    include_str!("assets/main.js"),
];

/// Nothing may be loaded from anywhere: what a record holds cannot send for more.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
     script-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

/// The report of a record, or of several together, as a web page that needs no other file.
///
/// # Errors
/// As [`analyse`](crate::analyse).
pub fn page(
    records: &[impl AsRef<Path>],
    papers: &Papers,
    policy: &'static Policy,
    context: &PageContext,
) -> Result<String, AnalysisError> {
    let findings = Findings::gather(records, papers, policy)?;
    let report = summarise(&findings, Selection::All)?;
    let facts = Facts::gather(&findings)?;
    let standings = standings(&findings)?;
    let material = Material {
        findings: &findings,
        report: &report,
        facts: &facts,
        standings: &standings,
        context,
    };
    let data = data(&findings, &facts, context);
    Ok(document(&material, &data).into_string() + "\n")
}

fn document(material: &Material<'_>, data: &str) -> Markup {
    let sections: Vec<_> = SECTIONS
        .into_iter()
        .filter_map(|section| Some((section, (section.body)(material)?)))
        .collect();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(CONTENT_SECURITY_POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (material.report.study) " · killrate" }
                style { (PreEscaped(STYLES.join("\n"))) }
                (script(THEME))
            }
            body {
                nav class="contents" aria-label="Contents" {
                    @for (section, _) in &sections { a href={ "#" (section.id) } { (section.short) } }
                    button type="button" id="theme" title="Light or dark" aria-label="Switch between light and dark" { "◐" }
                }
                main {
                    (answer(material))
                    @for (section, body) in &sections {
                        section id=(section.id) {
                            h2 { (section.title) }
                            (body)
                        }
                    }
                }
                (PreEscaped("\n"))
                (json_block("data", data))
                @if let Some(elements) = &material.context.elements { (script(elements)) }
                (script(&SCRIPTS.concat()))
            }
        }
    }
}

/// A script of ours, or one that the caller trusts.
fn script(text: &str) -> Markup {
    // The letters that would end the element mean the same in a string or a regular expression.
    let text = text.replace("</script", "<\\/script");
    html! { script { (PreEscaped(text)) } }
}
