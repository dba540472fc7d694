//! Everything of a subject that a request can be put to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use killrate_catalogue::{
    CatalogueError, Design, MetricProgram, SubjectDesign, read_blob, second_options, weave_options,
};
use killrate_executor::Program;
use killrate_model::{DataSetName, Observation, OutputName, ProgramName, Variant};
use killrate_mutator::{PlaceboProgram, TestProgram, Woven, build_plain, weave_tests};
use killrate_techniques::{TechniqueKind, same_results};

use crate::error::StudyError;
use crate::surroundings::Surroundings;

/// Everything of a subject that a request can be put to.
pub(crate) struct Programs {
    by_name: BTreeMap<ProgramName, Runnable>,
    /// What stands in the place of a program for a placebo, by the placebo's number.
    of_placebos: BTreeMap<(ProgramName, u32), Arc<Program>>,
}

/// A program, and how it is found out whether it shows the same again.
pub(crate) struct Runnable {
    pub(crate) program: Arc<Program>,
    pub(crate) repetition: Repetition,
}

/// The second run of a request by the original, which has to show the same as the first.
pub(crate) enum Repetition {
    /// It has the reach probe, which a woven program knows; whether both show the same is for this
    /// function to say.
    Probed(fn(&Observation, &Observation) -> bool),
    /// It is the same run once more; these outputs must agree.
    Plain(BTreeSet<OutputName>),
    /// There is none: a command promises to give the same answer to the same files, and a study may
    /// call it many thousand times.
    None,
}

impl Programs {
    /// The woven program of a subject and nothing else.
    pub(crate) fn of_woven(woven: &Woven) -> Self {
        // Mutants that compile only by themselves have binaries of their own, yet are variants of
        // one program.
        let program = Program::new(woven.binary.clone(), woven.digest);
        let program = program.with_alone(woven.alone.clone());
        Self::of_program(program.taking_many(woven.takes_many_inputs))
    }

    /// This program as the subject's.
    pub(crate) fn of_program(program: Program) -> Self {
        let runnable = Runnable {
            program: Arc::new(program),
            repetition: Repetition::Probed(Observation::shows_same),
        };
        Self {
            by_name: [(ProgramName::Subject, runnable)].into(),
            of_placebos: BTreeMap::new(),
        }
    }

    /// All programs that the techniques of a study ask, built as far as they are not yet.
    pub(crate) fn build(
        design: &Design,
        subject: &SubjectDesign,
        woven: &Woven,
        surroundings: Surroundings<'_>,
    ) -> Result<Self, StudyError> {
        let mut programs = Self::of_woven(woven).with_commands(&subject.sampled.metrics);
        let scratch = surroundings.scratch;
        for entry in &subject.seconds {
            let options = second_options(subject, entry, scratch.woven());
            let runnable = Runnable {
                program: program(build_plain(&options)?)?,
                repetition: Repetition::Plain(entry.outputs.clone()),
            };
            let name = ProgramName::Second(entry.name.clone());
            programs.by_name.insert(name, runnable);
        }
        if subject.techniques.contains(&TechniqueKind::Tests) {
            let options = weave_options(design, subject, scratch.woven());
            for tests in weave_tests(&options, woven)? {
                let name = name_of_tests(&tests);
                let runnable = Runnable {
                    program: Arc::new(test_program(tests)),
                    // What the test harness prints holds the time that it took.
                    repetition: Repetition::Probed(same_results),
                };
                programs.by_name.insert(name, runnable);
            }
        }
        Ok(programs)
    }

    /// The same with the programs of these placebos.
    pub(crate) fn with_placebos(mut self, placebos: &[PlaceboProgram]) -> Self {
        // A placebo is woven as the subject is.
        let takes_many = self.get(&ProgramName::Subject).program.takes_many;
        for placebo in placebos {
            let number = placebo.mutant.number;
            let subject = Program::new(placebo.binary.clone(), placebo.digest);
            let subject = subject.taking_many(takes_many);
            let tests = placebo.tests.iter().map(|tests| {
                let program = test_program(tests.clone());
                (name_of_tests(tests), program)
            });
            let programs = [(ProgramName::Subject, subject)].into_iter().chain(tests);
            let numbered = programs.map(|(name, program)| ((name, number), Arc::new(program)));
            self.of_placebos.extend(numbered);
        }
        self
    }

    /// The same with the commands that metrics call.
    pub(crate) fn with_commands(mut self, metrics: &BTreeMap<String, MetricProgram>) -> Self {
        for (name, metric) in metrics {
            let runnable = Runnable {
                program: Arc::clone(&metric.program),
                repetition: Repetition::None,
            };
            self.by_name
                .insert(ProgramName::Command(name.clone()), runnable);
        }
        self
    }

    /// The program of this name.
    pub(crate) fn get(&self, name: &ProgramName) -> &Runnable {
        let runnable = self.by_name.get(name);
        runnable.expect("techniques ask programs that were made for them")
    }

    /// What is run for a variant: the placebo's own program, as it is, or the program of this name.
    pub(crate) fn of_variant(
        &self,
        name: &ProgramName,
        variant: Variant,
    ) -> (&Arc<Program>, Variant) {
        match self.placebo(name, variant) {
            Some(placebo) => (placebo, Variant::Original),
            None => (&self.get(name).program, variant),
        }
    }

    /// The program that stands in the place of this one where the variant is a placebo.
    pub(crate) fn placebo(&self, name: &ProgramName, variant: Variant) -> Option<&Arc<Program>> {
        self.of_placebos.get(&(name.clone(), variant.number()))
    }

    /// The test programs, in order.
    pub(crate) fn tests(&self) -> Vec<DataSetName> {
        let tests = self.by_name.keys().filter_map(|name| match name {
            ProgramName::Tests(tests) => Some(tests.clone()),
            _ => None,
        });
        tests.collect()
    }

    /// The file that is started for a variant.
    pub(crate) fn binary(&self, name: &ProgramName, variant: Variant) -> &Path {
        let (program, variant) = self.of_variant(name, variant);
        let alone = program.alone.get(&variant.number());
        alone.unwrap_or(&program.binary)
    }
}

fn name_of_tests(tests: &TestProgram) -> ProgramName {
    let name = DataSetName::new(&*tests.name).expect("targets of cargo have names");
    ProgramName::Tests(name)
}

fn test_program(tests: TestProgram) -> Program {
    Program::new(tests.binary, tests.digest)
        .with_alone(tests.alone)
        .with_readable(tests.source)
}

/// A program that is identified by its own content, because nothing was woven into it.
pub(crate) fn program(binary: PathBuf) -> Result<Arc<Program>, CatalogueError> {
    let digest = read_blob(&binary)?.digest();
    Ok(Arc::new(Program::new(binary, digest)))
}
