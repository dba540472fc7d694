//! What happened.

/// One event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// When.
    pub time: f64,
    /// Whether work began or ended.
    pub edge: Edge,
    /// Of which case, counted from 1.
    pub case: usize,
    /// The name of the step.
    pub step: String,
    /// The name of the agent; empty where nobody did it.
    pub agent: String,
    /// The names of the resources in use.
    pub resources: Vec<String>,
}

/// The two ends of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Work began.
    Start,
    /// Work ended.
    End,
}

/// The events as comma-separated values with a header.
pub fn render_events(events: &[Event]) -> String {
    let mut text = String::from("time,event,case,step,agent,resources\n");
    for event in events {
        let edge = match event.edge {
            Edge::Start => "start",
            Edge::End => "end",
        };
        let resources = event.resources.join("+");
        text.push_str(&format!(
            "{:.9},{edge},{},{},{},{resources}\n",
            event.time, event.case, event.step, event.agent
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_a_line() {
        let event = Event {
            time: 1.5,
            edge: Edge::End,
            case: 2,
            step: "triage".to_owned(),
            agent: "ann".to_owned(),
            resources: vec!["bed".to_owned(), "lamp".to_owned()],
        };
        assert_eq!(
            render_events(&[event]),
            "time,event,case,step,agent,resources\n1.500000000,end,2,triage,ann,bed+lamp\n"
        );
    }
}
