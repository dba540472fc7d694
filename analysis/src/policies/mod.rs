//! Kill policies: which mutants count, and which verdicts kill them.
//!
//! A paper brings its own.

mod failed_runs;
mod strict;

use killrate_model::Cause;
use polars::prelude::{DataType, Expr, col, lit};

use crate::columns::{CAUSE, N_ENDED, N_PLAINLY_WRONG, VERDICT, VIOLATED};

pub use failed_runs::FailedRuns;

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
    /// What it does where a record does not tell what it looks at.
    pub falls_back: &'static [FallsBack],
    /// Whether it looks at a mutant at all; over fates.
    pub considers: fn() -> Expr,
    /// Why it discards a mutant, each reason with its condition over fates; the first that holds counts.
    pub discards: fn() -> Vec<(&'static str, Expr)>,
    /// Whether a verdict on runs that did not fail kills; over verdicts.
    pub kills: fn() -> Expr,
    /// What runs that failed say, whatever the technique.
    pub failed_runs: FailedRuns,
    /// Whether a property kills nothing on a data set on which it kills a placebo, which has no fault.
    pub excludes_placebo_killers: bool,
}

/// What a policy does where a record does not tell something.
#[derive(Debug)]
pub struct FallsBack {
    /// The column of fates that is then empty.
    pub without: &'static str,
    /// What the record does not tell, as a part of a sentence.
    pub untold: &'static str,
    /// What the policy does then, as a part of a sentence.
    pub then: &'static str,
}

/// Why a mutant that the compiler refuses is discarded, by any policy.
pub const DOES_NOT_COMPILE: &str = "does not compile";
/// Why a mutant is discarded that another tool could not judge or did not want to.
pub const WITHDRAWN_BY_TOOL: &str = "withdrawn by the tool";
/// Why a mutant is discarded whose output anybody would throw away at first sight.
pub const PLAINLY_WRONG: &str = "plainly wrong output";

/// The share of the data sets from which on a plainly wrong output discards a mutant.
///
/// The papers say `plainly wrong` and give no number; the table `plausibility` shows what others make
/// of it.
pub const WRONG_FROM: f64 = 0.5;

impl Policy {
    /// Whether a verdict kills; over verdicts.
    pub(crate) fn kill(&self) -> Expr {
        self.failed_runs.applied((self.kills)())
    }
}

/// Whether a mutant's output is plainly wrong on this share of the data sets on which it ended normally,
/// and on one at least; over fates.
pub fn is_plainly_wrong(from: f64) -> Expr {
    let n_wrong = || col(N_PLAINLY_WRONG).cast(DataType::Float64);
    let n_ended = col(N_ENDED).cast(DataType::Float64);
    let is_wrong = n_wrong()
        .gt(lit(0.0))
        .and(n_wrong().gt_eq(n_ended * lit(from)));
    // What was never looked at is empty, and nothing is wrong with it.
    is_wrong.fill_null(lit(false))
}

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
