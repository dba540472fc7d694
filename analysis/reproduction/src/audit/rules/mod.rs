//! What must hold in a table; one rule per file.

mod across;
mod bounds;
mod detection_rate;
mod identities;
mod parts;
mod percentages;
mod rates;
mod regions;
mod shares;
mod sums;
mod time_per_test;
mod total_columns;
mod total_rows;
mod wide;
mod wide_sums;

use super::printed::Printed;
use super::recomputed::Recomputed;

/// A rule looks at one table and computes again what it can.
pub(super) type Rule = fn(&Printed) -> Vec<Recomputed>;

/// Every rule; one that does not fit a table finds nothing there.
pub(super) const RULES: [Rule; 13] = [
    sums::recompute,
    wide_sums::recompute,
    total_rows::recompute,
    total_columns::recompute,
    percentages::recompute,
    shares::recompute,
    bounds::recompute,
    regions::recompute,
    parts::recompute,
    rates::recompute,
    time_per_test::recompute,
    detection_rate::recompute,
    identities::recompute,
];

pub(super) use across::recompute as recompute_across;
pub(super) use wide::{is_total, is_wide, names};
