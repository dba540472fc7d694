//! What follows from the events: the total time, and who and what was used how much.

use crate::process::Process;
use crate::simulate::Simulated;

/// The share of the total time for which a thing was used.
#[derive(Debug, PartialEq)]
pub struct Utilisation {
    /// `agent` or `resource`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// For how long it was used, all of its kind together.
    pub busy: f64,
    /// The share; 0 when no time went by.
    pub share: f64,
}

/// The utilisation of all agents, then of all resources.
pub fn utilisations(process: &Process, simulated: &Simulated) -> Vec<Utilisation> {
    let mut all = Vec::new();
    for (agent, &busy) in process.agents.iter().zip(&simulated.agents_busy) {
        all.push(Utilisation {
            kind: "agent",
            name: agent.name.clone(),
            busy: busy.time(),
            share: busy.share(1, simulated.total),
        });
    }
    for (resource, &busy) in process.resources.iter().zip(&simulated.resources_busy) {
        all.push(Utilisation {
            kind: "resource",
            name: resource.name.clone(),
            busy: busy.time(),
            share: busy.share(resource.count, simulated.total),
        });
    }
    all
}

/// The utilisations as comma-separated values with a header.
pub fn render_utilisations(all: &[Utilisation]) -> String {
    let mut text = String::from("kind,name,busy,share\n");
    for one in all {
        text.push_str(&format!(
            "{},{},{:.9},{:.9}\n",
            one.kind, one.name, one.busy, one.share
        ));
    }
    text
}

/// The share of the resource that was used most; 0 where there is none.
pub fn render_busiest(all: &[Utilisation]) -> String {
    let mut busiest: f64 = 0.0;
    for one in all {
        if one.kind == "resource" && one.share > busiest {
            busiest = one.share;
        }
    }
    format!("{busiest:.9}\n")
}

/// The total time.
pub fn render_total(simulated: &Simulated) -> String {
    format!("{:.9}\n", simulated.total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Agent, Lacking, Resource};
    use crate::task::TimeSpent;

    #[test]
    fn shares_are_of_the_total_time_of_all_of_a_kind() {
        let resource = |name: &str, count| Resource {
            name: name.to_owned(),
            count,
        };
        let process = Process {
            steps: Vec::new(),
            root: 0,
            n_cases: 1,
            agents: vec![Agent {
                name: "ann".to_owned(),
                role: "nurse".to_owned(),
            }],
            resources: vec![resource("bed", 2), resource("lamp", 1)],
            lacking: Lacking::Block,
        };
        let spent = |time| {
            let mut spent = TimeSpent::default();
            spent.add(time);
            spent
        };
        let simulated = Simulated {
            events: Vec::new(),
            total: 8.0,
            agents_busy: vec![spent(6.0)],
            resources_busy: vec![spent(4.0), spent(4.0)],
        };
        let all = utilisations(&process, &simulated);
        assert_eq!(
            render_utilisations(&all),
            "kind,name,busy,share\n\
             agent,ann,6.000000000,0.750000000\n\
             resource,bed,4.000000000,0.250000000\n\
             resource,lamp,4.000000000,0.500000000\n"
        );
        assert_eq!(render_busiest(&all), "0.500000000\n");
        assert_eq!(render_total(&simulated), "8.000000000\n");
    }
}
