//! The kill details of Major: what became of each mutant, and by no test in particular.

use std::collections::BTreeMap;

use killrate_model::Cause;
use killrate_record::Record;

use crate::ImportError;
use crate::major_files::{cause_of, first, mutants, place_of, rows, wrong};
use crate::matrix::ImportOptions;

/// The files that Major writes where it keeps no kill map.
#[derive(Debug, Clone, Copy)]
pub struct MajorKillDetails<'a> {
    /// `kill.csv`, which older versions call `killed.csv`:
    /// `MutantNo,[FAIL | TIME | EXC | LIVE | UNCOV]`.
    pub kills: &'a str,
    /// What the file is called, for errors.
    pub file: &'static str,
    /// `mutants.log`: every mutant, killed or not.
    pub mutants: &'a str,
}

/// What Major says became of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Killed(Cause),
    Live,
    Uncovered,
}

impl Status {
    fn named(name: &str) -> Option<Self> {
        match name.to_ascii_uppercase().as_str() {
            "LIVE" => Some(Self::Live),
            "UNCOV" => Some(Self::Uncovered),
            killed => cause_of(killed).map(Self::Killed),
        }
    }
}

/// The record of Major's kill details: one test without a name judges every mutant.
///
/// Which tests kill a mutant besides the first, and which that is, the details do not say, so this is
/// no matrix. A mutant that they have no line of is withdrawn: it was left out of the analysis, or is
/// not covered, which versions without `UNCOV` tell in the same way.
///
/// # Errors
/// When a file is not what Major writes, names a mutant that the list does not have, or contradicts
/// itself.
pub fn major_kill_details(
    files: &MajorKillDetails<'_>,
    options: &ImportOptions,
) -> Result<Record, ImportError> {
    let (mut matrix, places) = mutants(files.mutants)?;
    let mut known: BTreeMap<usize, (u64, Status)> = BTreeMap::new();
    for (line, cells) in rows(files.file, files.kills, 2)? {
        let [mutant, name] = first(files.file, line, cells)?;
        let place = place_of(&places, files.file, line, &mutant)?;
        let status = Status::named(&name).ok_or_else(|| {
            let problem = format!("`{name}` is none of FAIL, TIME, EXC, LIVE and UNCOV");
            wrong(files.file, line, problem)
        })?;
        let (earlier, said) = *known.entry(place).or_insert((line, status));
        if said != status {
            let problem =
                format!("mutant {mutant} is `{name}` here and something else on line {earlier}");
            return Err(wrong(files.file, line, problem));
        }
    }
    for (place, (_, mutant)) in matrix.mutants.iter_mut().enumerate() {
        match known.get(&place) {
            Some((_, Status::Killed(cause))) => mutant.unattributed = Some(*cause),
            Some((_, Status::Live)) => {}
            Some((_, Status::Uncovered)) => mutant.is_uncovered = true,
            None => mutant.withdrawn = Some("no line in Major's kill details".to_owned()),
        }
    }
    // Where nothing is uncovered the version may be one that does not tell, so nothing is claimed.
    matrix.tells_reach = { known.values() }.any(|(_, status)| *status == Status::Uncovered);
    matrix.names_no_test = true;
    matrix.record(options, "Major", files.kills.as_bytes())
}
