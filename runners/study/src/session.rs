//! A subject made ready: woven, its original observed, its cases planned and answered by the original.

use killrate_catalogue::{Design, SubjectDesign, choose, source_digest, weave_options};
use killrate_executor::RunError;
use killrate_model::{Digest, Mutant, MutantStatus, ProgramName, Variant};
use killrate_mutator::Woven;
use killrate_rounds::{Dialogue, Planned, converse};
use killrate_techniques::TechniqueKind;

use crate::baseline::{Originals, check_sources, fuel_multiple};
use crate::error::StudyError;
use crate::event::Event;
use crate::plan::plan;
use crate::rounds::{Answers, Known, Unknown};
use crate::surroundings::Surroundings;
use crate::weave::Programs;

/// One subject of a study, ready for its mutants to be judged.
pub(crate) struct Session<'a> {
    pub(crate) design: &'a Design,
    pub(crate) subject: &'a SubjectDesign,
    pub(crate) woven: Woven,
    /// The digest of the subject's sources.
    pub(crate) source_digest: Digest,
    /// The mutants of the study: all, or the sample.
    pub(crate) mutants: Vec<Mutant>,
    /// The subject's placebos, all of them whatever the study chooses; judged like mutants, and never
    /// counted as such.
    pub(crate) placebos: Vec<Mutant>,
    pub(crate) originals: Originals<'a>,
    pub(crate) planned: Planned,
    /// What every case comes to on the original, in their order.
    pub(crate) of_original: Vec<Dialogue<Known>>,
}

impl<'a> Session<'a> {
    /// Weaves the subject, runs the originals of its programs, plans every case, and judges the
    /// original.
    pub(crate) fn open(
        design: &'a Design,
        subject: &'a SubjectDesign,
        surroundings: Surroundings<'a>,
    ) -> Result<Self, StudyError> {
        let name = &subject.manifest.name;
        let on_event = surroundings.on_event;
        let options = weave_options(design, subject, surroundings.scratch.woven());
        let woven = surroundings.weave(name, &options)?;
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
        let placebos = surroundings.weave_placebos(subject, &options, &woven)?;
        let programs =
            Programs::build(design, subject, &woven, surroundings)?.with_placebos(&placebos);
        let placebos = placebos.into_iter().map(|placebo| placebo.mutant).collect();
        let is_deterministic = subject.manifest.is_deterministic;
        let mut originals = Originals::new(programs, is_deterministic, surroundings)
            .with_fuel_multiple(fuel_multiple(design));
        check_sources(subject, &mut originals)?;
        let planned = plan(design, subject, &woven.function_properties, &originals)?;
        check_tests(subject, &planned)?;
        let mutants = choose(&woven.mutants, design, subject)?;
        let source_digest = source_digest(&subject.manifest, &subject.folder)?;
        let mut session = Self {
            design,
            subject,
            woven,
            source_digest,
            mutants,
            placebos,
            originals,
            planned,
            // Leading the dialogues takes a session, so the original is judged when there is one.
            of_original: Vec::new(),
        };
        let cases = session.all_cases();
        // A preview has the original run like everybody else: what it shows stands for the mutants
        // that were not run.
        session.of_original = session.converse(&cases, &[Variant::Original], Unknown::Run)?;
        Ok(session)
    }

    /// The positions of all cases.
    pub(crate) fn all_cases(&self) -> Vec<usize> {
        (0..self.planned.cases.len()).collect()
    }

    /// Every mutant and placebo that can be run.
    pub(crate) fn variants(&self) -> Vec<Variant> {
        let changed = self.changed();
        let woven = changed.filter(|mutant| mutant.status == MutantStatus::Woven);
        woven.map(|mutant| Variant::Mutant(mutant.number)).collect()
    }

    /// Everything that is the subject with a change: the mutants of the study, then the placebos.
    pub(crate) fn changed(&self) -> impl Iterator<Item = &Mutant> {
        self.mutants.iter().chain(&self.placebos)
    }

    /// Whether a variant is a placebo.
    pub(crate) fn is_placebo(&self, variant: Variant) -> bool {
        let mut placebos = self.placebos.iter();
        placebos.any(|placebo| variant == Variant::Mutant(placebo.number))
    }

    /// Leads the dialogues of these cases with these variants to their end, in the order of variants,
    /// then cases.
    pub(crate) fn converse(
        &mut self,
        cases: &[usize],
        variants: &[Variant],
        unknown: Unknown,
    ) -> Result<Vec<Dialogue<Known>>, RunError> {
        let mut answers = Answers {
            originals: &mut self.originals,
            unknown,
        };
        converse(&self.planned, cases, variants, |questions| {
            answers.answer(questions)
        })
    }

    /// Judges mutants by these cases, each distinct execution run once.
    pub(crate) fn judge(
        &mut self,
        cases: &[usize],
        variants: &[Variant],
    ) -> Result<Vec<Dialogue<Known>>, RunError> {
        let subject = self.subject.manifest.name.clone();
        let on_event = self.originals.surroundings().on_event;
        on_event(Event::Executing {
            subject: subject.clone(),
            n_saved: self.n_saved(cases, variants),
        });
        let dialogues = self.converse(cases, variants, Unknown::Run)?;
        on_event(Event::Judged {
            subject,
            n_verdicts: dialogues.len(),
        });
        Ok(dialogues)
    }

    /// How many of the executions that the original needed the reach probe makes unnecessary for these
    /// mutants.
    fn n_saved(&self, cases: &[usize], variants: &[Variant]) -> usize {
        // What mutants will ask for in later rounds nobody knows yet, so this counts what the
        // original was asked.
        let dialogues = cases.iter().map(|&case| &self.of_original[case]);
        let exchanges = dialogues.flat_map(|dialogue| dialogue.transcript.exchanges());
        let requests: std::collections::BTreeMap<Digest, _> = exchanges
            .map(|exchange| (exchange.request.digest(), &exchange.request))
            .filter(|(_, request)| request.program.has_variants())
            .collect();
        let is_saved = |variant: Variant| {
            let spared = requests.values();
            spared
                .filter(|request| self.originals.spared(variant, request).is_some())
                .count()
        };
        variants.iter().map(|&variant| is_saved(variant)).sum()
    }

    /// The file that was started for a variant.
    pub(crate) fn binary(&self, program: &ProgramName, variant: Variant) -> std::path::PathBuf {
        let programs = self.originals.programs();
        programs.binary(program, variant).to_owned()
    }
}

/// A study that wants a package's own tests needs some.
fn check_tests(subject: &SubjectDesign, planned: &Planned) -> Result<(), StudyError> {
    let name = TechniqueKind::Tests.technique_name();
    let mut cases = planned.cases.iter();
    let has_cases = cases.any(|planned_case| planned_case.case.technique == name);
    if subject.techniques.contains(&TechniqueKind::Tests) && !has_cases {
        return Err(StudyError::NoTests {
            subject: subject.manifest.name.clone(),
        });
    }
    Ok(())
}
