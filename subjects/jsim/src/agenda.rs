//! Who has what to do: an agenda for each agent, in the order in which work comes up.

use crate::process::Agent;
use crate::task::TimeSpent;

/// The agents at work, each with an agenda.
#[derive(Debug)]
pub struct Agendas {
    agendas: Vec<Agenda>,
}

/// What one agent has to do and has done.
#[derive(Debug)]
pub struct Agenda {
    /// What the agent can do.
    role: String,
    /// Whether the agent has begun to work.
    is_there: bool,
    /// The instance of a step that the agent is doing.
    doing: Option<usize>,
    /// For how long the agent has done steps.
    busy: TimeSpent,
}

impl Agendas {
    /// The agendas of these agents, none of whom is there.
    pub fn new(agents: &[Agent]) -> Agendas {
        let mut agendas = Vec::new();
        for agent in agents {
            agendas.push(Agenda {
                role: agent.role.clone(),
                is_there: false,
                doing: None,
                busy: TimeSpent::default(),
            });
        }
        Agendas { agendas }
    }

    /// The agent begins to work.
    pub fn start(&mut self, agent: usize) {
        self.agendas[agent].is_there = true;
    }

    /// The agent of a role who is free and has done least so far; of equals the first.
    pub fn free(&self, role: &str) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (place, agenda) in self.agendas.iter().enumerate() {
            if agenda.role != role || !agenda.is_there || agenda.doing.is_some() {
                continue;
            }
            if best.is_none_or(|best| agenda.busy < self.agendas[best].busy) {
                best = Some(place);
            }
        }
        best
    }

    /// The agent begins a step that takes so long.
    pub fn begin(&mut self, agent: usize, instance: usize, time: f64) {
        self.agendas[agent].doing = Some(instance);
        self.agendas[agent].busy.add(time);
    }

    /// The agent is free again.
    pub fn end(&mut self, agent: usize) {
        self.agendas[agent].doing = None;
    }

    /// For how long an agent did steps.
    pub fn busy(&self, agent: usize) -> TimeSpent {
        self.agendas[agent].busy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agendas(roles: &[&str]) -> Agendas {
        let agent = |(place, role): (usize, &&str)| Agent {
            name: place.to_string(),
            role: (*role).to_owned(),
        };
        let agents: Vec<Agent> = roles.iter().enumerate().map(agent).collect();
        Agendas::new(&agents)
    }

    #[test]
    fn the_agent_who_did_least_is_taken_and_the_first_of_equals() {
        let mut agendas = agendas(&["nurse", "doctor", "nurse"]);
        assert_eq!(agendas.free("nurse"), None);
        for agent in 0..3 {
            agendas.start(agent);
        }
        assert_eq!(agendas.free("nurse"), Some(0));
        agendas.begin(0, 7, 5.0);
        assert_eq!(agendas.free("nurse"), Some(2));
        agendas.end(0);
        assert_eq!(agendas.free("nurse"), Some(2));
        agendas.begin(2, 8, 6.0);
        agendas.end(2);
        assert_eq!(agendas.free("nurse"), Some(0));
        assert_eq!(agendas.busy(2).time(), 6.0);
        assert_eq!(agendas.free("cook"), None);
    }
}
