//! Numbers as people read them.

use crate::{Cell, Estimate, Rate};

/// What stands where there is no evidence.
pub(crate) const MISSING: &str = "–";

/// A share in whole percent; only none is 0 % and only all is 100 %.
pub(crate) fn show_percent(rate: Rate) -> String {
    match rate.percent() {
        None => MISSING.to_owned(),
        Some(percent) if rate.n > 0 && percent < 0.5 => "<1 %".to_owned(),
        Some(percent) if rate.n < rate.of && percent >= 99.5 => ">99 %".to_owned(),
        Some(percent) => format!("{:.0} %", percent.round()),
    }
}

/// The ends of the interval in whole percent.
pub(crate) fn show_interval(rate: Rate) -> String {
    rate.interval().map_or(MISSING.to_owned(), show_ends)
}

/// The ends of the interval of an estimate in whole percent.
pub(crate) fn show_range(estimate: Estimate) -> String {
    show_ends((estimate.low, estimate.high))
}

fn show_ends((low, high): (f64, f64)) -> String {
    format!("{low:.0}–{high:.0} %")
}

/// Count and denominator.
pub fn show_share(rate: Rate) -> String {
    format!("{}/{}", rate.n, rate.of)
}

/// How many points the measured share lies above the published one.
pub(super) fn show_difference(measured: Rate, published: Rate) -> String {
    match measured.points_above(published).map(f64::round) {
        None => MISSING.to_owned(),
        Some(points) if points < 0.0 => format!("−{:.0}", -points),
        Some(points) if points > 0.0 => format!("+{points:.0}"),
        Some(_) => "0".to_owned(),
    }
}

/// A rate in a sentence.
pub fn show_rate(rate: Rate) -> String {
    match rate.interval() {
        None => format!("{} of {} mutants", rate.n, rate.of),
        Some(_) => format!(
            "{} of {} mutants, {} (95 % interval {})",
            rate.n,
            rate.of,
            show_percent(rate),
            show_interval(rate)
        ),
    }
}

/// A weighted rate in a sentence.
pub fn show_estimate(estimate: Estimate) -> String {
    format!(
        "{:.0} % (95 % interval {})",
        estimate.percent,
        show_range(estimate)
    )
}

/// A p-value in a sentence.
pub fn show_p(p: f64) -> String {
    if p < 0.001 {
        "p < 0.001".to_owned()
    } else {
        format!("p = {p:.3}")
    }
}

/// A cell in one piece.
pub(crate) fn show_cell(cell: &Cell) -> String {
    match cell {
        Cell::Missing | Cell::Rate { measured: None, .. } => MISSING.to_owned(),
        Cell::Text(text) => in_one_line(text),
        Cell::Count(count) => count.to_string(),
        Cell::Number { value, decimals } => format!("{value:.decimals$}"),
        Cell::Estimate(Estimate { percent, .. }) => format!("{percent:.1}"),
        Cell::Flag(true) => "●".to_owned(),
        Cell::Flag(false) => "·".to_owned(),
        Cell::Probability(p) if *p < 0.001 => "<0.001".to_owned(),
        Cell::Probability(p) => format!("{p:.3}"),
        Cell::Rate {
            measured: Some(rate),
            ..
        } => format!("{} {}", show_share(*rate), show_percent(*rate)),
    }
}

/// A text without line breaks, which would end a row of a table in the middle.
fn in_one_line(text: &str) -> String {
    if !text.contains(['\n', '\r', '\t']) {
        return text.to_owned();
    }
    let lines: Vec<&str> = text
        .split(['\n', '\r', '\t'])
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_percent(n: u64, of: u64, expected: &str) {
        assert_eq!(show_percent(Rate { n, of }), expected);
    }

    #[test]
    fn a_percentage_never_claims_none_or_all_by_rounding() {
        check_percent(0, 1000, "0 %");
        check_percent(1, 1000, "<1 %");
        check_percent(999, 1000, ">99 %");
        check_percent(1000, 1000, "100 %");
        check_percent(26, 28, "93 %");
        check_percent(1, 8, "13 %");
        check_percent(0, 0, "–");
    }

    #[test]
    fn a_difference_has_a_sign() {
        let rate = |n| Rate { n, of: 100 };
        assert_eq!(show_difference(rate(86), rate(93)), "−7");
        assert_eq!(show_difference(rate(93), rate(86)), "+7");
        assert_eq!(show_difference(rate(50), rate(50)), "0");
        assert_eq!(show_difference(rate(50), Rate { n: 0, of: 0 }), "–");
    }

    #[test]
    fn a_cell_is_one_line() {
        let shown = |text: &str| show_cell(&Cell::text(text));
        assert_eq!(shown("if a {\n\tb\r\n\n}"), "if a { b }");
        assert_eq!(shown("  further in"), "  further in");
    }

    #[test]
    fn small_p_values_are_not_printed_as_zero() {
        assert_eq!(show_p(0.000_04), "p < 0.001");
        assert_eq!(show_p(0.037_5), "p = 0.037");
    }
}
