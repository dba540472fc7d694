//! How sure a number is; each with its source and a published example.

mod cochran;
mod holm;
mod mcnemar;
mod wilson;

pub use cochran::{CochranQ, cochran_q};
pub use holm::holm;
pub use mcnemar::mcnemar_exact;
pub use wilson::wilson;
