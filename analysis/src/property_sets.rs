//! Metamorphic properties that papers count together.

use polars::prelude::*;

use crate::Papers;
use crate::columns::{PROPERTY, PROPERTY_SET, SUBJECT, TECHNIQUE};
use crate::roles::METAMORPHIC;

/// Properties of the technique `metamorphic` that a paper counts together.
#[derive(Debug)]
pub struct PropertySet {
    /// Its value in the column `property_set`.
    pub name: &'static str,
    /// How titles of tables call it.
    pub title: &'static str,
    /// How rows of tables call it.
    pub short_title: &'static str,
    /// The properties of every program but those below, in the order of the paper's tables.
    pub properties: &'static [&'static str],
    /// Programs that have properties of their own in place of these, and these properties in the order
    /// of the paper's table.
    pub of_subjects: &'static [(&'static str, &'static [&'static str])],
}

impl PropertySet {
    /// The properties of a program.
    fn members(&self, subject: &str) -> &'static [&'static str] {
        let own = { self.of_subjects.iter() }.find(|(known, _)| *known == subject);
        own.map_or(self.properties, |(_, properties)| properties)
    }

    /// Whether a row's property is one of the row's program.
    fn has_row(&self) -> Expr {
        let is_one_of = |properties: &[&'static str]| {
            let is = |property: &&'static str| col(PROPERTY).eq(lit(*property));
            properties.iter().map(is).fold(lit(false), Expr::or)
        };
        let others = is_one_of(self.properties);
        self.of_subjects
            .iter()
            .fold(others, |others, (subject, properties)| {
                when(col(SUBJECT).eq(lit(*subject)))
                    .then(is_one_of(properties))
                    .otherwise(others)
            })
    }
}

/// The set of metamorphic properties that no paper counts together.
pub(crate) const OTHER_PROPERTIES: &str = "other";

impl Papers {
    fn sets(&self) -> impl Iterator<Item = &'static PropertySet> {
        let works = self.works.iter();
        works.filter_map(|paper| paper.properties.as_ref())
    }

    fn set(&self, name: &str) -> Option<&'static PropertySet> {
        self.sets().find(|set| set.name == name)
    }

    /// The set that stands for metamorphic testing where techniques are set beside a paper's.
    pub fn compared(&self) -> Option<&'static PropertySet> {
        self.first()?.properties.as_ref()
    }

    /// Whether a row is of the metamorphic properties that are compared: those of the first paper, all
    /// without one.
    pub fn is_compared(&self) -> Expr {
        let is_metamorphic = col(TECHNIQUE).eq(lit(METAMORPHIC));
        match self.compared() {
            Some(set) => is_metamorphic.and(col(PROPERTY_SET).eq(lit(set.name))),
            None => is_metamorphic,
        }
    }

    /// Whether a row is of what is compared of any technique: of metamorphic testing the properties that are.
    pub fn is_as_compared(&self) -> Expr {
        let is_metamorphic = col(TECHNIQUE).eq(lit(METAMORPHIC));
        is_metamorphic.not().or(self.is_compared())
    }

    /// Whether kills of sets stand apart: where some are not of the set that is compared.
    pub(crate) fn splits<'a>(&self, mut sets: impl Iterator<Item = &'a str>) -> bool {
        // Without a paper there is one set, and its row would repeat that of the technique.
        let compared = self.compared();
        compared.is_some_and(|compared| sets.any(|set| set != compared.name))
    }

    /// The set a row's property belongs to; a technique other than `metamorphic` is a set of its own.
    pub(crate) fn property_set(&self) -> Expr {
        let is_metamorphic = || col(TECHNIQUE).eq(lit(METAMORPHIC));
        let other = when(is_metamorphic())
            .then(lit(OTHER_PROPERTIES))
            .otherwise(col(TECHNIQUE));
        self.sets().fold(other, |other, set| {
            when(is_metamorphic().and(set.has_row()))
                .then(lit(set.name))
                .otherwise(other)
        })
    }

    /// Whether a property of a set is one that a paper has for most programs.
    pub(crate) fn is_of_any(&self, set: &str, property: &str) -> bool {
        let known = self.set(set).map_or(&[][..], |known| known.properties);
        known.contains(&property)
    }

    /// How titles of tables call a set.
    pub(crate) fn set_title<'a>(&self, set: &'a str) -> &'a str {
        match self.set(set) {
            Some(known) => known.title,
            None if set == OTHER_PROPERTIES => "further metamorphic properties",
            None => set,
        }
    }

    /// How rows of tables call a set.
    pub(crate) fn short_set_title(&self, set: &str) -> &'static str {
        self.set(set)
            .map_or("further ones", |known| known.short_title)
    }

    /// The properties of a set that a paper has for a program; none for a set of no paper.
    pub(crate) fn members(&self, set: &str, subject: &str) -> &'static [&'static str] {
        self.set(set).map_or(&[], |known| known.members(subject))
    }

    /// Whether a set is of metamorphic properties, and not all of another technique.
    pub(crate) fn is_metamorphic(&self, set: &str) -> bool {
        set == OTHER_PROPERTIES || self.set(set).is_some()
    }

    /// Where a set stands in tables: those of the papers first.
    pub(crate) fn place_of_set(&self, set: &str) -> usize {
        let place = self.sets().position(|known| known.name == set);
        let n_known = self.sets().count();
        place.unwrap_or(n_known + usize::from(set != OTHER_PROPERTIES))
    }

    /// Where a property stands in tables: in the order of the papers, then by name.
    pub(crate) fn place_of(&self, property: &str) -> usize {
        let mut known = self.sets().flat_map(|set| {
            let own = set.of_subjects.iter();
            let own = own.flat_map(|(_, properties)| *properties);
            set.properties.iter().chain(own)
        });
        known
            .position(|name| *name == property)
            .unwrap_or(usize::MAX)
    }
}
