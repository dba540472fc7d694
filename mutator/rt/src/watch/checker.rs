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

/// Checks calls by a learned set.
pub(super) struct Checker {
    learned: Learned,
    alarms: PathBuf,
    functions: BTreeMap<u32, Function>,
    joined: Row,
    /// Whether nothing is checked any more.
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

impl Checker {
    pub(super) fn new(text: &str, alarms: PathBuf) -> Result<Self, LearnedError> {
        Ok(Self {
            learned: Learned::parse(text)?,
            alarms,
            functions: BTreeMap::new(),
            joined: Row::default(),
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
        let mut joined = entry.at_entry();
        joined.append(exit);
        let (at_entry, at_exit) = (Columns::of(entry), Columns::of(&joined));
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
            self.is_over = teller.check(&mut function.entry, entry).is_break();
        }
    }

    pub(super) fn leave(&mut self, point: u32, entry: &Row, taken: u32, exit: &Row) {
        if self.is_over {
            return;
        }
        if let Some(function) = self.functions.get_mut(&point) {
            self.joined.clear();
            self.joined.append(entry);
            self.joined.append(exit);
            let teller = Teller {
                learned: &self.learned,
                name: function.name,
                alarms: &self.alarms,
            };
            let of_taken = function.exits.get_mut(&taken).into_iter().flatten();
            let claims = function.exit.iter_mut().chain(of_taken);
            self.is_over = teller.check(claims, &self.joined).is_break();
        }
    }
}

/// The columns of a shape by their names.
struct Columns<'a> {
    shape: &'a Shape,
    by_name: BTreeMap<String, usize>,
}

impl<'a> Columns<'a> {
    fn of(shape: &'a Shape) -> Self {
        let columns = shape.columns.iter().enumerate();
        let by_name = columns.map(|(place, column)| (column.name(), place));
        Self {
            shape,
            by_name: by_name.collect(),
        }
    }

    /// The claim about these columns; nothing is claimed of columns that are not there.
    fn resolve(&self, place: usize, learned: &LearnedClaim) -> Option<Resolved> {
        let column = |index: usize| self.by_name.get(&learned.names[index]).copied();
        let sequence = |index: usize| Some(self.shape.columns[column(index)?].sequence? as usize);
        let is_there = learned
            .names
            .iter()
            .all(|name| self.by_name.contains_key(name));
        let claim = learned.claim.map(&column, &sequence).filter(|_| is_there)?;
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
    /// Tells of all claims that do not hold; breaks off when none is to be checked any more.
    fn check<'a>(
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
            let elements = row.sequences[sequence].iter().flatten();
            let elements: Vec<String> = elements.map(Scalar::to_string).collect();
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
