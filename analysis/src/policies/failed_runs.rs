//! Runs that fail under a technique's eyes.

use killrate_model::{Cause, Reason};
use polars::prelude::{Expr, col, lit};

use crate::columns::{CAUSE, INCONCLUSIVE, VERDICT, VIOLATED};

/// What it says of a mutant that a run which a technique needs crashes, hangs, goes over a limit or
/// leaves an output blank or unreadable.
///
/// A partial oracle knows that its small input has an output, so it calls such a run a violation; a
/// relation between two runs has nothing to compare, so it is inconclusive. One rule for all techniques
/// keeps that from telling them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailedRuns {
    /// It kills by no technique: anybody would notice.
    KillByNone,
    /// It kills by every technique whose run it is: whoever runs the technique would notice.
    KillByAll,
    /// It kills where the technique calls it a violation, and not where it is inconclusive.
    AsJudged,
}

impl FailedRuns {
    /// Whether a verdict kills under this rule, where `kills` says it of runs that did not fail.
    pub(super) fn applied(self, kills: Expr) -> Expr {
        match self {
            Self::KillByNone => kills.and(is_failed_run().not()),
            Self::KillByAll => kills.or(is_failed_run()),
            Self::AsJudged => kills,
        }
    }
}

/// The causes of violations by a run that fails; a wrong output, relation or invariant is another.
const CAUSES: [Cause; 4] = [
    Cause::Crashed,
    Cause::OutOfFuel,
    Cause::LimitExceeded,
    Cause::BlankOutput,
];

/// Whether a verdict only says that a run failed; over verdicts.
fn is_failed_run() -> Expr {
    let is = |cause: &'static str| col(CAUSE).eq(lit(cause));
    let failed = CAUSES.map(|cause| is(cause.name()));
    let no_detail = String::new;
    let reasons = [
        Reason::AbnormalEnd {
            detail: no_detail(),
        },
        Reason::UnusableOutput {
            detail: no_detail(),
        },
    ];
    let unusable = reasons.map(|reason| is(reason.name()));
    let any = |causes: Vec<Expr>| causes.into_iter().fold(lit(false), Expr::or);
    let is_violated = col(VERDICT).eq(lit(VIOLATED)).and(any(failed.into()));
    let is_inconclusive = col(VERDICT).eq(lit(INCONCLUSIVE)).and(any(unusable.into()));
    // A verdict without a cause is of no failed run, and not of an unknown one.
    is_violated.or(is_inconclusive).fill_null(lit(false))
}
