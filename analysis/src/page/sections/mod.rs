//! The sections of the page, one file each.

mod answer;
mod curve;
mod differences;
mod funnel;
mod matrix;
mod overlap;
mod properties;
mod provenance;
mod rounds;
mod setup;
mod source;
mod tables;
mod techniques;
mod threats;

use maud::Markup;

use super::context::PageContext;
use super::facts::Facts;
use crate::findings::Findings;
use crate::standings::Standings;
use crate::{Report, Table};

pub(super) use answer::answer;

/// What the sections are made from.
pub(super) struct Material<'a> {
    pub(super) findings: &'a Findings,
    pub(super) report: &'a Report,
    pub(super) facts: &'a Facts,
    /// All subjects together first, where there are several.
    pub(super) standings: &'a [Standings],
    pub(super) context: &'a PageContext,
}

impl Material<'_> {
    /// The tables of a kind.
    fn tables(&self, name: &str) -> impl Iterator<Item = &Table> {
        let tables = self.report.tables.iter();
        tables.filter(move |table| table.name == name)
    }
}

/// A section of the page.
pub(super) struct Section {
    /// Its anchor.
    pub(super) id: &'static str,
    /// Its name in the list of contents.
    pub(super) short: &'static str,
    /// Its heading.
    pub(super) title: &'static str,
    /// What is in it; `None` leaves it out.
    pub(super) body: fn(&Material<'_>) -> Option<Markup>,
}

/// Every section after the answer, in the order of the page.
pub(super) const SECTIONS: [&Section; 13] = [
    &setup::SETUP,
    &techniques::TECHNIQUES,
    &matrix::MATRIX,
    &overlap::OVERLAP,
    &funnel::FUNNEL,
    &curve::CURVE,
    &rounds::ROUNDS,
    &properties::PROPERTIES,
    &differences::DIFFERENCES,
    &source::SOURCE,
    &tables::TABLES,
    &provenance::PROVENANCE,
    &threats::THREATS,
];
