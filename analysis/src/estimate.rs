//! A percentage that no single count stands behind.

/// A percentage with its 95 % interval, all in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The percentage.
    pub percent: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}
