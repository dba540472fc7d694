//! The page `docs/invariants.md`: a function whose invariants Daikon's authors have published, beside
//! what is learned from the same calls.

use std::fmt::Write as _;

use killrate_invariants::{Declarations, Engine, read_dtrace};

const DECLS: &str = include_str!("../../../docs/invariants/cab.decls");
const DTRACE: &str = include_str!("../../../docs/invariants/cab.dtrace");
const LEARNED: &str = include_str!("../../../docs/invariants/cab.txt");
const RECORDED: &str = include_str!("../../../docs/invariants/cab-daikon.txt");

/// The calls of the function: its three arguments by the number of the call.
fn calls() -> impl Iterator<Item = [i64; 3]> {
    (0..1000).map(|n| [n, n + 3, n + (n + 3)])
}

fn learned() -> Vec<String> {
    let declarations = Declarations::parse(DECLS).expect("they are declarations");
    let trace = read_dtrace(&declarations, DTRACE).expect("it is a trace");
    let mut engine = Engine::default();
    engine.read_run(&trace.to_bytes()).expect("it is a trace");
    let invariants = engine.invariants().into_iter();
    invariants
        .map(|known| format!("{} {}: {}", known.function, known.at.name(), known.text))
        .collect()
}

#[test]
fn the_committed_trace_has_the_calls_of_the_recorded_output() {
    let mut expected = "decl-version 2.0\nvar-comparability none\n".to_owned();
    for (nonce, arguments) in calls().enumerate() {
        for point in ["ENTER", "EXIT0"] {
            writeln!(
                expected,
                "\ncab():::{point}\nthis_invocation_nonce\n{nonce}"
            )
            .expect("writing into a text cannot fail");
            for (name, value) in ["a", "b", "c"].into_iter().zip(arguments) {
                writeln!(expected, "{name}\n{value}\n1").expect("writing into a text cannot fail");
            }
        }
    }
    assert_eq!(DTRACE, expected);
}

#[test]
fn what_is_learned_is_what_is_committed_beside_the_trace() {
    assert_eq!(learned(), LEARNED.lines().collect::<Vec<_>>());
}

/// A line that Daikon prints, what it says of a call, and what says the same here.
type Printed = (&'static str, fn([i64; 3]) -> bool, Option<&'static str>);

const PRINTED: [Printed; 6] = [
    (
        "a - b + 3 == 0",
        |[a, b, _]| a - b + 3 == 0,
        Some("cab() enter: b == a + 3.0"),
    ),
    (
        "2 * a - c + 3 == 0",
        |[a, _, c]| 2 * a - c + 3 == 0,
        Some("cab() enter: c == 2.0 * a + 3.0"),
    ),
    ("a < c", |[a, _, c]| a < c, Some("cab() enter: a < c")),
    (
        "2 * b - c - 3 == 0",
        |[_, b, c]| 2 * b - c - 3 == 0,
        Some("cab() enter: c == 2.0 * b - 3.0"),
    ),
    ("b <= c", |[_, b, c]| b <= c, Some("cab() enter: b <= c")),
    // There is no template for remainders.
    ("a == (c % b)", |[a, b, c]| a == c % b, None),
];

#[test]
fn every_recorded_invariant_is_true_of_the_trace_and_has_its_like_or_is_named() {
    let printed: Vec<&str> = PRINTED.iter().map(|(text, ..)| *text).collect();
    assert_eq!(RECORDED.lines().collect::<Vec<_>>(), printed);
    let learned = learned();
    for (text, holds, like) in PRINTED {
        assert!(calls().all(holds), "{text}");
        if let Some(like) = like {
            assert!(learned.iter().any(|line| line == like), "{like}");
        }
    }
}
