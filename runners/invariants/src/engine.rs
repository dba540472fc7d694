//! From traces to invariants.

use std::collections::BTreeMap;

use killrate_watch::{At, Claim, End, Record, Row, Shape};
use serde::Serialize;

use crate::implied::is_implied;
use crate::invariant::Invariant;
use crate::point::Point;
use crate::templates::{ENOUGH, Template};
use crate::trace::{exit_shape, read_records};

/// Learns invariants from traces, in one pass over each.
#[derive(Debug, Clone, Default)]
pub struct Engine {
    functions: BTreeMap<String, Learning>,
}

/// A function some of whose calls panicked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Panics {
    /// The function, with the file it is in.
    pub function: String,
    /// How many calls panicked.
    pub n_panics: u64,
    /// How many calls were seen.
    pub n_calls: u64,
}

/// What is being learned of one function.
#[derive(Debug, Clone)]
struct Learning {
    entry: Point,
    /// All exits together.
    exit: Point,
    n_exits: u32,
    /// The exits one by one, where there are several; those that were taken.
    exits: BTreeMap<u32, Point>,
    n_panics: u64,
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
                n_exits,
            } => {
                self.declare(&name, &entry, &exit, n_exits);
                names.insert(number, name);
            }
            Record::Call { number, entry, end } => {
                if let Some(name) = names.get(&number) {
                    self.see_call(name, &entry, end.as_ref());
                }
            }
        })?;
        self.end_run();
        Some(())
    }

    /// Makes a function known, and how many exits it has.
    ///
    /// A function that was declared with other columns or exits before is another program's: what was
    /// learned of it is forgotten.
    pub fn declare(&mut self, name: &str, entry: &Shape, exit: &Shape, n_exits: u32) {
        let joined = exit_shape(entry, exit);
        if let Some(known) = self.functions.get(name)
            && known.entry.shape() == entry
            && known.exit.shape() == &joined
            && known.n_exits == n_exits
        {
            return;
        }
        let learning = Learning {
            unseen: joined.unseen.clone(),
            entry: Point::new(entry.clone()),
            exit: Point::new(joined),
            n_exits,
            exits: BTreeMap::new(),
            n_panics: 0,
            joined: Row::default(),
        };
        self.functions.insert(name.to_owned(), learning);
    }

    /// Learns from a call of a function that was declared.
    pub fn see_call(&mut self, name: &str, entry: &Row, end: End<&Row>) {
        if let Some(learning) = self.functions.get_mut(name) {
            learning.see_call(entry, end);
        }
    }

    /// Ends a run: what several runs agree in says more than what one run shows.
    pub fn end_run(&mut self) {
        for learning in self.functions.values_mut() {
            learning.entry.end_run();
            learning.exit.end_run();
            learning.exits.values_mut().for_each(Point::end_run);
        }
    }

    /// Adds what another engine learned from other runs.
    pub fn merge(&mut self, other: Self) {
        for (name, learning) in other.functions {
            match self.functions.get_mut(&name) {
                Some(own) if own.is_like(&learning) => own.merge(learning),
                // As in `declare`: what was learned of another program's function is forgotten.
                _ => {
                    self.functions.insert(name, learning);
                }
            }
        }
    }

    /// The invariants that are justified, in the order of functions, places and templates.
    pub fn invariants(&self) -> Vec<Invariant> {
        let functions = self.functions.iter();
        functions
            .flat_map(|(name, learning)| learning.invariants(name))
            .collect()
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

    /// The functions that panicked, in the order of their names.
    pub fn panics(&self) -> Vec<Panics> {
        let panicked = self.functions.iter().filter(|(_, l)| l.n_panics > 0);
        let panics = panicked.map(|(name, learning)| Panics {
            function: name.clone(),
            n_panics: learning.n_panics,
            n_calls: learning.entry.n_rows(),
        });
        panics.collect()
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

impl Learning {
    fn see_call(&mut self, entry: &Row, end: End<&Row>) {
        // A call that panics later was entered like any other, so it counts for what holds at the
        // entry.
        self.entry.see(entry);
        let End::Returned { exit, row } = end else {
            self.n_panics += 1;
            return;
        };
        // The row is kept from call to call, so that none is allocated for each.
        self.joined.clear();
        self.joined.append(entry);
        self.joined.append(row);
        self.exit.see(&self.joined);
        // A single exit is what all exits together are.
        if self.n_exits > 1 {
            let new = || Point::new(self.exit.shape().clone());
            let one = self.exits.entry(exit).or_insert_with(new);
            one.see(&self.joined);
        }
    }

    /// Whether both are of one function of one program.
    fn is_like(&self, other: &Self) -> bool {
        self.entry.shape() == other.entry.shape()
            && self.exit.shape() == other.exit.shape()
            && self.n_exits == other.n_exits
    }

    fn merge(&mut self, other: Self) {
        self.entry.merge(other.entry);
        self.exit.merge(other.exit);
        self.n_panics += other.n_panics;
        for (exit, point) in other.exits {
            match self.exits.get_mut(&exit) {
                Some(own) => own.merge(point),
                None => {
                    self.exits.insert(exit, point);
                }
            }
        }
    }

    fn invariants(&self, name: &str) -> Vec<Invariant> {
        let mut places = vec![(At::Enter, &self.entry, self.entry.claims())];
        let mut at_exit = self.exit.claims();
        // What its entry says already is not claimed again.
        at_exit.retain(|(_, claim)| self.exit.is_about_exit(claim));
        places.push((At::Exit, &self.exit, at_exit));
        let known: Vec<Claim> = places
            .iter()
            .flat_map(|(_, _, claims)| claims.iter().map(|(_, claim)| claim.clone()))
            .collect();
        let enough = self.exits.iter().filter(|(_, one)| one.n_rows() >= ENOUGH);
        for (&exit, one) in enough {
            let of = self.n_exits;
            let mut claims = one.claims();
            claims.retain(|(_, claim)| !known.iter().any(|known| is_implied(claim, known)));
            places.push((At::OneExit { exit, of }, one, claims));
        }
        let invariant = |(at, point, claims): (At, &Point, Claims)| {
            let shape = point.shape().clone();
            claims
                .into_iter()
                .map(move |(template, claim)| Invariant::new(name, at, template, claim, &shape))
        };
        places.into_iter().flat_map(invariant).collect()
    }
}

/// Claims with the templates that made them.
type Claims = Vec<(&'static Template, Claim)>;
