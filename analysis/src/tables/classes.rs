//! Kills per class and technique.

use super::TableKind;
use super::per_technique::per_technique;
use crate::columns::CLASS;

pub(super) const CLASSES: TableKind = TableKind {
    name: "classes",
    question: "Mutants of which class does each technique find?",
    is_main: true,
    build: |findings| per_technique(findings, &CLASSES, "Kills per class", CLASS),
};
