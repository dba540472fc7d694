//! A process: a tree of steps, the agents who do them and the resources they need.

use crate::error::InputError;
use crate::lines::Line;

/// What is simulated, without any times.
#[derive(Debug, PartialEq)]
pub struct Process {
    /// All steps.
    pub steps: Vec<Step>,
    /// The step that a case begins with, as a place in `steps`.
    pub root: usize,
    /// How many cases there are.
    pub n_cases: usize,
    /// Who does the steps.
    pub agents: Vec<Agent>,
    /// What the steps need.
    pub resources: Vec<Resource>,
    /// What happens where a resource is lacking.
    pub lacking: Lacking,
}

/// One step, made of others or done by somebody.
#[derive(Debug, PartialEq)]
pub struct Step {
    /// Its name.
    pub name: String,
    /// What it is made of.
    pub kind: StepKind,
}

/// What a step is made of; parts are places in the list of steps.
#[derive(Debug, PartialEq)]
pub enum StepKind {
    /// One part after the other.
    Sequential(Vec<usize>),
    /// All parts at the same time.
    Parallel(Vec<usize>),
    /// One of the parts, by the weights.
    Choice {
        /// The parts.
        parts: Vec<usize>,
        /// How often each is taken, in proportion.
        weights: Vec<f64>,
    },
    /// Work.
    Leaf {
        /// The role of the agent who does it; nobody does when there is none.
        role: Option<String>,
        /// The resources it needs one of each, as places in the list of resources.
        needs: Vec<usize>,
    },
}

/// Somebody who does steps.
#[derive(Debug, PartialEq)]
pub struct Agent {
    /// The name.
    pub name: String,
    /// Which steps the agent can do.
    pub role: String,
}

/// Something of which there are so many.
#[derive(Debug, PartialEq)]
pub struct Resource {
    /// The name.
    pub name: String,
    /// How many there are.
    pub count: usize,
}

/// What happens to a step that lacks a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacking {
    /// It waits.
    Block,
    /// The simulation fails.
    Fail,
}

/// A step as written, before names are looked up.
struct Draft {
    name: String,
    kind: String,
    parts: Vec<String>,
    weights: Vec<f64>,
    role: Option<String>,
    needs: Vec<String>,
}

impl Process {
    /// Reads a process; its lines may come in any order.
    pub fn read(path: &str, lines: Vec<Line>) -> Result<Process, InputError> {
        let refuse = |reason: String| InputError::File {
            path: path.to_owned(),
            reason,
        };
        let mut drafts: Vec<Draft> = Vec::new();
        let mut agents: Vec<Agent> = Vec::new();
        let mut resources: Vec<Resource> = Vec::new();
        let mut start: Option<(String, usize)> = None;
        let mut lacking = Lacking::Block;
        for mut line in lines {
            if line.has("step") {
                let draft = read_step(&mut line)?;
                if drafts.iter().any(|known| known.name == draft.name) {
                    return Err(line.refuse(&format!("there is already a step `{}`", draft.name)));
                }
                drafts.push(draft);
            } else if line.has("agent") {
                let name = line.take_text("agent")?;
                if agents.iter().any(|known| known.name == name) {
                    return Err(line.refuse(&format!("there is already an agent `{name}`")));
                }
                let role = line.take_text("role")?;
                agents.push(Agent { name, role });
            } else if line.has("resource") {
                let name = line.take_text("resource")?;
                if resources.iter().any(|known| known.name == name) {
                    return Err(line.refuse(&format!("there is already a resource `{name}`")));
                }
                let count = line.take_count("count")?;
                resources.push(Resource { name, count });
            } else if line.has("start") {
                if start.is_some() {
                    return Err(line.refuse("there is already a line with `start`"));
                }
                start = Some((line.take_text("start")?, line.take_count("cases")?));
            } else {
                lacking = match line.take_text("lacking")?.as_str() {
                    "block" => Lacking::Block,
                    "fail" => Lacking::Fail,
                    _ => return Err(line.refuse("`lacking` is neither `block` nor `fail`")),
                };
            }
            line.finish()?;
        }
        let (root, n_cases) =
            start.ok_or_else(|| refuse("no line has `start`; name the first step".to_owned()))?;
        let mut steps = Vec::new();
        for draft in &drafts {
            let kind = resolve(draft, &drafts, &agents, &resources).map_err(refuse)?;
            let name = draft.name.clone();
            steps.push(Step { name, kind });
        }
        let root = find_step(&root, &drafts).map_err(refuse)?;
        check_tree(root, &steps, &mut Vec::new()).map_err(refuse)?;
        Ok(Process {
            steps,
            root,
            n_cases,
            agents,
            resources,
            lacking,
        })
    }

    /// The place of a step in the list.
    pub fn step(&self, name: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.name == name)
    }
}

fn read_step(line: &mut Line) -> Result<Draft, InputError> {
    let name = line.take_text("step")?;
    let kind = match line.has("kind") {
        true => line.take_text("kind")?,
        false => "leaf".to_owned(),
    };
    let role = match line.has("role") {
        true => Some(line.take_text("role")?),
        false => None,
    };
    Ok(Draft {
        name,
        kind,
        parts: line.take_texts("parts")?,
        weights: line.take_numbers("weights")?,
        role,
        needs: line.take_texts("needs")?,
    })
}

fn resolve(
    draft: &Draft,
    drafts: &[Draft],
    agents: &[Agent],
    resources: &[Resource],
) -> Result<StepKind, String> {
    let name = &draft.name;
    let mut parts = Vec::new();
    for part in &draft.parts {
        parts.push(find_step(part, drafts)?);
    }
    let is_leaf = draft.kind == "leaf";
    if parts.is_empty() != is_leaf {
        return Err(format!(
            "step `{name}` of kind `{}` has {} parts; only a leaf has none",
            draft.kind,
            parts.len()
        ));
    }
    if !is_leaf && (draft.role.is_some() || !draft.needs.is_empty()) {
        return Err(format!("step `{name}` is no leaf but has a role or needs"));
    }
    match draft.kind.as_str() {
        "sequential" => Ok(StepKind::Sequential(parts)),
        "parallel" => Ok(StepKind::Parallel(parts)),
        "choice" => {
            let weights = match draft.weights.is_empty() {
                true => vec![1.0; parts.len()],
                false => draft.weights.clone(),
            };
            if weights.len() != parts.len() || weights.iter().any(|&weight| weight <= 0.0) {
                return Err(format!(
                    "step `{name}` does not have a weight above 0 for each part"
                ));
            }
            Ok(StepKind::Choice { parts, weights })
        }
        "leaf" => {
            if let Some(role) = &draft.role
                && !agents.iter().any(|agent| agent.role == *role)
            {
                return Err(format!(
                    "step `{name}` needs a `{role}`, but no agent is one"
                ));
            }
            let mut needs = Vec::new();
            for need in &draft.needs {
                let place = resources.iter().position(|known| known.name == *need);
                needs.push(place.ok_or_else(|| format!("there is no resource `{need}`"))?);
            }
            let role = draft.role.clone();
            Ok(StepKind::Leaf { role, needs })
        }
        kind => Err(format!(
            "step `{name}` is of kind `{kind}`; use `sequential`, `parallel`, `choice` or `leaf`"
        )),
    }
}

fn find_step(name: &str, drafts: &[Draft]) -> Result<usize, String> {
    let place = drafts.iter().position(|draft| draft.name == name);
    place.ok_or_else(|| format!("there is no step `{name}`; add a line for it"))
}

/// No step may be a part of itself.
fn check_tree(step: usize, steps: &[Step], above: &mut Vec<usize>) -> Result<(), String> {
    if above.contains(&step) {
        return Err(format!("step `{}` is a part of itself", steps[step].name));
    }
    above.push(step);
    let parts = match &steps[step].kind {
        StepKind::Sequential(parts) | StepKind::Parallel(parts) => parts.as_slice(),
        StepKind::Choice { parts, .. } => parts.as_slice(),
        StepKind::Leaf { .. } => &[],
    };
    for &part in parts {
        check_tree(part, steps, above)?;
    }
    above.pop();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::parse_lines;

    fn read(text: &str) -> Result<Process, String> {
        parse_lines("p", text)
            .and_then(|lines| Process::read("p", lines))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn names_are_looked_up_whatever_the_order_of_the_lines() {
        let process = read(
            "{\"start\":\"all\",\"cases\":2}\n\
             {\"step\":\"all\",\"kind\":\"choice\",\"parts\":[\"b\",\"a\"],\"weights\":[3,1]}\n\
             {\"step\":\"a\",\"role\":\"nurse\",\"needs\":[\"bed\"]}\n\
             {\"step\":\"b\"}\n\
             {\"resource\":\"bed\",\"count\":2}\n\
             {\"agent\":\"ann\",\"role\":\"nurse\"}\n\
             {\"lacking\":\"fail\"}\n",
        )
        .unwrap();
        assert_eq!((process.root, process.n_cases), (0, 2));
        assert_eq!(process.lacking, Lacking::Fail);
        let choice = StepKind::Choice {
            parts: vec![2, 1],
            weights: vec![3.0, 1.0],
        };
        assert_eq!(process.steps[0].kind, choice);
        let leaf = StepKind::Leaf {
            role: Some("nurse".to_owned()),
            needs: vec![0],
        };
        assert_eq!(process.steps[1].kind, leaf);
        assert_eq!(process.step("b"), Some(2));
    }

    #[track_caller]
    fn check_refused(text: &str, part: &str) {
        let message = read(text).unwrap_err();
        assert!(message.contains(part), "{message}");
    }

    #[test]
    fn what_is_no_process_is_refused_with_the_reason() {
        let start = "{\"start\":\"a\",\"cases\":1}\n";
        check_refused("{\"step\":\"a\"}\n", "no line has `start`");
        check_refused(start, "there is no step `a`");
        check_refused("[]\n", "line 1\n  because it is not an object");
        check_refused("{\"colour\":1}\n", "`lacking` is not a text");
        check_refused("{\"step\":\"a\",\"age\":1}\n", "there is no key `age` here");
        check_refused("{\"start\":\"a\",\"cases\":0}\n", "`cases` is not a whole");
        let with = |step: &str| format!("{start}{step}\n");
        check_refused(
            &with("{\"step\":\"a\",\"kind\":\"sequential\",\"parts\":[\"a\"]}"),
            "step `a` is a part of itself",
        );
        check_refused(
            &with("{\"step\":\"a\",\"role\":\"nurse\"}"),
            "needs a `nurse`, but no agent is one",
        );
        check_refused(
            &with("{\"step\":\"a\",\"needs\":[\"bed\"]}"),
            "there is no resource `bed`",
        );
        check_refused(
            &with("{\"step\":\"a\",\"kind\":\"parallel\"}"),
            "has 0 parts; only a leaf has none",
        );
        check_refused(
            &with("{\"step\":\"a\"}\n{\"step\":\"a\"}"),
            "there is already a step `a`",
        );
    }
}
