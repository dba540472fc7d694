//! What a record tells of the tests of functions on the original.

use killrate_model::{CheckTally, DataSet, Probe, Request, Sandbox};
use killrate_mutator::FunctionProperty;
use killrate_record::{CheckCostRow, CheckProvenance};

use crate::session::Session;

/// The properties of functions, and how often the original's runs tested them.
pub(super) fn checks(session: &Session<'_>) -> Vec<CheckProvenance> {
    let Some(checking) = session.subject.checking else {
        return Vec::new();
    };
    // Without properties nothing was run to test them.
    if session.woven.function_properties.is_empty() {
        return Vec::new();
    }
    let subject = &session.subject.manifest;
    let tallies: Vec<CheckTally> = (session.subject.data_sets.iter())
        .flat_map(|data_set| {
            let request =
                Request::source(&subject.interface, data_set).with_probe(Probe::Checks(checking));
            let known = session.originals.known(&request);
            // A run that did not live to report is missing from `n_data_sets` too, so it counts
            // nowhere.
            let checks = &known.outcome.observation.checks;
            checks.clone().unwrap_or_default()
        })
        .collect();
    let row = |property: &FunctionProperty| {
        let name = property.property_name();
        let tallies = || tallies.iter().filter(|tally| tally.name == name);
        let sum = |count: fn(&CheckTally) -> u64| tallies().map(count).sum();
        let (file, function) = property.place();
        CheckProvenance {
            subject: subject.name.clone(),
            property: name.clone(),
            file: file.to_owned(),
            function: function.to_owned(),
            sandbox: property.sandbox,
            order: property.order,
            n_data_sets: tallies().count() as u64,
            n_calls: sum(|tally| tally.n_calls),
            n_tests: sum(|tally| tally.n_tests),
            n_inconclusive: sum(|tally| tally.n_inconclusive),
        }
    };
    (session.woven.function_properties.iter())
        .map(row)
        .collect()
}

/// What testing the properties of functions took on the original, on each data set.
pub(super) fn check_costs(session: &Session<'_>) -> Vec<CheckCostRow> {
    let properties = &session.woven.function_properties;
    let Some(checking) = session.subject.checking.filter(|_| !properties.is_empty()) else {
        return Vec::new();
    };
    let sandbox_of = |tally: &CheckTally| {
        let named = |property: &&FunctionProperty| property.property_name() == tally.name;
        Some(match properties.iter().find(named)?.sandbox {
            // A study may move these tests into copies of the process, and what a test takes
            // depends on where it ran.
            Sandbox::Clone if checking.forks => Sandbox::Fork,
            sandbox => sandbox,
        })
    };
    let subject = &session.subject.manifest;
    let row = |data_set: &DataSet| {
        let plain = Request::source(&subject.interface, data_set);
        let checked = plain.clone().with_probe(Probe::Checks(checking));
        let known = &session.originals.known(&checked).outcome;
        let tallies = known.observation.checks.as_ref()?;
        let n_tests = |sandbox: Sandbox| {
            let inside = tallies
                .iter()
                .filter(|tally| sandbox_of(tally) == Some(sandbox));
            inside.map(|tally| tally.n_tests).sum()
        };
        let seconds = |request| {
            // Both runs are known from the phase before: the plain one is a source run of the
            // study, the checked one was asked by the technique.
            let outcome = &session.originals.known(request).outcome;
            outcome.cost.cpu.as_secs_f64()
        };
        Some(CheckCostRow {
            subject: subject.name.clone(),
            data_set: data_set.name.clone(),
            n_clone_tests: n_tests(Sandbox::Clone),
            n_fork_tests: n_tests(Sandbox::Fork),
            n_pod_tests: n_tests(Sandbox::Pod),
            plain_seconds: seconds(&plain),
            checked_seconds: seconds(&checked),
        })
    };
    session.subject.data_sets.iter().filter_map(row).collect()
}
