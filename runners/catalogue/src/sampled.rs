//! Properties of many runs: found in the manifests, made into techniques.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use killrate_model::{InputName, OutputName, PropertyName, hint};
use killrate_properties::Property;
use killrate_statistics::{Metric, PAIRINGS, Pairing, TwoSampleTest, metrics, tests};
use killrate_techniques::{
    Labels, MetricCommand, ProfileMetric, Reading, SampledProperty, Sampling, TechniqueKind,
};

use crate::catalogue::CatalogueError;
use crate::manifest::{HeuristicEntry, SamplingEntry, StudyManifest, SubjectManifest};
use crate::metric_programs::{MetricProgram, resolve_metrics};
use crate::refuse::{refuse_twice, value_error};

/// The properties of many runs that a subject is judged by, and how many runs there are.
#[derive(Debug, Clone, Default)]
pub struct SampledDesign {
    /// Properties of numbers.
    pub statistical: BTreeMap<PropertyName, SampledProperty>,
    /// Properties of how alike outputs are, for the calibrated technique.
    pub heuristic: BTreeMap<PropertyName, SampledProperty>,
    /// The same for the thesis's way, which pairs runs in another way unless told.
    pub heuristic_thesis: BTreeMap<PropertyName, SampledProperty>,
    /// Metrics that the subject brings.
    pub metrics: BTreeMap<String, MetricProgram>,
    /// How samples are taken; none where no technique takes any.
    pub sampling: Option<Sampling>,
}

impl SampledDesign {
    /// Finds what the techniques of a study need; nothing where none takes samples.
    pub(crate) fn resolve(
        study: &StudyManifest,
        study_path: &Path,
        manifest: &SubjectManifest,
        folder: &Path,
        techniques: &[TechniqueKind],
    ) -> Result<Self, CatalogueError> {
        use TechniqueKind::{Heuristic, HeuristicThesis, Statistical, StatisticalThesis};
        let uses = |kinds: [TechniqueKind; 2]| kinds.iter().any(|kind| techniques.contains(kind));
        let is_statistical = uses([Statistical, StatisticalThesis]);
        let is_heuristic = uses([Heuristic, HeuristicThesis]);
        if !is_statistical && !is_heuristic {
            return Ok(Self::default());
        }
        let path = folder.join("subject.toml");
        let needed = [
            (
                "interface.arguments",
                !manifest.interface.takes_seed(),
                "no argument has `{seed}`",
            ),
            (
                "statistical",
                is_statistical && manifest.statistical.is_empty(),
                "there is none",
            ),
            (
                "heuristic",
                is_heuristic && manifest.heuristic.is_empty(),
                "there is none",
            ),
        ];
        if let Some((key, _, problem)) = needed.into_iter().find(|(_, is_missing, _)| *is_missing) {
            let problem = format!("{problem}, but a technique of the study needs it; add it");
            return Err(value_error(&path, key.to_owned(), problem));
        }
        // All properties are resolved, as `killrate check` has it done too; those that no technique
        // looks at are taken out afterwards.
        let mut design = Self {
            sampling: Some(sampling(&study.sampling, study.seed, study_path)?),
            ..resolve_sampled(manifest, &path)?
        };
        if !is_statistical {
            design.statistical.clear();
        }
        if !is_heuristic {
            design.heuristic.clear();
            design.heuristic_thesis.clear();
        }
        Ok(design)
    }

    /// The properties that techniques of this kind judge by.
    pub fn properties(&self, kind: TechniqueKind) -> &BTreeMap<PropertyName, SampledProperty> {
        match kind {
            TechniqueKind::Heuristic => &self.heuristic,
            TechniqueKind::HeuristicThesis => &self.heuristic_thesis,
            _ => &self.statistical,
        }
    }
}

/// The properties of many runs that a subject's manifest has, each of which must fit the subject.
pub(crate) fn resolve_sampled(
    manifest: &SubjectManifest,
    path: &Path,
) -> Result<SampledDesign, CatalogueError> {
    let mut design = SampledDesign {
        metrics: resolve_metrics(manifest, path)?,
        ..SampledDesign::default()
    };
    for (index, entry) in manifest.statistical.iter().enumerate() {
        let key = |name: &str| format!("statistical[{index}].{name}");
        // Follow-up numbers are divided by this, to be compared on the scale of the source.
        if entry.times == 0.0 || !entry.times.is_finite() || !entry.plus.is_finite() {
            let problem = "no number can be predicted by it; use a finite one other than 0";
            return Err(value_error(path, key("times"), problem.to_owned()));
        }
        let reading = Reading::Number {
            output: entry.output.clone(),
            times: entry.times,
            plus: entry.plus,
        };
        let property = property(manifest, path, &key, &entry.r#if, &entry.output, reading)?;
        design.statistical.insert(entry.name.clone(), property);
    }
    for (index, entry) in manifest.heuristic.iter().enumerate() {
        let key = |name: &str| format!("heuristic[{index}].{name}");
        let profile = |unless_told: Pairing| {
            let reading = profile(manifest, path, &key, entry, &design.metrics, unless_told)?;
            property(manifest, path, &key, &entry.r#if, &entry.output, reading)
        };
        // The two ways differ in the pairing alone, and only where the manifest names none.
        let calibrated = profile(Pairing::Disjoint)?;
        let thesis = profile(Pairing::Consecutive)?;
        design.heuristic.insert(entry.name.clone(), calibrated);
        design.heuristic_thesis.insert(entry.name.clone(), thesis);
    }
    let names = manifest.statistical.iter().map(|entry| &entry.name);
    refuse_twice(path, "statistical", names)?;
    let names = manifest.heuristic.iter().map(|entry| &entry.name);
    refuse_twice(path, "heuristic", names)?;
    Ok(design)
}

fn property(
    manifest: &SubjectManifest,
    path: &Path,
    key: &dyn Fn(&str) -> String,
    condition: &str,
    output: &OutputName,
    reading: Reading,
) -> Result<SampledProperty, CatalogueError> {
    let outputs = &manifest.interface.outputs;
    if !outputs.contains_key(output) && output.as_str() != "stdout" {
        let known = outputs.keys().map(OutputName::as_str);
        let problem = format!(
            "there is no output `{output}`; {}",
            hint(output.as_str(), known)
        );
        return Err(value_error(path, key("output"), problem));
    }
    let refuse = |problem: String| value_error(path, key("if"), problem);
    // The language has no transforms without a relation, so one is added that nobody looks at.
    let transform = Property::parse(&format!("if {condition} then equal({output})"))
        .map_err(|error| refuse(error.to_string()))?;
    transform
        .check(&manifest.interface)
        .map_err(|error| refuse(error.to_string()))?;
    Ok(SampledProperty {
        transform,
        condition: condition.to_owned(),
        reading,
    })
}

fn profile(
    manifest: &SubjectManifest,
    path: &Path,
    key: &dyn Fn(&str) -> String,
    entry: &HeuristicEntry,
    programs: &BTreeMap<String, MetricProgram>,
    unless_told: Pairing,
) -> Result<Reading, CatalogueError> {
    // No name is both: a metric of the subject's cannot have the name of a known one.
    let own = programs.get(&entry.metric).map(|program| {
        ProfileMetric::Command(MetricCommand {
            name: entry.metric.clone(),
            measures: program.measures,
            arguments: program.arguments.clone(),
        })
    });
    let known = || Metric::from_name(&entry.metric).map(ProfileMetric::Known);
    let metric = own.or_else(known).ok_or_else(|| {
        let known = metrics().iter().map(|metric| metric.name);
        let own = programs.keys().map(String::as_str);
        let hint = hint(&entry.metric, known.chain(own));
        let problem = format!("there is no metric `{}`; {hint}", entry.metric);
        value_error(path, key("metric"), problem)
    })?;
    let pairing = match &entry.pairing {
        None => unless_told,
        Some(name) => Pairing::from_name(name).ok_or_else(|| {
            let hint = hint(name, PAIRINGS.map(|(_, name)| name));
            let problem = format!("there is no pairing `{name}`; {hint}");
            value_error(path, key("pairing"), problem)
        })?,
    };
    if !(entry.share > 0.0 && entry.share <= 1.0) {
        let problem = "it is not above 0 and up to 1; write 0.1 for a tenth".to_owned();
        return Err(value_error(path, key("share"), problem));
    }
    let needs_positives = matches!(&metric, ProfileMetric::Known(known) if known.needs_positives());
    if needs_positives && entry.labels.is_none() {
        let problem = format!(
            "it is missing, but `{}` must know which rows are positives; name an input",
            metric.name()
        );
        return Err(value_error(path, key("labels"), problem));
    }
    let labels = entry.labels.as_ref().map(|input| {
        let inputs = &manifest.interface.inputs;
        let spec = inputs.get(input).ok_or_else(|| {
            let hint = hint(input.as_str(), inputs.keys().map(InputName::as_str));
            let problem = format!("there is no input `{input}`; {hint}");
            value_error(path, key("labels"), problem)
        })?;
        Ok::<_, CatalogueError>(Labels {
            input: input.clone(),
            // `last` stands for the last column, which is what no name means.
            column: spec.label.clone().filter(|label| label != "last"),
        })
    });
    Ok(Reading::Profile {
        output: entry.output.clone(),
        metric,
        pairing,
        share: entry.share,
        labels: labels.transpose()?,
    })
}

/// The fewest runs that make a sample: four give two disjoint pairs.
const FEWEST_RUNS: u64 = 4;

fn sampling(entry: &SamplingEntry, seed: u64, path: &Path) -> Result<Sampling, CatalogueError> {
    let refuse =
        |name: &str, problem: String| value_error(path, format!("sampling.{name}"), problem);
    if !(FEWEST_RUNS..=1_000_000).contains(&entry.runs) {
        let problem = format!("it is not from {FEWEST_RUNS} to 1000000");
        return Err(refuse("runs", problem));
    }
    let is_early = |look: u64| (FEWEST_RUNS..entry.runs).contains(&look);
    if entry.first_look.is_some_and(|look| !is_early(look)) {
        let problem = format!("it is not from {FEWEST_RUNS} to less than `runs`; leave it out");
        return Err(refuse("first-look", problem));
    }
    if !(entry.false_alarm_rate > 0.0 && entry.false_alarm_rate < 1.0) {
        let problem = "it is not between 0 and 1; write 0.05 for one in twenty".to_owned();
        return Err(refuse("false-alarm-rate", problem));
    }
    refuse_twice(path, "sampling.tests", entry.tests.iter())?;
    let find = |name: &String| {
        TwoSampleTest::from_name(name).ok_or_else(|| {
            let hint = hint(name, tests().iter().map(|test| test.name));
            refuse("tests", format!("there is no test `{name}`; {hint}"))
        })
    };
    let found: BTreeSet<_> = entry.tests.iter().collect();
    if found.is_empty() {
        let problem = "it is empty; name at least one".to_owned();
        return Err(refuse("tests", problem));
    }
    Ok(Sampling {
        n_runs: entry.runs,
        first_look: entry.first_look,
        level: entry.false_alarm_rate,
        tests: entry.tests.iter().map(find).collect::<Result<_, _>>()?,
        seed,
    })
}
