//! Lines counted without regard to their order.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::relations::comparison::Comparison;
use crate::relations::evidence::quote;

/// How often a line is in the expected and in the actual output.
pub(super) type Counts = (usize, usize);

/// For every line of either output, how often each has it.
pub(super) fn tally<'a>(comparison: &'a Comparison<'_>) -> BTreeMap<Cow<'a, str>, Counts> {
    let (expected, actual) = comparison.canonical_lines();
    let mut tally: BTreeMap<Cow<'a, str>, Counts> = BTreeMap::new();
    for line in expected {
        tally.entry(line).or_default().0 += 1;
    }
    for line in actual {
        tally.entry(line).or_default().1 += 1;
    }
    tally
}

/// The first line whose counts are not as demanded, and how often it is there.
pub(super) fn first_wrong(
    comparison: &Comparison<'_>,
    is_right: fn(Counts) -> bool,
) -> Option<String> {
    let tally = tally(comparison);
    // The tally is sorted by text, so the evidence does not depend on the order of the lines.
    let (line, &(n_expected, n_actual)) = tally.iter().find(|(_, counts)| !is_right(**counts))?;
    let n_wrong = tally.values().filter(|&&counts| !is_right(counts)).count();
    let change = comparison.change_of(&times(n_expected), &times(n_actual));
    Some(format!(
        "{}: `{}` {change} ({n_wrong} of {} different lines)",
        comparison.output,
        quote(line),
        tally.len()
    ))
}

fn times(n_times: usize) -> String {
    match n_times {
        0 => "absent".to_owned(),
        1 => "once".to_owned(),
        n => format!("{n} times"),
    }
}
