//! A study with everything it names resolved: what the phases work from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use killrate_model::{
    Checking, DataSet, Digest, KnownCase, MutantClass, OutputName, PolicyName, PropertyName,
    StudyName, hint,
};
use killrate_properties::Property;
use killrate_techniques::{Chaining, TECHNIQUES, Technique, TechniqueKind};

use crate::catalogue::{Catalogue, CatalogueError, read_blob};
use crate::chainings::resolve_chainings;
use crate::compared::{resolve_compares, restrict};
use crate::function_properties;
use crate::inputs::{check_command_line, fit_to_interface, resolve_known_cases};
use crate::manifest::{Changes, SecondEntry, StudyManifest, StudySubject, SubjectManifest};
use crate::placebos::check_words;
use crate::property_sets::resolve_properties;
use crate::refuse::{refuse_twice, value_error};
use crate::sampled::SampledDesign;
use crate::seconds::resolve_seconds;
use crate::shown::check_rows;

/// A study whose subjects, data sets, properties and techniques were all found and fit together.
#[derive(Debug)]
pub struct Design {
    /// Its name.
    pub name: StudyName,
    /// What it is, in a few words.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// What counts as a kill where a report is not asked for another policy.
    pub policy: PolicyName,
    /// The seed of every random choice without a seed of its own.
    pub seed: u64,
    /// The seeds of transforms that make random choices.
    pub transform_seeds: Vec<u64>,
    /// The classes of mutants to make.
    pub classes: BTreeSet<MutantClass>,
    /// Which changes of those classes to make.
    pub changes: Changes,
    /// Whether to record which lines each data set runs.
    pub records_lines: bool,
    /// Whether to record which mutants become the same optimised code.
    pub records_same_code: bool,
    /// How many times the original's fuel a mutant may burn before it is said to hang; the usual many
    /// when absent.
    pub fuel_multiple: Option<u64>,
    /// What is studied.
    pub subjects: Vec<SubjectDesign>,
    /// The digest of the manifest's text.
    pub digest: Digest,
}

/// One subject of a study, ready to run.
#[derive(Debug)]
pub struct SubjectDesign {
    /// What the subject says of itself.
    pub manifest: SubjectManifest,
    /// The subject's folder, a Cargo package.
    pub folder: PathBuf,
    /// The data sets to run it on.
    pub data_sets: Vec<DataSet>,
    /// The outputs that techniques are compared by.
    pub compares: BTreeSet<OutputName>,
    /// Small inputs whose right outputs are known, as far as these are compared.
    pub known_cases: Vec<KnownCase>,
    /// Second implementations to compare outputs with; none unless a technique does that.
    pub seconds: Vec<SecondEntry>,
    /// The techniques to compare.
    pub techniques: Vec<TechniqueKind>,
    /// Techniques that are in no list, brought by whoever uses this crate; none in a study from a
    /// manifest.
    pub own_techniques: Vec<Arc<dyn Technique>>,
    /// The metamorphic properties to use.
    pub properties: BTreeMap<PropertyName, Property>,
    /// The chains of those to try; none where no technique tries any.
    pub chainings: Vec<Chaining>,
    /// The properties of many runs to use, and how many there are.
    pub sampled: SampledDesign,
    /// Which calls of functions that have properties are tested; none where no technique does that.
    pub checking: Option<Checking>,
    /// How often techniques that need several runs of a program that takes a seed run it.
    pub n_runs: u64,
    /// Take only mutants whose id contains one of these texts; all when empty.
    pub only: Vec<String>,
    /// How many of those to take; all when absent.
    pub sample: Option<usize>,
}

impl Design {
    /// Finds and checks everything a study names.
    ///
    /// # Errors
    /// When a name is unknown, a manifest or a file cannot be used, or parts do not fit together.
    pub fn resolve(catalogue: &Catalogue, study: &str) -> Result<Self, CatalogueError> {
        let (manifest, path) = catalogue.study(study)?;
        // The text is read a second time for its digest, which also changes with comments: nobody
        // has to decide which changes of a study count.
        let text = read_blob(&path)?;
        check_study(&manifest, &path)?;
        let subjects = manifest
            .subjects
            .iter()
            .enumerate()
            .map(|(index, entry)| {
                let key = |name: &str| format!("subject[{index}].{name}");
                resolve_subject(catalogue, &manifest, entry, &path, &key)
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            name: StudyName::new(study).expect("the catalogue lists names only"),
            title: manifest.title,
            question: manifest.question,
            policy: manifest.policy,
            seed: manifest.seed,
            transform_seeds: manifest.transform_seeds,
            classes: manifest.classes.iter().copied().collect(),
            changes: manifest.changes,
            records_lines: manifest.records_lines,
            records_same_code: manifest.records_same_code,
            fuel_multiple: manifest.fuel_multiple,
            subjects,
            digest: text.digest(),
        })
    }
}

fn check_study(manifest: &StudyManifest, path: &Path) -> Result<(), CatalogueError> {
    let empty = [
        ("subject", manifest.subjects.is_empty()),
        ("classes", manifest.classes.is_empty()),
        ("transform-seeds", manifest.transform_seeds.is_empty()),
    ];
    if let Some((key, _)) = empty.into_iter().find(|(_, is_empty)| *is_empty) {
        return Err(value_error(
            path,
            key.to_owned(),
            "it is empty; name at least one".to_owned(),
        ));
    }
    if manifest.fuel_multiple == Some(0) {
        let problem = "it is 0, so that no mutant could do anything; write how many times the original's fuel mutants may burn, or leave it out".to_owned();
        return Err(value_error(path, "fuel-multiple".to_owned(), problem));
    }
    refuse_twice(path, "transform-seeds", manifest.transform_seeds.iter())?;
    refuse_twice(path, "classes", manifest.classes.iter())?;
    refuse_twice(
        path,
        "subject",
        manifest.subjects.iter().map(|entry| &entry.name),
    )
}

fn resolve_subject(
    catalogue: &Catalogue,
    study: &StudyManifest,
    entry: &StudySubject,
    path: &Path,
    key: &dyn Fn(&str) -> String,
) -> Result<SubjectDesign, CatalogueError> {
    // A name that is wrong in a study should point to the key of the study and not to the thing
    // that is not there.
    let in_study = |name: &str| {
        let key = key(name);
        move |error: CatalogueError| match error {
            CatalogueError::Unknown { kind, name, hint } => value_error(
                path,
                key.clone(),
                format!("there is no {kind} `{name}`; {hint}"),
            ),
            other => other,
        }
    };
    let (manifest, folder) = catalogue
        .subject(entry.name.as_str())
        .map_err(in_study("name"))?;
    let techniques = resolve_techniques(entry, path, key)?;
    let uses = |kind| techniques.contains(&kind);
    if entry.data_sets.is_empty() {
        let problem = "it is empty; name at least one".to_owned();
        return Err(value_error(path, key("data-sets"), problem));
    }
    refuse_twice(path, &key("data-sets"), entry.data_sets.iter())?;
    // Refused before data are read, because no data would help.
    if uses(TechniqueKind::Reference) && !manifest.is_deterministic {
        let problem = format!(
            "technique `reference` compares with one run of the original, which says nothing of `{}`: its manifest has `is-deterministic = false`; leave the technique out",
            manifest.name
        );
        return Err(value_error(path, key("techniques"), problem));
    }
    let mut data_sets = Vec::new();
    for name in &entry.data_sets {
        let data_set = catalogue
            .data_set(name.as_str())
            .map_err(in_study("data-sets"))?;
        data_sets.push(fit_to_interface(
            data_set,
            &manifest,
            path,
            &key("data-sets"),
        )?);
    }
    check_rows(&manifest, &data_sets, path, &key("data-sets"))?;
    // Only what a technique of this study looks at is resolved, so that a mistake elsewhere in a
    // manifest does not keep a study from running; `killrate check` looks at everything.
    let properties = if uses(TechniqueKind::Metamorphic) || uses(TechniqueKind::Iterative) {
        resolve_properties(catalogue, &manifest, &folder, entry, path, key)?
    } else {
        BTreeMap::new()
    };
    let chainings = if uses(TechniqueKind::Iterative) {
        resolve_chainings(entry, &properties, path, key)?
    } else {
        Vec::new()
    };
    let compares = resolve_compares(&manifest, entry, path, &key("compares"))?;
    let known_cases = if uses(TechniqueKind::PartialOracle) {
        let known_cases = resolve_known_cases(&manifest, &folder)?;
        restrict(known_cases, &compares, path, &key("compares"))?
    } else {
        Vec::new()
    };
    // A record names both kinds of data by one column.
    let known = known_cases
        .iter()
        .map(|known_case| &known_case.data_set.name);
    let names = data_sets.iter().map(|data_set| &data_set.name).chain(known);
    refuse_twice(&folder.join("subject.toml"), "known-case", names)?;
    let seconds = if uses(TechniqueKind::PseudoOracle) {
        resolve_seconds(&manifest, &folder)?
    } else {
        Vec::new()
    };
    let sampled = SampledDesign::resolve(study, path, &manifest, &folder, &techniques)?;
    let checking = uses(TechniqueKind::RuntimeChecking)
        .then(|| function_properties::checking(&study.checking, study.seed, path))
        .transpose()?;
    check_command_line(&manifest, &folder, &data_sets)?;
    check_words(&manifest, &folder)?;
    Ok(SubjectDesign {
        manifest,
        folder,
        data_sets,
        compares,
        known_cases,
        seconds,
        techniques,
        own_techniques: Vec::new(),
        properties,
        chainings,
        sampled,
        checking,
        n_runs: study.sampling.runs,
        only: entry.only.clone(),
        sample: entry.sample,
    })
}

fn resolve_techniques(
    entry: &StudySubject,
    path: &Path,
    key: &dyn Fn(&str) -> String,
) -> Result<Vec<TechniqueKind>, CatalogueError> {
    if entry.techniques.is_empty() {
        let problem = "it is empty; name at least one".to_owned();
        return Err(value_error(path, key("techniques"), problem));
    }
    let mut kinds = Vec::new();
    for name in &entry.techniques {
        let kind = TechniqueKind::from_name(name).ok_or_else(|| {
            let known = TECHNIQUES.iter().map(|(_, known, _)| *known);
            let problem = format!("there is no technique `{name}`; {}", hint(name, known));
            value_error(path, key("techniques"), problem)
        })?;
        // To name a technique twice asks for nothing else than to name it once.
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Ok(kinds)
}
