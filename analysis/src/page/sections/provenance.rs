//! What the verdicts rest on.

use maud::{Markup, PreEscaped, html};

use super::{Material, Section};

pub(super) const PROVENANCE: Section = Section {
    id: "provenance",
    short: "Provenance",
    title: "Where do these numbers come from?",
    body,
};

fn body(material: &Material<'_>) -> Option<Markup> {
    let provenance = &material.findings.provenance;
    let (name, limits) = (&provenance.study.name, &provenance.limits);
    Some(html! {
        p class="lead" {
            "The record alone made this page. "
            code { "killrate verify record " (name) }
            " runs the study again and compares every verdict."
        }
        div class="scroll" tabindex="0" role="group" aria-label="Provenance" {
            table class="provenance" {
                tbody {
                    (row("study", html! { (name) }, Some(&provenance.study.digest.to_string())))
                    (row("seed", html! { (provenance.seed) }, None))
                    (row("killrate", html! { (provenance.tool_version) }, None))
                    (row("toolchain", html! { (provenance.toolchain) }, None))
                    (row("sandbox", html! { (provenance.sandbox) }, None))
                    (row("fuel", html! { (limits.fuel_multiple) " times the original's, at least " (limits.fuel_floor) @if let Some(slow) = limits.slow_multiple { "; beyond " (slow) " times slow" } }, None))
                    @for (subject, facts) in &provenance.subjects {
                        (row("source", html! { (subject) }, Some(&facts.source.to_string())))
                        (row("woven source", html! { (subject) }, Some(&facts.woven.to_string())))
                        @for (data_set, inputs) in &facts.data_sets {
                            @for (input, digest) in inputs {
                                (row("input", html! { (subject) ", " (data_set) ", " (input) }, Some(&digest.to_string())))
                            }
                        }
                    }
                }
            }
        }
        (PreEscaped("\n"))
    })
}

/// A line of its own, so that two pages can be compared without what differs between machines.
fn row(what: &str, value: Markup, digest: Option<&str>) -> Markup {
    html! {
        (PreEscaped("\n"))
        tr class="origin" {
            th scope="row" { (what) }
            td { (value) }
            td class="digest" { @if let Some(digest) = digest { code { (digest) } } }
        }
    }
}
