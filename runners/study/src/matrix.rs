//! Every variant's observations of every request, and the verdicts that follow from them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_model::{Observation, Request, Variant, Verdict};
use killrate_record::Basis;
use rayon::prelude::*;

use crate::observer::{ObserveError, Observer, Seen};
use crate::planned::{Planned, PlannedCase};

/// The observations of one subject: a row per variant, a column per distinct request.
pub(crate) struct Matrix {
    pub(crate) variants: Vec<Variant>,
    /// Nothing where no technique needs to see it.
    seen: Vec<Option<Seen>>,
    n_requests: usize,
    /// The follow-up round, by variant and case, where a technique asked for one.
    rounds: BTreeMap<(usize, usize), Vec<Seen>>,
}

/// The follow-up round that one case asks for on one variant.
struct Round {
    variant: usize,
    case: usize,
    requests: Vec<Arc<Request>>,
}

/// One judgement.
pub(crate) struct Judged {
    pub(crate) variant: usize,
    pub(crate) case: usize,
    pub(crate) verdict: Verdict,
    pub(crate) basis: Basis,
}

impl Matrix {
    /// Runs what must be run, each distinct execution once.
    pub(crate) fn observe(
        variants: Vec<Variant>,
        planned: &Planned,
        observer: &mut Observer<'_>,
    ) -> Result<Self, ObserveError> {
        let n_requests = planned.requests.len();
        let mut matrix = Self {
            seen: vec![None; variants.len() * n_requests],
            variants,
            n_requests,
            rounds: BTreeMap::new(),
        };
        let firsts = planned
            .cases
            .iter()
            .filter_map(|case| case.requests.first());
        let firsts: BTreeSet<usize> = firsts.copied().collect();
        let all = 0..matrix.variants.len();
        let wanted = all.flat_map(|variant| firsts.iter().map(move |&request| (variant, request)));
        matrix.fill(wanted.collect(), planned, observer)?;
        matrix.fill(matrix.rest(planned), planned, observer)?;
        matrix.follow_up(planned, observer)?;
        Ok(matrix)
    }

    /// What a variant showed for a request, by their positions; nothing where it need not be seen.
    pub(crate) fn seen(&self, variant: usize, request: usize) -> Option<&Seen> {
        self.seen[variant * self.n_requests + request].as_ref()
    }

    /// The variants and requests that are still to be seen, now that the first request of every
    /// case was.
    fn rest(&self, planned: &Planned) -> Vec<(usize, usize)> {
        let mut wanted = Vec::new();
        for variant in 0..self.variants.len() {
            let mut requests = BTreeSet::new();
            for planned_case in &planned.cases {
                let Some((&first, rest)) = planned_case.requests.split_first() else {
                    continue;
                };
                let technique = &planned.techniques[planned_case.technique];
                let is_needed = |seen: &Seen| {
                    technique.needs_rest(&planned_case.case, seen.observation.as_ref())
                };
                if self.seen(variant, first).is_some_and(is_needed) {
                    let unseen = |request: &&usize| self.seen(variant, **request).is_none();
                    requests.extend(rest.iter().filter(unseen));
                }
            }
            wanted.extend(requests.into_iter().map(|request| (variant, request)));
        }
        wanted
    }

    fn fill(
        &mut self,
        wanted: Vec<(usize, usize)>,
        planned: &Planned,
        observer: &Observer<'_>,
    ) -> Result<(), ObserveError> {
        let pair = |&(variant, request): &(usize, usize)| {
            let request = Arc::clone(&planned.requests[request]);
            (self.variants[variant], request)
        };
        let pairs: Vec<(Variant, Arc<Request>)> = wanted.iter().map(pair).collect();
        let seen = observer.observe(&pairs)?;
        for ((variant, request), seen) in wanted.into_iter().zip(seen) {
            self.seen[variant * self.n_requests + request] = Some(seen);
        }
        Ok(())
    }

    /// What the follow-up rounds of these cases showed, whichever variant asked.
    pub(crate) fn rounds<'a>(
        &'a self,
        is_wanted: impl Fn(usize) -> bool + 'a,
    ) -> impl Iterator<Item = &'a Seen> {
        self.rounds
            .iter()
            .filter(move |((_, case), _)| is_wanted(*case))
            .flat_map(|(_, seen)| seen)
    }

    /// Every verdict, in the order of variants, then cases.
    pub(crate) fn judge(&self, planned: &Planned) -> Vec<Judged> {
        (0..self.variants.len())
            .into_par_iter()
            .flat_map_iter(|variant| {
                let judge = move |(case, planned_case)| {
                    self.judge_one(variant, case, planned_case, planned)
                };
                planned.cases.iter().enumerate().map(judge)
            })
            .collect()
    }

    fn judge_one(
        &self,
        variant: usize,
        case: usize,
        planned_case: &PlannedCase,
        planned: &Planned,
    ) -> Judged {
        let seen = self.seen_by(variant, case, planned_case);
        let observed: Vec<&Observation> =
            seen.iter().map(|seen| seen.observation.as_ref()).collect();
        let technique = &planned.techniques[planned_case.technique];
        let bases = || seen.iter().map(|seen| seen.basis);
        let basis = if bases().any(|basis| basis == Basis::Run) {
            Basis::Run
        } else if bases().all(|basis| basis == Basis::NotReached) {
            Basis::NotReached
        } else {
            Basis::NotInfected
        };
        Judged {
            variant,
            case,
            verdict: technique.judge(&planned_case.case, &observed),
            basis,
        }
    }

    fn seen_by(&self, variant: usize, case: usize, planned_case: &PlannedCase) -> Vec<&Seen> {
        let own = planned_case
            .requests
            .iter()
            .map_while(|&request| self.seen(variant, request));
        let round = self.rounds.get(&(variant, case)).into_iter().flatten();
        own.chain(round).collect()
    }

    /// Runs what techniques ask for after seeing a variant's first observations.
    fn follow_up(
        &mut self,
        planned: &Planned,
        observer: &mut Observer<'_>,
    ) -> Result<(), ObserveError> {
        let mut asked: Vec<Round> = Vec::new();
        for variant in 0..self.variants.len() {
            for (case, planned_case) in planned.cases.iter().enumerate() {
                let seen = self.seen_by(variant, case, planned_case);
                let observed: Vec<&Observation> =
                    seen.iter().map(|seen| seen.observation.as_ref()).collect();
                let technique = &planned.techniques[planned_case.technique];
                let requests = technique.follow_up(&planned_case.case, &observed);
                if !requests.is_empty() {
                    let requests = requests.into_iter().map(Arc::new).collect();
                    asked.push(Round {
                        variant,
                        case,
                        requests,
                    });
                }
            }
        }
        let requests: Vec<Arc<Request>> = asked
            .iter()
            .flat_map(|round| round.requests.iter().cloned())
            .collect();
        observer.learn(&requests)?;
        let pairs: Vec<(Variant, Arc<Request>)> = asked
            .iter()
            .flat_map(|round| {
                let variant = self.variants[round.variant];
                round
                    .requests
                    .iter()
                    .map(move |request| (variant, Arc::clone(request)))
            })
            .collect();
        let mut seen = observer.observe(&pairs)?.into_iter();
        for round in asked {
            let seen = seen.by_ref().take(round.requests.len()).collect();
            self.rounds.insert((round.variant, round.case), seen);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::atomic::AtomicBool;

    use killrate_executor::{Executor, Program, Settings};
    use killrate_model::{
        Blob, Case, Cause, DataSetName, Digest, Evidence, InputName, PropertyName, SubjectName,
        TechniqueName,
    };
    use killrate_techniques::{Plan, PlanError, Setting, Technique};

    use super::*;
    use crate::design::Roster;

    /// A program that prints its input, and more for mutant 1 when the input is `two`. While it checks
    /// invariants, mutant 1 says so and mutant 2 is killed.
    const PROGRAM: &str = "#!/bin/sh\n\
        text=$(cat \"$1\")\n\
        if [ \"$KILLRATE_MUTANT\" = 1 ] && [ \"$text\" = two ]; then text=wrong; fi\n\
        case \"$KILLRATE_PROBE$KILLRATE_MUTANT\" in\n\
        invariants1) text=checked ;;\n\
        invariants2) kill -9 $$ ;;\n\
        esac\n\
        echo \"$text\"\n";

    /// Runs the program on `one`, then on `two` because it printed `one`, and expects `two`.
    struct Chained(TechniqueName);

    fn request(text: &str) -> Request {
        Request {
            arguments: vec!["{text}".to_owned()],
            inputs: [(InputName::new("text").unwrap(), Blob::new(text.as_bytes()))].into(),
            outputs: [].into(),
            seed: None,
            probes: [].into(),
        }
    }

    impl Technique for Chained {
        fn name(&self) -> &TechniqueName {
            &self.0
        }

        fn plan(&self, _setting: &Setting<'_>) -> Result<Plan, PlanError> {
            let case = Case {
                technique: self.0.clone(),
                property: PropertyName::new("chain").unwrap(),
                data_set: DataSetName::new("none").unwrap(),
                seed: None,
                requests: vec![Arc::new(request("one"))],
            };
            Ok(Plan {
                cases: vec![case],
                skipped: vec![],
            })
        }

        fn follow_up(&self, _case: &Case, observed: &[&Observation]) -> Vec<Request> {
            match observed[0].stdout.bytes() {
                b"one\n" => vec![request("two")],
                _ => vec![],
            }
        }

        fn judge(&self, _case: &Case, observed: &[&Observation]) -> Verdict {
            assert_eq!(
                observed.len(),
                2,
                "the follow-up run comes after the planned one"
            );
            match observed[1].stdout.bytes() {
                b"two\n" => Verdict::Satisfied,
                other => Verdict::Violated(Evidence {
                    cause: Cause::RelationBroken,
                    detail: String::from_utf8_lossy(other).trim().to_owned(),
                }),
            }
        }
    }

    /// Runs the program on `two` and then on `one`, unless the first run printed `wrong`; tells how
    /// many runs it was given.
    struct Guarded(TechniqueName);

    impl Technique for Guarded {
        fn name(&self) -> &TechniqueName {
            &self.0
        }

        fn plan(&self, _setting: &Setting<'_>) -> Result<Plan, PlanError> {
            let case = Case {
                technique: self.0.clone(),
                property: PropertyName::new("guard").unwrap(),
                data_set: DataSetName::new("none").unwrap(),
                seed: None,
                requests: vec![Arc::new(request("two")), Arc::new(request("one"))],
            };
            Ok(Plan {
                cases: vec![case],
                skipped: vec![],
            })
        }

        fn needs_rest(&self, _case: &Case, first: &Observation) -> bool {
            first.stdout.bytes() != b"wrong\n"
        }

        fn judge(&self, _case: &Case, observed: &[&Observation]) -> Verdict {
            Verdict::Violated(Evidence {
                cause: Cause::RelationBroken,
                detail: format!("{} runs", observed.len()),
            })
        }
    }

    /// Runs the program twice, with and without checking invariants, and tells what it printed.
    struct Both(TechniqueName);

    impl Technique for Both {
        fn name(&self) -> &TechniqueName {
            &self.0
        }

        fn plan(&self, _setting: &Setting<'_>) -> Result<Plan, PlanError> {
            let case = |name: &str, request: Request| Case {
                technique: self.0.clone(),
                property: PropertyName::new(name).unwrap(),
                data_set: DataSetName::new("none").unwrap(),
                seed: None,
                requests: vec![Arc::new(request)],
            };
            let checked = request("one").with_invariants(&Blob::new(*b"set"));
            Ok(Plan {
                cases: vec![case("plain", request("one")), case("checked", checked)],
                skipped: vec![],
            })
        }

        fn judge(&self, _case: &Case, observed: &[&Observation]) -> Verdict {
            Verdict::Violated(Evidence {
                cause: Cause::RelationBroken,
                detail: format!(
                    "{} {}",
                    observed[0].exit,
                    observed[0].stdout.to_text().trim()
                ),
            })
        }
    }

    /// The verdicts of a technique on the original and two mutants, and how many runs its follow-up
    /// round had.
    fn verdicts(technique: Box<dyn Technique>) -> (Vec<String>, usize) {
        let folder = tempfile::tempdir().unwrap();
        let binary = folder.path().join("program");
        std::fs::write(&binary, PROGRAM).unwrap();
        std::fs::set_permissions(&binary, std::fs::Permissions::from_mode(0o755)).unwrap();
        let settings = Settings {
            scratch: folder.path().join("scratch"),
            threads: NonZeroUsize::MIN,
        };
        let executor = Executor::open(settings).unwrap();
        let (subject, stop) = (SubjectName::new("program").unwrap(), AtomicBool::new(false));
        let program = Program::new(binary, Digest::of(PROGRAM.as_bytes()));
        let mut observer = Observer::new(&executor, &subject, true, program, &stop, &|_| {});
        let roster = Roster {
            techniques: vec![technique],
            learners: vec![],
        };
        let interface = killrate_model::Interface {
            arguments: vec![],
            inputs: [].into(),
            outputs: [].into(),
        };
        let setting = Setting {
            interface: &interface,
            data_sets: &[],
        };
        let planned = Planned::new(roster, &setting, &mut observer).unwrap();
        let variants = vec![Variant::Original, Variant::Mutant(1), Variant::Mutant(2)];
        let matrix = Matrix::observe(variants, &planned, &mut observer).unwrap();
        let judged = matrix.judge(&planned);
        let verdicts = judged.iter().map(|judged| judged.verdict.to_string());
        (verdicts.collect(), matrix.rounds(|case| case == 0).count())
    }

    #[test]
    fn a_follow_up_round_runs_what_the_first_observations_ask_for() {
        let name = TechniqueName::new("chained").unwrap();
        let (verdicts, n_rounds) = verdicts(Box::new(Chained(name)));
        assert_eq!(
            verdicts,
            [
                "satisfied",
                "violated (relation-broken): wrong",
                "satisfied"
            ]
        );
        assert_eq!(n_rounds, 3);
    }

    #[test]
    fn a_run_that_checks_invariants_stands_for_one_that_does_not_unless_it_was_ended() {
        let name = TechniqueName::new("both").unwrap();
        let (verdicts, _) = verdicts(Box::new(Both(name)));
        let expected = [
            // The original is run on everything.
            "exit code 0 one",
            "exit code 0 one",
            "exit code 0 checked",
            "exit code 0 checked",
            // What was killed while it checked is run again without.
            "exit code 0 one",
            "killed by signal 9 ",
        ];
        let expected = expected.map(|shown| format!("violated (relation-broken): {shown}"));
        assert_eq!(verdicts, expected);
    }

    #[test]
    fn runs_that_cannot_matter_after_the_first_are_left_out() {
        let name = TechniqueName::new("guarded").unwrap();
        let (verdicts, _) = verdicts(Box::new(Guarded(name)));
        assert_eq!(
            verdicts,
            [
                "violated (relation-broken): 2 runs",
                "violated (relation-broken): 1 runs",
                "violated (relation-broken): 2 runs"
            ]
        );
    }
}
