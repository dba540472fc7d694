//! The simulation: tasks end one after the other and make new ones.

use crate::agenda::Agendas;
use crate::calendar::Calendar;
use crate::error::InputError;
use crate::log::{Edge, Event};
use crate::pool::Pools;
use crate::process::{Lacking, Process, StepKind};
use crate::random::Generator;
use crate::task::{TimeSpent, What};
use crate::timings::Timings;

/// What a simulation showed.
#[derive(Debug)]
pub struct Simulated {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// When the last work ended.
    pub total: f64,
    /// For how long each agent worked.
    pub agents_busy: Vec<TimeSpent>,
    /// For how long each resource was used, all of its kind together.
    pub resources_busy: Vec<TimeSpent>,
}

/// A step of a case.
#[derive(Debug)]
struct Instance {
    /// Which step.
    step: usize,
    /// Of which case, counted from 1.
    case: usize,
    /// The instance that this one is a part of.
    parent: Option<usize>,
    /// How many parts have begun.
    n_begun: usize,
    /// How many parts are done.
    n_done: usize,
    /// Who does it.
    agent: Option<usize>,
}

struct Simulation<'a> {
    process: &'a Process,
    timings: &'a Timings,
    generator: Generator,
    calendar: Calendar,
    now: f64,
    n_arrived: usize,
    instances: Vec<Instance>,
    /// Instances of leaves that wait for an agent or a resource, the longest-waiting first.
    waiting: Vec<usize>,
    agendas: Agendas,
    pools: Pools,
    events: Vec<Event>,
}

/// Simulates all cases of a process.
pub fn simulate(process: &Process, timings: &Timings, seed: u64) -> Result<Simulated, InputError> {
    let mut simulation = Simulation {
        process,
        timings,
        generator: Generator::new(seed),
        calendar: Calendar::default(),
        now: 0.0,
        n_arrived: 0,
        instances: Vec::new(),
        waiting: Vec::new(),
        agendas: Agendas::new(&process.agents),
        pools: Pools::new(&process.resources),
        events: Vec::new(),
    };
    simulation.run()?;
    let mut agents_busy = Vec::new();
    for agent in 0..process.agents.len() {
        agents_busy.push(simulation.agendas.busy(agent));
    }
    let mut resources_busy = Vec::new();
    for resource in 0..process.resources.len() {
        resources_busy.push(simulation.pools.busy(resource));
    }
    Ok(Simulated {
        total: simulation.events.last().map_or(0.0, |event| event.time),
        events: simulation.events,
        agents_busy,
        resources_busy,
    })
}

impl Simulation<'_> {
    fn run(&mut self) -> Result<(), InputError> {
        for agent in 0..self.process.agents.len() {
            let time = self.timings.agents[agent].get(&mut self.generator);
            self.calendar.add(0.0, time, What::Start(agent));
        }
        self.calendar.add(0.0, 0.0, What::Arrival);
        while let Some(task) = self.calendar.take_next() {
            self.now = task.time;
            match task.what {
                What::Arrival => self.arrive(),
                What::Start(agent) => self.agendas.start(agent),
                What::Walked(instance) => self.waiting.push(instance),
                What::Done(instance) => self.finish_work(instance),
                What::Ready(resource) => self.pools.give_back(resource),
            }
            // Whatever happens at the same time happens before anybody looks at the agenda.
            if self.calendar.next_time() != Some(self.now) {
                self.assign()?;
            }
        }
        match self.waiting.first() {
            None => Ok(()),
            Some(&instance) => {
                let step = &self.process.steps[self.instances[instance].step].name;
                Err(InputError::Stuck(format!(
                    "step `{step}` waits for more than there is; add resources"
                )))
            }
        }
    }

    fn arrive(&mut self) {
        self.n_arrived += 1;
        let case = self.n_arrived;
        if case < self.process.n_cases {
            let gap = self.timings.arrival.get(&mut self.generator);
            self.calendar.add(self.now, gap, What::Arrival);
        }
        self.begin(self.process.root, case, None);
    }

    /// Begins a step of a case.
    fn begin(&mut self, step: usize, case: usize, parent: Option<usize>) {
        let instance = self.instances.len();
        self.instances.push(Instance {
            step,
            case,
            parent,
            n_begun: 0,
            n_done: 0,
            agent: None,
        });
        let process = self.process;
        match &process.steps[step].kind {
            StepKind::Leaf { .. } => {
                let walk = self.timings.walk.get(&mut self.generator);
                self.calendar.add(self.now, walk, What::Walked(instance));
            }
            StepKind::Sequential(parts) => {
                self.instances[instance].n_begun = 1;
                self.begin(parts[0], case, Some(instance));
            }
            StepKind::Parallel(parts) => {
                self.instances[instance].n_begun = parts.len();
                for &part in parts {
                    self.begin(part, case, Some(instance));
                }
            }
            StepKind::Choice { parts, weights } => {
                self.instances[instance].n_begun = 1;
                let chosen = choose(weights, self.generator.unit());
                self.begin(parts[chosen], case, Some(instance));
            }
        }
    }

    /// Begins the work that can be begun, in the order in which it came up.
    fn assign(&mut self) -> Result<(), InputError> {
        let mut place = 0;
        while place < self.waiting.len() {
            if self.try_work(self.waiting[place])? {
                self.waiting.remove(place);
            } else {
                place += 1;
            }
        }
        Ok(())
    }

    /// Begins the work of a leaf, if somebody and everything is there for it.
    fn try_work(&mut self, instance: usize) -> Result<bool, InputError> {
        let process = self.process;
        let step = &process.steps[self.instances[instance].step];
        let StepKind::Leaf { role, needs } = &step.kind else {
            return Ok(false);
        };
        let agent = match role {
            None => None,
            Some(role) => match self.agendas.free(role) {
                None => return Ok(false),
                agent => agent,
            },
        };
        if let Some(resource) = self.pools.lacking(needs) {
            if process.lacking == Lacking::Fail {
                return Err(InputError::Stuck(format!(
                    "step `{}` lacks `{}` and may not wait; add one or write `block`",
                    step.name, process.resources[resource].name
                )));
            }
            return Ok(false);
        }
        let time = self.timings.steps[self.instances[instance].step].get(&mut self.generator);
        if let Some(agent) = agent {
            self.agendas.begin(agent, instance, time);
        }
        self.pools.take(needs, time);
        self.instances[instance].agent = agent;
        self.calendar.add(self.now, time, What::Done(instance));
        self.log(instance, Edge::Start);
        Ok(true)
    }

    fn finish_work(&mut self, instance: usize) {
        self.log(instance, Edge::End);
        if let Some(agent) = self.instances[instance].agent {
            self.agendas.end(agent);
        }
        let process = self.process;
        if let StepKind::Leaf { needs, .. } = &process.steps[self.instances[instance].step].kind {
            for &resource in needs {
                let changeover = self.timings.resources[resource].get(&mut self.generator);
                self.calendar
                    .add(self.now, changeover, What::Ready(resource));
            }
        }
        self.finish(instance);
    }

    /// A step is done; so may be the one that it is a part of.
    fn finish(&mut self, instance: usize) {
        let Some(parent) = self.instances[instance].parent else {
            return;
        };
        self.instances[parent].n_done += 1;
        let process = self.process;
        let Instance {
            step,
            case,
            n_begun,
            n_done,
            ..
        } = self.instances[parent];
        if let StepKind::Sequential(parts) = &process.steps[step].kind
            && n_done < parts.len()
        {
            self.instances[parent].n_begun = n_begun + 1;
            self.begin(parts[n_done], case, Some(parent));
        } else if n_done == n_begun {
            self.finish(parent);
        }
    }

    fn log(&mut self, instance: usize, edge: Edge) {
        let process = self.process;
        let Instance {
            step, case, agent, ..
        } = self.instances[instance];
        let mut resources = Vec::new();
        if let StepKind::Leaf { needs, .. } = &process.steps[step].kind {
            for &need in needs {
                resources.push(process.resources[need].name.clone());
            }
        }
        self.events.push(Event {
            time: self.now,
            edge,
            case,
            step: process.steps[step].name.clone(),
            agent: agent.map_or_else(String::new, |agent| process.agents[agent].name.clone()),
            resources,
        });
    }
}

/// The place of the weight that a share of all weights falls into.
fn choose(weights: &[f64], share: f64) -> usize {
    let all: f64 = weights.iter().sum();
    let mut rest = share * all;
    for (place, weight) in weights.iter().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return place;
        }
    }
    weights.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::parse_lines;

    fn run(process: &str, timings: &str, seed: u64) -> Result<Simulated, String> {
        let process = parse_lines("p", process).and_then(|lines| Process::read("p", lines));
        let process = process.unwrap();
        let timings = parse_lines("t", timings);
        let timings = timings.and_then(|lines| Timings::read("t", lines, &process));
        simulate(&process, &timings.unwrap(), seed).map_err(|error| error.to_string())
    }

    const WARD: &str = "{\"agent\":\"ann\",\"role\":\"nurse\"}\n\
                        {\"agent\":\"dan\",\"role\":\"doctor\"}\n\
                        {\"resource\":\"bed\",\"count\":1}\n\
                        {\"step\":\"triage\",\"role\":\"nurse\"}\n\
                        {\"step\":\"exam\",\"role\":\"doctor\",\"needs\":[\"bed\"]}\n\
                        {\"step\":\"rest\",\"needs\":[\"bed\"]}\n";
    const TIMES: &str = "{\"step\":\"triage\",\"time\":2}\n\
                         {\"step\":\"exam\",\"time\":3}\n\
                         {\"step\":\"rest\",\"time\":4}\n";

    fn ward(kind: &str, n_cases: usize, more: &str) -> String {
        format!(
            "{WARD}{{\"step\":\"all\",\"kind\":\"{kind}\",\"parts\":[\"triage\",\"exam\",\"rest\"]}}\n\
             {{\"start\":\"all\",\"cases\":{n_cases}}}\n{more}"
        )
    }

    /// The start times of the steps, by step and case.
    fn starts(simulated: &Simulated) -> Vec<(&str, usize, f64)> {
        let starts = simulated.events.iter();
        let starts = starts.filter(|event| event.edge == Edge::Start);
        starts
            .map(|event| (event.step.as_str(), event.case, event.time))
            .collect()
    }

    #[test]
    fn sequential_parts_come_one_after_the_other() {
        let simulated = run(&ward("sequential", 1, ""), TIMES, 1).unwrap();
        let expected = [("triage", 1, 0.0), ("exam", 1, 2.0), ("rest", 1, 5.0)];
        assert_eq!(starts(&simulated), expected);
        assert_eq!(simulated.total, 9.0);
        let busy =
            |spent: &[TimeSpent]| -> Vec<f64> { spent.iter().map(|one| one.time()).collect() };
        assert_eq!(busy(&simulated.agents_busy), [2.0, 3.0]);
        assert_eq!(busy(&simulated.resources_busy), [7.0]);
    }

    #[test]
    fn parallel_parts_begin_together_as_far_as_resources_go() {
        let simulated = run(&ward("parallel", 1, ""), TIMES, 1).unwrap();
        let expected = [("triage", 1, 0.0), ("exam", 1, 0.0), ("rest", 1, 3.0)];
        assert_eq!(starts(&simulated), expected);
        assert_eq!(simulated.total, 7.0);
    }

    #[test]
    fn a_case_waits_for_the_agent_and_the_resource_that_another_has() {
        let simulated = run(&ward("sequential", 2, ""), TIMES, 1).unwrap();
        let expected = [
            ("triage", 1, 0.0),
            // Both can begin at 2; the second case has waited since 0.
            ("triage", 2, 2.0),
            ("exam", 1, 2.0),
            // The bed is wanted by both at 5; the second case has waited since 4.
            ("exam", 2, 5.0),
            ("rest", 1, 8.0),
            ("rest", 2, 12.0),
        ];
        assert_eq!(starts(&simulated), expected);
        assert_eq!(simulated.total, 16.0);
    }

    #[test]
    fn walks_starts_gaps_and_changeovers_take_their_time() {
        let times = format!(
            "{TIMES}{{\"case\":\"walk\",\"time\":1}}\n\
             {{\"case\":\"arrival\",\"time\":100}}\n\
             {{\"agent\":\"ann\",\"time\":6}}\n\
             {{\"resource\":\"bed\",\"time\":5}}\n"
        );
        let simulated = run(&ward("sequential", 2, ""), &times, 1).unwrap();
        let expected = [
            ("triage", 1, 6.0),
            ("exam", 1, 9.0),
            // The walk is over at 13, the bed is ready at 17.
            ("rest", 1, 17.0),
            ("triage", 2, 101.0),
            ("exam", 2, 104.0),
            ("rest", 2, 112.0),
        ];
        assert_eq!(starts(&simulated), expected);
    }

    #[test]
    fn a_choice_takes_one_part_and_each_of_them_at_some_seed() {
        let process = ward("choice", 1, "");
        let mut totals = Vec::new();
        for seed in 0..30 {
            totals.push(run(&process, TIMES, seed).unwrap().total);
        }
        totals.sort_by(f64::total_cmp);
        totals.dedup();
        assert_eq!(totals, [2.0, 3.0, 4.0]);
        assert_eq!(choose(&[1.0, 3.0], 0.2), 0);
        assert_eq!(choose(&[1.0, 3.0], 0.3), 1);
    }

    #[test]
    fn a_lacking_resource_fails_where_nothing_may_wait() {
        let fails = ward("parallel", 1, "{\"lacking\":\"fail\"}\n");
        let message = run(&fails, TIMES, 1).unwrap_err();
        assert!(message.contains("step `rest` lacks `bed`"), "{message}");
        let needs_two = ward("sequential", 1, "").replace(
            "\"step\":\"rest\",\"needs\":[\"bed\"]",
            "\"step\":\"rest\",\"needs\":[\"bed\",\"bed\"]",
        );
        let message = run(&needs_two, TIMES, 1).unwrap_err();
        assert!(
            message.contains("waits for more than there is"),
            "{message}"
        );
    }
}
