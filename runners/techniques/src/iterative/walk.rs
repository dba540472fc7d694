//! The algorithm: tests derived from tests, depth by depth, as far as the answers go.

use std::collections::BTreeSet;

use killrate_model::{Rng, Verdict};

use super::chaining::{Chaining, Chains, Counting, Until, in_words};
use super::derivations::{Derived, TestId};
use super::explored::Depth;
use super::scene::{Scene, Seen};

/// How far chains were tried.
pub(super) enum Walked {
    /// These tests must be seen to go on.
    Asks(Vec<TestId>),
    /// There is nothing left to try.
    Ends(Ended),
}

/// What trying chains came to.
#[derive(Default)]
pub(super) struct Ended {
    pub(super) depths: Vec<Depth>,
    /// The first test that was violated; if none was, the first that failed.
    pub(super) failure: Option<Failure>,
    /// Whether a relation held only thanks to a tolerance.
    pub(super) is_by_tolerance: bool,
    /// Whether any relation was judged.
    pub(super) is_judged: bool,
    /// Whether a chain of the full length was judged.
    pub(super) is_full: bool,
}

/// A chain whose last test fails, and the verdict on that.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    pub(super) sequence: Vec<usize>,
    pub(super) verdict: Verdict,
}

/// A test and the properties that led to it.
#[derive(Debug, Clone)]
struct Chain {
    test: TestId,
    sequence: Vec<usize>,
}

/// A test and the one that it was made of.
struct Pair {
    parent: TestId,
    chain: Chain,
}

/// Tries chains from a source that ended normally.
pub(super) fn walk(
    scene: &Scene<'_>,
    chaining: &Chaining,
    source: TestId,
    sample: &Sample,
) -> Walked {
    let mut ended = Ended::default();
    // What tests are derived from at the next depth, and what no test may be to be fresh.
    let mut sources = vec![Chain {
        test: source,
        sequence: Vec::new(),
    }];
    let mut known = BTreeSet::from([source]);
    for depth in 1..=chaining.depth() {
        let applied = applied(scene, chaining, depth);
        let (mut tally, pairs) = derive(scene, chaining, sample, depth, &sources, &applied, &known);
        let mut missing = BTreeSet::new();
        let unseen: Vec<TestId> = pairs
            .iter()
            .map(|pair| pair.chain.test)
            .filter(|&test| scene.seen(test).is_none() && missing.insert(test))
            .collect();
        if !unseen.is_empty() {
            return Walked::Asks(unseen);
        }
        let passed = judge(scene, pairs, &mut tally, &mut ended);
        ended.is_full |= passed
            .iter()
            .any(|chain| chain.sequence.len() == chaining.depth());
        let has_failed = tally.n_violated + tally.n_failed > 0;
        ended.depths.push(tally);
        if has_failed && chaining.until == Until::FirstFailure {
            break;
        }
        sources = next_sources(chaining, sources, passed, &mut known);
        if sources.is_empty() {
            break;
        }
    }
    Walked::Ends(ended)
}

/// The properties that are applied at a depth.
fn applied(scene: &Scene<'_>, chaining: &Chaining, depth: usize) -> Vec<usize> {
    match chaining.chains() {
        Chains::Rounds(_) => (0..scene.properties.len()).collect(),
        Chains::Sequence(sequence) => {
            let name = &sequence[depth - 1];
            let mut names = scene.properties.iter().map(|(name, _)| name);
            names.position(|known| known == name).into_iter().collect()
        }
    }
}

/// The tests that the next depth starts from.
///
/// All chains of a length were tried from the tests of the length before, so only what is new leads to
/// anything new. A sequence applies each property once, so there every test leads to something.
fn next_sources(
    chaining: &Chaining,
    sources: Vec<Chain>,
    passed: Vec<Chain>,
    known: &mut BTreeSet<TestId>,
) -> Vec<Chain> {
    match (chaining.counting, chaining.chains()) {
        (Counting::Repeated, _) => passed,
        (Counting::Fresh, Chains::Rounds(_)) => {
            // Chains that lead to one test go on from it once.
            let is_new = |chain: &Chain| known.insert(chain.test);
            passed.into_iter().filter(is_new).collect()
        }
        (Counting::Fresh, Chains::Sequence(_)) => {
            let new = passed.into_iter().filter(|chain| known.insert(chain.test));
            sources.into_iter().chain(new).collect()
        }
    }
}

/// How tests are drawn where there are too many.
pub(super) struct Sample {
    pub(super) seed: u64,
    /// What the draw is for, so that data sets do not draw alike.
    pub(super) purpose: String,
}

impl Sample {
    /// The number by which a chain is drawn: the smallest are. It depends on the chain alone, so that
    /// variants on which other chains ended draw the same of what they share.
    fn rank(&self, scene: &Scene<'_>, sequence: &[usize]) -> u64 {
        let words = in_words(&scene.names(sequence));
        Rng::for_purpose(self.seed, &format!("{}: {words}", self.purpose)).next_u64()
    }
}

/// The tests of a depth, in the order of the tests before and the properties.
fn derive(
    scene: &Scene<'_>,
    chaining: &Chaining,
    sample: &Sample,
    depth: usize,
    sources: &[Chain],
    applied: &[usize],
    known: &BTreeSet<TestId>,
) -> (Depth, Vec<Pair>) {
    let mut candidates: Vec<(TestId, Vec<usize>)> = sources
        .iter()
        .flat_map(|source| {
            let longer = |&place: &usize| [source.sequence.as_slice(), &[place]].concat();
            applied
                .iter()
                .map(move |place| (source.test, longer(place)))
        })
        .collect();
    let mut tally = Depth {
        depth: u32::try_from(depth).expect("there are few depths"),
        n_candidates: candidates.len() as u64,
        ..Depth::default()
    };
    // A sequence is no longer than what all its parts may cost.
    let is_capped =
        matches!(chaining.chains(), Chains::Rounds(_)) && tally.n_candidates > chaining.cap.get();
    let order: Vec<Vec<usize>> = if is_capped {
        let order = candidates
            .iter()
            .map(|(_, sequence)| sequence.clone())
            .collect();
        candidates
            .sort_by_cached_key(|(_, sequence)| (sample.rank(scene, sequence), sequence.clone()));
        order
    } else {
        Vec::new()
    };
    let mut pairs = Vec::new();
    for (parent, sequence) in candidates {
        if is_capped && pairs.len() as u64 == chaining.cap.get() {
            tally.n_left_out += 1;
            continue;
        }
        let place = *sequence.last().expect("a candidate applies a property");
        match scene.derive(parent, place) {
            Derived::Infeasible => tally.n_infeasible += 1,
            Derived::Test(test)
                if chaining.counting == Counting::Fresh && known.contains(&test) =>
            {
                tally.n_repeated += 1;
            }
            Derived::Test(test) => pairs.push(Pair {
                parent,
                chain: Chain { test, sequence },
            }),
        }
    }
    tally.n_tests = pairs.len() as u64;
    if is_capped {
        // What was drawn is told in the order of what it was drawn from.
        let places: std::collections::BTreeMap<&Vec<usize>, usize> = order
            .iter()
            .enumerate()
            .map(|(place, sequence)| (sequence, place))
            .collect();
        pairs.sort_by_key(|pair| places[&pair.chain.sequence]);
    }
    (tally, pairs)
}

/// Judges the tests of a depth; gives those that passed.
fn judge(scene: &Scene<'_>, pairs: Vec<Pair>, tally: &mut Depth, ended: &mut Ended) -> Vec<Chain> {
    let mut passed = Vec::new();
    for Pair { parent, chain } in pairs {
        let place = *chain.sequence.last().expect("a test is made by a property");
        let Some(verdict) = scene.judge(place, parent, chain.test) else {
            tally.n_unanswered += 1;
            continue;
        };
        match &verdict {
            Verdict::Satisfied => {}
            Verdict::SatisfiedByTolerance => ended.is_by_tolerance = true,
            Verdict::Violated(_) => tally.n_violated += 1,
            Verdict::Inconclusive(_) if verdict.is_noticed() => tally.n_failed += 1,
            Verdict::Inconclusive(_) => {
                tally.n_unanswered += 1;
                continue;
            }
        }
        ended.is_judged = true;
        if verdict.is_satisfied() {
            passed.push(chain);
            continue;
        }
        if tally.failing.len() < Depth::MAX_FAILING {
            tally.failing.push(in_words(&scene.names(&chain.sequence)));
        }
        let is_worse = match &ended.failure {
            None => true,
            Some(first) => is_violated(&verdict) && !is_violated(&first.verdict),
        };
        if is_worse {
            ended.failure = Some(Failure {
                sequence: chain.sequence,
                verdict,
            });
        }
    }
    passed
}

/// Whether a relation is broken, and not only a run failed.
pub(super) fn is_violated(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Violated(_))
}

/// The places of a chain's runs in the transcript, the source's first.
pub(super) fn places(scene: &Scene<'_>, source: TestId, sequence: &[usize]) -> Vec<usize> {
    let mut test = source;
    let mut tests = vec![source];
    for &place in sequence {
        let Derived::Test(next) = scene.derive(test, place) else {
            break;
        };
        test = next;
        tests.push(test);
    }
    let shown = tests
        .into_iter()
        .filter_map(|test| match scene.seen(test)? {
            Seen::Shown { place, .. } => Some(place),
            Seen::Unanswered => None,
        });
    shown.collect()
}
