//! What counts as a kill, by the names people give it.

use std::path::Path;

use killrate_analysis::{AnalysisError, Papers, Policy};
use killrate_model::PolicyName;
use killrate_record::StudyProvenance;
use killrate_reproduction::UNNAMED_POLICY;

use crate::exit::Invalid;

/// The policy that was asked for, if any was; looked up before a record is, because a name that does
/// not exist is wrong whatever the record.
pub(crate) fn asked(
    papers: &Papers,
    name: Option<&str>,
) -> Result<Option<&'static Policy>, AnalysisError> {
    name.map(|name| papers.policy(name)).transpose()
}

/// The policy that a record's study names.
pub(crate) fn of_study(
    papers: &Papers,
    study: &StudyProvenance,
) -> Result<&'static Policy, Invalid> {
    let name = study.policy.as_ref();
    let name = name.map_or(UNNAMED_POLICY, PolicyName::as_str);
    papers.policy(name).map_err(|error| {
        Invalid(format!(
            "the record of `{}` cannot be reported under the policy of its study: {error}; or name \
             another with `--policy`",
            study.name
        ))
    })
}

/// Refuses the manifest of a study whose policy does not exist.
pub(crate) fn refuse_unknown(path: &Path, policy: &PolicyName) -> Result<(), Invalid> {
    let known = killrate_reproduction::papers(None).policy(policy.as_str());
    let problem = |error| {
        Invalid(format!(
            "cannot use key `policy` of `{}`: {error}",
            path.display()
        ))
    };
    known.map(|_| ()).map_err(problem)
}
