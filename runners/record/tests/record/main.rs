//! Records on disk, from outside.

#![expect(
    clippy::unwrap_used,
    reason = "in a test a panic is the report; clippy knows only functions marked as tests"
)]

mod by_column;
mod chains;
mod check_costs;
mod coded;
mod comparing;
mod fixture;
mod fuel;
mod lines;
mod opening;
mod outputs;
mod same_code;
mod site_kinds;
mod writing;
