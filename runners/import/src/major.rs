//! The kill maps of Major: one line per test that kills a mutant.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::Cause;
use killrate_record::Record;

use crate::ImportError;
use crate::major_files::{cause_of, first, mutants, place_of, rows, wrong};
use crate::matrix::{ImportOptions, Said, Test};
use crate::names::told_apart;

/// The files that Major writes.
#[derive(Debug, Clone, Copy)]
pub struct MajorFiles<'a> {
    /// `killMap.csv`: `TestNo,MutantNo,[FAIL | TIME | EXC]`.
    pub kill_map: &'a str,
    /// `mutants.log`: every mutant, killed or not.
    pub mutants: &'a str,
    /// `testMap.csv`: the names of the tests; their numbers stand in where it is absent.
    pub tests: Option<&'a str>,
    /// `covMap.csv`: which tests reach which mutants; all are taken to be run where it is absent.
    pub coverage: Option<&'a str>,
}

const KILL_MAP: &str = "kill map";
const TEST_MAP: &str = "test map";
const COVERAGE_MAP: &str = "coverage map";

/// The record of a kill map.
///
/// # Errors
/// When a file is not what Major writes, has a number twice, or names a mutant that the list does not
/// have.
pub fn major(files: &MajorFiles<'_>, options: &ImportOptions) -> Result<Record, ImportError> {
    let (mut matrix, places) = mutants(files.mutants)?;
    let kills = rows(KILL_MAP, files.kill_map, 3)?;
    let covered = files
        .coverage
        .map(|text| rows(COVERAGE_MAP, text, 2))
        .transpose()?;
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (line, cells) in files
        .tests
        .map(|text| rows(TEST_MAP, text, 2))
        .transpose()?
        .into_iter()
        .flatten()
    {
        // Newer versions add the time that a test takes.
        let [number, name] = first(TEST_MAP, line, cells)?;
        if names.insert(number.clone(), name).is_some() {
            let problem = format!("there is a test {number} already");
            return Err(wrong(TEST_MAP, line, problem));
        }
    }
    // A test that kills nothing stands in the test map alone.
    let mut tests: BTreeSet<String> = names.keys().cloned().collect();
    let mut found: BTreeMap<(usize, String), Cause> = BTreeMap::new();
    for (line, cells) in kills {
        let [test, mutant, how] = first(KILL_MAP, line, cells)?;
        let place = place_of(&places, KILL_MAP, line, &mutant)?;
        let cause = cause_of(&how).ok_or_else(|| {
            let problem = format!("`{how}` is none of FAIL, TIME and EXC");
            wrong(KILL_MAP, line, problem)
        })?;
        tests.insert(test.clone());
        found.insert((place, test), cause);
    }
    let mut reached = BTreeSet::new();
    for (line, cells) in covered.iter().flatten().cloned() {
        let [test, mutant] = first(COVERAGE_MAP, line, cells)?;
        let place = place_of(&places, COVERAGE_MAP, line, &mutant)?;
        tests.insert(test.clone());
        reached.insert((place, test));
    }

    let named =
        { tests.iter() }.map(|test| (test.as_str(), names.get(test).unwrap_or(test).as_str()));
    for (test, name) in told_apart(&named.collect()) {
        let named = Test::of_suite(&name);
        for place in 0..matrix.mutants.len() {
            let key = (place, test.to_owned());
            let said = match found.get(&key) {
                Some(cause) => Said::failed(*cause, "by the kill map"),
                // Without a coverage map nothing tells that a test was not run, so a test that did
                // not kill has passed.
                None if covered.is_none() || reached.contains(&key) => Said::passed(),
                None => Said::not_reached(),
            };
            matrix.said.insert((place, named.clone()), said);
        }
    }
    matrix.tells_reach = covered.is_some();
    matrix.record(options, "Major", files.kill_map.as_bytes())
}
