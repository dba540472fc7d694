//! One number of a table, computed again.

/// A printed number and what it should be.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Check {
    /// What was computed.
    pub(super) kind: &'static str,
    /// Where in the table the number stands.
    pub(super) place: String,
    /// The number as printed.
    pub(super) printed: String,
    /// What it should be.
    pub(super) computed: String,
    pub(super) outcome: Outcome,
}

/// Whether a printed number is what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It is, to the digits printed.
    Right,
    /// Its last digit was cut off and not rounded.
    Truncated,
    /// It is not.
    Wrong,
}

/// A number as printed: its value and its digits after the point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Number {
    pub(super) value: f64,
    pub(super) decimals: usize,
}

/// Sums of printed decimals are exact but for the last bits.
const TOLERANCE: f64 = 1e-9;

impl Number {
    /// The number that a cell holds; `None` when it holds none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let value: f64 = text
            .trim()
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())?;
        let decimals = text
            .trim()
            .split_once('.')
            .map_or(0, |(_, digits)| digits.len());
        Some(Self { value, decimals })
    }

    /// How far a number may be off that is rounded to this one.
    pub(super) fn half_digit(self) -> f64 {
        0.5 / self.scale()
    }

    fn scale(self) -> f64 {
        10_f64.powi(i32::try_from(self.decimals).unwrap_or(i32::MAX))
    }

    /// Whether this is what a computed number looks like with as many digits.
    pub(super) fn shows(self, computed: f64) -> Outcome {
        let scale = self.scale();
        let is_near =
            |scaled: f64| (scaled - self.value * scale).abs() < TOLERANCE * scale.max(1.0);
        let scaled = computed * scale;
        // A half may be rounded either way: which one depends on digits that nobody sees.
        let half_down = (scaled - 0.5).ceil();
        if is_near(scaled.round()) || is_near(half_down) {
            Outcome::Right
        } else if is_near(scaled.trunc()) {
            Outcome::Truncated
        } else {
            Outcome::Wrong
        }
    }
}

/// A computed number for people: as many digits as are printed, and one more.
pub(super) fn show(computed: f64, decimals: usize) -> String {
    let text = format!("{computed:.*}", decimals + 1);
    match text.strip_suffix('0') {
        // A whole number needs no point.
        Some(shorter) => shorter.trim_end_matches('.').to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(printed: &str, computed: f64, expected: Outcome) {
        assert_eq!(Number::parse(printed).unwrap().shows(computed), expected);
    }

    #[test]
    fn a_number_is_right_when_it_is_rounded_to_its_own_digits() {
        check("93", 100.0 * 26.0 / 28.0, Outcome::Right);
        check("92.9", 100.0 * 26.0 / 28.0, Outcome::Right);
        check("92.8", 100.0 * 26.0 / 28.0, Outcome::Truncated);
        check("92.7", 100.0 * 26.0 / 28.0, Outcome::Wrong);
        check("72", 100.0, Outcome::Wrong);
        check("204.1", 10.8 + 24.3 + 169.0, Outcome::Right);
    }

    #[test]
    fn a_half_may_go_either_way() {
        check("12", 12.5, Outcome::Right);
        check("13", 12.5, Outcome::Right);
        check("14", 12.5, Outcome::Wrong);
    }

    #[test]
    fn what_is_no_number_is_none() {
        assert_eq!(Number::parse("n/a"), None);
        assert_eq!(Number::parse(""), None);
        assert_eq!(Number::parse("NaN"), None);
        assert_eq!(Number::parse("inf"), None);
        assert_eq!(
            Number::parse(" 0.50 "),
            Some(Number {
                value: 0.5,
                decimals: 2
            })
        );
    }

    #[test]
    fn a_computed_number_shows_a_digit_more() {
        assert_eq!(show(100.0, 0), "100");
        assert_eq!(show(35.714, 0), "35.7");
        assert_eq!(show(0.454_3, 1), "0.45");
        assert_eq!(show(204.1, 1), "204.1");
    }
}
