//! The kinds of relations beyond two calls and affine maps, one file each.

mod addition;
pub(crate) mod algebraic;
mod between;
mod composition;
mod curved;
mod group_law;
mod higher;
mod inequality;
mod raw;
mod symmetry;
mod three_calls;

use crate::search::{Attempt, Map, Scan};
use crate::{Expression, Range, Relation};

/// An attempt to find relations of a kind.
pub(crate) type Attempts = Attempt<'static, Vec<Relation>>;

/// A kind of relation and how it is searched for.
pub(crate) struct Kind {
    /// Whether functions of so many arguments may have such relations.
    pub(crate) suits: fn(usize) -> bool,
    /// The attempts to find them, given the ranges of the arguments.
    pub(crate) attempts: fn(&Known, &[Range]) -> Vec<Attempts>,
}

/// What is known of the function when the kinds are searched.
pub(crate) struct Known {
    pub(crate) scan: Scan,
    /// The maps under which the function obeys a law of degree 1, and their compositions.
    pub(crate) group: Vec<Map>,
    /// How many functions there are: the one under test, and those it may be related to.
    pub(crate) n_functions: usize,
    /// Laws between the result and the argument alone, from which most others follow.
    pub(crate) algebraic: Vec<Relation>,
}

const ONE: fn(usize) -> bool = |arity| arity == 1;
const SEVERAL: fn(usize) -> bool = |arity| arity > 1;
const ANY: fn(usize) -> bool = |_| true;

/// All kinds, in the order in which they are searched.
pub(crate) const KINDS: [Kind; 10] = [
    Kind {
        suits: ONE,
        attempts: higher::attempts,
    },
    Kind {
        suits: ONE,
        attempts: three_calls::attempts,
    },
    Kind {
        suits: ONE,
        attempts: addition::attempts,
    },
    Kind {
        suits: ONE,
        attempts: group_law::attempts,
    },
    Kind {
        suits: ONE,
        attempts: curved::attempts,
    },
    Kind {
        suits: ONE,
        attempts: raw::attempts,
    },
    Kind {
        suits: ONE,
        attempts: composition::attempts,
    },
    Kind {
        suits: ONE,
        attempts: between::attempts,
    },
    Kind {
        suits: SEVERAL,
        attempts: symmetry::attempts,
    },
    Kind {
        suits: ANY,
        attempts: inequality::attempts,
    },
];

impl Known {
    /// Whether a law of degree 1 or 2 holds for every shift.
    pub(crate) fn has_family(&self) -> bool {
        !self.scan.families.is_empty()
    }

    /// The small shifts that laws were found with, simplest first; always zero.
    fn shifts(&self, most: usize) -> Vec<f64> {
        let mut shifts = vec![0.0];
        for (map, _) in &self.scan.found {
            if map.b.abs() < 3.3 && shifts.len() < most {
                let known = shifts
                    .iter()
                    .any(|shift: &f64| (shift - map.b).abs() < 1e-6);
                if !known {
                    shifts.push(map.b);
                }
            }
        }
        shifts.sort_by(|left, right| left.abs().total_cmp(&right.abs()));
        shifts
    }
}

fn x() -> Expression {
    Expression::Argument(0)
}

fn y() -> Expression {
    Expression::Argument(1)
}

/// A call of the function under test with one argument.
fn f(argument: Expression) -> Expression {
    Expression::call(vec![argument])
}

/// The core of a function of one argument, and its parts: positive numbers, and those below 1.
fn pieces(core: Range) -> Vec<Range> {
    let mut pieces = vec![core];
    if core.whole {
        return pieces;
    }
    if core.least < 0.0 && core.greatest > 0.0 {
        pieces.push(Range { least: 0.0, ..core });
    }
    if core.least <= 0.0 && core.greatest > 1.0 {
        pieces.push(Range {
            least: 0.0,
            greatest: 1.0,
            ..core
        });
    }
    pieces
}
