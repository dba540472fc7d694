//! Dialogues with a program of a few lines.

use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use killrate_executor::{Executor, Program, Settings};
use killrate_model::{
    Blob, Case, Cause, DataSetName, Digest, Evidence, InputName, Interface, Probe, PropertyName,
    Request, TechniqueName, Variant, Verdict, protocol,
};
use killrate_rounds::{Planned, converse};
use killrate_techniques::{Plan, PlanError, Setting, Step, Technique, Transcript};

use super::{Answers, Unknown, executions};
use crate::baseline::Originals;
use crate::scratch::Scratch;
use crate::surroundings::Surroundings;
use crate::weave::Programs;

/// A program that prints its input, and more for mutant 1 when the input is `two`. It refuses `three`,
/// and shows something else each time for `four`. While it checks invariants, mutant 1 says so and
/// mutant 2 is killed.
const PROGRAM: &str = "#!/bin/sh\n\
    text=$(cat \"$1\")\n\
    if [ \"$KILLRATE_MUTANT\" = 1 ] && [ \"$text\" = two ]; then text=wrong; fi\n\
    if [ \"$text\" = three ]; then exit 3; fi\n\
    if [ \"$text\" = four ]; then text=$(cat /proc/sys/kernel/random/uuid); fi\n\
    case \"$KILLRATE_PROBE$KILLRATE_MUTANT\" in\n\
    invariants1) text=checked ;;\n\
    invariants2) kill -9 $$ ;;\n\
    esac\n\
    echo \"$text\"\n";

fn request(text: &str) -> Request {
    Request {
        arguments: vec!["{text}".to_owned()],
        inputs: [(InputName::new("text").unwrap(), Blob::new(text.as_bytes()))].into(),
        ..Request::default()
    }
}

/// Asks for each of these rounds in turn, and then tells all that it saw.
#[derive(Debug)]
struct Scripted {
    name: TechniqueName,
    /// The rounds of each case.
    cases: Vec<Vec<Request>>,
}

impl Technique for Scripted {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, _setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let case = |place: usize| Case {
            technique: self.name.clone(),
            property: PropertyName::new(place.to_string()).unwrap(),
            data_set: DataSetName::new("none").unwrap(),
            seed: None,
            requests: vec![Arc::new(self.cases[place][0].clone())],
        };
        Ok(Plan {
            cases: (0..self.cases.len()).map(case).collect(),
            skipped: vec![],
        })
    }

    fn step(&self, case: &Case, transcript: &Transcript) -> Step<Verdict> {
        let place: usize = case.property.as_str().parse().unwrap();
        if let Some(next) = self.cases[place].get(transcript.n_rounds()) {
            return Step::Ask(vec![Arc::new(next.clone())]);
        }
        let runs = transcript.runs().into_iter();
        let seen = runs.map(|run| format!("{} {}", run.exit, run.stdout.to_text().trim()));
        Step::Conclude(Verdict::Violated(Evidence {
            cause: Cause::RelationBroken,
            detail: seen.collect::<Vec<_>>().join(", "),
        }))
    }
}

/// The verdicts on the original and two mutants, case by case, and how many executions of mutants they
/// rest on.
fn verdicts(cases: Vec<Vec<Request>>) -> (Vec<String>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let binary = folder.path().join("program");
    std::fs::write(&binary, PROGRAM).unwrap();
    std::fs::set_permissions(&binary, std::fs::Permissions::from_mode(0o755)).unwrap();
    let settings = Settings {
        scratch: folder.path().join("executions"),
        threads: NonZeroUsize::MIN,
    };
    let surroundings = Surroundings {
        scratch: &Scratch::at(folder.path().join("scratch")),
        executor: &Executor::open(settings).unwrap(),
        stop: &AtomicBool::new(false),
        on_event: &|_| {},
    };
    let program = Program::new(binary, Digest::of(PROGRAM.as_bytes()));
    let mut originals = Originals::new(Programs::of_program(program), true, surroundings);
    let technique = Scripted {
        name: TechniqueName::new("scripted").unwrap(),
        cases,
    };
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
    let planned = Planned::new(vec![Box::new(technique)], &setting).unwrap();
    let cases: Vec<usize> = (0..planned.cases.len()).collect();
    let mut answers = Answers {
        originals: &mut originals,
        unknown: Unknown::Run,
    };
    let variants = [Variant::Original, Variant::Mutant(1), Variant::Mutant(2)];
    let dialogues = converse(&planned, &cases, &variants, |questions| {
        answers.answer(questions)
    })
    .unwrap();
    let verdicts = dialogues.iter().map(|one| one.verdict.to_string());
    let of_mutants = dialogues
        .iter()
        .filter(|one| one.variant != Variant::Original);
    (verdicts.collect(), executions(of_mutants).len())
}

fn told(detail: &str) -> String {
    format!("violated (relation-broken): {detail}")
}

#[test]
fn later_rounds_are_answered_and_nothing_is_run_twice() {
    let rounds = vec![request("one"), request("two"), request("one")];
    let (verdicts, n_executions) = verdicts(vec![rounds]);
    let sound = told("exit code 0 one, exit code 0 two, exit code 0 one");
    let wrong = told("exit code 0 one, exit code 0 wrong, exit code 0 one");
    assert_eq!(verdicts, [sound.clone(), wrong, sound]);
    assert_eq!(n_executions, 4);
}

#[test]
fn a_checked_run_stands_for_the_plain_one_unless_it_was_killed() {
    let set = InputName::new(protocol::INVARIANTS_FILE).unwrap();
    let mut checked = request("one").with_probe(Probe::Invariants);
    checked.inputs.insert(set, Blob::new(*b"set"));
    let (verdicts, n_executions) = verdicts(vec![vec![request("one")], vec![checked]]);
    let plain = told("exit code 0 one");
    // That of mutant 1 tells what the checked run printed; a real program prints the same either way.
    let checked = told("exit code 0 checked");
    let killed = told("killed by signal 9 ");
    assert_eq!(
        verdicts,
        [
            plain.clone(),
            plain.clone(),
            checked.clone(),
            checked,
            plain,
            killed
        ]
    );
    // Both of mutant 2, one of mutant 1.
    assert_eq!(n_executions, 3);
}

#[test]
fn what_the_original_refuses_or_does_not_repeat_says_nothing_of_any_variant() {
    let (verdicts, n_executions) = verdicts(vec![
        vec![request("one"), request("three")],
        vec![request("four")],
    ]);
    let refused = "inconclusive (abnormal-end): the original on this input: exit code 3";
    let unsteady =
        "inconclusive (unusable-output): two runs of the original differ: in what they print";
    let [a, b] = [refused, unsteady].map(str::to_owned);
    assert_eq!(verdicts, [a.clone(), b.clone(), a.clone(), b.clone(), a, b]);
    // Mutants are run on `one` alone.
    assert_eq!(n_executions, 2);
}
