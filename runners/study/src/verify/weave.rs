//! Checking a woven program against plain builds: of the original, and of a sample of mutants.

use std::sync::Arc;

use killrate_catalogue::Catalogue;
use killrate_executor::{Execution, Outcome, Program, RunError};
use killrate_model::{
    DataSet, Exit, Limits, Mutant, MutantClass, MutantStatus, ProgramName, Request, Rng, Variant,
};
use killrate_mutator::{build_plain, build_single};

use super::spared::{Observed, check_spared};
use crate::baseline::{FUEL_MULTIPLE, of_mutants, of_original};
use crate::error::StudyError;
use crate::surroundings::Surroundings;
use crate::weave::{Programs, program};

/// How many spared runs of each kind are made for every mutant that is built the traditional way:
/// a run takes a hundredth of a build.
const SPARED_PER_MUTANT: usize = 10;

/// Which builds are compared.
#[derive(Debug, Clone)]
pub struct WeaveSample {
    /// Which subject.
    pub subject: String,
    /// How many mutants to build the traditional way.
    pub n_mutants: usize,
    /// The seed that chooses them.
    pub seed: u64,
}

/// What the check found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WeaveFindings {
    /// Runs of the original, one per data set.
    pub n_originals: usize,
    /// Those among them where the woven and the plain build show the same.
    pub n_equal_originals: usize,
    /// Mutants built the traditional way.
    pub n_mutants: usize,
    /// Runs of those mutants.
    pub n_mutant_runs: usize,
    /// Those among them where both builds show the same.
    pub n_equal_mutants: usize,
    /// Those among the equal ones that end, but only with more fuel than a study gives.
    pub n_beyond_fuel: usize,
    /// Runs of mutants that a study spares, because the probe says that they cannot differ.
    pub n_spared: usize,
    /// Those among them that show what the original shows.
    pub n_equal_spared: usize,
    /// What differs, a line each.
    pub differences: Vec<String>,
}

/// Compares a woven program with plain builds on every data set that a study runs its subject on,
/// and runs a sample of what a study would spare.
///
/// # Errors
/// When the subject cannot be built or run.
pub fn verify_weave(
    catalogue: &Catalogue,
    sample: &WeaveSample,
    surroundings: Surroundings<'_>,
) -> Result<WeaveFindings, StudyError> {
    let (manifest, folder) = catalogue.subject(&sample.subject)?;
    // Nobody chooses classes here, so those of the papers are woven, as in most studies.
    let classes = MutantClass::PAPERS.into();
    let options = manifest.weave_options(&folder, classes, surroundings.scratch.woven());
    let woven = surroundings.weave(&manifest.name, &options)?;
    let data_sets = catalogue.data_sets_of(&sample.subject)?;
    if data_sets.is_empty() {
        return Err(StudyError::NoData {
            subject: manifest.name.clone(),
        });
    }
    let requests: Vec<(DataSet, Arc<Request>)> = data_sets
        .into_iter()
        .map(|data_set| {
            let request = Arc::new(Request::source(&manifest.interface, &data_set));
            (data_set, request)
        })
        .collect();
    let runner = Runner {
        surroundings,
        requests: &requests,
    };
    let programs = Programs::of_woven(&woven);
    let woven_program = &programs.get(&ProgramName::Subject).program;
    let plain = program(build_plain(&options)?)?;
    let mut findings = WeaveFindings::default();

    let limits = vec![of_original(); requests.len()];
    let of_woven = runner.run(woven_program, Variant::Original, &limits)?;
    let of_plain = runner.run(&plain, Variant::Original, &limits)?;
    for ((data_set, _), (left, right)) in requests.iter().zip(of_woven.iter().zip(&of_plain)) {
        findings.n_originals += 1;
        if left.observation.shows_same(&right.observation) {
            findings.n_equal_originals += 1;
        } else {
            findings
                .differences
                .push(format!("the original on {}", data_set.name));
        }
    }
    let limits: Vec<Limits> = of_woven
        .iter()
        .map(|outcome| of_mutants(outcome.observation.fuel, outcome.cost.cpu, FUEL_MULTIPLE))
        .collect();
    let observed: Vec<Observed<'_>> = requests
        .iter()
        .zip(of_woven.iter().zip(&limits))
        .map(|((data_set, request), (original, limits))| Observed {
            data_set,
            request,
            original,
            limits: *limits,
        })
        .collect();
    // Nothing is spared where another run may well reach what this one did not.
    let n_spared = if manifest.is_deterministic {
        sample.n_mutants * SPARED_PER_MUTANT
    } else {
        0
    };
    let size = (n_spared, sample.seed);
    let spared = check_spared(&woven, woven_program, &observed, size, surroundings)?;
    findings.n_spared = spared.n_runs;
    findings.n_equal_spared = spared.n_runs - spared.differences.len();
    findings.differences.extend(spared.differences);
    // A traditional build burns no fuel, so that a mutant which takes long may end where the woven one
    // may not; what it then shows is compared without a limit of fuel on either side.
    let without_fuel: Vec<Limits> = (limits.iter())
        .map(|limits| Limits {
            fuel: None,
            ..*limits
        })
        .collect();
    for mutant in chosen(&woven.mutants, sample) {
        let single = program(build_single(&options, mutant)?)?;
        let variant = Variant::Mutant(mutant.number);
        let of_woven = runner.run(woven_program, variant, &limits)?;
        let of_single = runner.run(&single, Variant::Original, &limits)?;
        let is_beyond_fuel = |(left, right): (&Outcome, &Outcome)| {
            // A program that never ends runs out of fuel too, and agrees without another run.
            matches!(left.observation.exit, Exit::OutOfFuel) && !agrees(left, right)
        };
        let of_unlimited = if of_woven.iter().zip(&of_single).any(is_beyond_fuel) {
            runner.run(woven_program, variant, &without_fuel)?
        } else {
            // A mutant that stayed within its fuel is not run a second time to learn the same.
            of_woven.clone()
        };
        findings.n_mutants += 1;
        let outcomes = of_woven.iter().zip(&of_unlimited).zip(&of_single);
        for ((data_set, _), ((left, unlimited), right)) in requests.iter().zip(outcomes) {
            findings.n_mutant_runs += 1;
            if agrees(left, right) {
                findings.n_equal_mutants += 1;
            } else if is_beyond_fuel((left, right)) && agrees(unlimited, right) {
                findings.n_equal_mutants += 1;
                findings.n_beyond_fuel += 1;
            } else {
                findings.differences.push(format!(
                    "{} on {}: woven {}, traditional {}",
                    mutant.id, data_set.name, left.observation.exit, right.observation.exit
                ));
            }
        }
    }
    Ok(findings)
}

/// Whether a woven and a traditional mutant show the same.
///
/// What never ends runs out of fuel when woven; built alone it meets a time limit, or overflows its
/// stack when it recurses, which ends it by one of two signals.
fn agrees(woven: &Outcome, single: &Outcome) -> bool {
    use killrate_model::Exit::{Exceeded, Killed, OutOfFuel};
    let never_ends = matches!(
        (woven.observation.exit, single.observation.exit),
        (
            OutOfFuel | Exceeded { .. },
            Exceeded { .. }
                // An overflowed stack ends by SIGABRT where Rust notices it and by SIGSEGV where it
                // does not.
                | Killed {
                    signal: SIGABRT | SIGSEGV
                }
        )
    );
    never_ends || woven.observation.shows_same(&single.observation)
}

const SIGABRT: i32 = 6;
const SIGSEGV: i32 = 11;

struct Runner<'a> {
    surroundings: Surroundings<'a>,
    requests: &'a [(DataSet, Arc<Request>)],
}

impl Runner<'_> {
    fn run(
        &self,
        program: &Arc<Program>,
        variant: Variant,
        limits: &[Limits],
    ) -> Result<Vec<Outcome>, RunError> {
        let pairs = self.requests.iter().zip(limits);
        let execution = |((_, request), limits): (&(DataSet, Arc<Request>), &Limits)| {
            Execution::new(program, variant, request, *limits)
        };
        let executions: Vec<Execution> = pairs.map(execution).collect();
        self.surroundings.run(&executions)
    }
}

fn chosen<'a>(mutants: &'a [Mutant], sample: &WeaveSample) -> Vec<&'a Mutant> {
    let is_woven = |mutant: &&Mutant| mutant.status == MutantStatus::Woven;
    let mut mutants: Vec<&Mutant> = mutants.iter().filter(is_woven).collect();
    Rng::for_purpose(sample.seed, "verify weave").shuffle(&mut mutants);
    mutants.truncate(sample.n_mutants);
    mutants
}
