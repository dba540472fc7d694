//! How many errors to expect of a leaf on unseen cases.

/// The chance that the true error rate is above the estimate; 25 % is C4.5's default.
const CONFIDENCE: f64 = 0.25;

/// Confidence levels, and below the deviations of the normal distribution they belong to.
const LEVELS: [f64; 9] = [0.0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00];
const DEVIATIONS: [f64; 9] = [4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00];

/// The errors to add to `errors` observed among `items` cases.
///
/// Together they are the upper confidence limit of the binomial distribution, times the cases.
/// The coefficient is the square of the deviation, which the caller keeps.
pub fn add_errs(coefficient: f64, items: f64, errors: f64) -> f64 {
    if errors < 1e-6 {
        return errors_of_none(items);
    }
    if errors < 0.9999 {
        let none = errors_of_none(items);
        return none + errors * (add_errs(coefficient, items, 1.0) - none);
    }
    if errors + 0.5 >= items {
        return 0.67 * (items - errors);
    }
    let middle = errors + 0.5;
    let spread = (coefficient * (middle * (1.0 - middle / items) + coefficient / 4.0)).sqrt();
    let limit = (middle + coefficient / 2.0 + spread) / (items + coefficient);
    items * limit - errors
}

/// The exact limit for no observed error.
fn errors_of_none(items: f64) -> f64 {
    items * (1.0 - (CONFIDENCE.ln() / items).exp())
}

/// The square of the deviation at our confidence, interpolated between the levels.
pub fn squared_deviation() -> f64 {
    let mut i = 0;
    while CONFIDENCE > LEVELS[i] {
        i += 1;
    }
    let share = (CONFIDENCE - LEVELS[i - 1]) / (LEVELS[i] - LEVELS[i - 1]);
    let deviation = DEVIATIONS[i - 1] + (DEVIATIONS[i] - DEVIATIONS[i - 1]) * share;
    deviation * deviation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_rate(items: f64, errors: f64, expected: f64) {
        let rate = (errors + add_errs(squared_deviation(), items, errors)) / items;
        assert!((rate - expected).abs() < 5e-4, "{rate} is not {expected}");
    }

    #[test]
    fn rates_without_errors_are_quinlans() {
        // Quinlan (1993), section 4.2: U25%(0,6) = .206, U25%(0,9) = .143, U25%(0,1) = .750.
        check_rate(6.0, 0.0, 0.206);
        check_rate(9.0, 0.0, 0.143);
        check_rate(1.0, 0.0, 0.750);
    }

    #[test]
    fn the_deviation_at_a_quarter_is_between_those_of_a_fifth_and_two_fifths() {
        // A quarter of the way from .84 to .25 is .6925.
        assert!((squared_deviation() - 0.6925 * 0.6925).abs() < 1e-12);
    }

    #[test]
    fn rates_with_errors_follow_the_normal_approximation() {
        // (1.5 + .23978 + sqrt(.47956 * (1.5 * .90625 + .11989))) / 16.47956 = .15668;
        // Quinlan (1993), section 4.2, prints U25%(1,16) = .157.
        check_rate(16.0, 1.0, 0.157);
    }

    #[test]
    fn part_of_an_error_lies_between_none_and_one() {
        let errors = |errors| add_errs(squared_deviation(), 6.0, errors);
        let half = (errors(0.0) + errors(1.0)) / 2.0;
        assert!((errors(0.5) - half).abs() < 1e-12);
    }

    #[test]
    fn nearly_all_wrong_adds_two_thirds_of_the_rest() {
        assert_eq!(add_errs(squared_deviation(), 2.0, 1.5), 0.67 * 0.5);
        assert_eq!(add_errs(squared_deviation(), 2.0, 2.0), 0.0);
    }
}
