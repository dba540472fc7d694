//! Variants of a subject.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The stable, readable identity of a mutant: `file::function/operator/ordinal`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MutantId(pub String);

impl fmt::Display for MutantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The name of a single rule of change, such as `lt-to-ge`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OperatorName(pub String);

impl fmt::Display for OperatorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The class of a mutant, as the studies count them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MutantClass {
    /// A relational operator is replaced.
    Comparison,
    /// An arithmetic operator is replaced; the papers' "math".
    Arithmetic,
    /// A bound, an index or an integer is one off.
    OffByOne,
    /// `&&` and `||` are exchanged.
    LogicalConnective,
    /// A condition is negated.
    NegatedCondition,
    /// A statement is left out.
    StatementDeletion,
    /// An operation is replaced by one of its operands.
    OperandReplacement,
    /// A constant is replaced by another one.
    ConstantReplacement,
    /// What a function returns is replaced.
    ReturnValue,
    /// A number that is negative, or zero, ends the program.
    Trap,
    /// A configured range shrinks at an end, or at both.
    Range,
    /// A change that another tool made and that has no class here; never made by killrate.
    Other,
    /// No slip at all: the subject written in another way, to see who accuses a program without a fault.
    Placebo,
}

impl MutantClass {
    /// Every class that can be made: those of the papers in the order of their tables, then the others.
    pub const ALL: [Self; 11] = [
        Self::Comparison,
        Self::Arithmetic,
        Self::OffByOne,
        Self::LogicalConnective,
        Self::NegatedCondition,
        Self::StatementDeletion,
        Self::OperandReplacement,
        Self::ConstantReplacement,
        Self::ReturnValue,
        Self::Trap,
        Self::Range,
    ];

    /// The classes of the papers, which are made wherever nobody chooses others.
    pub const PAPERS: [Self; 3] = [Self::Comparison, Self::Arithmetic, Self::OffByOne];

    /// Every class that a record may have: those that are made, that of other tools, and placebos.
    pub const RECORDED: [Self; 13] = {
        // Arrays cannot be put together in a constant, so the classes are taken out one by one.
        let [a, b, c, d, e, f, g, h, i, j, k] = Self::ALL;
        [a, b, c, d, e, f, g, h, i, j, k, Self::Other, Self::Placebo]
    };

    /// The name in manifests, columns and flags.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comparison => "comparison",
            Self::Arithmetic => "arithmetic",
            Self::OffByOne => "off-by-one",
            Self::LogicalConnective => "logical-connective",
            Self::NegatedCondition => "negated-condition",
            Self::StatementDeletion => "statement-deletion",
            Self::OperandReplacement => "operand-replacement",
            Self::ConstantReplacement => "constant-replacement",
            Self::ReturnValue => "return-value",
            Self::Trap => "trap",
            Self::Range => "range",
            Self::Other => "other",
            Self::Placebo => "placebo",
        }
    }

    /// What it does, and in brackets what the literature calls it.
    ///
    /// ROR, AOR, LCR, CRP and the traps in ABS are operators of Mothra (K. N. King and A. J. Offutt,
    /// 1991); CRCR is Proteum's (H. Agrawal and others, 1989), COI muJava's (Y.-S. Ma, A. J. Offutt
    /// and Y.-R. Kwon, 2005), SDL and ODL are studied as such by M. E. Delamaro and others (2014).
    pub fn about(self) -> &'static str {
        match self {
            Self::Comparison => "a relational operator by every other one (ROR)",
            Self::Arithmetic => "an arithmetic operator by its opposite (AOR)",
            Self::OffByOne => {
                "one more and one less on bounds, indices and integers (CRCR's c ± 1, UOI)"
            }
            Self::LogicalConnective => "`&&` and `||` by each other (LCR)",
            Self::NegatedCondition => "the condition of a branch, loop or guard negated (COI)",
            Self::StatementDeletion => "a statement left out (SDL)",
            Self::OperandReplacement => {
                "an operation by one of its operands (ODL; leftop and rightop of AOR and LCR)"
            }
            Self::ConstantReplacement => {
                "a constant by 0, 1, -1, its negative and the others of its function (CRP, CRCR)"
            }
            Self::ReturnValue => "a returned value by constants of its type (PIT's return values)",
            Self::Trap => "an operand that ends the program when negative, or zero (ABS, ZPUSH)",
            Self::Range => {
                "a struct's fields `min` and `max` one later, one earlier, or both (thesis)"
            }
            Self::Other => "a change that another tool made",
            Self::Placebo => "the same program in other words, without a fault",
        }
    }
}

impl fmt::Display for MutantClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What an integer is for that is one off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiteKind {
    /// It bounds a loop or a range.
    Loop,
    /// It indexes.
    Index,
    /// It is calculated with, and the result neither bounds a loop nor indexes.
    Arithmetic,
    /// None of these, as far as the expression around it tells: it is passed on, compared or kept.
    Other,
}

impl SiteKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Loop, Self::Index, Self::Arithmetic, Self::Other];

    /// The name in records and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Loop => "loop",
            Self::Index => "index",
            Self::Arithmetic => "arithmetic",
            Self::Other => "other",
        }
    }
}

/// The subject with one change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mutant {
    /// Its stable identity.
    pub id: MutantId,
    /// Its number in the woven program, from 1; changes when the subject does.
    pub number: u32,
    /// What kind of slip it stands for.
    pub class: MutantClass,
    /// The rule that made it.
    pub operator: OperatorName,
    /// Whether the papers' description of the class makes this change.
    pub is_thesis: bool,
    /// What the changed integer is for, of a mutant that is one off; `None` in other classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site_kind: Option<SiteKind>,
    /// The source file, relative to the package, with forward slashes.
    pub file: String,
    /// The function that holds the change, with its `impl` type.
    pub function: String,
    /// The line of the changed expression, from 1.
    pub line: u32,
    /// The column of the changed expression in characters, from 1.
    pub column: u32,
    /// Where the changed expression starts in the file, in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// The expression as written.
    pub before: String,
    /// The expression as changed.
    pub after: String,
    /// Whether it can be run.
    pub status: MutantStatus,
}

/// Whether a mutant can be run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum MutantStatus {
    /// It is in the woven program, or in a program of its own where it compiles only alone.
    Woven,
    /// It was taken out again.
    Withdrawn {
        /// Why, in the compiler's words where the compiler refused it.
        reason: String,
    },
}

/// The original or a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variant {
    /// The subject as written.
    Original,
    /// The mutant of this number.
    Mutant(u32),
}

impl Variant {
    /// The number that selects it in the woven program; the original's is 0.
    pub fn number(self) -> u32 {
        match self {
            Self::Original => 0,
            Self::Mutant(number) => number,
        }
    }
}
