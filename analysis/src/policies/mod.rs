//! Kill policies: which mutants count, and which verdicts kill them.
//!
//! A paper brings its own.

mod strict;

use killrate_model::Cause;
use polars::prelude::{Expr, col, lit};

use crate::columns::{CAUSE, VERDICT, VIOLATED};

/// An opinion on verdicts.
pub struct Policy {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// What it counts, in a sentence.
    pub about: &'static str,
    /// What it makes of floor and ceiling whatever the mutants, if it does, in a sentence.
    pub by_design: Option<&'static str>,
    /// The techniques without which it cannot tell.
    pub needs: &'static [&'static str],
    /// Whether it looks at a mutant at all; over fates.
    pub considers: fn() -> Expr,
    /// Why it discards a mutant, each reason with its condition over fates; the first that holds counts.
    pub discards: fn() -> Vec<(&'static str, Expr)>,
    /// Whether a verdict kills; over verdicts.
    pub kills: fn() -> Expr,
    /// Whether a property kills nothing on a data set on which it kills a placebo, which has no fault.
    pub excludes_placebo_killers: bool,
}

/// Why a mutant that the compiler refuses is discarded, by any policy.
pub const DOES_NOT_COMPILE: &str = "does not compile";
/// Why a mutant is discarded that another tool could not judge or did not want to.
pub const WITHDRAWN_BY_TOOL: &str = "withdrawn by the tool";

/// Whether a verdict is violated because a run hangs; over verdicts.
pub fn is_hang() -> Expr {
    let is_out_of_fuel = col(CAUSE).eq(lit(Cause::OutOfFuel.name()));
    // Without a violation there is no cause, which is no hang and not an unknown one.
    col(VERDICT)
        .eq(lit(VIOLATED))
        .and(is_out_of_fuel)
        .fill_null(lit(false))
}

/// Every policy that is of no paper.
pub const POLICIES: [&Policy; 1] = [&strict::STRICT];

impl std::fmt::Debug for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Policy({})", self.name)
    }
}
