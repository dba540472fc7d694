//! The settings of the search.

/// How a swarm searches, and what it accepts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// N: particles of a run.
    pub n_particles: usize,
    /// T: moments of a run.
    pub n_moments: usize,
    /// M: random inputs on which fitness is counted.
    pub n_inputs: usize,
    /// Runs, each of which gives at most one relation.
    pub n_runs: usize,
    /// ξ₁ and ξ₂: how strongly particles are drawn to the best places.
    pub acceleration: f64,
    /// ω at the first moment and at the last (Formula 7).
    pub inertia: (f64, f64),
    /// φ: when all leading coefficients are smaller, they are set to it.
    pub least_coefficient: f64,
    /// F: the share of inputs that must satisfy an accepted formula.
    pub least_fitness: f64,
    /// S: a formula that at least this share of inputs violates is dropped, or violated.
    pub violated_share: f64,
    /// Inputs of a round of filtering.
    pub n_filter_inputs: usize,
    /// Nof: rounds of filtering.
    pub n_filter_rounds: usize,
    /// Every input is between these.
    pub inputs: (f64, f64),
    /// How far from zero a formula may be and count as satisfied. The paper does not say; 0.05 roughly
    /// reproduces its counts for the sine and cosine.
    pub tolerance: f64,
}

impl Settings {
    /// As published, with 500 runs.
    pub const PUBLISHED: Self = Self {
        n_particles: 20,
        n_moments: 350,
        n_inputs: 100,
        n_runs: 500,
        acceleration: 1.494_45,
        inertia: (0.9, 0.4),
        least_coefficient: 0.5,
        least_fitness: 0.95,
        violated_share: 0.05,
        n_filter_inputs: 1000,
        n_filter_rounds: 10,
        inputs: (0.0, 20.0),
        tolerance: 0.05,
    };

    /// ω at a moment, counted from 1 (Formula 7).
    pub fn inertia_at(&self, moment: usize) -> f64 {
        let (start, end) = self.inertia;
        let passed = moment as f64 / self.n_moments as f64;
        start - (start - end) * passed * passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inertia_falls_from_nine_tenths_to_four_tenths() {
        let settings = Settings::PUBLISHED;
        assert!((settings.inertia_at(350) - 0.4).abs() < 1e-12);
        // At half time a quarter of the way is gone.
        assert!((settings.inertia_at(175) - 0.775).abs() < 1e-12);
    }
}
