//! One number of a table, computed again.

/// A printed number and what it should be.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Recomputed {
    /// What was computed.
    pub(super) kind: &'static str,
    /// Where in the table the number stands.
    pub(super) place: String,
    /// The number as printed.
    pub(super) printed: String,
    /// What it should be.
    pub(super) computed: String,
    pub(super) accuracy: Accuracy,
}

/// Whether a printed number is what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Accuracy {
    /// It is, to the digits printed.
    Right,
    /// Its last digit was cut off and not rounded.
    Truncated,
    /// It is not.
    Wrong,
}

impl Accuracy {
    /// Of a number that is right or wrong, and nothing between.
    pub(super) fn of(is_right: bool) -> Self {
        if is_right { Self::Right } else { Self::Wrong }
    }
}

/// A number as printed: its value and its digits after the point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Number {
    pub(super) value: f64,
    /// Fewer than none where an exponent leaves out digits before the point.
    pub(super) decimals: i32,
}

/// Sums of printed decimals are exact but for the last bits.
const TOLERANCE: f64 = 1e-9;

impl Number {
    /// The number that a cell holds, with a percent sign or commas between thousands if need be;
    /// `None` when it holds none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = text.strip_suffix('%').unwrap_or(text).trim_end();
        let text = without_separators(text)?;
        let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
        let decimals = digits.split_once('.').map_or(0, |(_, after)| after.len());
        let decimals = i32::try_from(decimals).ok()? - exponent.parse::<i32>().ok()?;
        // Beyond these a float has no digits.
        (decimals.abs() <= 308).then_some(Self { value, decimals })
    }

    /// How far a number may be off that is rounded to this one.
    pub(super) fn half_digit(self) -> f64 {
        0.5 / self.scale()
    }

    fn scale(self) -> f64 {
        10_f64.powi(self.decimals)
    }

    /// Whether this is what a computed number looks like with as many digits.
    pub(super) fn shows(self, computed: f64) -> Accuracy {
        let (scaled, printed) = (computed * self.scale(), self.value * self.scale());
        let margin = TOLERANCE * scaled.abs().max(1.0);
        // A half may be rounded either way: which one depends on digits that nobody sees.
        if (scaled - printed).abs() <= 0.5 + margin {
            Accuracy::Right
        } else if (scaled.trunc() - printed).abs() <= margin {
            Accuracy::Truncated
        } else {
            Accuracy::Wrong
        }
    }
}

/// A number without the commas between its thousands; `None` when there are commas elsewhere.
fn without_separators(text: &str) -> Option<String> {
    let whole = text.split('.').next().unwrap_or(text);
    let mut groups = whole.split(',');
    let first = groups
        .next()
        .unwrap_or(whole)
        .trim_start_matches(['-', '+']);
    let is_group = |group: &str| group.chars().all(|c| c.is_ascii_digit());
    let has_commas = text.contains(',');
    let is_separated = (1..=3).contains(&first.len())
        && is_group(first)
        && groups.all(|group| group.len() == 3 && is_group(group))
        && !text[whole.len()..].contains(',');
    (!has_commas || is_separated).then(|| text.replace(',', ""))
}

/// How many digits after the point are shown.
pub(super) fn n_shown(decimals: i32) -> usize {
    usize::try_from(decimals).unwrap_or(0)
}

/// A computed number for people: as many digits as are printed, and one more.
pub(super) fn show(computed: f64, decimals: i32) -> String {
    let text = format!("{computed:.*}", n_shown(decimals) + 1);
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
    fn check(printed: &str, computed: f64, expected: Accuracy) {
        assert_eq!(Number::parse(printed).unwrap().shows(computed), expected);
    }

    #[test]
    fn a_number_is_right_when_it_is_rounded_to_its_own_digits() {
        check("93", 100.0 * 26.0 / 28.0, Accuracy::Right);
        check("92.9", 100.0 * 26.0 / 28.0, Accuracy::Right);
        check("92.8", 100.0 * 26.0 / 28.0, Accuracy::Truncated);
        check("92.7", 100.0 * 26.0 / 28.0, Accuracy::Wrong);
        check("72", 100.0, Accuracy::Wrong);
        check("204.1", 10.8 + 24.3 + 169.0, Accuracy::Right);
    }

    #[test]
    fn a_half_may_go_either_way() {
        check("12", 12.5, Accuracy::Right);
        check("13", 12.5, Accuracy::Right);
        check("14", 12.5, Accuracy::Wrong);
        // Just below a half, for want of bits.
        check("1.01", 100.0 * 201.0 / 20_000.0, Accuracy::Right);
        check("0.29", 0.142 + 0.143, Accuracy::Right);
        check("0.28", 0.142 + 0.143, Accuracy::Right);
    }

    #[test]
    fn an_exponent_tells_which_digits_were_printed() {
        check("2e-3", 1e-3 + 1e-3, Accuracy::Right);
        check("1e-3", 1e-3 + 1e-3, Accuracy::Wrong);
        check("1.2e6", 1_234_567.0, Accuracy::Right);
        check("1.3e6", 1_234_567.0, Accuracy::Wrong);
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

    #[track_caller]
    fn check_parsed(text: &str, expected: Option<(f64, i32)>) {
        let found = Number::parse(text).map(|number| (number.value, number.decimals));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn thousands_and_percent_signs_are_read() {
        check_parsed("1,000", Some((1000.0, 0)));
        check_parsed("-12,345,678.5", Some((-12_345_678.5, 1)));
        check_parsed("50 %", Some((50.0, 0)));
        check_parsed("50.1%", Some((50.1, 1)));
        check_parsed("1e-17", Some((1e-17, 17)));
        check_parsed("1.2E6", Some((1.2e6, -5)));
        check_parsed("1e999999999999", None);
        for text in [
            "1,00", "1000,000", ",100", "1,000,", "1.5,000", "abc%", "%", "1 000 x",
        ] {
            check_parsed(text, None);
        }
    }

    #[test]
    fn a_computed_number_shows_a_digit_more() {
        assert_eq!(show(100.0, 0), "100");
        assert_eq!(show(35.714, 0), "35.7");
        assert_eq!(show(0.454_3, 1), "0.45");
        assert_eq!(show(204.1, 1), "204.1");
    }
}
