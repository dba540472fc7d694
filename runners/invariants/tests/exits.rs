//! What is learned of single exits, beside what is learned of all of them together.

use killrate_invariants::{Engine, Invariant, Panics};
use killrate_watch::{At, Depth, End, Observe, Row, Shape};

const NAME: &str = "src/lib.rs::priced";

fn shape<T: Observe>(name: &str) -> Shape {
    let mut shape = Shape::default();
    T::columns(name, Depth::TOP, &mut shape);
    shape
}

fn row(values: &impl Observe) -> Row {
    let mut row = Row::default();
    values.see(Depth::TOP, &mut row);
    row
}

/// A call: what the function is given, and by which exit it gives what; nothing when it panics.
type Call = ((i64, i64), Option<(u32, i64)>);

/// Twice the first number and three where it is the smaller one, else the second less seven.
fn priced(a: i64, b: i64) -> Call {
    let exit = if a < b { (1, 2 * a + 3) } else { (2, b - 7) };
    ((a, b), Some(exit))
}

/// Numbers that have little to do with each other; the first is the smaller one in so many of eight
/// calls.
fn numbers(run: i64, n_smaller: i64) -> impl Iterator<Item = (i64, i64)> {
    (0..32).map(move |n| {
        let low = (n * n * 7 + run * 5) % 41;
        let high = low + 1 + (n * n * 11 + run * 3) % 47;
        if n % 8 < n_smaller {
            (low, high)
        } else {
            (high, low)
        }
    })
}

fn learned(n_exits: u32, runs: &[Vec<Call>]) -> Engine {
    let mut engine = Engine::default();
    let (entry, exit) = (shape::<(i64, i64)>("n"), shape::<i64>("return"));
    engine.declare(NAME, &entry, &exit, n_exits);
    for run in runs {
        for (given, exit) in run {
            let end = match exit {
                Some((exit, result)) => End::Returned {
                    exit: (*exit).min(n_exits),
                    row: row(result),
                },
                None => End::Panicked,
            };
            engine.see_call(NAME, &row(given), end.as_ref());
        }
        engine.end_run();
    }
    engine
}

fn runs(n_smaller: i64) -> Vec<Vec<Call>> {
    let run = |run| numbers(run, n_smaller).map(|(a, b)| priced(a, b)).collect();
    (0..3).map(run).collect()
}

fn ids(invariants: &[Invariant]) -> Vec<&str> {
    invariants.iter().map(|known| known.id.as_str()).collect()
}

fn texts(invariants: &[Invariant], at: At) -> Vec<&str> {
    let here = invariants.iter().filter(|known| known.at == at);
    here.map(|known| known.text.as_str()).collect()
}

const FIRST: At = At::OneExit { exit: 1, of: 2 };
const SECOND: At = At::OneExit { exit: 2, of: 2 };

#[test]
fn each_exit_has_the_rule_that_holds_of_it_alone() {
    let found = learned(2, &runs(4)).invariants();
    let first = "return == 2.0 * orig(n.0) + 3.0";
    let second = "return == orig(n.1) - 7.0";
    assert!(texts(&found, FIRST).contains(&first), "{found:#?}");
    assert!(texts(&found, SECOND).contains(&second), "{found:#?}");
    for at in [At::Enter, At::Exit] {
        assert!(!texts(&found, at).contains(&first));
        assert!(!texts(&found, at).contains(&second));
    }
    // Why it was left there: nobody has to know of that at the entry.
    assert!(
        texts(&found, FIRST).contains(&"orig(n.0) < orig(n.1)"),
        "{found:#?}"
    );
    let id = "src/lib.rs::priced/exit-1/linear/return,orig(n.0)";
    assert!(ids(&found).contains(&id), "{found:#?}");
}

#[test]
fn what_is_learned_of_all_exits_together_does_not_depend_on_telling_them_apart() {
    let together = learned(1, &runs(4)).invariants();
    let mut apart = learned(2, &runs(4)).invariants();
    assert!(apart.len() > together.len());
    apart.retain(|known| matches!(known.at, At::Enter | At::Exit));
    assert_eq!(apart, together);
}

#[test]
fn what_holds_of_all_exits_is_not_claimed_of_one_again() {
    // All calls take the first exit.
    let found = learned(2, &runs(8)).invariants();
    assert!(!texts(&found, At::Exit).is_empty());
    assert_eq!(texts(&found, FIRST), [] as [&str; 0]);
    assert_eq!(texts(&found, SECOND), [] as [&str; 0]);
}

#[test]
fn an_exit_that_few_calls_took_has_no_claim() {
    let with = |n_calls: usize| {
        let mut calls: Vec<Call> = runs(8).concat();
        let rare = numbers(1, 0).map(|(a, b)| priced(a, b));
        calls.extend(rare.take(n_calls));
        // In two runs, so that values can recur.
        let (first, second) = calls.split_at(calls.len() - n_calls / 2);
        learned(2, &[first.to_vec(), second.to_vec()]).invariants()
    };
    assert_eq!(texts(&with(7), SECOND), [] as [&str; 0]);
    assert!(texts(&with(8), SECOND).contains(&"return == orig(n.1) - 7.0"));
}

#[test]
fn exits_of_merged_engines_are_those_of_all_their_runs() {
    let runs = [runs(4), runs(8), runs(0)].concat();
    let mut merged = Engine::default();
    for run in &runs {
        merged.merge(learned(2, std::slice::from_ref(run)));
    }
    let whole = learned(2, &runs);
    assert_eq!(ids(&merged.invariants()), ids(&whole.invariants()));
    assert!(whole.invariants().iter().any(|known| known.at == SECOND));
    // A function with other exits is another program's.
    let other = learned(1, &runs);
    let expected = other.invariants();
    merged.merge(other);
    assert_eq!(merged.invariants(), expected);
}

#[test]
fn panics_are_counted_beside_what_returned() {
    let mut calls: Vec<Call> = runs(4).concat();
    assert_eq!(learned(2, &[calls.clone()]).panics(), []);
    calls.extend([((5, 5), None), ((6, 6), None)]);
    let n_calls = calls.len() as u64;
    let engine = learned(2, &[calls]);
    let expected = Panics {
        function: NAME.to_owned(),
        n_panics: 2,
        n_calls,
    };
    assert_eq!(engine.panics(), [expected]);
    let json = serde_json::to_string(&engine.panics()).unwrap();
    assert!(json.contains("\"n-panics\":2"), "{json}");
}
