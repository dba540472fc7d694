//! What a test of a function costs, from data set to data set.

use killrate_analysis::Rate;
use killrate_analysis::check_costs::{CheckCost, decimals};

use crate::claims::{Claim, Decided, Decision, Evidence, Figure, Missing, lacking, most_telling};
use crate::thesis::names::MRC_1;

/// How many times the least cost per test the largest may be.
const FACTOR: f64 = 2.0;
/// What errors of a twentieth can make of [`FACTOR`]: one cost a quarter too large, the other a
/// quarter too small.
const BEYOND: f64 = FACTOR * 1.25 / 0.75;
/// Data sets without which nothing can be said of a program.
const LEAST_DATA_SETS: usize = 3;

pub(super) const CLAIM: Claim = Claim {
    number: 27,
    short: "a test of a function costs the same everywhere",
    text: "Testing properties of functions costs a program roughly the same time for each test, whatever \
           its data: 0.4 ms in C, where every test is a copy of the process.",
    source: "Murphy 2010 thesis, section 4.6.2, Tables 4.19 to 4.22",
    rule: "On the originals of c45, martirank, payl and svm, each with its data sets on which the tests \
           took at least 20 ms and half of the plain run; an error of a twentieth in both times then \
           moves the cost per test, (checked − plain) ÷ tests, by a quarter at most. A program is decided \
           with three such data sets at least. Its cost is not constant when the largest cost per test \
           is more than 3.3 times the least, which such errors cannot make of two. It is roughly \
           constant when the largest is at most twice the least and the numbers of tests differ by a \
           factor of two at least: otherwise the time could not tell tests from anything else. \
           Reproduced when it is constant in all four programs; not reproduced when it is not in one; \
           otherwise undecided. How many milliseconds a test takes depends on the machine and is not \
           judged.",
    studies: &["thesis-mrc"],
    decide: |evidence| {
        let spreads: Vec<Spread> = MRC_1.map(|subject| Spread::of(evidence, subject)).into();
        let (decision, reason) = decide(evidence, &spreads);
        Decided {
            figures: spreads.iter().map(Spread::figure).collect(),
            statistics: spreads
                .iter()
                .filter_map(Spread::sentence)
                .chain(in_text(evidence))
                .collect(),
            decision,
            reason,
        }
    },
};

/// The costs per test of a program, ours and the thesis's.
struct Spread {
    subject: &'static str,
    /// Those that tell something.
    measured: Vec<CheckCost>,
    published: Vec<CheckCost>,
    /// Tests on copies, in copies of the process and in pods.
    n_in: [u64; 3],
}

impl Spread {
    fn of(evidence: &Evidence, subject: &'static str) -> Self {
        let of_subject = || {
            let costs = evidence.check_costs.iter();
            costs.filter(|measured| measured.subject == subject && measured.cost.is_telling())
        };
        let published = evidence.thesis.overheads(subject).into_iter();
        Self {
            subject,
            measured: of_subject().map(|measured| measured.cost).collect(),
            published: published.filter(|cost| cost.is_telling()).collect(),
            n_in: [0, 1, 2].map(|place| of_subject().map(|one| one.n_in[place]).sum()),
        }
    }

    fn figure(&self) -> Figure {
        Figure {
            name: format!(
                "data sets of {} with at most twice its least cost per test",
                self.subject
            ),
            measured: n_near_least(&self.measured),
            published: n_near_least(&self.published),
            weighted: None,
        }
    }

    /// The times, ours beside the thesis's.
    fn sentence(&self) -> Option<String> {
        let ours = show(&self.measured)?;
        let theirs = match show(&self.published) {
            Some(theirs) => format!("; the thesis {theirs}"),
            None => String::new(),
        };
        let [clone, fork, pod] = self.n_in;
        Some(format!(
            "{}: {ours}, of tests {clone} in the program, {fork} in copies of the process and {pod} in \
             pods{theirs}.",
            self.subject
        ))
    }
}

fn decide(evidence: &Evidence, spreads: &[Spread]) -> (Decision, String) {
    let mut unknown = Vec::new();
    let mut largest: Option<(f64, &str)> = None;
    for spread in spreads {
        match ratio(evidence, spread) {
            Err(missing) => unknown.push(missing),
            Ok(ratio) if largest.is_none_or(|(known, _)| ratio > known) => {
                largest = Some((ratio, spread.subject));
            }
            Ok(_) => {}
        }
    }
    let reason = |ratio: f64, subject: &str| {
        format!("the largest cost per test of `{subject}` is {ratio:.1} times its least")
    };
    match (largest, most_telling(unknown)) {
        (Some((ratio, subject)), _) if ratio > BEYOND => {
            (Decision::NotReproduced, reason(ratio, subject))
        }
        (_, Some(unknown)) => lacking(&[unknown]),
        (Some((ratio, subject)), None) if ratio > FACTOR => (
            Decision::Undecided,
            format!("{}, which may be measurement", reason(ratio, subject)),
        ),
        (Some((ratio, subject)), None) => (
            Decision::Reproduced,
            format!("{}, and nowhere more", reason(ratio, subject)),
        ),
        (None, None) => (Decision::Undecided, "nothing was measured".to_owned()),
    }
}

/// How many times the least cost per test the largest is, where that can be said.
fn ratio(evidence: &Evidence, spread: &Spread) -> Result<f64, Missing> {
    let subject = spread.subject;
    if !evidence.subjects.iter().any(|known| known == subject) {
        let reason = format!("`{subject}` is not in the record");
        return Err(Missing::from_study(reason));
    }
    let mut measured = evidence.check_costs.iter();
    if !measured.any(|measured| measured.subject == subject) {
        let reason = format!("no tests of functions of `{subject}` were measured");
        return Err(Missing::from_study(reason));
    }
    let unsure = |reason: String| Missing {
        reason,
        is_in_study: true,
    };
    let costs = &spread.measured;
    if costs.len() < LEAST_DATA_SETS {
        return Err(unsure(format!(
            "the tests of `{subject}` took long enough on {} of the {LEAST_DATA_SETS} data sets that \
             are needed",
            costs.len()
        )));
    }
    let (least, largest) = ends(per_test(costs));
    let ratio = largest / least;
    let (fewest, most) = ends(costs.iter().map(|cost| cost.n_tests as f64));
    // With as many tests everywhere, any time is constant for each; that it differs is seen all the same.
    if most < FACTOR * fewest && ratio <= BEYOND {
        return Err(unsure(format!(
            "the data sets of `{subject}` ask for nearly the same number of tests, {fewest:.0} to \
             {most:.0}"
        )));
    }
    Ok(ratio)
}

/// The data sets with at most [`FACTOR`] times the least cost per test.
fn n_near_least(costs: &[CheckCost]) -> Option<Rate> {
    let (least, _) = ends(per_test(costs));
    let near = per_test(costs).filter(|cost| *cost <= FACTOR * least);
    (!costs.is_empty()).then(|| Rate {
        n: near.count() as u64,
        of: costs.len() as u64,
    })
}

/// The cost per test over some data sets, and how far it goes from one to the other.
fn show(costs: &[CheckCost]) -> Option<String> {
    let all = CheckCost::total(costs.iter().copied()).per_test()?;
    let (least, largest) = ends(per_test(costs));
    let [all, least, largest] = [all, least, largest].map(|cost| {
        let decimals = decimals(cost);
        format!("{cost:.decimals$}")
    });
    let on = match costs.len() {
        1 => "1 data set".to_owned(),
        n => format!("{n} data sets"),
    };
    Some(format!("{all} ms per test, {least} to {largest} on {on}"))
}

/// What the thesis says in a sentence.
fn in_text(evidence: &Evidence) -> Option<String> {
    let c = evidence.thesis.overhead_in_text("C")?;
    let java = evidence.thesis.overhead_in_text("Java")?;
    Some(format!(
        "The thesis's text has {c} ms per test for its programs in C (C4.5, MartiRank) and {java} ms for \
         those in Java (SVM, PAYL)."
    ))
}

fn per_test(costs: &[CheckCost]) -> impl Iterator<Item = f64> {
    costs.iter().filter_map(|cost| cost.per_test())
}

/// The least and the largest number.
fn ends(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), number| (least.min(number), most.max(number)),
    )
}
