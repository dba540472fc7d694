//! A property of many runs.

use std::fmt;

use killrate_properties::Property;

use crate::sampled::Reading;

/// How inputs are changed, and what of the outputs must stay alike.
#[derive(Debug, Clone)]
pub struct SampledProperty {
    /// Makes the follow-up; what it says of outputs does not count.
    pub transform: Property,
    /// The part of it that says how inputs are changed, as written.
    pub condition: String,
    /// What is compared.
    pub reading: Reading,
}

impl fmt::Display for SampledProperty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "if {} then ", self.condition)?;
        match &self.reading {
            Reading::Number {
                output,
                times,
                plus,
            } => {
                write!(f, "{output} is distributed as {output} × {times}")?;
                if *plus == 0.0 {
                    Ok(())
                } else {
                    write!(f, " + {plus}")
                }
            }
            Reading::Profile {
                output,
                metric,
                pairing,
                ..
            } => {
                let (metric, pairing) = (metric.name(), pairing.name());
                write!(
                    f,
                    "{metric} of {output} ({pairing}) is distributed as before"
                )
            }
        }
    }
}
