//! Kill policies: which mutants count, and which verdicts kill them.

mod strict;
mod thesis;

use polars::prelude::Expr;

use crate::AnalysisError;
use crate::names::find;

/// An opinion on verdicts.
pub struct Policy {
    /// Its name on the command line and in reports.
    pub name: &'static str,
    /// What it counts, in a sentence.
    pub about: &'static str,
    /// What it makes of floor and ceiling whatever the mutants, if it does, in a sentence.
    pub(crate) by_design: Option<&'static str>,
    /// The techniques without which it cannot tell.
    pub(crate) needs: &'static [&'static str],
    /// Whether it looks at a mutant at all; over fates.
    pub(crate) considers: fn() -> Expr,
    /// Why it discards a mutant, each reason with its condition over fates; the first that holds counts.
    pub(crate) discards: fn() -> Vec<(&'static str, Expr)>,
    /// Whether a verdict kills; over verdicts.
    pub(crate) kills: fn() -> Expr,
}

/// Why a mutant that the compiler refuses is discarded, by any policy.
const DOES_NOT_COMPILE: &str = "does not compile";
/// Why a mutant is discarded that another tool could not judge or did not want to.
const WITHDRAWN_BY_TOOL: &str = "withdrawn by the tool";

/// Every policy.
pub const POLICIES: [&Policy; 2] = [&thesis::THESIS, &strict::STRICT];

impl Policy {
    /// The policy of this name.
    ///
    /// # Errors
    /// When there is none; the error names the nearest.
    pub fn named(name: &str) -> Result<&'static Self, AnalysisError> {
        find("policy", name, &POLICIES, |policy| policy.name)
    }
}

impl std::fmt::Debug for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Policy({})", self.name)
    }
}
