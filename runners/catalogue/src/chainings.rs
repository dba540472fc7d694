//! The chains of properties that a study tries.

use std::collections::BTreeMap;
use std::path::Path;

use killrate_model::{DataSetName, PropertyName, hint};
use killrate_properties::Property;
use killrate_techniques::{Chaining, ChainingError, Counting, Until};

use crate::catalogue::CatalogueError;
use crate::manifest::{IterativeEntry, StudySubject};
use crate::refuse::{refuse_twice, value_error};

/// How long chains are where a study does not say.
const USUAL_ROUNDS: u32 = 2;

/// The chains of a subject's properties that its entry in a study asks for.
pub(crate) fn resolve_chainings(
    entry: &StudySubject,
    properties: &BTreeMap<PropertyName, Property>,
    path: &Path,
    key: &dyn Fn(&str) -> String,
) -> Result<Vec<Chaining>, CatalogueError> {
    let in_list = |index: usize, name: &str| key(&format!("iterative[{index}]{name}"));
    let refused = |key: String| |error: ChainingError| value_error(path, key, error.to_string());
    if entry.iterative.is_empty() {
        let usual = Chaining::rounds(USUAL_ROUNDS).map_err(refused(key("iterative")))?;
        return Ok(vec![usual]);
    }
    let mut chainings = Vec::new();
    for (index, one) in entry.iterative.iter().enumerate() {
        let chaining = match (one.rounds, &one.sequence) {
            (Some(rounds), None) => {
                Chaining::rounds(rounds).map_err(refused(in_list(index, ".rounds")))?
            }
            (None, Some(sequence)) => Chaining::sequence(sequence, properties.keys())
                .map_err(refused(in_list(index, ".sequence")))?,
            _ => {
                let problem = "it needs `rounds` or `sequence`, and not both";
                return Err(value_error(path, in_list(index, ""), problem.to_owned()));
            }
        };
        let is_unknown = |name: &&DataSetName| !entry.data_sets.contains(*name);
        if let Some(unknown) = one.data_sets.iter().find(is_unknown) {
            let known = entry.data_sets.iter().map(DataSetName::as_str);
            let problem = format!(
                "data set `{unknown}` is not among those of the subject; {}",
                hint(unknown.as_str(), known)
            );
            return Err(value_error(path, in_list(index, ".data-sets"), problem));
        }
        chainings.push(with_choices(chaining, one));
    }
    refuse_twice(
        path,
        &key("iterative"),
        chainings.iter().map(Chaining::name),
    )?;
    Ok(chainings)
}

fn with_choices(chaining: Chaining, entry: &IterativeEntry) -> Chaining {
    let mut chaining = chaining.on(entry.data_sets.iter().cloned());
    if entry.repeats {
        chaining = chaining.counting(Counting::Repeated);
    }
    if entry.counts_all {
        chaining = chaining.until(Until::End);
    }
    if let Some(cap) = entry.cap {
        chaining = chaining.capped(cap);
    }
    match &entry.name {
        Some(name) => chaining.named(name.clone()),
        None => chaining,
    }
}
