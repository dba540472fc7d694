//! A share with its denominator.

use crate::Estimate;
use crate::statistics::wilson;

/// Some out of many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// How many.
    pub n: u64,
    /// Out of how many.
    pub of: u64,
}

impl Rate {
    /// The rates of disjoint groups as one; `None` without a group.
    pub fn total(rates: impl IntoIterator<Item = Self>) -> Option<Self> {
        let sum = |a: Self, b: Self| Self {
            n: a.n + b.n,
            of: a.of + b.of,
        };
        rates.into_iter().reduce(sum)
    }

    /// The share in percent; `None` when it is a share of nothing.
    pub fn percent(self) -> Option<f64> {
        (self.of > 0).then(|| 100.0 * self.n as f64 / self.of as f64)
    }

    /// How many points the share lies above another; `None` when one is a share of nothing.
    pub fn points_above(self, other: Self) -> Option<f64> {
        Some(self.percent()? - other.percent()?)
    }

    /// The share with its interval, without its counts; `None` when it is a share of nothing.
    pub fn estimate(self) -> Option<Estimate> {
        let (low, high) = self.interval()?;
        Some(Estimate {
            percent: self.percent()?,
            low,
            high,
        })
    }

    /// The 95 % Wilson interval in percent; `None` when it is a share of nothing.
    pub fn interval(self) -> Option<(f64, f64)> {
        wilson(self.n, self.of).map(|(low, high)| (100.0 * low, 100.0 * high))
    }
}
