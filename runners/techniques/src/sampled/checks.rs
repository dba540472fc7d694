//! The techniques of this kind on made-up programs.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_model::{
    Blob, Case, DataSet, Exit, Observation, OutputName, ProgramName, PropertyName, Reason, Request,
    Rng, Verdict,
};
use killrate_properties::Property;
use killrate_statistics::{Metric, PAIRINGS, Pairing, TwoSampleTest};

use crate::commands::Commands;
use crate::sampled::reading::Side;
use crate::sampled::{
    Calibrated, Compared, Layout, Measured, MetricCommand, ProfileMetric, Reading, SampledProperty,
    Sampling, ThesisSampled,
};
use crate::testing::{conclude, data_set, interface, observation, wrote};
use crate::{
    CalibratedCase, Exchange, Fact, Learner, Plan, Setting, Step, Technique, TechniqueKind,
    Transcript,
};

fn out() -> OutputName {
    OutputName::new("out").unwrap()
}

/// `rows` × 10 should give numbers × 10.
fn scaled() -> BTreeMap<PropertyName, SampledProperty> {
    properties(Reading::Number {
        output: out(),
        times: 10.0,
        plus: 0.0,
    })
}

/// Rankings, paired so, should be as alike as before when `rows` are multiplied.
fn ranked(pairing: Pairing) -> BTreeMap<PropertyName, SampledProperty> {
    let metric = Metric::from_name("normalized-equivalence").unwrap();
    properties(Reading::Profile {
        output: out(),
        metric: ProfileMetric::Known(metric),
        pairing,
        share: 0.1,
        labels: None,
    })
}

fn properties(reading: Reading) -> BTreeMap<PropertyName, SampledProperty> {
    let condition = "multiply(rows, 10)".to_owned();
    let property = SampledProperty {
        transform: Property::parse(&format!("if {condition} then equal(out)")).unwrap(),
        condition,
        reading,
    };
    [(PropertyName::new("scale").unwrap(), property)].into()
}

fn sampling(n_runs: u64, first_look: Option<u64>) -> Sampling {
    Sampling {
        n_runs,
        first_look,
        level: 0.05,
        tests: ["brown-forsythe", "welch"]
            .map(|name| TwoSampleTest::from_name(name).unwrap())
            .to_vec(),
        seed: 3,
    }
}

/// A number from 0 to 1 that a request's seed decides.
fn unit(request: &Request) -> f64 {
    let mut rng = Rng::new(request.seed.unwrap());
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// What the rows are multiplied by: 1 in source runs, 10 in follow-up runs.
fn factor(request: &Request) -> f64 {
    let rows = request.inputs.values().next().unwrap().to_text();
    rows.lines().nth(1).unwrap().parse().unwrap()
}

/// A program that draws from [a, b], both ends scaled by its input.
fn drawing(a: f64, b: f64) -> impl Fn(&Request) -> Observation {
    drawing_shrunk(a, b, 0.0, 0.0)
}

/// The same with a range that silently loses something at its ends, whatever its input.
fn drawing_shrunk(a: f64, b: f64, at_start: f64, at_end: f64) -> impl Fn(&Request) -> Observation {
    move |request| {
        let (low, high) = (a * factor(request) + at_start, b * factor(request) - at_end);
        wrote(&format!("{}\n", low + unit(request) * (high - low)))
    }
}

/// A program that ranks ten elements, of which it swaps so many random neighbours.
fn ranking(n_swaps: impl Fn(f64) -> u64) -> impl Fn(&Request) -> Observation {
    move |request| {
        let mut order: Vec<u32> = (0..10).collect();
        let mut rng = Rng::new(request.seed.unwrap());
        for _ in 0..n_swaps(factor(request)) {
            let place = rng.below(9) as usize;
            order.swap(place, place + 1);
        }
        let lines: String = order.iter().map(|element| format!("{element}\n")).collect();
        wrote(&lines)
    }
}

/// What all techniques of these tests are made from.
fn layout(
    kind: TechniqueKind,
    properties: BTreeMap<PropertyName, SampledProperty>,
    sampling: Sampling,
) -> Layout {
    Layout {
        kind,
        interface: interface(),
        properties,
        transform_seeds: vec![1],
        sampling,
        compared: Compared::SourceWithFollowUp,
    }
}

/// Answers every ask by what a program shows, until something is concluded; gives that and how many
/// runs it took.
fn answered<T>(
    program: impl Fn(&Request) -> Observation,
    mut step: impl FnMut(&Transcript) -> Step<T>,
) -> (T, usize) {
    let mut transcript = Transcript::default();
    loop {
        match step(&transcript) {
            Step::Conclude(conclusion) => return (conclusion, transcript.runs().len()),
            Step::Ask(requests) => transcript.add_round(
                requests
                    .into_iter()
                    .map(|request| Exchange {
                        observation: Arc::new(program(&request)),
                        request,
                    })
                    .collect(),
            ),
        }
    }
}

/// The technique that a learner becomes when it sees this original.
fn learnt(
    layout: Layout,
    data_sets: &[DataSet],
    original: impl Fn(&Request) -> Observation,
) -> Box<dyn Technique> {
    let interface = interface();
    let setting = Setting {
        interface: &interface,
        data_sets,
    };
    let mut learner = Calibrated::new(layout);
    answered(original, |transcript| learner.step(&setting, transcript)).0
}

fn calibrations(technique: &dyn Technique) -> Vec<CalibratedCase> {
    let facts = technique.facts().into_iter();
    facts
        .map(|fact| match fact {
            Fact::Calibrated(case) => case,
            Fact::Taught(_) => panic!("nothing else is told"),
        })
        .collect()
}

struct Study {
    technique: Box<dyn Technique>,
    case: Case,
}

impl Study {
    /// The calibrated technique after it saw this original.
    fn calibrated(
        kind: TechniqueKind,
        properties: BTreeMap<PropertyName, SampledProperty>,
        sampling: Sampling,
        original: impl Fn(&Request) -> Observation,
    ) -> Self {
        let data_sets = vec![data_set("few", "x\n1\n")];
        let layout = layout(kind, properties, sampling);
        Self::new(learnt(layout, &data_sets, original), &data_sets)
    }

    fn thesis(
        kind: TechniqueKind,
        properties: BTreeMap<PropertyName, SampledProperty>,
        n_runs: u64,
    ) -> Self {
        let data_sets = [data_set("few", "x\n1\n")];
        let layout = layout(kind, properties, sampling(n_runs, None));
        Self::new(Box::new(ThesisSampled::new(layout)), &data_sets)
    }

    fn new(technique: Box<dyn Technique>, data_sets: &[DataSet]) -> Self {
        let interface = interface();
        let setting = Setting {
            interface: &interface,
            data_sets,
        };
        let Plan { mut cases, skipped } = technique.plan(&setting).unwrap();
        assert_eq!((cases.len(), skipped.len()), (1, 0));
        Self {
            technique,
            case: cases.remove(0),
        }
    }

    /// The verdict on a program, and how many runs it took.
    fn judge(&self, program: impl Fn(&Request) -> Observation) -> (Verdict, usize) {
        answered(program, |transcript| {
            self.technique.step(&self.case, transcript)
        })
    }

    fn is_violated(&self, program: impl Fn(&Request) -> Observation) -> bool {
        matches!(self.judge(program).0, Verdict::Violated(_))
    }
}

#[test]
fn the_t_test_misses_a_range_that_shrinks_at_both_ends_and_the_calibrated_tests_do_not() {
    let thesis = Study::thesis(TechniqueKind::StatisticalThesis, scaled(), 60);
    let calibrated = Study::calibrated(
        TechniqueKind::Statistical,
        scaled(),
        sampling(60, None),
        drawing(4.0, 7.0),
    );
    for study in [&thesis, &calibrated] {
        assert!(!study.is_violated(drawing(4.0, 7.0)));
        // [A+1, B] and [A, B−1].
        assert!(study.is_violated(drawing_shrunk(4.0, 7.0, 1.0, 0.0)));
        assert!(study.is_violated(drawing_shrunk(4.0, 7.0, 0.0, 1.0)));
    }
    // [A+1, B−1].
    assert!(!thesis.is_violated(drawing_shrunk(4.0, 7.0, 1.0, 1.0)));
    assert!(calibrated.is_violated(drawing_shrunk(4.0, 7.0, 1.0, 1.0)));
}

#[test]
fn runs_have_seeds_of_their_own_and_requests_no_variant() {
    let study = Study::thesis(TechniqueKind::StatisticalThesis, scaled(), 5);
    let seeds: BTreeSet<Option<u64>> = study
        .case
        .requests
        .iter()
        .map(|request| request.seed)
        .collect();
    assert_eq!((study.case.requests.len(), seeds.len()), (10, 10));
    assert_eq!(factor(&study.case.requests[4]), 1.0);
    assert_eq!(factor(&study.case.requests[5]), 10.0);
}

#[test]
fn a_clear_verdict_ends_the_sample_early_and_an_open_one_takes_all_runs() {
    let study = Study::calibrated(
        TechniqueKind::Statistical,
        scaled(),
        sampling(40, Some(10)),
        drawing(4.0, 10.0),
    );
    let (verdict, n_runs) = study.judge(drawing_shrunk(4.0, 10.0, 5.0, 0.0));
    assert!(matches!(verdict, Verdict::Violated(_)));
    assert_eq!(n_runs, 20);
    assert_eq!(study.judge(drawing(4.0, 10.0)), (Verdict::Satisfied, 80));
}

#[test]
fn profiles_differ_where_one_side_is_more_random_and_not_where_both_are_equally_bad() {
    let study = Study::calibrated(
        TechniqueKind::Heuristic,
        ranked(Pairing::Disjoint),
        sampling(60, None),
        ranking(|_| 3),
    );
    assert!(!study.is_violated(ranking(|_| 3)));
    assert!(study.is_violated(ranking(|factor| if factor > 1.0 { 9 } else { 3 })));
    // The weakness of the technique: two equally bad profiles pass.
    assert!(!study.is_violated(ranking(|_| 9)));
    let thesis = Study::thesis(
        TechniqueKind::HeuristicThesis,
        ranked(Pairing::Consecutive),
        60,
    );
    assert!(thesis.is_violated(ranking(|factor| if factor > 1.0 { 9 } else { 3 })));
}

#[test]
fn what_the_original_showed_is_told_with_its_errors() {
    let study = Study::calibrated(
        TechniqueKind::Statistical,
        scaled(),
        sampling(30, None),
        drawing(4.0, 10.0),
    );
    let told = calibrations(&*study.technique);
    assert_eq!(told.len(), 1);
    let calibration = &told[0].calibration;
    assert!((calibration.level - 0.05).abs() < 1e-12);
    assert_eq!(calibration.n_trials, 1000);
    // Two tests look at the same runs, so each must be surer than 0.05.
    assert!(calibration.threshold < 0.05 && calibration.threshold > 0.01);
}

#[test]
fn failed_runs_and_unusable_outputs_decide_nothing() {
    let study = Study::thesis(TechniqueKind::StatisticalThesis, scaled(), 5);
    let crash = observation(Exit::Exited { code: 101 }, None);
    let detail = "source run: panicked (exit code 101)".to_owned();
    let alone = Verdict::Inconclusive(Reason::AbnormalEnd { detail });
    assert_eq!(study.judge(|_| crash.clone()), (alone, 1));
    let (verdict, _) = study.judge(|request| {
        if factor(request) > 1.0 {
            crash.clone()
        } else {
            wrote("1\n")
        }
    });
    let detail = "follow-up run: panicked (exit code 101)".to_owned();
    assert_eq!(
        verdict,
        Verdict::Inconclusive(Reason::AbnormalEnd { detail })
    );
    for text in ["", "NaN\n", "inf\n", "1 2\n"] {
        let (verdict, _) = study.judge(|_| wrote(text));
        let detail = "`out` is not a number".to_owned();
        assert_eq!(
            verdict,
            Verdict::Inconclusive(Reason::UnusableOutput { detail })
        );
    }
}

#[test]
fn an_original_that_cannot_be_learnt_from_is_skipped_with_the_reason() {
    let interface = interface();
    let data_sets = [data_set("few", "x\n1\n")];
    let setting = Setting {
        interface: &interface,
        data_sets: &data_sets,
    };
    let layout = layout(TechniqueKind::Statistical, scaled(), sampling(5, None));
    let technique = learnt(layout, &data_sets, |_| wrote("none\n"));
    let plan = technique.plan(&setting).unwrap();
    assert_eq!(plan.cases, []);
    assert_eq!(
        plan.skipped[0].reason,
        "it cannot be calibrated: `out` is not a number"
    );
}

#[test]
fn any_pairing_can_be_calibrated_and_tells_more_random_rankings_apart() {
    for (pairing, name) in PAIRINGS {
        let study = Study::calibrated(
            TechniqueKind::Heuristic,
            ranked(pairing),
            sampling(40, Some(10)),
            ranking(|_| 3),
        );
        assert!(!study.is_violated(ranking(|_| 3)), "{name}");
        let is_more_random = ranking(|factor| if factor > 1.0 { 20 } else { 3 });
        assert!(study.is_violated(is_more_random), "{name}");
        let threshold = calibrations(&*study.technique)[0].calibration.threshold;
        match pairing {
            Pairing::Disjoint => assert!(threshold > 0.01, "{threshold}"),
            _ => assert!(threshold < 0.02, "{name}: {threshold}"),
        }
    }
}

/// The calibrated technique for these data sets together, and its cases.
fn calibrated_for(data_sets: &[DataSet]) -> (Box<dyn Technique>, Vec<Case>) {
    let interface = interface();
    let setting = Setting {
        interface: &interface,
        data_sets,
    };
    let layout = layout(TechniqueKind::Statistical, scaled(), sampling(20, None));
    let technique = learnt(layout, data_sets, drawing(4.0, 10.0));
    let cases = technique.plan(&setting).unwrap().cases;
    (technique, cases)
}

/// Whether fresh runs of the original are accused in one of the cases.
fn is_accused((technique, cases): &(Box<dyn Technique>, Vec<Case>), trial: u64) -> bool {
    let program = drawing(4.0, 10.0);
    cases.iter().any(|case| {
        let purpose = format!("{trial} on {}", case.data_set);
        let rng = RefCell::new(Rng::for_purpose(9, &purpose));
        let fresh = |request: &Request| {
            let seed = rng.borrow_mut().next_u64();
            program(&request.clone().with_seed(seed))
        };
        let (verdict, _) = answered(fresh, |transcript| technique.step(case, transcript));
        matches!(verdict, Verdict::Violated(_))
    })
}

#[test]
fn many_data_sets_together_accuse_the_original_at_the_promised_rate_only() {
    const N_TRIALS: u64 = 300;
    let data_sets: Vec<DataSet> = (0..8)
        .map(|place| data_set(&format!("set-{place}"), "x\n1\n"))
        .collect();
    let together = calibrated_for(&data_sets);
    for case in calibrations(&*together.0) {
        assert!((case.calibration.level - (1.0 - 0.95_f64.powf(1.0 / 8.0))).abs() < 1e-12);
    }
    let is_alarm = |trial: &u64| is_accused(&together, *trial);
    let n_together = (0..N_TRIALS).filter(is_alarm).count();
    // The 99.9 % range of 300 trials at 5 %.
    assert!((4..=29).contains(&n_together), "{n_together}");
    // Each by itself keeps the level, and all of them together break it.
    let alone: Vec<_> = data_sets.chunks(1).map(calibrated_for).collect();
    let is_alarm = |trial: &u64| alone.iter().any(|each| is_accused(each, *trial));
    let n_alone = (0..N_TRIALS).filter(is_alarm).count();
    assert!(n_alone > 60, "{n_alone}");
}

#[test]
fn a_control_compares_source_runs_with_source_runs_on_their_own_scale() {
    let data_sets = [data_set("few", "x\n1\n")];
    let interface = interface();
    let setting = Setting {
        interface: &interface,
        data_sets: &data_sets,
    };
    let technique = ThesisSampled::new(Layout {
        compared: Compared::SourceWithSource,
        ..layout(
            TechniqueKind::StatisticalThesis,
            scaled(),
            sampling(5, None),
        )
    });
    let case = technique.plan(&setting).unwrap().cases.remove(0);
    assert!(case.requests.iter().all(|request| factor(request) == 1.0));
    let seeds: BTreeSet<Option<u64>> = case.requests.iter().map(|request| request.seed).collect();
    assert_eq!(seeds.len(), 10);
    let seen: Vec<Observation> = (0..10)
        .map(|run| wrote(&format!("{}\n", run % 5)))
        .collect();
    let observed: Vec<&Observation> = seen.iter().collect();
    // The same five numbers on both sides, which are not the tenth of each other.
    assert_eq!(conclude(&technique, &case, &observed), Verdict::Satisfied);
}

fn by_lines(measures: Measured, pairing: Pairing) -> Reading {
    Reading::Profile {
        output: out(),
        metric: ProfileMetric::Command(MetricCommand {
            name: "lines".to_owned(),
            measures,
            arguments: vec!["-l".to_owned()],
        }),
        pairing,
        share: 0.1,
        labels: None,
    }
}

/// A command that counts the lines of its files, and fails on empty ones.
fn counting(request: &Request) -> Observation {
    assert_eq!(request.program, ProgramName::Command("lines".to_owned()));
    let n_lines = |blob: &Blob| blob.to_text().lines().count();
    let counts: Vec<usize> = request.inputs.values().map(n_lines).collect();
    let mut seen = observation(Exit::Exited { code: 0 }, None);
    if counts.contains(&0) {
        seen.exit = Exit::Exited { code: 2 };
        seen.stderr = Blob::new(*b"there is no line\n");
    }
    let sum: usize = counts.iter().sum();
    seen.stdout = Blob::new(format!("{sum}\n").into_bytes());
    seen
}

#[test]
fn a_metric_that_is_a_command_gets_the_outputs_of_runs_or_of_pairs() {
    let request = Request::source(&interface(), &data_set("few", "x\n1\n"));
    let values = |reading: Reading, outputs: &[&str]| {
        let seen: Vec<Observation> = outputs.iter().map(|output| wrote(output)).collect();
        let seen: Vec<&Observation> = seen.iter().collect();
        let (values, _) = answered(counting, |transcript| {
            let commands = Commands::new(transcript);
            let values = reading.values(&request, Side::Source, &seen, &commands);
            commands.then(Step::Conclude(values))
        });
        values
    };
    let outputs = ["a\n", "a\nb\n", "a\nb\nc\nd\n"];
    let of_runs = by_lines(Measured::Run, Pairing::All);
    assert_eq!(values(of_runs.clone(), &outputs), Ok(vec![1.0, 2.0, 4.0]));
    let of_pairs = |pairing| by_lines(Measured::Pair, pairing);
    let first = values(of_pairs(Pairing::First), &outputs);
    assert_eq!(first, Ok(vec![3.0, 5.0]));
    let consecutive = values(of_pairs(Pairing::Consecutive), &outputs);
    assert_eq!(consecutive, Ok(vec![3.0, 6.0]));
    let detail = "`out`: `lines` fails: exit code 2: there is no line".to_owned();
    let refused = values(of_runs, &["a\n", ""]);
    assert_eq!(refused, Err(Reason::UnusableOutput { detail }));
}
