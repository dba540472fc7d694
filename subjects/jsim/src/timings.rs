//! When things happen and how long they take, apart from what happens.

use crate::duration::{Duration, LinearRangeDuration, TriangleRangeDuration};
use crate::error::InputError;
use crate::lines::Line;
use crate::process::{Process, StepKind};

/// The times of a process; lists are in the order of the process's own.
#[derive(Debug)]
pub struct Timings {
    /// How long each step takes; steps made of others take as long as these.
    pub steps: Vec<Duration>,
    /// The time from one case to the next.
    pub arrival: Duration,
    /// How long a case takes to get to the place of a step.
    pub walk: Duration,
    /// When each agent begins to work.
    pub agents: Vec<Duration>,
    /// How long each resource cannot be used after use.
    pub resources: Vec<Duration>,
}

impl Timings {
    /// Reads the times of a process: each leaf has one, all others are 0 unless they are given.
    pub fn read(path: &str, lines: Vec<Line>, process: &Process) -> Result<Timings, InputError> {
        let mut steps = vec![None; process.steps.len()];
        let mut agents = vec![None; process.agents.len()];
        let mut resources = vec![None; process.resources.len()];
        let (mut arrival, mut walk) = (None, None);
        for mut line in lines {
            let (slot, duration) = if line.has("step") {
                let name = line.take_text("step")?;
                let place = process.step(&name);
                (
                    place.map(|place| &mut steps[place]),
                    time_of(&mut line, step_duration)?,
                )
            } else if line.has("agent") {
                let name = line.take_text("agent")?;
                let place = process.agents.iter().position(|agent| agent.name == name);
                (
                    place.map(|place| &mut agents[place]),
                    time_of(&mut line, start)?,
                )
            } else if line.has("resource") {
                let name = line.take_text("resource")?;
                let mut all = process.resources.iter();
                let place = all.position(|resource| resource.name == name);
                (
                    place.map(|place| &mut resources[place]),
                    time_of(&mut line, changeover)?,
                )
            } else {
                match line.take_text("case")?.as_str() {
                    "arrival" => (Some(&mut arrival), time_of(&mut line, gap)?),
                    "walk" => (Some(&mut walk), time_of(&mut line, way)?),
                    _ => return Err(line.refuse("`case` is neither `arrival` nor `walk`")),
                }
            };
            let Some(slot) = slot else {
                return Err(line.refuse("the process has nothing of that name"));
            };
            duration.check().map_err(|reason| line.refuse(&reason))?;
            if slot.replace(duration).is_some() {
                return Err(line.refuse("there is already a line for this"));
            }
            line.finish()?;
        }
        let none = || Duration::Fixed(0.0);
        let or_none = |durations: Vec<Option<Duration>>| {
            let durations = durations.into_iter();
            durations.map(|given| given.unwrap_or_else(none)).collect()
        };
        check_leaves(path, process, &steps)?;
        Ok(Timings {
            steps: or_none(steps),
            arrival: arrival.unwrap_or_else(none),
            walk: walk.unwrap_or_else(none),
            agents: or_none(agents),
            resources: or_none(resources),
        })
    }
}

/// Exactly the leaves have times of their own.
fn check_leaves(
    path: &str,
    process: &Process,
    times: &[Option<Duration>],
) -> Result<(), InputError> {
    for (step, time) in process.steps.iter().zip(times) {
        let is_leaf = matches!(step.kind, StepKind::Leaf { .. });
        if is_leaf != time.is_some() {
            let reason = match is_leaf {
                true => format!("step `{}` has no time; add a line", step.name),
                false => format!("step `{}` takes as long as its parts", step.name),
            };
            return Err(InputError::File {
                path: path.to_owned(),
                reason,
            });
        }
    }
    Ok(())
}

/// The time of a line: always the same where it has a `time`, else what its range gives.
fn time_of(
    line: &mut Line,
    range: fn(&mut Line) -> Result<Duration, InputError>,
) -> Result<Duration, InputError> {
    match line.has("time") {
        true => Ok(Duration::Fixed(line.take_number("time")?)),
        false => range(line),
    }
}

/// How long a step takes.
fn step_duration(line: &mut Line) -> Result<Duration, InputError> {
    match line.take_text("law")?.as_str() {
        "uniform" => Ok(Duration::Linear(LinearRangeDuration {
            min: line.take_number("min")?,
            max: line.take_number("max")?,
        })),
        "triangular" => Ok(Duration::Triangle(TriangleRangeDuration {
            min: line.take_number("min")?,
            mode: line.take_number("mode")?,
            max: line.take_number("max")?,
        })),
        _ => Err(line.refuse("`law` is neither `uniform` nor `triangular`")),
    }
}

/// The time from one case to the next: about every so often.
fn gap(line: &mut Line) -> Result<Duration, InputError> {
    let every = line.take_number("every")?;
    let spread = line.take_number("give-or-take")?;
    Ok(Duration::Linear(LinearRangeDuration {
        min: every - spread,
        max: every + spread,
    }))
}

/// How long a case takes to get to a step, which may be near or far.
fn way(line: &mut Line) -> Result<Duration, InputError> {
    Ok(Duration::Triangle(TriangleRangeDuration {
        min: line.take_number("near")?,
        mode: line.take_number("usual")?,
        max: line.take_number("far")?,
    }))
}

/// When an agent begins to work: some time of a span.
fn start(line: &mut Line) -> Result<Duration, InputError> {
    Ok(Duration::Linear(LinearRangeDuration {
        min: line.take_number("from")?,
        max: line.take_number("until")?,
    }))
}

/// How long a resource cannot be used after use.
fn changeover(line: &mut Line) -> Result<Duration, InputError> {
    Ok(Duration::Linear(LinearRangeDuration {
        min: line.take_number("shortest")?,
        max: line.take_number("longest")?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::parse_lines;

    fn read(text: &str) -> Result<Timings, String> {
        let process = parse_lines(
            "p",
            "{\"start\":\"all\",\"cases\":1}\n\
             {\"step\":\"all\",\"kind\":\"sequential\",\"parts\":[\"a\"]}\n\
             {\"step\":\"a\",\"role\":\"nurse\",\"needs\":[\"bed\"]}\n\
             {\"resource\":\"bed\",\"count\":1}\n\
             {\"agent\":\"ann\",\"role\":\"nurse\"}\n",
        );
        let process = process.and_then(|lines| Process::read("p", lines)).unwrap();
        parse_lines("t", text)
            .and_then(|lines| Timings::read("t", lines, &process))
            .map_err(|error| error.to_string())
    }

    const STEP: &str = "{\"step\":\"a\",\"time\":5}\n";

    #[test]
    fn every_kind_of_time_is_read() {
        let timings = read(
            "{\"step\":\"a\",\"law\":\"triangular\",\"min\":1,\"mode\":2,\"max\":4}\n\
             {\"case\":\"arrival\",\"every\":8,\"give-or-take\":3}\n\
             {\"case\":\"walk\",\"near\":1,\"usual\":2,\"far\":3}\n\
             {\"agent\":\"ann\",\"from\":0,\"until\":6}\n\
             {\"resource\":\"bed\",\"shortest\":2,\"longest\":5}\n",
        )
        .unwrap();
        let linear = |min, max| Duration::Linear(LinearRangeDuration { min, max });
        let triangle =
            |min, mode, max| Duration::Triangle(TriangleRangeDuration { min, mode, max });
        assert_eq!(timings.steps[1], triangle(1.0, 2.0, 4.0));
        assert_eq!(timings.arrival, linear(5.0, 11.0));
        assert_eq!(timings.walk, triangle(1.0, 2.0, 3.0));
        assert_eq!(timings.agents, [linear(0.0, 6.0)]);
        assert_eq!(timings.resources, [linear(2.0, 5.0)]);
    }

    #[test]
    fn times_that_are_not_given_are_zero_except_for_work() {
        let timings = read(STEP).unwrap();
        assert_eq!(timings.arrival, Duration::Fixed(0.0));
        assert_eq!(timings.agents, [Duration::Fixed(0.0)]);
        let message = read("").unwrap_err();
        assert!(message.contains("step `a` has no time"), "{message}");
    }

    #[track_caller]
    fn check_refused(line: &str, part: &str) {
        let message = read(&format!("{STEP}{line}\n")).unwrap_err();
        assert!(message.contains(part), "{message}");
    }

    #[test]
    fn what_is_no_time_is_refused_with_the_reason() {
        check_refused(STEP.trim_end(), "there is already a line for this");
        check_refused(
            "{\"step\":\"b\",\"time\":1}",
            "the process has nothing of that name",
        );
        check_refused(
            "{\"step\":\"all\",\"time\":1}",
            "step `all` takes as long as its parts",
        );
        check_refused(
            "{\"agent\":\"ann\",\"from\":2,\"until\":1}",
            "times are not in order",
        );
        check_refused(
            "{\"case\":\"arrival\",\"every\":2,\"give-or-take\":3}",
            "times are not in order, or below 0",
        );
        check_refused("{\"case\":\"exit\"}", "neither `arrival` nor `walk`");
        check_refused(
            "{\"step\":\"a\",\"law\":\"normal\"}",
            "neither `uniform` nor `triangular`",
        );
        check_refused(
            "{\"agent\":\"ann\",\"time\":1,\"from\":1}",
            "there is no key `from` here",
        );
    }
}
