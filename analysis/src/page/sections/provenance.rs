//! What the verdicts rest on.

use maud::{Markup, PreEscaped, html};

use killrate_record::Provenance;

use super::{Material, Section};

pub(super) const PROVENANCE: Section = Section {
    id: "provenance",
    short: "Provenance",
    title: "Where do these numbers come from?",
    body,
};

fn body(material: &Material<'_>) -> Option<Markup> {
    let provenances = &material.findings.provenances;
    let of = if provenances.len() > 1 {
        "records"
    } else {
        "record"
    };
    Some(html! {
        p class="lead" {
            "The " (of) " alone made this page. "
            @for (place, provenance) in provenances.iter().enumerate() {
                @if place > 0 { " and " }
                code { "killrate verify record " (provenance.study.name) }
            }
            @if provenances.len() > 1 { " run the studies" } @else { " runs the study" }
            " again and " @if provenances.len() > 1 { "compare" } @else { "compares" } " every verdict."
        }
        div class="scroll" tabindex="0" role="group" aria-label="Provenance" {
            table class="provenance" {
                @for provenance in provenances {
                    (origins(provenance))
                }
            }
        }
        (PreEscaped("\n"))
    })
}

/// The lines of one record.
fn origins(provenance: &Provenance) -> Markup {
    let (name, limits) = (&provenance.study.name, &provenance.limits);
    html! {
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
