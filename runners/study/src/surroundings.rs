//! What running a study needs from outside.

use std::sync::atomic::AtomicBool;

use killrate_catalogue::SubjectDesign;
use killrate_executor::{Execution, Executor, Outcome, RunError};
use killrate_model::SubjectName;
use killrate_mutator::{
    MutatorError, PlaceboProgram, WeaveEvent, WeaveOptions, Woven, weave, weave_placebos,
};

use crate::event::Event;
use crate::scratch::Scratch;

/// What running a study needs from outside.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Where woven programs are built.
    pub scratch: &'a Scratch,
    /// Who runs executions.
    pub executor: &'a Executor,
    /// Set to stop soon.
    pub stop: &'a AtomicBool,
    /// Who is told what happens, by several threads: the executor's workers tell what they run.
    pub on_event: &'a (dyn Fn(Event) + Sync),
}

impl Surroundings<'_> {
    /// Runs executions and tells how that goes on.
    pub(crate) fn run(&self, executions: &[Execution]) -> Result<Vec<Outcome>, RunError> {
        let forward = |event| (self.on_event)(Event::Execution(event));
        self.executor.run(executions, self.stop, &forward)
    }

    /// Weaves a subject and tells how that goes on.
    pub(crate) fn weave(
        &self,
        subject: &SubjectName,
        options: &WeaveOptions,
    ) -> Result<Woven, MutatorError> {
        weave(options, &|event| self.tell_weaving(subject, event))
    }

    /// Builds the placebos of a subject that was woven and tells how that goes on.
    pub(crate) fn weave_placebos(
        &self,
        subject: &SubjectDesign,
        options: &WeaveOptions,
        woven: &Woven,
    ) -> Result<Vec<PlaceboProgram>, MutatorError> {
        let placebos = subject.manifest.placebos(&subject.folder);
        weave_placebos(options, &placebos, woven, &|event| {
            self.tell_weaving(&subject.manifest.name, event);
        })
    }

    fn tell_weaving(&self, subject: &SubjectName, event: WeaveEvent) {
        (self.on_event)(Event::Weaving {
            subject: subject.clone(),
            event,
        });
    }
}
