//! Questions of dialogues, answered: from the original, from the log, or by running a program.

use std::sync::Arc;

use killrate_executor::{Execution, RunError};
use killrate_model::{Request, Variant};
use killrate_rounds::{Answer, Question, Shown};

use super::known::Known;
use super::stand_ins::{stand_ins, without_probes};
use crate::baseline::Originals;

/// What is done about an execution that was never run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// It is run.
    Run,
    /// The mutant is taken to show what the original shows.
    Assume,
}

/// Answers the questions of one round after the other.
pub(crate) struct Answers<'o, 'a> {
    pub(crate) originals: &'o mut Originals<'a>,
    pub(crate) unknown: Unknown,
}

impl Answers<'_, '_> {
    /// The answer to every question, in their order.
    ///
    /// Whatever is asked, the original is run on it first: its run gives the limits of a mutant's, and
    /// tells whether the mutant can show anything else.
    pub(crate) fn answer(
        &mut self,
        questions: &[Question],
    ) -> Result<Vec<Answer<Known>>, RunError> {
        let requests: Vec<Arc<Request>> = questions
            .iter()
            .map(|one| Arc::clone(&one.request))
            .collect();
        self.originals.run(&requests)?;
        let known = questions.iter().map(|question| self.without_run(question));
        let mut answers: Vec<Option<Answer<Known>>> = known.collect();
        let is_unanswered = |answers: &[Option<Answer<Known>>]| -> Vec<usize> {
            (0..answers.len())
                .filter(|&place| answers[place].is_none())
                .collect()
        };
        let mut to_run = is_unanswered(&answers);
        // Runs that may answer a second question are made first; where such a run turns out not to
        // answer it, that question gets a run of its own after them.
        let stand_ins = stand_ins(self.originals, questions, &to_run);
        to_run.retain(|place| !stand_ins.contains_key(place));
        self.run(questions, &to_run, &mut answers)?;
        for (place, stand_in) in stand_ins {
            if let Some(Ok(shown)) = &answers[stand_in] {
                let plain = without_probes(shown, &questions[stand_in].request);
                answers[place] = plain.map(Ok);
            }
        }
        // A probed run that was killed says nothing of the plain one.
        let left = is_unanswered(&answers);
        self.run(questions, &left, &mut answers)?;
        let answered = |answer: Option<Answer<Known>>| answer.expect("every question was answered");
        Ok(answers.into_iter().map(answered).collect())
    }

    /// The answer that the runs of the original give, if they do.
    fn without_run(&self, question: &Question) -> Option<Answer<Known>> {
        let Question { variant, request } = question;
        // What stands in the way of a request does so for every variant, the original included.
        if let Some(reason) = self.originals.obstacle(request) {
            return Some(Err(reason));
        }
        let baseline = self.originals.known(request);
        if *variant == Variant::Original {
            return Some(Ok(Known::original(request, baseline)));
        }
        let basis = self.originals.spared(*variant, request)?;
        Some(Ok(Known::spared(basis, baseline)))
    }

    fn run(
        &self,
        questions: &[Question],
        places: &[usize],
        answers: &mut [Option<Answer<Known>>],
    ) -> Result<(), RunError> {
        if places.is_empty() {
            return Ok(());
        }
        let surroundings = self.originals.surroundings();
        let executor = surroundings.executor;
        let execution = |&place: &usize| {
            let Question { variant, request } = &questions[place];
            self.originals.execution_of(*variant, request)
        };
        let executions: Vec<Execution> = places.iter().map(execution).collect();
        let shown: Vec<Shown<Known>> = match self.unknown {
            Unknown::Run => {
                let outcomes = surroundings.run(&executions)?.into_iter();
                let pairs = outcomes.zip(&executions);
                pairs
                    .map(|(outcome, execution)| Known::ran(outcome, executor.key(execution)))
                    .collect()
            }
            Unknown::Assume => {
                let foreseen = |execution: &Execution| {
                    let key = executor.key(execution);
                    // What is in the log is used even here, so that after a run a preview counts
                    // exactly what was run, and a merge finds what is lost.
                    match executor.lookup(execution) {
                        Some(outcome) => Known::ran(outcome, key),
                        None => Known::assumed(key, self.originals.known(&execution.request)),
                    }
                };
                executions.iter().map(foreseen).collect()
            }
        };
        for (&place, shown) in places.iter().zip(shown) {
            answers[place] = Some(Ok(shown));
        }
        Ok(())
    }
}
