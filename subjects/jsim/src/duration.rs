//! How long something takes: always the same, or drawn anew each time.

use crate::random::Generator;

/// A time that is fixed or drawn from a range.
#[derive(Clone, Debug, PartialEq)]
pub enum Duration {
    /// Always this long.
    Fixed(f64),
    /// Any time of a range, each equally likely.
    Linear(LinearRangeDuration),
    /// Any time of a range, most likely near the mode.
    Triangle(TriangleRangeDuration),
}

/// Any time from `min` to `max`, each equally likely.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearRangeDuration {
    /// The shortest.
    pub min: f64,
    /// The longest.
    pub max: f64,
}

/// Any time from `min` to `max` with a density that rises to `mode` and falls from there.
#[derive(Clone, Debug, PartialEq)]
pub struct TriangleRangeDuration {
    /// The shortest.
    pub min: f64,
    /// The most likely.
    pub mode: f64,
    /// The longest.
    pub max: f64,
}

impl Duration {
    /// The next time.
    pub fn get(&self, generator: &mut Generator) -> f64 {
        match self {
            Duration::Fixed(time) => *time,
            Duration::Linear(range) => range.get(generator),
            Duration::Triangle(range) => range.get(generator),
        }
    }

    /// Whether times can come of it: none below 0, and no range that ends before it begins.
    pub fn check(&self) -> Result<(), String> {
        let bounds = match self {
            Duration::Fixed(time) => [0.0, *time, *time, *time],
            Duration::Linear(range) => [0.0, range.min, range.max, range.max],
            Duration::Triangle(range) => [0.0, range.min, range.mode, range.max],
        };
        match bounds.is_sorted() {
            true => Ok(()),
            false => Err(format!(
                "times are not in order, or below 0: {:?}; order them",
                &bounds[1..]
            )),
        }
    }
}

impl LinearRangeDuration {
    /// The next time.
    pub fn get(&self, generator: &mut Generator) -> f64 {
        self.min + generator.unit() * (self.max - self.min)
    }
}

impl TriangleRangeDuration {
    /// The next time, by turning the distribution function around.
    pub fn get(&self, generator: &mut Generator) -> f64 {
        let width = self.max - self.min;
        let share = generator.unit();
        if share * width < self.mode - self.min {
            self.min + (share * width * (self.mode - self.min)).sqrt()
        } else {
            self.max - ((1.0 - share) * width * (self.max - self.mode)).sqrt()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws many times and gives their mean and variance.
    fn moments(duration: &Duration) -> (f64, f64) {
        let mut generator = Generator::new(3);
        let times: Vec<f64> = (0..20_000).map(|_| duration.get(&mut generator)).collect();
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let squares: f64 = times.iter().map(|time| (time - mean) * (time - mean)).sum();
        (mean, squares / times.len() as f64)
    }

    #[track_caller]
    fn check_moments(duration: &Duration, mean: f64, variance: f64) {
        let (seen_mean, seen_variance) = moments(duration);
        // About five standard errors of 20 000 draws.
        assert!(
            (seen_mean - mean).abs() < 0.04 * variance.sqrt(),
            "{seen_mean}"
        );
        assert!(
            (seen_variance - variance).abs() < 0.05 * variance,
            "{seen_variance}"
        );
    }

    #[test]
    fn a_range_has_the_moments_of_its_distribution() {
        // A uniform range has the mean (a+b)/2 and the variance (b−a)²/12.
        let linear = LinearRangeDuration {
            min: 4.0,
            max: 10.0,
        };
        check_moments(&Duration::Linear(linear), 7.0, 3.0);
        // A triangle has the mean (a+b+c)/3 and the variance (a²+b²+c²−ab−ac−bc)/18.
        let triangle = TriangleRangeDuration {
            min: 0.0,
            mode: 3.0,
            max: 9.0,
        };
        check_moments(&Duration::Triangle(triangle), 4.0, 3.5);
    }

    #[test]
    fn ranges_move_and_stretch_with_their_bounds_when_the_draws_are_the_same() {
        let drawn = |shift: f64, factor: f64| {
            let bound = |bound: f64| (bound + shift) * factor;
            let mut generator = Generator::new(8);
            let linear = LinearRangeDuration {
                min: bound(2.0),
                max: bound(6.0),
            };
            let triangle = TriangleRangeDuration {
                min: bound(2.0),
                mode: bound(3.0),
                max: bound(6.0),
            };
            [linear.get(&mut generator), triangle.get(&mut generator)]
        };
        for (plain, moved) in drawn(0.0, 1.0).into_iter().zip(drawn(10.0, 1.0)) {
            assert!((moved - plain - 10.0).abs() < 1e-9);
        }
        for (plain, stretched) in drawn(0.0, 1.0).into_iter().zip(drawn(0.0, 10.0)) {
            assert!((stretched - 10.0 * plain).abs() < 1e-9);
        }
    }

    #[test]
    fn a_fixed_time_and_a_range_without_width_are_always_the_same() {
        let mut generator = Generator::new(1);
        let linear = LinearRangeDuration { min: 2.0, max: 2.0 };
        let triangle = TriangleRangeDuration {
            min: 2.0,
            mode: 2.0,
            max: 2.0,
        };
        for duration in [
            Duration::Fixed(2.0),
            Duration::Linear(linear),
            Duration::Triangle(triangle),
        ] {
            assert_eq!(duration.get(&mut generator), 2.0);
        }
    }

    #[test]
    fn times_out_of_order_are_refused() {
        let linear = |min, max| Duration::Linear(LinearRangeDuration { min, max });
        assert_eq!(linear(1.0, 2.0).check(), Ok(()));
        assert!(linear(2.0, 1.0).check().is_err());
        assert!(linear(-1.0, 1.0).check().is_err());
        assert!(Duration::Fixed(-0.5).check().is_err());
        let triangle = TriangleRangeDuration {
            min: 1.0,
            mode: 4.0,
            max: 3.0,
        };
        assert!(Duration::Triangle(triangle).check().is_err());
    }
}
