//! One place at which rows are seen, and what its templates make of them.

use std::collections::BTreeSet;

use killrate_watch::{Claim, Order, Row, Shape};

use crate::evidence::Evidence;
use crate::templates::{TEMPLATES, Template};

/// The entry of a function, all its exits, or one of them.
#[derive(Debug, Clone)]
pub(crate) struct Point {
    shape: Shape,
    evidence: Evidence,
}

impl Point {
    pub(crate) fn new(shape: Shape) -> Self {
        let evidence = Evidence::new(&shape);
        Self { shape, evidence }
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn see(&mut self, row: &Row) {
        self.evidence.see(row);
    }

    pub(crate) fn end_run(&mut self) {
        self.evidence.end_run();
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.evidence.merge(other.evidence);
    }

    pub(crate) fn n_rows(&self) -> u64 {
        self.evidence.n_rows
    }

    /// The claims that are justified here, without those that follow from others.
    pub(crate) fn claims(&self) -> Vec<(&'static Template, Claim)> {
        let shadowed = self.shadowed();
        let mut found = Vec::new();
        for template in &TEMPLATES {
            for claim in (template.claims)(&self.evidence, &self.shape) {
                // The equalities are kept, because they are what the other claims follow from.
                let is_equality =
                    matches!(claim, Claim::Ordered(_, Order::Equal, _) | Claim::Near(..));
                let columns = claim.columns();
                let follows = !is_equality && columns.iter().any(|c| shadowed.contains(c));
                if !follows {
                    found.push((template, claim));
                }
            }
        }
        found
    }

    /// Columns that always equal one before them: what holds of that one holds of them.
    fn shadowed(&self) -> BTreeSet<usize> {
        let equal = self.evidence.pairs.equal();
        equal.map(|(left, right)| left.max(right)).collect()
    }

    /// Whether it is about something that only the exit shows.
    pub(crate) fn is_about_exit(&self, claim: &Claim) -> bool {
        let is_new = |variable: &str| !variable.starts_with("orig(");
        let indices = claim.columns();
        let mut columns = indices.iter().map(|&column| &self.shape.columns[column]);
        let sequences = claim.sequences();
        let mut of_sequences = sequences.iter().filter_map(|&sequence| {
            let is_it = |column: &&killrate_watch::Column| column.sequence == Some(sequence as u32);
            self.shape.columns.iter().find(is_it)
        });
        columns.any(|column| is_new(&column.variable))
            || of_sequences.any(|column| is_new(&column.variable))
    }
}
