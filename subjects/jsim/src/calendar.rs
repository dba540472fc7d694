//! What will happen when, earliest first.

use std::cmp::Ordering;

use crate::task::{Task, What, compare};

/// Tasks in the order in which they are over.
#[derive(Debug, Default)]
pub struct Calendar {
    /// The next one is the last.
    tasks: Vec<Task>,
    n_made: usize,
}

impl Calendar {
    /// Adds a task that is begun now and takes so long, behind all that are not over later.
    pub fn add(&mut self, now: f64, duration: f64, what: What) {
        self.n_made += 1;
        let task = Task::new(now, duration, self.n_made, what);
        let mut place = self.tasks.len();
        while place > 0 && compare(&self.tasks[place - 1], &task) == Ordering::Less {
            place -= 1;
        }
        self.tasks.insert(place, task);
    }

    /// Takes the next task out.
    pub fn take_next(&mut self) -> Option<Task> {
        self.tasks.pop()
    }

    /// When the next task is over.
    pub fn next_time(&self) -> Option<f64> {
        self.tasks.last().map(|task| task.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_come_by_time_and_then_in_the_order_they_were_made() {
        let mut calendar = Calendar::default();
        for (time, agent) in [(2.0, 0), (1.0, 1), (2.0, 2), (0.5, 3), (1.0, 4)] {
            calendar.add(0.0, time, What::Start(agent));
        }
        assert_eq!(calendar.next_time(), Some(0.5));
        let mut order = Vec::new();
        while let Some(task) = calendar.take_next() {
            order.push(task.what);
        }
        assert_eq!(order, [3, 1, 4, 0, 2].map(What::Start));
        assert_eq!(calendar.next_time(), None);
    }
}
