//! Relations that hold for every function, such as `f(|x|) = f(|−x|)`, say nothing about any.

use killrate_model::Rng;

use crate::{CallError, Check, Function, InProcess, Relation, Tolerance, check, points};

/// On so many points a relation that holds for any function holds.
const N_POINTS: usize = 60;

/// Whether the relation holds for a function that obeys no law.
pub(crate) fn holds_for_any_function(
    relation: &Relation,
    rng: &mut Rng,
) -> Result<bool, CallError> {
    let points = points(&relation.domain, N_POINTS, rng);
    let mut stand_ins: Vec<InProcess<_>> = (0..relation.functions.len())
        .map(|which| {
            let shift = 0.41 + 0.77 * which as f64;
            InProcess::new(arity_of(relation, which), move |row: &[f64]| {
                lawless(row, shift)
            })
        })
        .collect();
    let mut functions: Vec<&mut dyn Function> = stand_ins
        .iter_mut()
        .map(|one| one as &mut dyn Function)
        .collect();
    let checks = check(relation, &mut functions, &points, Tolerance::GREATEST)?;
    let mut n_decided = 0;
    for check in checks {
        match check {
            Check::Needs(need) if need > Tolerance::GREATEST => return Ok(false),
            Check::Needs(_) => n_decided += 1,
            Check::Undefined | Check::Undecided => {}
        }
    }
    Ok(n_decided > N_POINTS / 4)
}

/// Neither even nor odd, neither periodic nor monotone, and different in each argument.
fn lawless(row: &[f64], shift: f64) -> f64 {
    let mut weight = 1.0;
    let mut sum = shift;
    for argument in row {
        sum += weight * (1.37 * argument + 0.19 * (0.83 * argument + shift).cos());
        weight *= 0.618;
    }
    // Bounded in growth, so that compositions and large arguments stay finite.
    sum.sin() * (2.0 + (0.31 * sum).cos()) + 0.23 * sum + 0.07
}

fn arity_of(relation: &Relation, function: usize) -> usize {
    relation
        .inputs
        .iter()
        .find_map(|input| input.arity_of(function))
        .unwrap_or(1)
}
