//! Between which bounds the quotient of two columns lay.

use killrate_watch::{Column, Kind, Role, Row, Shape};

/// The quotients of results and what they were calculated from.
#[derive(Debug, Clone)]
pub(crate) struct Ratios {
    all: Vec<Ratio>,
}

/// The quotient of two columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ratio {
    pub(crate) over: usize,
    pub(crate) under: usize,
    /// In how many rows there was a quotient.
    pub(crate) n_rows: u32,
    /// The smallest and the largest quotient; no numbers when there was something without one.
    pub(crate) bounds: (f64, f64),
    /// The smallest and the largest size of what it is divided by.
    pub(crate) sizes: (f64, f64),
}

impl Ratios {
    pub(super) fn new(shape: &Shape) -> Self {
        let columns = || shape.columns.iter().enumerate();
        let is_over = |column: &Column| {
            let is_old = column.variable.starts_with("orig(");
            column.role == Role::Value && column.kind == Kind::Float && !is_old
        };
        let is_under = |column: &Column| {
            let roles = [Role::Value, Role::Max, Role::Sum, Role::Spread];
            // How two inputs or two results compare is rather the data's doing.
            let is_old = column.variable.starts_with("orig(");
            roles.contains(&column.role) && column.kind == Kind::Float && is_old
        };
        let mut all = Vec::new();
        for (over, _) in columns().filter(|(_, column)| is_over(column)) {
            for (under, _) in columns().filter(|(_, column)| is_under(column)) {
                all.push(Ratio {
                    over,
                    under,
                    n_rows: 0,
                    bounds: (f64::INFINITY, f64::NEG_INFINITY),
                    sizes: (f64::INFINITY, 0.0),
                });
            }
        }
        Self { all }
    }

    pub(super) fn see(&mut self, row: &Row) {
        for ratio in &mut self.all {
            let over = row.scalars[ratio.over].to_float();
            let under = row.scalars[ratio.under].to_float();
            if let (Some(over), Some(under)) = (over, under)
                && under != 0.0
            {
                let quotient = over / under;
                ratio.n_rows = ratio.n_rows.saturating_add(1);
                ratio.bounds = if quotient.is_finite() {
                    (ratio.bounds.0.min(quotient), ratio.bounds.1.max(quotient))
                } else {
                    // A quotient without a number leaves no bounds, and no later row can narrow
                    // these again.
                    (f64::NEG_INFINITY, f64::INFINITY)
                };
                let size = under.abs();
                ratio.sizes = (ratio.sizes.0.min(size), ratio.sizes.1.max(size));
            }
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        for (own, other) in self.all.iter_mut().zip(other.all) {
            own.n_rows = own.n_rows.saturating_add(other.n_rows);
            own.bounds.0 = own.bounds.0.min(other.bounds.0);
            own.bounds.1 = own.bounds.1.max(other.bounds.1);
            own.sizes.0 = own.sizes.0.min(other.sizes.0);
            own.sizes.1 = own.sizes.1.max(other.sizes.1);
        }
    }

    /// All quotients.
    pub(crate) fn all(&self) -> &[Ratio] {
        &self.all
    }
}
