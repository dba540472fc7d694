//! A second program for the same data: how its outputs must relate to the first one's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use killrate_catalogue::manifest::ProgramManifest;
use killrate_executor::{check_arguments, split_command};
use killrate_model::{
    DataSet, DataSetName, Interface, Observation, OutputName, ProgramName, PropertyName, Request,
};
use killrate_properties::{FunctionNames, Property};

use crate::runner::{Wanted, run_all};
use crate::spec::{Derived, Phase, phases};
use crate::{Differing, MtError, Spec, Surroundings};

/// What a relation is read as part of; nothing of it counts but the relation.
const BEFORE: &str = "if with seed=1 then ";

/// The second program and its relations to the first.
#[derive(Debug)]
pub(crate) struct Other {
    pub(crate) phases: Vec<Phase>,
    pub(crate) arguments: Vec<String>,
    pub(crate) relations: BTreeMap<PropertyName, Property>,
}

impl Other {
    /// The second program of a manifest, if it has one; without relations yet.
    ///
    /// # Errors
    /// When its command cannot be used, or there are relations and no second program.
    pub(crate) fn resolve(
        manifest: &ProgramManifest,
        derived: &BTreeMap<OutputName, Derived>,
        folder: &Path,
        path: &Path,
    ) -> Result<Option<Self>, MtError> {
        let Some(command) = &manifest.other else {
            if let Some(relation) = manifest.relations.first() {
                return Err(MtError::NoOther {
                    path: path.to_owned(),
                    relation: relation.clone(),
                });
            }
            return Ok(None);
        };
        let words = split_command(command)?;
        Ok(Some(Self {
            arguments: words[1..].to_vec(),
            phases: phases(manifest, &[words], derived, folder)?,
            relations: BTreeMap::new(),
        }))
    }

    /// The canonical form of a relation.
    pub(crate) fn text_of(&self, name: &PropertyName) -> Option<String> {
        let relation = self.relations.get(name)?.to_string();
        let text = relation.split_once(BEFORE).map(|(_, text)| text.to_owned());
        text.map(|text| format!("{name}: {text}"))
    }
}

/// A relation with its name, or the one that comes at this place.
///
/// # Errors
/// When it is not written in the language.
pub(crate) fn relation(
    line: &str,
    place: usize,
    names: &FunctionNames,
) -> Result<(PropertyName, Property), MtError> {
    let refuse = |problem: String| MtError::Relation {
        relation: line.to_owned(),
        problem,
    };
    let before_call = line.split('(').next().unwrap_or_default();
    let (name, text) = match before_call.split_once(':') {
        Some((name, _)) => (name.trim().to_owned(), &line[name.len() + 1..]),
        None => (format!("other-{place}"), line),
    };
    let name = PropertyName::new(name).map_err(|error| refuse(error.to_string()))?;
    let property = Property::parse_with(&format!("{name}: {BEFORE}{}", text.trim()), names)
        .map_err(|error| match error.nearest {
            Some(nearest) => refuse(format!(
                "{}; the nearest name is `{nearest}`",
                error.problem
            )),
            None => refuse(error.problem),
        })?;
    Ok((name, property))
}

/// The relation of programs that must give the same.
pub(crate) fn all_equal(interface: &Interface) -> String {
    let of_each: Vec<String> = interface
        .outputs
        .keys()
        .map(|name| format!("equal({name})"))
        .collect();
    if of_each.is_empty() {
        "equal(stdout)".to_owned()
    } else {
        of_each.join(" and ")
    }
}

/// Why nothing can be concluded from the second program on a data set, where that is so: two runs of
/// it differ.
pub(crate) fn unsteady(
    spec: &Spec,
    data_sets: &[DataSet],
    sources: &[Arc<Request>],
    surroundings: Surroundings<'_>,
) -> Result<BTreeMap<DataSetName, String>, MtError> {
    let Some((other, name)) = spec
        .other
        .as_ref()
        .and_then(|other| Some((other, other.relations.keys().next()?)))
    else {
        return Ok(BTreeMap::new());
    };
    let mut wanted = Vec::new();
    for source in sources {
        let request = Arc::new(Request {
            arguments: other.arguments.clone(),
            ..Request::clone(source).to_program(ProgramName::Second(name.clone()))
        });
        check_arguments(&request)?;
        wanted.extend([0, 1].map(|repetition| Wanted {
            request: Arc::clone(&request),
            repetition,
        }));
    }
    let mut unsteady = BTreeMap::new();
    if !spec.is_deterministic {
        return Ok(unsteady);
    }
    let looked_at: BTreeSet<&OutputName> = other
        .relations
        .keys()
        .flat_map(|name| &spec.looked_at[name])
        .collect();
    let runs = run_all(spec, &wanted, surroundings)?;
    for (data_set, runs) in data_sets.iter().zip(runs.chunks(2)) {
        let has_ended = runs.iter().all(|run| run.seen.exit.is_normal());
        let mut names = looked_at.iter();
        let differs = |name: &&&OutputName| runs[0].seen.output(name) != runs[1].seen.output(name);
        if let Some(name) = names.find(differs).filter(|_| has_ended) {
            let reason = format!("other program: two runs on the same data differ in `{name}`");
            unsteady.insert(data_set.name.clone(), reason);
        }
    }
    Ok(unsteady)
}

/// How many lines of these outputs differ, place by place; `None` where a run lacks one.
pub(crate) fn differing(
    looked_at: &BTreeSet<OutputName>,
    first: &Observation,
    second: &Observation,
) -> Option<Differing> {
    let mut differing = Differing::default();
    for name in looked_at {
        let [first, second] = [first.output(name)?.bytes(), second.output(name)?.bytes()];
        let [mut first, mut second] = [lines(first), lines(second)];
        loop {
            let (one, other) = (first.next(), second.next());
            if one.is_none() && other.is_none() {
                break;
            }
            differing.n_lines += 1;
            differing.n_differing += u64::from(one != other);
        }
    }
    Some(differing)
}

/// The lines of an output, the empty one after the last line end left out.
fn lines(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    content.split_inclusive(|byte| *byte == b'\n')
}
