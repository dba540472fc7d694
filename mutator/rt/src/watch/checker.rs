//! Checking a learned set of invariants, and the file of alarms.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use killrate_watch::{At, Claim, Learned, LearnedClaim, LearnedError, OnAlarm, Row, Shape};

use crate::report;

/// The exit code of a program that an alarm stopped; the file of alarms, not this code, is what tells.
pub(crate) const ALARM_CODE: i32 = 88;

/// Checks calls by a learned set.
pub(super) struct Checker {
    learned: Learned,
    alarms: PathBuf,
    functions: BTreeMap<u32, Function>,
    joined: Row,
}

/// The claims of a function, by the columns that it really has.
#[derive(Default)]
struct Function {
    entry: Vec<Resolved>,
    exit: Vec<Resolved>,
}

struct Resolved {
    id: String,
    claim: Claim,
    /// The names of the columns it is about.
    columns: Vec<(String, usize)>,
    is_told: bool,
}

impl Checker {
    pub(super) fn new(text: &str, alarms: PathBuf) -> Result<Self, LearnedError> {
        Ok(Self {
            learned: Learned::parse(text)?,
            alarms,
            functions: BTreeMap::new(),
            joined: Row::default(),
        })
    }

    /// Whether something is claimed of this function.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.learned.functions.contains_key(name)
    }

    pub(super) fn is_new(&self, point: u32, name: &str) -> bool {
        !self.functions.contains_key(&point) && self.knows(name)
    }

    pub(super) fn declare(&mut self, point: u32, name: &str, [entry, exit]: [&Shape; 2]) {
        let mut joined = entry.at_entry();
        joined.append(exit);
        let claims = self.learned.functions.get(name);
        let resolve = |at: At, shape: &Shape| {
            let claims = claims.into_iter().flatten().filter(|claim| claim.at == at);
            claims.filter_map(|claim| resolved(claim, shape)).collect()
        };
        let function = Function {
            entry: resolve(At::Enter, entry),
            exit: resolve(At::Exit, &joined),
        };
        self.functions.entry(point).or_insert(function);
    }

    pub(super) fn enter(&mut self, point: u32, entry: &Row) {
        if let Some(function) = self.functions.get_mut(&point) {
            check(
                &mut function.entry,
                entry,
                &self.alarms,
                self.learned.on_alarm,
            );
        }
    }

    pub(super) fn leave(&mut self, point: u32, entry: &Row, exit: &Row) {
        if let Some(function) = self.functions.get_mut(&point) {
            self.joined.clear();
            self.joined.append(entry);
            self.joined.append(exit);
            check(
                &mut function.exit,
                &self.joined,
                &self.alarms,
                self.learned.on_alarm,
            );
        }
    }
}

/// The claim about the columns of a shape; nothing is claimed of columns that are not there.
fn resolved(learned: &LearnedClaim, shape: &Shape) -> Option<Resolved> {
    let column = |index: usize| {
        let name = &learned.names[index];
        shape
            .columns
            .iter()
            .position(|column| column.name() == *name)
    };
    let sequence = |index: usize| Some(shape.columns[column(index)?].sequence? as usize);
    let columns =
        (0..learned.names.len()).map(|index| Some((learned.names[index].clone(), column(index)?)));
    Some(Resolved {
        id: learned.id.clone(),
        claim: learned.claim.map(&column, &sequence)?,
        columns: columns.collect::<Option<_>>()?,
        is_told: false,
    })
}

fn check(claims: &mut [Resolved], row: &Row, alarms: &PathBuf, on_alarm: OnAlarm) {
    for resolved in claims {
        if resolved.is_told || resolved.claim.holds(row) {
            continue;
        }
        resolved.is_told = true;
        let mut line = resolved.id.clone();
        for (name, column) in &resolved.columns {
            // Writing into a text cannot fail.
            let _ = write!(line, "\t{name} = {}", row.scalars[*column]);
        }
        line.push('\n');
        let file = OpenOptions::new().append(true).create(true).open(alarms);
        // There is nobody to tell: without the file there is no alarm, and the exit code is odd.
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
        if on_alarm == OnAlarm::Stop {
            report::write_report(false);
            report::leave(ALARM_CODE);
        }
    }
}
