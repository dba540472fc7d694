//! What will happen when, earliest first.

use std::cmp::Ordering;

/// Something that will happen at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Appointment {
    /// When.
    pub time: f64,
    /// The order in which appointments were made, which decides between equal times.
    pub number: usize,
    /// What.
    pub what: What,
}

/// What happens.
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

/// Appointments in the order in which they come.
#[derive(Debug, Default)]
pub struct Calendar {
    /// The next one is the last.
    appointments: Vec<Appointment>,
    n_made: usize,
}

impl Calendar {
    /// Adds an appointment behind all that are not later.
    pub fn add(&mut self, time: f64, what: What) {
        self.n_made += 1;
        let appointment = Appointment {
            time,
            number: self.n_made,
            what,
        };
        let mut place = self.appointments.len();
        while place > 0 && compare(&self.appointments[place - 1], &appointment) == Ordering::Less {
            place -= 1;
        }
        self.appointments.insert(place, appointment);
    }

    /// Takes the next appointment out.
    pub fn take_next(&mut self) -> Option<Appointment> {
        self.appointments.pop()
    }

    /// The time of the next appointment.
    pub fn next_time(&self) -> Option<f64> {
        self.appointments.last().map(|appointment| appointment.time)
    }
}

/// Which of two appointments comes first.
pub fn compare(a: &Appointment, b: &Appointment) -> Ordering {
    if a.time < b.time {
        return Ordering::Less;
    }
    if a.time > b.time {
        return Ordering::Greater;
    }
    a.number.cmp(&b.number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appointments_come_by_time_and_then_in_the_order_they_were_made() {
        let mut calendar = Calendar::default();
        for (time, agent) in [(2.0, 0), (1.0, 1), (2.0, 2), (0.5, 3), (1.0, 4)] {
            calendar.add(time, What::Start(agent));
        }
        assert_eq!(calendar.next_time(), Some(0.5));
        let mut order = Vec::new();
        while let Some(appointment) = calendar.take_next() {
            order.push(appointment.what);
        }
        assert_eq!(order, [3, 1, 4, 0, 2].map(What::Start));
        assert_eq!(calendar.next_time(), None);
    }

    #[test]
    fn turning_a_comparison_around_turns_its_answer_around() {
        let appointment = |time, number| Appointment {
            time,
            number,
            what: What::Arrival,
        };
        let all = [(1.0, 1), (1.0, 2), (2.0, 1), (0.5, 9)].map(|(t, n)| appointment(t, n));
        for a in &all {
            for b in &all {
                assert_eq!(compare(a, b), compare(b, a).reverse());
            }
        }
    }
}
