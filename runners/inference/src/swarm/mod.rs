//! The search of Zhang et al. (ASE 2014) for polynomial relations, as published.
//!
//! A particle swarm moves through the coefficients of Formula 4 or 5 and counts on how many random
//! inputs the formula is satisfied; one run gives at most one relation. What the paper leaves open is
//! explicit in [`Settings`]: the tolerance, the bound of `d`, and the start of the velocities.

mod classify;
mod filter;
mod form;
mod run;
mod settings;

pub use classify::{Nature, classify};
pub use filter::{keep, violated_share};
pub use form::{Form, Particle};
pub use run::{Accepted, run};
pub use settings::Settings;
