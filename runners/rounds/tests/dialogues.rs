//! Dialogues without programs: a made-up technique, and answers from a table.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::sync::Arc;

use killrate_model::{
    Blob, Case, DataSetName, Exit, Interface, Observation, ProgramName, PropertyName, Reason,
    Request, TechniqueName, Variant, Verdict,
};
use killrate_rounds::{Answer, Planned, Question, Shown, converse};
use killrate_techniques::{Plan, PlanError, Setting, Step, Technique, Transcript};

/// Counts down: each case asks for its number, then for one less, and is content at zero. Every case
/// also asks a command for the same thing, once.
#[derive(Debug)]
struct Countdown(TechniqueName);

fn request(number: &str) -> Arc<Request> {
    Arc::new(Request {
        arguments: vec![number.to_owned()],
        ..Request::default()
    })
}

impl Technique for Countdown {
    fn name(&self) -> &TechniqueName {
        &self.0
    }

    fn plan(&self, _: &Setting<'_>) -> Result<Plan, PlanError> {
        let case = |number: &str| Case {
            technique: self.0.clone(),
            property: PropertyName::new(number).unwrap(),
            data_set: DataSetName::new("none").unwrap(),
            seed: None,
            requests: vec![request(number)],
        };
        Ok(Plan {
            cases: ["1", "2", "7"].map(case).into(),
            skipped: vec![],
        })
    }

    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        let Some(last) = transcript.last_round().last() else {
            let command = Request::clone(&case.requests[0]);
            let command = Request {
                arguments: vec!["same".to_owned()],
                ..command.to_program(ProgramName::Command("sort".to_owned()))
            };
            return Step::Ask(vec![Arc::new(command), Arc::clone(&case.requests[0])]);
        };
        match last.observation.stdout.to_text().as_ref() {
            "0" => Step::Conclude(Verdict::Satisfied),
            number => Step::Ask(vec![request(number)]),
        }
    }
}

fn planned() -> Planned {
    let interface = Interface {
        arguments: vec![],
        inputs: [].into(),
        numbers: [].into(),
        outputs: [].into(),
    };
    let setting = Setting {
        interface: &interface,
        data_sets: &[],
    };
    let technique = Countdown(TechniqueName::new("countdown").unwrap());
    Planned::new(vec![Box::new(technique)], &setting).unwrap()
}

/// One less than what was asked; nothing follows from 7.
fn answer(question: &Question) -> Answer<()> {
    let asked = question.request.arguments[0].parse::<u32>().unwrap_or(1);
    if asked == 7 {
        let detail = "nobody knows".to_owned();
        return Err(Reason::NotTested { detail });
    }
    let blank = || Blob::new([].as_slice());
    Ok(Shown {
        observation: Arc::new(Observation {
            exit: Exit::Exited { code: 0 },
            outputs: [].into(),
            stdout: Blob::new((asked - 1).to_string().into_bytes()),
            stderr: blank(),
            fuel: None,
            reach: None,
            checks: None,
        }),
        how: (),
    })
}

#[test]
fn dialogues_go_on_to_their_ends_and_nothing_is_asked_twice() {
    let mut rounds: Vec<Vec<String>> = Vec::new();
    let dialogues = converse(
        &planned(),
        &[0, 1, 2],
        &[Variant::Original, Variant::Mutant(4)],
        |questions| {
            let told = |one: &Question| {
                let program = &one.request.program;
                format!(
                    "{} {} {program}",
                    one.variant.number(),
                    one.request.arguments[0]
                )
            };
            rounds.push(questions.iter().map(told).collect());
            Ok::<_, ()>(questions.iter().map(answer).collect())
        },
    )
    .unwrap();
    // A command has no variants, and what 2 leads to is known from the case of 1.
    assert_eq!(
        rounds,
        [[
            "0 same command `sort`",
            "0 1 the program",
            "0 2 the program",
            "0 7 the program",
            "4 1 the program",
            "4 2 the program",
            "4 7 the program",
        ]]
    );
    let told: Vec<String> = dialogues
        .iter()
        .map(|one| {
            let n_seen = one.transcript.exchanges().len();
            format!(
                "{} {}: {n_seen} seen, {}",
                one.variant.number(),
                one.case,
                one.verdict
            )
        })
        .collect();
    let unknown = "inconclusive (not-tested): nobody knows";
    assert_eq!(
        told,
        [
            "0 0: 2 seen, satisfied".to_owned(),
            "0 1: 3 seen, satisfied".to_owned(),
            format!("0 2: 0 seen, {unknown}"),
            "4 0: 2 seen, satisfied".to_owned(),
            "4 1: 3 seen, satisfied".to_owned(),
            format!("4 2: 0 seen, {unknown}"),
        ]
    );
}

#[test]
fn what_cannot_be_answered_ends_all() {
    let result = converse(&planned(), &[0], &[Variant::Original], |_| {
        Err::<Vec<Answer<()>>, _>("no")
    });
    assert_eq!(result.unwrap_err(), "no");
}
