//! Why the numbers are not the papers'.

use maud::{Markup, html};

use super::{Material, Section};
use crate::page::html_table::html_table;

pub(super) const DIFFERENCES: Section = Section {
    id: "differences",
    short: "Why they differ",
    title: "Why do these numbers differ from the papers'?",
    body,
};

fn body(material: &Material<'_>) -> Option<Markup> {
    let names = material.findings.papers.differences.iter();
    let tables: Vec<_> = names.flat_map(|name| material.tables(name)).collect();
    if tables.is_empty() {
        return None;
    }
    Some(html! {
        p class="lead" {
            "Each cause that could be measured, and what is left when all of them are taken away. What is left is not explained by any of them, and not by anything else that was measured."
        }
        @for table in tables {
            h3 { (table.title) }
            p class="question" { (table.question) }
            (html_table(table))
        }
    })
}
