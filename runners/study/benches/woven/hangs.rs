//! Mutants that never end: how many fuel stops, how many a clock, and what one costs.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use killrate_executor::{Execution, Executor, Outcome, Program, Settings};
use killrate_model::{DataSet, Exit, Limit, Limits, MutantStatus, Request, Variant};
use killrate_mutator::Woven;
use killrate_study::{FUEL_FLOOR, FUEL_MULTIPLE};

use crate::Subject;

/// Runs every mutant on the smallest data set, under the limits of a study.
pub(crate) fn measure(subject: &Subject, woven: &Woven, scratch: &Path) {
    let settings = Settings {
        scratch: scratch.to_owned(),
        threads: NonZeroUsize::MIN,
    };
    let executor = Executor::open(settings).unwrap();
    let size = |data_set: &DataSet| -> usize {
        data_set
            .inputs
            .values()
            .map(|blob| blob.bytes().len())
            .sum()
    };
    let data_set = subject
        .data_sets
        .iter()
        .min_by_key(|set| size(set))
        .unwrap();
    let request = Arc::new(Request::source(&subject.manifest.interface, data_set));
    let program =
        Arc::new(Program::new(woven.binary.clone(), woven.digest).with_alone(woven.alone.clone()));
    let run = |variants: Vec<Variant>, limits: Limits| -> Vec<Outcome> {
        let executions: Vec<Execution> = variants
            .into_iter()
            .map(|variant| Execution::new(&program, variant, &request, limits))
            .collect();
        let stop = AtomicBool::new(false);
        executor.run(&executions, &stop, &|_| {}).unwrap()
    };
    let wide = Limits {
        fuel: None,
        cpu: Duration::from_secs(600),
        wall: Duration::from_secs(1800),
        memory: 2 << 30,
        output: 64 << 20,
    };
    let original = run(vec![Variant::Original], wide).remove(0);
    let fuel = original.observation.fuel.unwrap_or(0) * FUEL_MULTIPLE;
    let cpu = (original.cost.cpu * 10).max(Duration::from_secs(10));
    let limits = Limits {
        fuel: Some(fuel.max(FUEL_FLOOR)),
        cpu,
        wall: cpu * 10,
        ..wide
    };
    let live = woven
        .mutants
        .iter()
        .filter(|m| m.status == MutantStatus::Woven);
    let outcomes = run(live.map(|m| Variant::Mutant(m.number)).collect(), limits);
    let of_exit = |is_wanted: fn(&Exit) -> bool| -> Vec<&Outcome> {
        let wanted = |outcome: &&Outcome| is_wanted(&outcome.observation.exit);
        outcomes.iter().filter(wanted).collect()
    };
    let by_fuel = of_exit(|exit| matches!(exit, Exit::OutOfFuel));
    let by_clock = of_exit(|exit| {
        let clocks = [Limit::Cpu, Limit::Wall].map(|limit| Exit::Exceeded { limit });
        clocks.contains(exit)
    });
    let cpu: Duration = by_fuel.iter().map(|outcome| outcome.cost.cpu).sum();
    println!(
        "{}: {} mutants on {}: fuel stopped {} of {} hangs, at {:.1} ms of processor time each; clocks stopped {}",
        subject.manifest.name,
        outcomes.len(),
        data_set.name,
        by_fuel.len(),
        by_fuel.len() + by_clock.len(),
        cpu.as_secs_f64() * 1e3 / by_fuel.len().max(1) as f64,
        by_clock.len(),
    );
}
