//! A variant and a request, and what running them gave.

use std::sync::Arc;
use std::time::Duration;

use killrate_model::{Digest, DigestBuilder, Limits, Observation, Request, Variant};

use crate::{Program, Tier};

/// Changes when the same execution would be observed differently by this version of the executor.
const FORMAT: u64 = 2;

/// A variant of a program and a request; identified by content; run at most once.
#[derive(Debug, Clone)]
pub struct Execution {
    /// What is run.
    pub program: Arc<Program>,
    /// Which variant of it.
    pub variant: Variant,
    /// On what.
    pub request: Arc<Request>,
    /// Within which bounds.
    pub limits: Limits,
    /// Which repetition of otherwise the same execution this is, from 0: what is run once more to see
    /// whether it shows the same again.
    pub repetition: u32,
}

impl Execution {
    /// An execution that is not repeated.
    pub fn new(
        program: &Arc<Program>,
        variant: Variant,
        request: &Arc<Request>,
        limits: Limits,
    ) -> Self {
        Self {
            program: Arc::clone(program),
            variant,
            request: Arc::clone(request),
            limits,
            repetition: 0,
        }
    }

    /// The identity of this execution by content, when it is run in this tier.
    ///
    /// The limits on processor and wall time are not part of it: they are backstops that depend on
    /// how fast and how busy the machine is, and a program that ends by itself or runs out of fuel
    /// shows the same under any of them. A program that *was* stopped by such a backstop is
    /// remembered together with the limit, and is run again only for a more generous one.
    pub fn key(&self, tier: Tier) -> Digest {
        let builder = DigestBuilder::new("execution")
            .number(FORMAT)
            .field(tier.name().as_bytes())
            .field(self.program.digest.as_bytes())
            .number(u64::from(self.variant.number()))
            .field(self.request.digest().as_bytes())
            .number(self.limits.memory)
            .number(self.limits.output);
        let builder = match self.repetition {
            0 => builder,
            again => builder.field(b"repetition").number(u64::from(again)),
        };
        match self.limits.fuel {
            Some(fuel) => builder.field(b"fuel").number(fuel),
            None => builder.field(b"no fuel limit"),
        }
        .finish()
    }
}

/// What an execution showed, what it cost, and whether it was known before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// What it showed.
    pub observation: Arc<Observation>,
    /// What it cost when it ran.
    pub cost: Cost,
    /// Whether it came from the log, so that nothing was run for it now; what another harness ran
    /// for a part of the same study does not count.
    pub was_cached: bool,
}

/// What an execution cost; differs from run to run, so it is no part of the observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Processor time of the program and of the processes it waited for.
    pub cpu: Duration,
    /// Time on the clock from start to end.
    pub wall: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;
    use killrate_model::{Blob, InputName, Probe};
    use std::collections::BTreeSet;

    fn execution() -> Execution {
        Execution {
            program: Arc::new(Program::new("subject".into(), Digest::of(b"subject"))),
            variant: Variant::Original,
            request: Arc::new(Request {
                arguments: vec!["{train}".into()],
                inputs: [(InputName::new("train").unwrap(), Blob::new(*b"1\n"))].into(),
                outputs: BTreeSet::new(),
                seed: None,
                ..Request::default()
            }),
            limits: Limits {
                fuel: Some(7),
                cpu: Duration::from_secs(1),
                wall: Duration::from_secs(10),
                memory: 1 << 20,
                output: 1 << 10,
            },
            repetition: 0,
        }
    }

    #[test]
    fn everything_that_can_change_what_is_observed_changes_the_key() {
        let changes: [fn(&mut Execution); 9] = [
            |e| Arc::make_mut(&mut e.program).digest = Digest::of(b"other"),
            |e| e.variant = Variant::Mutant(1),
            |e| e.variant = Variant::Mutant(2),
            |e| Arc::make_mut(&mut e.request).seed = Some(0),
            |e| e.request = Arc::new((*e.request).clone().with_probe(Probe::Reach)),
            |e| e.limits.fuel = None,
            |e| e.limits.memory += 1,
            |e| e.limits.output += 1,
            |e| e.repetition = 1,
        ];
        let keys: BTreeSet<Digest> = changes
            .iter()
            .map(|change| {
                let mut changed = execution();
                change(&mut changed);
                changed.key(Tier::Full)
            })
            .chain([Tier::Full, Tier::ProcessGroup].map(|tier| execution().key(tier)))
            .collect();
        assert_eq!(keys.len(), changes.len() + 2);
    }

    #[test]
    fn the_place_of_the_binary_and_the_backstops_do_not_change_the_key() {
        let changes: [fn(&mut Execution); 3] = [
            |e| Arc::make_mut(&mut e.program).binary = "elsewhere".into(),
            |e| e.limits.cpu *= 2,
            |e| e.limits.wall *= 2,
        ];
        for change in changes {
            let mut changed = execution();
            change(&mut changed);
            assert_eq!(changed.key(Tier::Full), execution().key(Tier::Full));
        }
    }
}
