//! A technique of one's own: what a program writes of its own output, it writes again.

use std::sync::Arc;

use killrate_model::{
    Case, Cause, DataSet, Evidence, InputName, PropertyName, Reason, Request, TechniqueName,
    Verdict,
};
use killrate_techniques::{Plan, PlanError, Setting, Step, Technique, Transcript};

/// Data that were put in order twice stay as they are: the third round is as the second.
#[derive(Debug)]
pub(crate) struct Settles {
    pub(crate) name: TechniqueName,
    /// The input that the output becomes.
    pub(crate) input: InputName,
}

impl Technique for Settles {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let case = |data_set: &DataSet| Case {
            technique: self.name.clone(),
            property: PropertyName::new("settles").expect("it is a name"),
            data_set: data_set.name.clone(),
            seed: None,
            requests: vec![Arc::new(Request::source(setting.interface, data_set))],
        };
        let cases = setting.data_sets.iter().map(case).collect();
        Ok(Plan {
            cases,
            ..Plan::default()
        })
    }

    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        let runs = transcript.runs();
        if let Some(failed) = runs.iter().find(|run| !run.exit.is_normal()) {
            let detail = failed.exit.to_string();
            return Step::Conclude(Verdict::Inconclusive(Reason::AbnormalEnd { detail }));
        }
        match runs[..] {
            [] => Step::ask(&case.requests),
            [_, two, three] if two.stdout == three.stdout => Step::Conclude(Verdict::Satisfied),
            [_, _, _, ..] => Step::Conclude(Verdict::Violated(Evidence {
                cause: Cause::RelationBroken,
                detail: "the third round differs from the second".to_owned(),
            })),
            [.., last] => {
                let mut next = Request::clone(&case.requests[0]);
                next.inputs.insert(self.input.clone(), last.stdout.clone());
                Step::Ask(vec![Arc::new(next)])
            }
        }
    }
}
