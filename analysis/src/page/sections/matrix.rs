//! The kill matrix, which the script draws.

use maud::{Markup, html};

use super::{Material, Section};
use crate::page::code::Code;

pub(super) const MATRIX: Section = Section {
    id: "matrix",
    short: "Matrix",
    title: "Which property kills which mutant?",
    body,
};

fn body(_material: &Material<'_>) -> Option<Markup> {
    Some(html! {
        p class="lead" {
            "A row is a mutant, a column a property, a cell what its judgement came to over all data sets. "
            "Choose a row to see the change, the evidence and why it survived; choose a column's name to sort by it."
        }
        noscript { p class="note" { "The matrix is drawn by a script; the tables below have its numbers." } }
        form class="controls" id="matrix-controls" {
            label { "Subject" select name="subject" {} }
            label { "Class" select name="class" {} }
            label { "Status" select name="status" {} }
            label { "Order" select name="order" {} }
            label { "Find" input type="search" name="find" placeholder="subject, number, text" autocomplete="off"; }
            div class="zoom" role="group" aria-label="Zoom" {
                button type="button" data-zoom="out" aria-label="Zoom out" { "−" }
                button type="button" data-zoom="fit" { "Fit" }
                button type="button" data-zoom="in" aria-label="Zoom in" { "+" }
            }
        }
        p class="status" id="matrix-status" role="status" {}
        div class="matrix" id="matrix-view" tabindex="0" role="application"
            aria-label="Kill matrix. Arrow keys, Home and End move, with Shift along the row; Enter opens the mutant." {
            div class="matrix-space" {}
            canvas {}
        }
        div class="tip" id="matrix-tip" hidden {}
        // What the pointer passes is shown and not said; where the keys go is both.
        p class="unseen" id="matrix-said" aria-live="polite" {}
        ul class="legend" {
            @for code in Code::ALL {
                li title=(code.meaning()) {
                    span class={ "swatch code-" (code.letter()) } {}
                    @if code != Code::NotJudged { code { (code.letter()) } }
                    (code.label())
                }
            }
        }
        dialog id="mutant" tabindex="-1" aria-label="Mutant" {}
    })
}
