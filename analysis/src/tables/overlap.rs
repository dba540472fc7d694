//! Which techniques find the same mutants.

use std::collections::{BTreeMap, BTreeSet};

use super::TableKind;
use crate::columns::{KILLED, MUTANT, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::kills::kills_by;
use crate::roles::is_ranked;
use crate::statistics::cochran_q;
use crate::{AnalysisError, Cell, Table};

pub(super) const OVERLAP: TableKind = TableKind {
    name: "overlap",
    thesis: &["3.5"],
    question: "Do the techniques find the same mutants?",
    is_main: true,
    build,
};

/// Up to this many techniques every region is listed, also those without mutants.
const N_LISTED_WHOLE: usize = 4;

/// The techniques of a subject, and the mutants that each region of their overlap holds.
pub(crate) struct Regions {
    pub(crate) techniques: Vec<String>,
    pub(crate) counts: BTreeMap<Vec<bool>, u64>,
    /// Mutants in no region, because some technique did not judge them.
    pub(crate) n_unjudged: u64,
}

/// The regions of every subject that ranked techniques judged.
pub(crate) fn regions(findings: &Findings) -> Result<BTreeMap<String, Regions>, AnalysisError> {
    // One row per mutant and technique.
    let kills = kills_by(findings.kills.clone().filter(is_ranked()), &[TECHNIQUE]);
    let cells = Cells::collect(sorted(kills, &[SUBJECT, MUTANT, TECHNIQUE]))?;
    let mut killers: BTreeMap<String, BTreeMap<String, BTreeMap<String, bool>>> = BTreeMap::new();
    for row in cells.rows() {
        let is_killed = cells.flag(row, KILLED)?.unwrap_or(false);
        let of_subject = killers.entry(cells.name(row, SUBJECT)?).or_default();
        let of_mutant = of_subject.entry(cells.name(row, MUTANT)?).or_default();
        of_mutant.insert(cells.name(row, TECHNIQUE)?, is_killed);
    }
    let regions = killers.into_iter().map(|(subject, mutants)| {
        let techniques: BTreeSet<&String> = mutants.values().flat_map(BTreeMap::keys).collect();
        let techniques: Vec<String> = techniques.into_iter().cloned().collect();
        let mut counts = BTreeMap::new();
        let mut n_unjudged = 0;
        for killers in mutants.values() {
            let region: Option<Vec<bool>> = techniques
                .iter()
                .map(|technique| killers.get(technique).copied())
                .collect();
            match region {
                Some(region) => *counts.entry(region).or_insert(0) += 1,
                // Not judged is not the same as missed, so there is no region for it.
                None => n_unjudged += 1,
            }
        }
        let regions = Regions {
            techniques,
            counts,
            n_unjudged,
        };
        (subject, regions)
    });
    Ok(regions.collect())
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let regions = regions(findings)?;
    let with_several = regions
        .iter()
        .filter(|(_, regions)| regions.techniques.len() > 1);
    Ok(with_several
        .map(|(subject, regions)| table(subject, regions))
        .collect())
}

fn table(subject: &str, regions: &Regions) -> Table {
    let techniques = &regions.techniques;
    let mut listed: BTreeSet<Vec<bool>> = regions.counts.keys().cloned().collect();
    if techniques.len() <= N_LISTED_WHOLE {
        listed.extend((0..1_u32 << techniques.len()).map(|bits| {
            (0..techniques.len())
                .map(|place| bits & (1 << place) != 0)
                .collect::<Vec<bool>>()
        }));
    }
    let mut listed: Vec<Vec<bool>> = listed.into_iter().collect();
    // As the thesis does: by none, by one alone, by two, by all.
    listed.sort_by_key(|region| {
        let n_killers = region.iter().filter(|&&is_killed| is_killed).count();
        (
            n_killers,
            region
                .iter()
                .map(|is_killed| !is_killed)
                .collect::<Vec<bool>>(),
        )
    });
    let mut table = Table::new(OVERLAP.name, "Overlap of techniques", OVERLAP.question)
        .about(subject)
        .with_columns(techniques.iter().map(|name| (name.as_str(), name.as_str())))
        .with_columns([("mutants", "mutants")]);
    for region in listed {
        let n_mutants = regions.counts.get(&region).copied().unwrap_or(0);
        let flags = region.into_iter().map(Cell::Flag);
        table
            .rows
            .push(flags.chain([Cell::Count(n_mutants)]).collect());
    }
    if regions.n_unjudged > 0 {
        table.notes.push(format!(
            "{} mutants are left out, because not every technique judged them.",
            regions.n_unjudged
        ));
    }
    let patterns: Vec<(Vec<bool>, u64)> = regions.counts.clone().into_iter().collect();
    if techniques.len() > 2
        && let Some(cochran) = cochran_q(&patterns)
    {
        table.notes.push(format!(
            "Cochran's Q = {:.2} with {} degrees of freedom, {}.",
            cochran.q,
            cochran.degrees,
            crate::render::show_p(cochran.p)
        ));
    }
    table
}
