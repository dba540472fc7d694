//! The runs of the swarm.

use killrate_model::Rng;

use crate::evaluate::call;
use crate::points::unit;
use crate::swarm::form::push_follow_up;
use crate::swarm::{Form, Particle, Settings};
use crate::{CallError, Function};

/// What a run found.
#[derive(Debug, Clone, PartialEq)]
pub struct Accepted {
    /// The parameters.
    pub particle: Particle,
    /// How many of the inputs satisfied the formula.
    pub fitness: usize,
}

/// Runs that advance together, so that a moment of all of them is one table of calls.
const TOGETHER: usize = 100;

/// Runs the swarm as often as the settings say; gives what the runs accept, in their order.
pub fn run(
    form: Form,
    function: &mut dyn Function,
    settings: &Settings,
    seed: u64,
) -> Result<Vec<Accepted>, CallError> {
    let mut accepted = Vec::new();
    let numbers: Vec<usize> = (0..settings.n_runs).collect();
    for together in numbers.chunks(TOGETHER) {
        let mut runs = Vec::with_capacity(together.len());
        for number in together {
            runs.push(Run::start(form, function, settings, seed, *number)?);
        }
        for moment in 1..=settings.n_moments {
            count_fitness(form, function, settings, &mut runs)?;
            for run in &mut runs {
                run.advance(form, settings, moment);
            }
        }
        let least = settings.least_fitness * settings.n_inputs as f64;
        let arity = function.arity();
        accepted.extend(
            (runs.into_iter())
                .filter(|run| run.best.fitness as f64 >= least)
                .map(|run| Accepted {
                    particle: form.particle(&run.best.place, arity),
                    fitness: run.best.fitness,
                }),
        );
    }
    Ok(accepted)
}

/// A place and how fit it is.
#[derive(Debug, Clone, Default)]
struct Best {
    place: Vec<f64>,
    fitness: usize,
}

struct Member {
    place: Vec<f64>,
    velocity: Vec<f64>,
    fitness: usize,
    best: Best,
}

struct Run {
    inputs: Vec<f64>,
    sources: Vec<f64>,
    members: Vec<Member>,
    best: Best,
    bounds: Vec<(f64, f64)>,
    rng: Rng,
}

impl Run {
    fn start(
        form: Form,
        function: &mut dyn Function,
        settings: &Settings,
        seed: u64,
        number: usize,
    ) -> Result<Self, CallError> {
        let arity = function.arity();
        let mut rng = Rng::for_purpose(seed, &format!("swarm {form:?} {number}"));
        let inputs: Vec<f64> = (0..settings.n_inputs * arity)
            .map(|_| between(settings.inputs, &mut rng))
            .collect();
        let sources = call_rows(function, &inputs)?;
        let bounds = form.bounds(arity);
        let members = (0..settings.n_particles)
            .map(|_| Member {
                place: bounds
                    .iter()
                    .map(|bound| between(*bound, &mut rng))
                    .collect(),
                // Half of a range in either direction: the paper says random and no more.
                velocity: (bounds.iter())
                    .map(|(least, greatest)| (unit(&mut rng) - 0.5) * (greatest - least))
                    .collect(),
                fitness: 0,
                best: Best::default(),
            })
            .collect();
        let mut run = Self {
            inputs,
            sources,
            members,
            best: Best::default(),
            bounds,
            rng,
        };
        run.leave_zero(form, settings);
        Ok(run)
    }

    fn leave_zero(&mut self, form: Form, settings: &Settings) {
        for member in &mut self.members {
            form.away_from_zero(&mut member.place, settings.least_coefficient);
        }
    }

    /// Remembers the best places and moves on (Formulas 1 and 2).
    fn advance(&mut self, form: Form, settings: &Settings, moment: usize) {
        for member in &mut self.members {
            if member.fitness > member.best.fitness || member.best.place.is_empty() {
                member.best.place.clone_from(&member.place);
                member.best.fitness = member.fitness;
            }
            if member.fitness > self.best.fitness || self.best.place.is_empty() {
                self.best.place.clone_from(&member.place);
                self.best.fitness = member.fitness;
            }
        }
        let inertia = settings.inertia_at(moment);
        for member in &mut self.members {
            for (at, (least, greatest)) in self.bounds.iter().enumerate() {
                let here = member.place[at];
                let to_own = settings.acceleration * unit(&mut self.rng);
                let to_all = settings.acceleration * unit(&mut self.rng);
                member.velocity[at] = inertia * member.velocity[at]
                    + to_own * (member.best.place[at] - here)
                    + to_all * (self.best.place[at] - here);
                member.place[at] = (here + member.velocity[at]).clamp(*least, *greatest);
            }
        }
        self.leave_zero(form, settings);
    }
}

/// Counts for every member of every run how many inputs satisfy its formula.
fn count_fitness(
    form: Form,
    function: &mut dyn Function,
    settings: &Settings,
    runs: &mut [Run],
) -> Result<(), CallError> {
    let arity = function.arity();
    let start = form.n_coefficients();
    let mut table = Vec::new();
    for run in runs.iter() {
        for member in &run.members {
            let (matrix, shift) = member.place[start..].split_at(arity * arity);
            for input in run.inputs.chunks_exact(arity) {
                push_follow_up(matrix, shift, input, &mut table);
            }
        }
    }
    let follow_ups = call_rows(function, &table)?;
    let mut of_members = follow_ups.chunks_exact(settings.n_inputs);
    for run in runs {
        for member in &mut run.members {
            let follow_ups = of_members.next().unwrap_or_default();
            member.fitness = (run.sources.iter().zip(follow_ups))
                .filter(|(source, follow_up)| {
                    let residual = form.residual(&member.place[..start], **source, **follow_up);
                    residual.abs() <= settings.tolerance
                })
                .count();
        }
    }
    Ok(())
}

pub(super) fn between((least, greatest): (f64, f64), rng: &mut Rng) -> f64 {
    least + (greatest - least) * unit(rng)
}

/// Results of a table of rows; what is no number satisfies nothing.
pub(super) fn call_rows(function: &mut dyn Function, table: &[f64]) -> Result<Vec<f64>, CallError> {
    let arity = function.arity();
    let columns: Vec<Vec<f64>> = (0..arity)
        .map(|at| table.iter().skip(at).step_by(arity).copied().collect())
        .collect();
    call(function, &columns, table.len() / arity)
}
