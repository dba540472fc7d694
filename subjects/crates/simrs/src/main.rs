//! Simulates customers at a counter: `simrs-driver JOBS DEPARTURES WAITING`.

use std::cell::RefCell;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::rc::Rc;
use std::time::Duration;

use simrs::{Component, ComponentId, Executor, Fifo, Key, QueueId, Scheduler, Simulation, State};

/// Someone who comes, waits, is served and leaves; times are in milliseconds.
#[derive(Debug, Clone, Copy)]
struct Customer {
    arrival: u64,
    service: u64,
}

/// One counter that serves in the order of arrival, with room for so many who wait.
struct Counter {
    waiting: QueueId<Fifo<Customer>>,
    serving: Key<Option<Customer>>,
    /// When each customer left, and how long each had waited.
    left: Rc<RefCell<Vec<(u64, u64)>>>,
}

/// How many may wait; whoever comes after that goes away again.
const ROOM: usize = 4;

/// When the counter closes, long after the last customer of any of our days.
const CLOSING: Duration = Duration::from_secs(24 * 60 * 60);

#[derive(Debug)]
enum Event {
    Arrives(Customer),
    IsServed,
}

impl Component for Counter {
    type Event = Event;

    fn process_event(
        &self,
        counter: ComponentId<Event>,
        event: &Event,
        scheduler: &mut Scheduler,
        state: &mut State,
    ) {
        match event {
            // Who finds no room goes away again.
            Event::Arrives(customer) => drop(state.send(self.waiting, *customer)),
            Event::IsServed => {
                let served = state.get_mut(self.serving).and_then(Option::take);
                if let Some(customer) = served {
                    let now = milliseconds(scheduler.time());
                    let waited = now.saturating_sub(customer.arrival + customer.service);
                    self.left.borrow_mut().push((now, waited));
                }
            }
        }
        if state.get(self.serving).is_some_and(Option::is_none)
            && let Some(customer) = state.recv(self.waiting)
        {
            if let Some(serving) = state.get_mut(self.serving) {
                *serving = Some(customer);
            }
            let service = Duration::from_millis(customer.service);
            scheduler.schedule(service, counter, Event::IsServed);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [jobs, departures, waiting] = arguments.as_slice() else {
        return Err("usage: simrs-driver JOBS DEPARTURES WAITING".into());
    };
    let left = simulate(&read(&fs::read_to_string(jobs)?)?);
    let (mut departed, mut waited) = (String::new(), String::new());
    for (departure, wait) in left {
        writeln!(departed, "{departure}")?;
        writeln!(waited, "{wait}")?;
    }
    fs::write(departures, departed)?;
    fs::write(waiting, waited)?;
    Ok(())
}

/// Reads a table with the columns `arrival` and `service`.
fn read(text: &str) -> Result<Vec<Customer>, Box<dyn Error>> {
    let customer = |line: &str| {
        let (arrival, service) = line.split_once(',').ok_or("a row has two numbers")?;
        Ok(Customer {
            arrival: arrival.parse()?,
            service: service.parse()?,
        })
    };
    text.lines().skip(1).map(customer).collect()
}

/// When each customer left, and how long each had waited, in the order of leaving.
fn simulate(customers: &[Customer]) -> Vec<(u64, u64)> {
    let mut simulation = Simulation::default();
    let left = Rc::new(RefCell::new(Vec::new()));
    let waiting = simulation.add_queue(Fifo::bounded(ROOM));
    let serving = simulation.state.insert(None);
    let counter = simulation.add_component(Counter {
        waiting,
        serving,
        left: Rc::clone(&left),
    });
    for customer in customers {
        let arrival = Duration::from_millis(customer.arrival);
        simulation.schedule(arrival, counter, Event::Arrives(*customer));
    }
    simulation.execute(Executor::timed(CLOSING));
    left.take()
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn customers_wait_for_each_other_and_leave_when_there_is_no_room() {
        let customers = read("arrival,service\n10,5\n0,7\n1,7\n30,1\n").unwrap_or_default();
        assert_eq!(simulate(&customers), [(7, 0), (14, 6), (19, 4), (31, 0)]);
        let at_once: Vec<Customer> = (0..7)
            .map(|i| Customer {
                arrival: i,
                service: 100,
            })
            .collect();
        assert_eq!(simulate(&at_once).len(), 1 + ROOM);
    }
}
