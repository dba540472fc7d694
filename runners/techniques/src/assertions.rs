//! Runtime assertion checking by likely invariants, learned from the original.

use std::collections::BTreeSet;
use std::sync::Arc;

use killrate_invariants::{Engine, FalseAlarms, Invariant, learned};
use killrate_model::{
    Blob, Case, Cause, DataSet, Evidence, InputName, Observation, OutputName, Probe, PropertyName,
    Reason, Request, TechniqueName, Verdict, protocol,
};
use killrate_watch::OnAlarm;

use crate::held_out::{self, Purpose};
use crate::implicit::abnormal_end;
use crate::{Learner, Lesson, Plan, PlanError, Setting, Taught, Technique, TechniqueKind};

/// Learns invariants of a subject's functions in three steps, and checks them inside the program.
///
/// First the original is traced on all data sets of the study, and candidates are inferred. Then it
/// checks them on the same data sets and on held-out ones, and what does not hold is dropped, with
/// those of its kin. At last
/// what was kept is checked on further held-out data, which measures false alarms and drops nothing.
#[derive(Debug)]
pub struct Assertions {
    name: TechniqueName,
    runs: Runs,
}

/// How often a program is run on each data set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Runs {
    /// Once.
    One,
    /// So often, each time with another seed from 1 on.
    Seeded(u64),
}

impl Runs {
    /// The runs on a data set that are judged.
    fn on(self, setting: &Setting<'_>, data_set: &DataSet) -> Vec<Request> {
        let source = Request::source(setting.interface, data_set);
        match self {
            Self::One => vec![source],
            Self::Seeded(n_runs) => (1..=n_runs)
                .map(|seed| source.clone().with_seed(seed))
                .collect(),
        }
    }
}

/// What was learned of a subject, and how it stood the test.
#[derive(Debug, Clone, PartialEq)]
pub struct Teaching {
    /// The functions that were seen to be called.
    pub n_functions: u64,
    /// The calls that were looked at.
    pub n_calls: u64,
    /// What was inferred, before held-out data spoke.
    pub n_candidates: u64,
    /// What was kept.
    pub kept: Vec<Invariant>,
    /// Variables that cannot be observed: function, variable and type.
    pub unseen: Vec<(String, String, String)>,
    /// The runs by which candidates were dropped.
    pub n_keeping_runs: u32,
    /// Alarms of what was kept, on data that played no part before.
    pub false_alarms: FalseAlarms,
}

impl Assertions {
    /// The learner.
    #[expect(
        clippy::new_without_default,
        reason = "techniques are made by name, not by default"
    )]
    pub fn new() -> Self {
        Self {
            name: TechniqueKind::Assertions.technique_name(),
            runs: Runs::One,
        }
    }

    /// The learner for a random program, which is judged by so many runs on each data set.
    #[must_use]
    pub fn repeated(self, n_runs: u64) -> Self {
        Self {
            runs: Runs::Seeded(n_runs),
            ..self
        }
    }
}

impl Learner for Assertions {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn lessons(&self, setting: &Setting<'_>) -> Vec<Arc<Request>> {
        let traced = |data_set| {
            let source = Request::source(setting.interface, data_set);
            let mut request = source.with_probe(Probe::Trace);
            request.outputs.insert(output(protocol::TRACE_FILE));
            Arc::new(request)
        };
        setting.data_sets.iter().map(traced).collect()
    }

    fn learn(&self, lessons: &[Lesson]) -> Taught {
        let mut engine = Engine::default();
        let trace = output(protocol::TRACE_FILE);
        for lesson in lessons {
            if let Some(trace) = lesson.observation.outputs.get(&trace) {
                // What is no trace teaches nothing.
                engine.read_run(trace.bytes());
            }
        }
        Taught::WantsMore(Box::new(Keeping {
            name: self.name.clone(),
            runs: self.runs,
            candidates: engine.invariants(),
            engine,
        }))
    }
}

/// Drops candidates that do not hold on held-out data.
struct Keeping {
    name: TechniqueName,
    runs: Runs,
    engine: Engine,
    candidates: Vec<Invariant>,
}

impl Learner for Keeping {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn lessons(&self, setting: &Setting<'_>) -> Vec<Arc<Request>> {
        let set = set_of(&self.candidates, OnAlarm::GoOn);
        let mut requests = held_out::requests(setting, Purpose::Keep);
        if let Runs::Seeded(_) = self.runs {
            let judged = setting.data_sets.iter();
            requests.extend(judged.flat_map(|data_set| self.runs.on(setting, data_set)));
        }
        let checked = requests.into_iter().map(|request| checked(request, &set));
        checked.map(Arc::new).collect()
    }

    fn learn(&self, lessons: &[Lesson]) -> Taught {
        let ids: BTreeSet<String> = lessons
            .iter()
            .flat_map(|lesson| alarms(&lesson.observation))
            .map(|alarm| alarm.id)
            .collect();
        let candidates = self.candidates.iter();
        let broken: Vec<&Invariant> = candidates.filter(|known| ids.contains(&known.id)).collect();
        let is_kept = |invariant: &&Invariant| {
            !ids.contains(&invariant.id) && !broken.iter().any(|broken| are_kin(invariant, broken))
        };
        let unseen = self.engine.unseen().into_iter();
        Taught::WantsMore(Box::new(Measuring {
            name: self.name.clone(),
            runs: self.runs,
            teaching: Teaching {
                n_functions: self.engine.n_functions() as u64,
                n_calls: self.engine.n_calls(),
                n_candidates: self.candidates.len() as u64,
                kept: self.candidates.iter().filter(is_kept).cloned().collect(),
                unseen: unseen
                    .map(|(f, v, t)| (f.to_owned(), v.to_owned(), t.to_owned()))
                    .collect(),
                n_keeping_runs: lessons.len() as u32,
                false_alarms: FalseAlarms {
                    n_runs: 0,
                    n_alarmed: 0,
                },
            },
        }))
    }
}

/// Templates whose claims hold by what a function does, or else would break soon.
const FIRM: [&str; 5] = ["equality", "near-sum", "permutation", "sorted", "unchanged"];

/// Whether one invariant is not to be trusted where the other broke: they are of one template, made
/// at one place, and about one column at least.
fn are_kin(invariant: &Invariant, broken: &Invariant) -> bool {
    let shares_column = || invariant.columns.iter().any(|c| broken.columns.contains(c));
    invariant.template == broken.template
        && !FIRM.contains(&invariant.template)
        && (&invariant.function, invariant.at) == (&broken.function, broken.at)
        && shares_column()
}

/// Measures how often what was kept is wrong about the original.
struct Measuring {
    name: TechniqueName,
    runs: Runs,
    teaching: Teaching,
}

impl Learner for Measuring {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn lessons(&self, setting: &Setting<'_>) -> Vec<Arc<Request>> {
        let set = set_of(&self.teaching.kept, OnAlarm::GoOn);
        let requests = held_out::requests(setting, Purpose::Measure);
        let checked = requests.into_iter().map(|request| checked(request, &set));
        checked.map(Arc::new).collect()
    }

    fn learn(&self, lessons: &[Lesson]) -> Taught {
        let mut teaching = self.teaching.clone();
        for lesson in lessons {
            // A program may well refuse data that somebody made up.
            if !lesson.observation.exit.is_normal() {
                continue;
            }
            let measured = &mut teaching.false_alarms;
            measured.n_runs += 1;
            measured.n_alarmed += u32::from(!alarms(&lesson.observation).is_empty());
        }
        Taught::Ready(Box::new(Checking {
            name: self.name.clone(),
            runs: self.runs,
            property: PropertyName::new("invariants").expect("it is a name"),
            set: set_of(&teaching.kept, OnAlarm::Stop),
            teaching,
        }))
    }
}

/// The technique, taught.
struct Checking {
    name: TechniqueName,
    runs: Runs,
    property: PropertyName,
    set: Blob,
    teaching: Teaching,
}

impl Technique for Checking {
    fn name(&self) -> &TechniqueName {
        &self.name
    }

    fn plan(&self, setting: &Setting<'_>) -> Result<Plan, PlanError> {
        let case = |data_set: &DataSet| {
            let runs = self.runs.on(setting, data_set).into_iter();
            Case {
                technique: self.name.clone(),
                property: self.property.clone(),
                data_set: data_set.name.clone(),
                seed: None,
                requests: runs.map(|run| Arc::new(checked(run, &self.set))).collect(),
            }
        };
        Ok(Plan {
            cases: setting.data_sets.iter().map(case).collect(),
            skipped: Vec::new(),
        })
    }

    /// One alarm is enough.
    fn needs_rest(&self, _: &Case, first: &Observation) -> bool {
        alarms(first).is_empty()
    }

    fn judge(&self, _: &Case, observed: &[&Observation]) -> Verdict {
        if let Some(alarm) = observed.iter().flat_map(|run| alarms(run)).next() {
            return Verdict::Violated(Evidence {
                cause: Cause::InvariantBroken,
                detail: alarm.detail,
            });
        }
        // A run that ended early showed only some of its calls.
        match observed.iter().find_map(|run| abnormal_end(run.exit)) {
            None => Verdict::Satisfied,
            Some(evidence) => Verdict::Inconclusive(Reason::AbnormalEnd {
                detail: evidence.detail,
            }),
        }
    }

    fn teaching(&self) -> Option<&Teaching> {
        Some(&self.teaching)
    }
}

/// An invariant that did not hold.
struct Alarm {
    id: String,
    detail: String,
}

/// The alarms of a run, the first one first.
fn alarms(observation: &Observation) -> Vec<Alarm> {
    let Some(file) = observation.outputs.get(&output(protocol::ALARMS_FILE)) else {
        return Vec::new();
    };
    let read = |line: &str| {
        let (id, values) = line.split_once('\t').unwrap_or((line, ""));
        Alarm {
            id: id.to_owned(),
            detail: format!("`{id}`: {}", values.replace('\t', ", ")),
        }
    };
    file.to_text().lines().map(read).collect()
}

fn set_of(invariants: &[Invariant], on_alarm: OnAlarm) -> Blob {
    Blob::new(learned(invariants, on_alarm).to_string().into_bytes())
}

/// A request that checks a set.
fn checked(request: Request, set: &Blob) -> Request {
    let mut request = request.with_probe(Probe::Check);
    let name = InputName::new(protocol::INVARIANTS_FILE).expect("it is a name");
    request.inputs.insert(name, set.clone());
    request.outputs.insert(output(protocol::ALARMS_FILE));
    request
}

fn output(name: &str) -> OutputName {
    OutputName::new(name).expect("it is a name")
}

#[cfg(test)]
mod tests {
    use killrate_invariants::{Call, Function, Trace};
    use killrate_model::{Exit, Interface};
    use killrate_watch::{Observe, Place, Row, Shape};

    use super::*;
    use crate::testing::{data_set, interface, observation};

    fn shape<T: Observe>(name: &str) -> Shape {
        let mut shape = Shape::default();
        T::columns(name, Place::TOP, &mut shape);
        shape
    }

    fn row(value: i64) -> Row {
        let mut row = Row::default();
        value.see(Place::TOP, &mut row);
        row
    }

    /// A run in which `f` was given these numbers and gave twice as much.
    fn traced(numbers: impl Iterator<Item = i64>) -> Observation {
        let function = Function {
            name: "src/main.rs::f".to_owned(),
            entry: shape::<i64>("n"),
            exit: shape::<i64>("return"),
        };
        let call = |n: i64| Call {
            function: 1,
            entry: row(n),
            exit: Some(row(2 * n)),
        };
        let trace = Trace {
            functions: [(1, function)].into(),
            calls: numbers.map(call).collect(),
        };
        let mut seen = observation(Exit::Exited { code: 0 }, Some("a"));
        let bytes = Blob::new(trace.to_bytes());
        seen.outputs.insert(output(protocol::TRACE_FILE), bytes);
        seen
    }

    fn alarmed(code: i32, lines: &str) -> Observation {
        let mut seen = observation(Exit::Exited { code }, Some("a"));
        if !lines.is_empty() {
            let bytes = Blob::new(lines.as_bytes());
            seen.outputs.insert(output(protocol::ALARMS_FILE), bytes);
        }
        seen
    }

    const EVEN: &str = "src/main.rs::f/exit/linear/return,orig(n)";
    const ORDER: &str = "src/main.rs::f/exit/ordering/orig(n),return";

    fn taught(learner: &dyn Learner, setting: &Setting<'_>, seen: &[Observation]) -> Taught {
        let requests = learner.lessons(setting);
        let observations = seen.iter().cycle().map(|seen| Arc::new(seen.clone()));
        let lessons: Vec<Lesson> = requests
            .into_iter()
            .zip(observations)
            .map(|(request, observation)| Lesson {
                request,
                observation,
            })
            .collect();
        learner.learn(&lessons)
    }

    #[track_caller]
    fn more(taught: Taught) -> Box<dyn Learner> {
        match taught {
            Taught::WantsMore(learner) => learner,
            Taught::Ready(_) => panic!("it has not seen enough"),
        }
    }

    /// Teaches the technique: a candidate that an alarm names is dropped.
    fn technique(interface: &Interface, data_sets: &[DataSet]) -> Box<dyn Technique> {
        technique_of(&Assertions::new(), interface, data_sets)
    }

    fn technique_of(
        learner: &Assertions,
        interface: &Interface,
        data_sets: &[DataSet],
    ) -> Box<dyn Technique> {
        let setting = Setting {
            interface,
            data_sets,
        };
        let first = taught(learner, &setting, &[traced(1..20), traced(5..40)]);
        let keeping = more(first);
        let broken = format!("{ORDER}\torig(n) = -1\treturn = -2\n");
        let second = taught(&*keeping, &setting, &[alarmed(0, ""), alarmed(0, &broken)]);
        let measuring = more(second);
        let refused = observation(Exit::Exited { code: 1 }, None);
        let runs = [alarmed(0, ""), alarmed(0, "x\n"), refused];
        match taught(&*measuring, &setting, &runs) {
            Taught::Ready(technique) => technique,
            Taught::WantsMore(_) => panic!("it has seen enough"),
        }
    }

    fn data_sets() -> [DataSet; 2] {
        [
            data_set("few", "x\n1\n2\n3\n"),
            data_set("more", "x\n4\n5\n6\n7\n"),
        ]
    }

    #[test]
    fn what_held_out_data_contradict_is_dropped_and_alarms_are_counted() {
        let technique = technique(&interface(), &data_sets());
        let teaching = technique.teaching().unwrap();
        let ids: Vec<&str> = teaching.kept.iter().map(|kept| kept.id.as_str()).collect();
        assert!(ids.contains(&EVEN), "{ids:?}");
        assert!(!ids.contains(&ORDER), "{ids:?}");
        assert_eq!(teaching.n_candidates, ids.len() as u64 + 1);
        assert_eq!((teaching.n_functions, teaching.n_calls), (1, 54));
        // On each data set 20 permutations, 90 other samples, and the data set itself.
        assert_eq!(teaching.n_keeping_runs, 2 * 111);
        // Of 120 runs, every third is refused and does not count.
        let expected = FalseAlarms {
            n_runs: 80,
            n_alarmed: 40,
        };
        assert_eq!(teaching.false_alarms, expected);
    }

    #[test]
    fn kin_of_what_broke_are_not_trusted() {
        let traced = [traced(1..20), traced(5..40)];
        let mut engine = Engine::default();
        for seen in &traced {
            engine.read_run(seen.outputs[&output(protocol::TRACE_FILE)].bytes());
        }
        let invariants = engine.invariants();
        let find = |id: &str| invariants.iter().find(|known| known.id == id).unwrap();
        let (order, even) = (find(ORDER), find(EVEN));
        assert!(are_kin(order, order));
        assert!(!are_kin(even, order));
        let mut elsewhere = order.clone();
        elsewhere.function = "src/main.rs::g".to_owned();
        assert!(!are_kin(&elsewhere, order));
        let mut firm = order.clone();
        firm.template = "equality";
        assert!(!are_kin(&firm, &firm));
    }

    #[test]
    fn the_same_seeds_are_not_used_to_keep_and_to_measure() {
        let (interface, data_sets) = (interface(), data_sets());
        let setting = Setting {
            interface: &interface,
            data_sets: &data_sets,
        };
        let seeds = |purpose| -> BTreeSet<u64> {
            let requests = held_out::requests(&setting, purpose).into_iter();
            requests.filter_map(|request| request.seed).collect()
        };
        let (keep, measure) = (seeds(Purpose::Keep), seeds(Purpose::Measure));
        assert_eq!((keep.len(), measure.len()), (110, 60));
        assert!(keep.is_disjoint(&measure));
    }

    #[track_caller]
    fn check(seen: &Observation, expected: &Verdict) {
        let (interface, data_sets) = (interface(), data_sets());
        let technique = technique(&interface, &data_sets);
        let setting = Setting {
            interface: &interface,
            data_sets: &data_sets,
        };
        let plan = technique.plan(&setting).unwrap();
        assert_eq!(plan.cases.len(), 2);
        let request = &plan.cases[0].requests[0];
        assert_eq!(request.probes, [Probe::Check].into());
        let set = InputName::new(protocol::INVARIANTS_FILE).unwrap();
        assert!(request.inputs[&set].to_text().contains(EVEN));
        assert_eq!(&technique.judge(&plan.cases[0], &[seen]), expected);
    }

    #[test]
    fn a_run_without_an_alarm_is_not_flagged() {
        check(&alarmed(0, ""), &Verdict::Satisfied);
    }

    #[test]
    fn an_alarm_is_a_violation_with_its_values() {
        let line = format!("{EVEN}\torig(n) = 3\treturn = 7\n");
        let expected = Verdict::Violated(Evidence {
            cause: Cause::InvariantBroken,
            detail: format!("`{EVEN}`: orig(n) = 3, return = 7"),
        });
        check(&alarmed(88, &line), &expected);
    }

    #[test]
    fn a_random_program_is_run_with_many_seeds_and_one_alarm_is_enough() {
        let (interface, data_sets) = (interface(), data_sets());
        let technique = technique_of(&Assertions::new().repeated(3), &interface, &data_sets);
        // Every run that is judged is one that an invariant of the original has to hold on.
        let n_keeping_runs = technique.teaching().unwrap().n_keeping_runs;
        assert_eq!(n_keeping_runs, 2 * (111 + 3));
        let setting = Setting {
            interface: &interface,
            data_sets: &data_sets,
        };
        let case = technique.plan(&setting).unwrap().cases.remove(0);
        let seeds: Vec<Option<u64>> = case.requests.iter().map(|request| request.seed).collect();
        assert_eq!(seeds, [Some(1), Some(2), Some(3)]);
        let (silent, crash) = (alarmed(0, ""), alarmed(101, ""));
        let alarm = alarmed(88, &format!("{EVEN}\torig(n) = 3\treturn = 7\n"));
        let judge = |runs: [&Observation; 3]| technique.judge(&case, &runs);
        assert_eq!(judge([&silent, &silent, &silent]), Verdict::Satisfied);
        assert!(matches!(
            judge([&silent, &crash, &alarm]),
            Verdict::Violated(_)
        ));
        assert!(matches!(
            judge([&silent, &crash, &silent]),
            Verdict::Inconclusive(_)
        ));
        assert!(technique.needs_rest(&case, &silent));
        assert!(!technique.needs_rest(&case, &alarm));
    }

    #[test]
    fn a_crash_without_an_alarm_says_nothing() {
        let expected = Verdict::Inconclusive(Reason::AbnormalEnd {
            detail: "panicked (exit code 101)".to_owned(),
        });
        check(&alarmed(101, ""), &expected);
    }
}
