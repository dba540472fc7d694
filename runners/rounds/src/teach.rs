//! A dialogue with the original, before anything is judged.

use std::sync::Arc;

use killrate_model::{Observation, Request};
use killrate_techniques::{Exchange, Learner, Setting, Step, Technique, Transcript};

/// Shows a learner what it wants to see of the original, until it has seen enough.
///
/// # Errors
/// When something cannot be shown.
pub fn teach<E>(
    mut learner: Box<dyn Learner>,
    setting: &Setting<'_>,
    mut show: impl FnMut(&[Arc<Request>]) -> Result<Vec<Arc<Observation>>, E>,
) -> Result<Box<dyn Technique>, E> {
    // A learner has no cases and no variants, so `converse` is of no use to it.
    let mut transcript = Transcript::default();
    loop {
        match learner.step(setting, &transcript) {
            Step::Conclude(technique) => return Ok(technique),
            Step::Ask(requests) => {
                let shown = show(&requests)?;
                let pairs = requests.into_iter().zip(shown);
                let exchange = |(request, observation)| Exchange {
                    request,
                    observation,
                };
                transcript.add_round(pairs.map(exchange).collect());
            }
        }
    }
}
