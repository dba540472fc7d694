//! Places where mutants can be made, and the changes that make them.

use std::ops::Range;

/// An expression that can be changed, in one or more ways.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Site {
    /// The whole expression in its file.
    pub range: Range<usize>,
    /// How the woven program evaluates it.
    pub shape: Shape,
    /// The ways to change it.
    pub changes: Vec<Change>,
}

/// How a site is evaluated, so that every operand is evaluated once whatever is active.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `left operator right`, which looks at its operands and keeps them.
    Comparison(Operands),
    /// `left operator right`, which takes its operands.
    Calculation(Operands),
    /// `left operator right`, which changes its left operand; the right one is evaluated first.
    Assignment(Operands),
    /// An expression to which something is added afterwards.
    Offset,
    /// A literal, which is replaced as a whole.
    Literal,
    /// `left && right` or `left || right`, whose right operand is evaluated only where it decides.
    Connective(Operands),
    /// An expression whose value something is done with, under the name `kr_e`.
    Value,
    /// An expression in place of which another one is evaluated.
    Whole,
    /// `left operator right`, in place of which one of the operands is evaluated.
    OneOperand(Operands),
    /// A statement, which is left out.
    Statement,
}

impl Shape {
    /// Whether the site is written around the others of the same expression.
    pub(crate) fn wraps(&self) -> bool {
        match self {
            Self::Comparison(_)
            | Self::Calculation(_)
            | Self::Assignment(_)
            | Self::Connective(_)
            | Self::Literal => false,
            Self::Offset | Self::Value | Self::Whole | Self::OneOperand(_) | Self::Statement => {
                true
            }
        }
    }
}

/// Where the parts of a binary expression are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Operands {
    pub left: Range<usize>,
    pub operator: Range<usize>,
    pub right: Range<usize>,
}

/// One way to change a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// The name of the rule.
    pub operator: String,
    /// Whether the papers' description of the class makes this change.
    pub is_thesis: bool,
    /// What stands in the changed arm: another operator, what is added to an offset expression, or
    /// what is evaluated in place of the original.
    pub token: String,
    /// The whole expression as changed.
    pub after: String,
}

/// What an expression is to the expression or statement around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Role {
    /// Nothing in particular.
    #[default]
    Plain,
    /// The condition of a loop, or a part of it.
    Condition,
    /// What a loop's condition compares with.
    LoopBound,
    /// What an index expression indexes with.
    Index,
    /// The start of a range.
    RangeStart,
    /// The end of a range.
    RangeEnd,
    /// An operand of an addition or a subtraction.
    Term,
}
