//! Every table of the report.

use maud::{Markup, html};

use super::{Material, Section};
use crate::page::html_table::html_table;

pub(super) const TABLES: Section = Section {
    id: "tables",
    short: "Tables",
    title: "All numbers",
    body,
};

fn body(material: &Material<'_>) -> Option<Markup> {
    Some(html! {
        p class="lead" {
            "What the charts above show comes from these tables, but for the outcomes on the cards, which are counted in the matrix; "
            code { "killrate report " (material.report.study) " --table NAME" }
            " prints one. A dash is no evidence, which is not the same as zero."
        }
        @for table in &material.report.tables {
            details class="table" data-table=(table.name) {
                summary {
                    @if let Some(subject) = &table.subject { (subject) ": " } (table.title)
                    span class="quiet" { (table.name) }
                }
                p class="question" { (table.question) }
                (html_table(table))
            }
        }
    })
}
