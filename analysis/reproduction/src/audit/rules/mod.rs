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

use super::check::Check;
use super::printed::Printed;

/// A rule looks at one table and computes again what it can.
pub(super) type Rule = fn(&Printed) -> Vec<Check>;

/// Every rule; one that does not fit a table finds nothing there.
pub(super) const RULES: [Rule; 13] = [
    sums::check,
    wide_sums::check,
    total_rows::check,
    total_columns::check,
    percentages::check,
    shares::check,
    bounds::check,
    regions::check,
    parts::check,
    rates::check,
    time_per_test::check,
    detection_rate::check,
    identities::check,
];

pub(super) use across::check as check_across;
pub(super) use wide::{is_total, is_wide, names};
