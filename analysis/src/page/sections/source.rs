//! The sources with their mutants.

use maud::{Markup, html};

use super::{Material, Section};

pub(super) const SOURCE: Section = Section {
    id: "source",
    short: "Source",
    title: "Where are the mutants?",
    body,
};

fn body(material: &Material<'_>) -> Option<Markup> {
    if material.context.sources.is_empty() {
        return None;
    }
    Some(html! {
        @if material.context.elements.is_some() {
            p class="lead" { "Shown by the component " code { "mutation-testing-elements" } "; killed means by a ranked technique." }
            div id="elements" {}
        } @else {
            p class="lead" {
                "Every line that holds counted mutants is marked: filled marks were killed by a ranked technique, hollow ones survived. Choose a mark to see the mutant."
            }
            div class="controls" { label { "File" select id="source-file" {} } }
            div class="source" id="source-view" tabindex="0" role="group" aria-label="Source" {}
        }
    })
}
