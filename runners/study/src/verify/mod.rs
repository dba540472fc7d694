//! Checks of the harness itself: of its woven programs, and of its rates of false alarms.

mod alarms;
mod spared;
mod weave;

pub use alarms::{AlarmRate, AlarmTrials, verify_alarms};
pub use weave::{WeaveFindings, WeaveSample, verify_weave};
