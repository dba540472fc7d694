//! Kills per operator and technique.

use super::TableKind;
use super::per_technique::per_technique;
use crate::columns::OPERATOR;

pub(super) const OPERATORS: TableKind = TableKind {
    name: "operators",
    question: "Which changes does each technique find?",
    is_main: false,
    build: |findings| per_technique(findings, &OPERATORS, "Kills per operator", OPERATOR),
};
