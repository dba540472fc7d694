//! Kills per function and technique.

use super::TableKind;
use super::per_technique::per_technique;
use crate::columns::FUNCTION;

pub(super) const FUNCTIONS: TableKind = TableKind {
    name: "functions",
    question: "In which functions does each technique find mutants?",
    is_main: false,
    build: |findings| per_technique(findings, &FUNCTIONS, "Kills per function", FUNCTION),
};
