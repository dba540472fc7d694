//! What there is to do, and how much time goes into it.

use std::cmp::Ordering;

/// Something that takes its time and happens when that is over: work on a step, a walk to it, a wait.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// When it is over.
    pub time: f64,
    /// The order in which tasks were made, which decides between equal times.
    pub number: usize,
    /// What happens then.
    pub what: What,
}

/// What happens at the end of a task.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A case begins.
    Arrival,
    /// An agent begins to work, as a place in the list of agents.
    Start(usize),
    /// A case has come to the place of a step, as a place in the list of instances.
    Walked(usize),
    /// A step is done, as a place in the list of instances.
    Done(usize),
    /// A resource can be used again, as a place in the list of resources.
    Ready(usize),
}

/// For how long steps kept an agent or a resource busy.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct TimeSpent {
    time: f64,
}

impl Task {
    /// A task that is begun now and takes so long.
    pub fn new(now: f64, duration: f64, number: usize, what: What) -> Task {
        Task {
            time: now + duration,
            number,
            what,
        }
    }
}

/// Which of two tasks is over first.
pub fn compare(a: &Task, b: &Task) -> Ordering {
    if a.time < b.time {
        return Ordering::Less;
    }
    if a.time > b.time {
        return Ordering::Greater;
    }
    a.number.cmp(&b.number)
}

impl TimeSpent {
    /// Time that goes into one more step.
    pub fn add(&mut self, duration: f64) {
        self.time += duration;
    }

    /// All of it.
    pub fn time(self) -> f64 {
        self.time
    }

    /// The share of the total time, where so many of a kind share the work; 0 when no time went by.
    pub fn share(self, count: usize, total: f64) -> f64 {
        match total > 0.0 {
            true => self.time / (count as f64 * total),
            false => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_a_comparison_around_turns_its_answer_around() {
        let all = [(1.0, 1), (1.0, 2), (2.0, 1), (0.5, 9)];
        let all = all.map(|(time, number)| Task::new(0.0, time, number, What::Arrival));
        for a in &all {
            for b in &all {
                assert_eq!(compare(a, b), compare(b, a).reverse());
            }
        }
        assert_eq!(compare(&all[3], &all[0]), Ordering::Less);
        assert_eq!(compare(&all[0], &all[1]), Ordering::Less);
    }

    #[test]
    fn a_task_is_over_when_its_time_has_gone_by() {
        assert_eq!(Task::new(2.5, 4.0, 1, What::Done(0)).time, 6.5);
    }

    #[test]
    fn time_spent_adds_up_and_is_shared() {
        let mut spent = TimeSpent::default();
        assert_eq!(spent.share(1, 0.0), 0.0);
        spent.add(5.0);
        spent.add(1.0);
        assert_eq!((spent.time(), spent.share(2, 12.0)), (6.0, 0.25));
    }
}
