//! From traces to invariants.

use std::collections::BTreeMap;

use killrate_watch::{At, Record, Row, Shape};

use crate::invariant::Invariant;
use crate::point::Point;
use crate::trace::{exit_shape, read_records};

/// Learns invariants from traces, in one pass over each.
#[derive(Debug, Clone, Default)]
pub struct Engine {
    functions: BTreeMap<String, Learning>,
}

/// What is being learned of one function.
#[derive(Debug, Clone)]
struct Learning {
    entry: Point,
    exit: Point,
    unseen: Vec<(String, String)>,
    joined: Row,
}

impl Engine {
    /// Reads the trace of one run; `None` when the bytes are no trace, and nothing is learned.
    pub fn read_run(&mut self, trace: &[u8]) -> Option<()> {
        let mut names = BTreeMap::new();
        read_records(trace, |record| match record {
            Record::Function {
                number,
                name,
                entry,
                exit,
            } => {
                self.declare(&name, &entry, &exit);
                names.insert(number, name);
            }
            Record::Call {
                number,
                entry,
                exit,
            } => {
                if let Some(name) = names.get(&number) {
                    self.see_call(name, &entry, exit.as_ref());
                }
            }
        })?;
        self.end_run();
        Some(())
    }

    /// Makes a function known.
    ///
    /// A function that was declared with other columns before is another program's: what was learned
    /// of it is forgotten.
    pub fn declare(&mut self, name: &str, entry: &Shape, exit: &Shape) {
        let joined = exit_shape(entry, exit);
        if let Some(known) = self.functions.get(name)
            && known.entry.shape() == entry
            && known.exit.shape() == &joined
        {
            return;
        }
        let learning = Learning {
            unseen: joined.unseen.clone(),
            entry: Point::new(entry.clone()),
            exit: Point::new(joined),
            joined: Row::default(),
        };
        self.functions.insert(name.to_owned(), learning);
    }

    /// Learns from a call of a function that was declared; one that panicked has no exit.
    pub fn see_call(&mut self, name: &str, entry: &Row, exit: Option<&Row>) {
        let Some(learning) = self.functions.get_mut(name) else {
            return;
        };
        learning.entry.see(entry);
        if let Some(exit) = exit {
            learning.joined.clear();
            learning.joined.append(entry);
            learning.joined.append(exit);
            learning.exit.see(&learning.joined);
        }
    }

    /// Ends a run: what several runs agree in says more than what one run shows.
    pub fn end_run(&mut self) {
        for learning in self.functions.values_mut() {
            learning.entry.end_run();
            learning.exit.end_run();
        }
    }

    /// Adds what another engine learned from other runs.
    pub fn merge(&mut self, other: Self) {
        for (name, learning) in other.functions {
            match self.functions.get_mut(&name) {
                Some(own) if own.entry.shape() == learning.entry.shape() => {
                    own.entry.merge(learning.entry);
                    own.exit.merge(learning.exit);
                }
                _ => {
                    self.functions.insert(name, learning);
                }
            }
        }
    }

    /// The invariants that are justified, in the order of functions, places and templates.
    pub fn invariants(&self) -> Vec<Invariant> {
        let mut invariants = Vec::new();
        for (name, learning) in &self.functions {
            for (at, point) in [(At::Enter, &learning.entry), (At::Exit, &learning.exit)] {
                let found = point.invariants(at).into_iter();
                invariants.extend(found.map(|(template, claim)| {
                    Invariant::new(name, at, template, claim, point.shape())
                }));
            }
        }
        invariants
    }

    /// How many functions were called.
    pub fn n_functions(&self) -> usize {
        self.functions.len()
    }

    /// How many calls were seen.
    pub fn n_calls(&self) -> u64 {
        let entries = self.functions.values().map(|learning| &learning.entry);
        entries.map(Point::n_rows).sum()
    }

    /// What cannot be observed: function, variable and its type.
    pub fn unseen(&self) -> Vec<(&str, &str, &str)> {
        let all = self.functions.iter().flat_map(|(name, learning)| {
            let unseen = learning.unseen.iter();
            unseen.map(|(variable, kind)| (name.as_str(), variable.as_str(), kind.as_str()))
        });
        all.collect()
    }
}
