//! A case as a dialogue: what is asked next, or what follows from what was seen.

use std::sync::Arc;

use killrate_model::{Observation, Request};

/// What follows from what was seen so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<T> {
    /// More must be seen: these requests, of which there is at least one.
    Ask(Vec<Arc<Request>>),
    /// Enough was seen.
    Conclude(T),
}

impl<T> Step<T> {
    /// Asks for these requests.
    pub fn ask(requests: &[Arc<Request>]) -> Self {
        Self::Ask(requests.to_vec())
    }

    /// What is concluded, if anything is.
    pub fn conclusion(self) -> Option<T> {
        match self {
            Self::Ask(_) => None,
            Self::Conclude(conclusion) => Some(conclusion),
        }
    }

    /// What is asked for; nothing where something is concluded.
    pub fn asked(&self) -> &[Arc<Request>] {
        match self {
            Self::Ask(requests) => requests,
            Self::Conclude(_) => &[],
        }
    }
}

/// A request and what was seen of it.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// What was asked.
    pub request: Arc<Request>,
    /// What was seen.
    pub observation: Arc<Observation>,
}

/// Everything that was asked and seen so far, in the order in which it was asked.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    exchanges: Vec<Exchange>,
    /// Where each round ends.
    ends: Vec<usize>,
    unanswered: Vec<Arc<Request>>,
}

impl Transcript {
    /// Adds what the last ask showed.
    pub fn add_round(&mut self, round: Vec<Exchange>) {
        self.exchanges.extend(round);
        self.ends.push(self.exchanges.len());
    }

    /// Adds what was asked with the last round and from which nothing follows.
    pub fn add_unanswered(&mut self, requests: Vec<Arc<Request>>) {
        self.unanswered.extend(requests);
    }

    /// Everything that was asked and from which nothing follows; only techniques that go on without it
    /// get to see any.
    pub fn unanswered(&self) -> &[Arc<Request>] {
        &self.unanswered
    }

    /// Whether nothing was asked yet.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many times something was asked.
    pub fn n_rounds(&self) -> usize {
        self.ends.len()
    }

    /// What was asked together, by position from 0.
    pub fn round(&self, number: usize) -> &[Exchange] {
        let start = match number {
            0 => 0,
            _ => self.ends[number - 1],
        };
        &self.exchanges[start..self.ends[number]]
    }

    /// What was asked last; nothing when nothing was asked.
    pub fn last_round(&self) -> &[Exchange] {
        match self.n_rounds() {
            0 => &[],
            n_rounds => self.round(n_rounds - 1),
        }
    }

    /// All rounds, one after the other.
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// What the programs showed, commands that properties and metrics call left out.
    pub fn runs(&self) -> Vec<&Observation> {
        let is_command = |exchange: &&Exchange| {
            matches!(
                exchange.request.program,
                killrate_model::ProgramName::Command(_)
            )
        };
        let runs = self.exchanges.iter().filter(|one| !is_command(one));
        runs.map(|exchange| exchange.observation.as_ref()).collect()
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::ProgramName;

    use super::*;
    use crate::testing::wrote;

    fn exchange(program: ProgramName, out: &str) -> Exchange {
        Exchange {
            request: Arc::new(Request::default().to_program(program)),
            observation: Arc::new(wrote(out)),
        }
    }

    #[test]
    fn rounds_are_kept_apart_and_runs_leave_commands_out() {
        let mut transcript = Transcript::default();
        assert!(transcript.is_empty());
        assert_eq!(transcript.last_round().len(), 0);
        transcript.add_round(vec![exchange(ProgramName::Subject, "a")]);
        let command = ProgramName::Command("metric".to_owned());
        transcript.add_round(vec![
            exchange(command, "b"),
            exchange(ProgramName::Subject, "c"),
        ]);
        assert_eq!(transcript.n_rounds(), 2);
        assert_eq!(transcript.round(0).len(), 1);
        assert_eq!(transcript.last_round().len(), 2);
        assert_eq!(transcript.runs(), [&wrote("a"), &wrote("c")]);
    }
}
