//! One call that is watched.

use killrate_watch::{Row, Shape};

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
}

impl Call {
    /// Begins to watch a call; `None` when it cannot be paid for.
    pub fn enter(point: u32, name: &'static str) -> Option<Self> {
        let mut watcher = watcher();
        let watcher = watcher.as_mut()?;
        let budget = watcher.budgets.get_mut(point as usize)?;
        let is_allowed = budget.allows(fuel::burnt_here());
        countdown::set(point, budget.distance());
        if !is_allowed {
            return None;
        }
        let is_new = match &watcher.task {
            Task::Trace(tracer) => tracer.is_new(point),
            Task::Check(checker) => checker.is_new(point),
        };
        if matches!(&watcher.task, Task::Check(checker) if !checker.knows(name)) {
            countdown::stop(point);
            return None;
        }
        Some(Self {
            point,
            name,
            is_new,
            entry: Row::default(),
            exit: Row::default(),
            entry_shape: Shape::default(),
            exit_shape: Shape::default(),
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

    /// Tells that everything at its entry was seen.
    pub fn entered(&mut self) {
        let (point, name) = (self.point, self.name);
        let shapes = [&self.entry_shape, &self.exit_shape];
        let (is_new, entry) = (self.is_new, &self.entry);
        with(point, entry.n_seen, |watcher| match &mut watcher.task {
            Task::Trace(tracer) => {
                if is_new {
                    tracer.declare(point, name, shapes);
                }
            }
            Task::Check(checker) => {
                if is_new {
                    checker.declare(point, name, shapes);
                }
                checker.enter(point, entry);
            }
        });
    }

    /// Tells that everything at its exit was seen.
    pub fn leave(self) {
        let this = std::mem::ManuallyDrop::new(self);
        with(this.point, this.exit.n_seen, |watcher| {
            match &mut watcher.task {
                Task::Trace(tracer) => tracer.call(this.point, &this.entry, Some(&this.exit)),
                Task::Check(checker) => checker.leave(this.point, &this.entry, &this.exit),
            }
        });
    }
}

impl Drop for Call {
    /// A call that is dropped without having left has panicked.
    fn drop(&mut self) {
        with(self.point, 0, |watcher| match &mut watcher.task {
            Task::Trace(tracer) => tracer.call(self.point, &self.entry, None),
            Task::Check(_) => {}
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
