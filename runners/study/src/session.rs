//! A subject made ready: woven, its original observed, its cases planned.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use killrate_executor::{Execution, Executor};
use killrate_model::{Digest, Mutant, MutantStatus, Request, Rng, Variant};
use killrate_mutator::{WeaveOptions, Woven, weave};
use killrate_record::Basis;
use killrate_techniques::{MetricCommands, Setting, TechniqueKind};

use crate::design::{Design, SubjectDesign};
use crate::error::StudyError;
use crate::event::Event;
use crate::function_properties::check_options;
use crate::manifest::Changes;
use crate::metric_programs::RunningMetrics;
use crate::observer::{BaselineError, Observer};
use crate::planned::Planned;
use crate::program::woven_program;
use crate::scratch::Scratch;
use crate::second;
use crate::sources;

/// One subject of a study, ready for its mutants to be run.
pub(crate) struct Session<'a> {
    pub(crate) subject: &'a SubjectDesign,
    pub(crate) woven: Woven,
    /// The digest of the subject's sources.
    pub(crate) source_digest: Digest,
    /// The mutants of the study: all, or the sample.
    pub(crate) mutants: Vec<Mutant>,
    pub(crate) observer: Observer<'a>,
    pub(crate) planned: Planned,
    /// The subject's own metrics; who lets techniques judge asks them for failures afterwards.
    pub(crate) metrics: Arc<RunningMetrics>,
}

/// What a session needs from outside.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Where woven programs are built.
    pub scratch: &'a Scratch,
    /// Who runs executions.
    pub executor: &'a Arc<Executor>,
    /// Set to stop soon.
    pub stop: &'a Arc<AtomicBool>,
    /// Who is told what happens.
    pub on_event: &'a (dyn Fn(Event) + Sync),
}

impl<'a> Session<'a> {
    /// Weaves the subject, runs its original on every request, and plans every case.
    pub(crate) fn open(
        design: &'a Design,
        subject: &'a SubjectDesign,
        surroundings: Surroundings<'a>,
    ) -> Result<Self, StudyError> {
        let name = &subject.manifest.name;
        let Surroundings {
            scratch,
            executor,
            stop,
            on_event,
        } = surroundings;
        let woven = weave(&weave_options(design, subject, scratch), &|event| {
            on_event(Event::Weaving {
                subject: name.clone(),
                event,
            });
        })?;
        let is_woven = |mutant: &&Mutant| mutant.status == MutantStatus::Woven;
        let n_woven = woven.mutants.iter().filter(is_woven).count();
        on_event(Event::Woven {
            subject: name.clone(),
            n_woven,
            n_alone: woven.alone.len(),
            n_withdrawn: woven.mutants.len() - n_woven,
        });
        on_event(Event::Baseline {
            subject: name.clone(),
        });
        let program = woven_program(&woven);
        let mut observer = Observer::new(
            executor,
            name,
            subject.manifest.is_deterministic,
            program,
            stop,
            on_event,
        );
        let interface = &subject.manifest.interface;
        let setting = Setting {
            interface,
            data_sets: &subject.data_sets,
        };
        check_sources(subject, &mut observer)?;
        let opinions = second::consult(subject, surroundings)?;
        let function_properties = &woven.function_properties;
        let programs = subject.sampled.metrics.clone();
        let metrics = Arc::new(RunningMetrics::new(programs, executor, stop));
        let commands: Arc<dyn MetricCommands> = Arc::<RunningMetrics>::clone(&metrics);
        let seeds = &design.transform_seeds;
        let roster = subject.roster(seeds, opinions, function_properties, &commands);
        let planned = Planned::new(roster, &setting, &mut observer)?;
        metrics.check()?;
        let mutants = choose(&woven.mutants, design, subject)?;
        let source_digest = sources::digest(&subject.manifest, &subject.folder)?;
        Ok(Self {
            subject,
            woven,
            source_digest,
            mutants,
            observer,
            planned,
            metrics,
        })
    }

    /// The distinct executions of mutants that observing every variant on every planned request
    /// needs, in the order of variants, then requests.
    pub(crate) fn executions(&self) -> Vec<Execution> {
        let variants = self.variants().into_iter();
        let mutants = variants.filter(|variant| *variant != Variant::Original);
        mutants
            .flat_map(|variant| {
                let requests = self.planned.requests.iter();
                requests
                    .filter(move |request| self.observer.basis(variant, request) == Basis::Run)
                    .map(move |request| self.observer.execution_of(variant, request))
            })
            .collect()
    }

    /// The original, then every mutant that can be run.
    pub(crate) fn variants(&self) -> Vec<Variant> {
        let woven = self
            .mutants
            .iter()
            .filter(|mutant| mutant.status == MutantStatus::Woven);
        let mutants = woven.map(|mutant| Variant::Mutant(mutant.number));
        [Variant::Original].into_iter().chain(mutants).collect()
    }
}

/// How a subject of a study is woven.
pub(crate) fn weave_options(
    design: &Design,
    subject: &SubjectDesign,
    scratch: &Scratch,
) -> WeaveOptions {
    let classes = design.classes.clone();
    let mut options = (subject.manifest).weave_options(&subject.folder, classes, scratch.woven());
    if subject.techniques.contains(&TechniqueKind::RuntimeChecking) {
        options.checks = Some(check_options(&subject.folder, &options.package));
    }
    options.watches = subject.techniques.contains(&TechniqueKind::Assertions);
    options.tests = subject.techniques.contains(&TechniqueKind::Tests);
    options
}

/// The original must end normally on every data set and known case: a subject that fails there is
/// no basis for anything.
fn check_sources(subject: &SubjectDesign, observer: &mut Observer<'_>) -> Result<(), StudyError> {
    let known = subject
        .known_cases
        .iter()
        .map(|known_case| &known_case.data_set);
    let sources: Vec<_> = subject
        .data_sets
        .iter()
        .chain(known)
        .map(|data_set| {
            (
                data_set,
                Arc::new(Request::source(&subject.manifest.interface, data_set)),
            )
        })
        .collect();
    let requests: Vec<Arc<Request>> = sources
        .iter()
        .map(|(_, request)| Arc::clone(request))
        .collect();
    observer.learn(&requests)?;
    for (data_set, request) in &sources {
        let observation = &observer.known(request).observation;
        if !observation.exit.is_normal() {
            let stderr = observation.stderr.to_text();
            let complaint = stderr
                .trim()
                .lines()
                .last()
                .map(|line| format!("\n  it says: {line}"));
            return Err(StudyError::Baseline(BaselineError::Fails {
                subject: subject.manifest.name.clone(),
                data_set: data_set.name.clone(),
                exit: observation.exit,
                complaint: complaint.unwrap_or_default(),
            }));
        }
    }
    Ok(())
}

/// The mutants that the study asks for, in their own order.
pub(crate) fn choose(
    mutants: &[Mutant],
    design: &Design,
    subject: &SubjectDesign,
) -> Result<Vec<Mutant>, StudyError> {
    // A whole id means that mutant alone, although `…/1` is a part of `…/12`.
    let is_id = |text: &String| mutants.iter().any(|mutant| mutant.id.0 == *text);
    let fits = |text: &String, mutant: &Mutant| match is_id(text) {
        true => mutant.id.0 == *text,
        false => mutant.id.0.contains(text.as_str()),
    };
    let fits_none = |text: &&String| !mutants.iter().any(|mutant| fits(text, mutant));
    if let Some(text) = subject.only.iter().find(fits_none) {
        let name = &subject.manifest.name;
        return Err(StudyError::NoSuchMutant {
            subject: name.clone(),
            text: text.clone(),
        });
    }
    let is_wanted = |mutant: &Mutant| {
        let is_made = design.changes == Changes::All || mutant.is_thesis;
        let is_named = subject.only.iter().any(|text| fits(text, mutant));
        is_made && (subject.only.is_empty() || is_named)
    };
    let mut indices: Vec<usize> = (0..mutants.len())
        .filter(|&index| is_wanted(&mutants[index]))
        .collect();
    if let Some(size) = subject.sample {
        let purpose = format!("sample of {}", subject.manifest.name);
        Rng::for_purpose(design.seed, &purpose).shuffle(&mut indices);
        indices.truncate(size);
        indices.sort_unstable();
    }
    Ok(indices
        .into_iter()
        .map(|index| mutants[index].clone())
        .collect())
}
