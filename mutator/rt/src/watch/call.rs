//! One call that is watched.

use std::mem;

use killrate_watch::{End, Row, Shape};

use super::exits::Aside;
use super::{Task, Watcher, watcher};
use crate::{countdown, fuel};

/// A call of a function that is watched, from its entry to its exit.
#[derive(Debug)]
pub struct Call {
    point: u32,
    name: &'static str,
    is_new: bool,
    entry: Row,
    exit: Row,
    entry_shape: Shape,
    exit_shape: Shape,
    /// How many exits its function has.
    n_exits: u32,
    /// By which of them it returned.
    taken: u32,
    /// What the call around it was told so far, while this one may tell.
    aside: Option<Aside>,
    has_left: bool,
}

impl Call {
    /// Begins to watch a call of a function with so many exits; `None` when it cannot be paid for.
    pub fn enter(point: u32, name: &'static str, n_exits: u32) -> Option<Self> {
        let mut guard = watcher();
        let watcher = guard.as_mut()?;
        let budget = watcher.budgets.get_mut(point as usize)?;
        let is_allowed = budget.allows(fuel::burnt_here());
        countdown::set(point, budget.distance());
        if !is_allowed {
            return None;
        }
        let is_new = match &watcher.task {
            Task::Trace(tracer) => tracer.is_new(point),
            Task::Compare(invariants) => invariants.is_new(point),
        };
        if matches!(&watcher.task, Task::Compare(invariants) if !invariants.knows(name)) {
            countdown::stop(point);
            return None;
        }
        let mut empty = || watcher.spare.pop().unwrap_or_default();
        Some(Self {
            point,
            name,
            is_new,
            entry: empty(),
            exit: empty(),
            entry_shape: Shape::default(),
            exit_shape: Shape::default(),
            n_exits,
            taken: n_exits,
            aside: None,
            has_left: false,
        })
    }

    /// Whether the columns of its function are not known yet.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The columns of its entry, to be filled in when it is new.
    pub fn entry_shape(&mut self) -> &mut Shape {
        &mut self.entry_shape
    }

    /// The columns of its exit, to be filled in when it is new.
    pub fn exit_shape(&mut self) -> &mut Shape {
        &mut self.exit_shape
    }

    /// What is seen at its entry, to be filled in.
    pub fn entry(&mut self) -> &mut Row {
        &mut self.entry
    }

    /// What is seen at its exit, to be filled in.
    pub fn exit(&mut self) -> &mut Row {
        &mut self.exit
    }

    /// Tells that everything at its entry was seen, and that its body runs next.
    pub fn entered(&mut self) {
        let (point, name, n_exits) = (self.point, self.name, self.n_exits);
        let shapes = [&self.entry_shape, &self.exit_shape];
        let (is_new, entry) = (self.is_new, &self.entry);
        with(point, entry.n_seen, |watcher| match &mut watcher.task {
            Task::Trace(tracer) => {
                if is_new {
                    tracer.declare(point, name, shapes, n_exits);
                }
            }
            Task::Compare(invariants) => {
                if is_new {
                    invariants.declare(point, name, shapes, n_exits);
                }
                invariants.enter(point, entry);
            }
        });
        self.aside = (n_exits > 1).then(Aside::wait);
    }

    /// Tells that its body has just returned.
    pub fn returned(&mut self) {
        let told = self.aside.take().and_then(Aside::told);
        // A body that tells nothing has come to its end, which is the last of its exits.
        self.taken = told.unwrap_or(self.n_exits);
    }

    /// Tells that everything at its exit was seen.
    pub fn leave(mut self) {
        self.has_left = true;
        let (point, exit) = (self.point, self.taken);
        let (mut entry, mut row) = (mem::take(&mut self.entry), mem::take(&mut self.exit));
        with(point, row.n_seen, |watcher| {
            match &mut watcher.task {
                Task::Trace(tracer) => {
                    let row = &row;
                    tracer.call(point, &entry, End::Returned { exit, row });
                }
                Task::Compare(invariants) => {
                    entry.join(&mut row);
                    invariants.leave(point, exit, &entry);
                }
            }
            for mut row in [entry, row] {
                row.clear();
                watcher.spare.push(row);
            }
        });
    }
}

impl Drop for Call {
    /// A call that is dropped without having left has panicked.
    fn drop(&mut self) {
        if self.has_left {
            return;
        }
        with(self.point, 0, |watcher| match &mut watcher.task {
            Task::Trace(tracer) => tracer.call(self.point, &self.entry, End::Panicked),
            Task::Compare(_) => {}
        });
    }
}

fn with(point: u32, n_seen: u64, then: impl FnOnce(&mut Watcher)) {
    if let Some(watcher) = watcher().as_mut() {
        if let Some(budget) = watcher.budgets.get_mut(point as usize) {
            budget.spend(n_seen);
        }
        then(watcher);
    }
}
