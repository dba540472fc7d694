//! Checking a learned set of invariants, and the file of alarms.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use killrate_watch::{At, Claim, Learned, LearnedClaim, LearnedError, OnAlarm, Row, Scalar, Shape};

use crate::{countdown, report};

/// The exit code of a program that an alarm stopped; the file of alarms, not this code, is what tells.
pub(crate) const ALARM_CODE: i32 = 88;

/// A learned set that calls are compared with.
pub(super) struct Invariants {
    learned: Learned,
    alarms: PathBuf,
    functions: BTreeMap<u32, Function>,
    /// Whether nothing is compared any more.
    is_over: bool,
}

/// The claims of a function, by the columns that it really has.
struct Function {
    name: &'static str,
    entry: Vec<Resolved>,
    /// Those of the exit, whichever it is.
    exit: Vec<Resolved>,
    /// Those of single exits.
    exits: BTreeMap<u32, Vec<Resolved>>,
}

struct Resolved {
    /// Its place among the learned claims of the function.
    place: usize,
    claim: Claim,
    is_told: bool,
}

impl Invariants {
    pub(super) fn new(text: &str, alarms: PathBuf) -> Result<Self, LearnedError> {
        Ok(Self {
            learned: Learned::parse(text)?,
            alarms,
            functions: BTreeMap::new(),
            is_over: false,
        })
    }

    /// Whether something is claimed of this function.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.learned.functions.contains_key(name)
    }

    /// Whether the columns of this function are not known yet.
    pub(super) fn is_new(&self, point: u32) -> bool {
        !self.functions.contains_key(&point)
    }

    pub(super) fn declare(
        &mut self,
        point: u32,
        name: &'static str,
        shapes: [&Shape; 2],
        n_exits: u32,
    ) {
        let [entry, exit] = shapes;
        let at_entry = Columns {
            before: None,
            own: entry,
        };
        let at_exit = Columns {
            before: Some(entry),
            own: exit,
        };
        let mut function = Function {
            name,
            entry: Vec::new(),
            exit: Vec::new(),
            exits: BTreeMap::new(),
        };
        let claims = self.learned.functions.get(name).into_iter().flatten();
        for (place, claim) in claims.enumerate() {
            let (columns, claims) = match claim.at {
                At::Enter => (&at_entry, &mut function.entry),
                At::Exit => (&at_exit, &mut function.exit),
                At::OneExit { exit, of } if of == n_exits => {
                    (&at_exit, function.exits.entry(exit).or_default())
                }
                // Where there are more exits or fewer, it is not known which one is meant.
                At::OneExit { .. } => continue,
            };
            claims.extend(columns.resolve(place, claim));
        }
        self.functions.entry(point).or_insert(function);
    }

    pub(super) fn enter(&mut self, point: u32, entry: &Row) {
        if self.is_over {
            return;
        }
        if let Some(function) = self.functions.get_mut(&point) {
            let teller = Teller {
                learned: &self.learned,
                name: function.name,
                alarms: &self.alarms,
            };
            self.is_over = teller.compare(&mut function.entry, entry).is_break();
        }
    }

    /// Compares what was seen at the entry and then at the exit that was taken.
    pub(super) fn leave(&mut self, point: u32, taken: u32, row: &Row) {
        if self.is_over {
            return;
        }
        if let Some(function) = self.functions.get_mut(&point) {
            let teller = Teller {
                learned: &self.learned,
                name: function.name,
                alarms: &self.alarms,
            };
            let of_taken = function.exits.get_mut(&taken).into_iter().flatten();
            let claims = function.exit.iter_mut().chain(of_taken);
            self.is_over = teller.compare(claims, row).is_break();
        }
    }
}

/// The columns that claims are about.
struct Columns<'a> {
    /// Those of the entry, as the exit knows them; they come first in its rows.
    before: Option<&'a Shape>,
    own: &'a Shape,
}

impl Columns<'_> {
    /// The places of a column, and of the sequence that it sums up, in a row.
    fn find(&self, name: &str) -> Option<(usize, Option<usize>)> {
        let (shape, place, n_before) = match self.before {
            None => (self.own, self.own.find(name)?, (0, 0)),
            Some(before) => match before.find_at_entry(name) {
                Some(place) => (before, place, (0, 0)),
                None => {
                    let n_before = (before.columns.len(), before.n_sequences);
                    (self.own, self.own.find(name)?, n_before)
                }
            },
        };
        let sequence = shape.columns[place]
            .sequence
            .map(|sequence| (sequence + n_before.1) as usize);
        Some((place + n_before.0, sequence))
    }

    /// The claim about these columns; nothing is claimed of columns that are not there.
    fn resolve(&self, place: usize, learned: &LearnedClaim) -> Option<Resolved> {
        let names = learned.names.iter();
        let found: Vec<_> = names.map(|name| self.find(name)).collect::<Option<_>>()?;
        let claim = learned
            .claim
            .map(&|index| Some(found[index].0), &|index| found[index].1)?;
        Some(Resolved {
            place,
            claim,
            is_told: false,
        })
    }
}

/// Who tells of claims of one function that do not hold.
struct Teller<'a> {
    learned: &'a Learned,
    name: &'static str,
    alarms: &'a Path,
}

impl Teller<'_> {
    /// Tells of all claims that do not hold; breaks off when none is to be told any more.
    fn compare<'a>(
        &self,
        claims: impl IntoIterator<Item = &'a mut Resolved>,
        row: &Row,
    ) -> ControlFlow<()> {
        for resolved in claims {
            if !resolved.is_told && !resolved.claim.holds(row) {
                resolved.is_told = true;
                self.tell(resolved, row);
                match self.learned.on_alarm {
                    OnAlarm::Stop => {
                        report::write_report(false);
                        report::leave(ALARM_CODE);
                    }
                    OnAlarm::StopChecking => {
                        countdown::stop_all();
                        return ControlFlow::Break(());
                    }
                    OnAlarm::GoOn => {}
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Writes an alarm.
    fn tell(&self, resolved: &Resolved, row: &Row) {
        let learned = &self.learned.functions[self.name][resolved.place];
        let mut line = learned.id.clone();
        // A claim is about its columns and then its sequences, and so are the names.
        let mut names = learned.names.iter();
        for (column, name) in resolved.claim.columns().into_iter().zip(&mut names) {
            // Writing into a text cannot fail.
            let _ = write!(line, "\t{name} = {}", row.scalars[column]);
        }
        for (sequence, name) in resolved.claim.sequences().into_iter().zip(names) {
            let elements: Vec<String> = (row.sequences[sequence].iter().flatten())
                .map(Scalar::to_string)
                .collect();
            let _ = write!(line, "\t{name} = [{}]", elements.join(" "));
        }
        line.push('\n');
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(self.alarms);
        // There is nobody to tell: without the file there is no alarm, and the exit code is odd.
        let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
    }
}
