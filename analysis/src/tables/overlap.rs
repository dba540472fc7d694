//! Which techniques find the same mutants.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use super::TableKind;
use crate::columns::{KILLED, MUTANT, SUBJECT, TECHNIQUE};
use crate::findings::Findings;
use crate::frames::{Cells, sorted};
use crate::kills::kills_by;
use crate::roles::{METAMORPHIC, is_ranked};
use crate::statistics::cochran_q;
use crate::{AnalysisError, Cell, Rate, Table, Topic};

pub(super) const OVERLAP: TableKind = TableKind {
    name: "overlap",
    question: "Do the techniques find the same mutants?",
    is_main: true,
    build,
};

/// Up to this many techniques every region is listed, also those without mutants.
const N_LISTED_WHOLE: usize = 4;

/// Techniques, and the mutants that each region of their overlap holds.
pub struct Regions {
    /// The techniques.
    pub techniques: Vec<String>,
    /// How many mutants fell to exactly some of them, by whether each killed.
    pub counts: BTreeMap<Vec<bool>, u64>,
    /// Mutants in no region, because some technique did not judge them.
    pub n_unjudged: u64,
}

/// Whether each technique killed a mutant; without those that did not judge it.
type Killers = BTreeMap<String, bool>;

/// The regions of every subject that ranked techniques judged.
pub(crate) fn regions(findings: &Findings) -> Result<BTreeMap<String, Regions>, AnalysisError> {
    let killers = killers(findings.kills.clone().filter(is_ranked()))?;
    let regions = killers.into_iter().map(|(subject, mutants)| {
        let techniques: BTreeSet<&String> = mutants.iter().flat_map(BTreeMap::keys).collect();
        let techniques = techniques.into_iter().cloned().collect();
        (subject, regions_of(techniques, &mutants))
    });
    Ok(regions.collect())
}

/// The regions of these techniques over these subjects together.
pub fn regions_over(
    kills: LazyFrame,
    subjects: &[&str],
    techniques: &[&str],
) -> Result<Regions, AnalysisError> {
    let mut killers = killers(kills)?;
    killers.retain(|subject, _| subjects.contains(&subject.as_str()));
    let mutants: Vec<Killers> = killers.into_values().flatten().collect();
    let techniques = techniques.iter().map(|&technique| technique.to_owned());
    Ok(regions_of(techniques.collect(), &mutants))
}

/// The killers of every mutant, by subject.
fn killers(kills: LazyFrame) -> Result<BTreeMap<String, Vec<Killers>>, AnalysisError> {
    // One row per mutant and technique.
    let kills = kills_by(kills, &[TECHNIQUE]);
    let cells = Cells::collect(sorted(kills, &[SUBJECT, MUTANT, TECHNIQUE]))?;
    let mut killers: BTreeMap<String, BTreeMap<String, Killers>> = BTreeMap::new();
    for row in cells.rows() {
        let is_killed = cells.flag(row, KILLED)?.unwrap_or(false);
        let of_subject = killers.entry(cells.name(row, SUBJECT)?).or_default();
        let of_mutant = of_subject.entry(cells.name(row, MUTANT)?).or_default();
        of_mutant.insert(cells.name(row, TECHNIQUE)?, is_killed);
    }
    let without_names = |(subject, mutants): (String, BTreeMap<String, Killers>)| {
        (subject, mutants.into_values().collect())
    };
    Ok(killers.into_iter().map(without_names).collect())
}

fn regions_of(techniques: Vec<String>, mutants: &[Killers]) -> Regions {
    let mut counts = BTreeMap::new();
    let mut n_unjudged = 0;
    for killers in mutants {
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
    Regions {
        techniques,
        counts,
        n_unjudged,
    }
}

fn build(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let regions = regions(findings)?;
    let with_several = regions
        .iter()
        .filter(|(_, regions)| regions.techniques.len() > 1);
    let mut tables: Vec<Table> = with_several
        .map(|(subject, regions)| {
            let cell = |_: &[bool], n_mutants| Cell::Count(n_mutants);
            table("Overlap of techniques", regions, cell).about(subject)
        })
        .collect();
    if findings.subjects.len() > 1 {
        tables.extend(over_all(findings)?);
    }
    Ok(tables)
}

/// All subjects together, and what of them a paper has beside its numbers.
fn over_all(findings: &Findings) -> Result<Vec<Table>, AnalysisError> {
    let (papers, published) = (&findings.papers, &findings.published);
    let ranked = findings.kills.clone().filter(is_ranked());
    let of_all = killers(ranked.clone())?;
    let title = "Overlap of techniques, all subjects together";
    let all_together = || pooled_table(title, &of_all, |_| None).into_iter();
    let Some((paper, overlap)) = papers.first().zip(published.overlap.as_ref()) else {
        return Ok(all_together().collect());
    };
    // A paper's metamorphic testing is its own properties and no others.
    let is_metamorphic = col(TECHNIQUE).eq(lit(METAMORPHIC));
    let is_of_paper = is_metamorphic.not().or(papers.is_compared());
    let mut of_paper = killers(ranked.filter(is_of_paper))?;
    of_paper.retain(|subject, _| overlap.subjects.contains(subject));
    for killers in of_paper.values_mut().flatten() {
        killers.retain(|technique, _| overlap.techniques.contains(technique));
    }
    let is_comparable = of_all == of_paper;
    let title = if is_comparable {
        title.to_owned()
    } else {
        format!("Overlap of what {} compares", paper.name)
    };
    let beside =
        pooled_table(&title, &of_paper, |region| published.overlap(region)).map(|mut table| {
            table.notes.extend(published.notes(&Topic::Overlap));
            table
        });
    let alone = all_together().filter(|_| !is_comparable);
    Ok(alone.chain(beside).collect())
}

/// The regions over all subjects, of the techniques that judged every one; `None` with less than two.
fn pooled_table(
    title: &str,
    killers: &BTreeMap<String, Vec<Killers>>,
    published: impl Fn(&[(&str, bool)]) -> Option<Rate>,
) -> Option<Table> {
    let judged_in = |mutants: &Vec<Killers>| {
        let techniques = mutants.iter().flat_map(BTreeMap::keys).cloned();
        techniques.collect::<BTreeSet<String>>()
    };
    let by_subject: Vec<BTreeSet<String>> = killers.values().map(judged_in).collect();
    let all: BTreeSet<&String> = by_subject.iter().flatten().collect();
    let (common, others): (Vec<&String>, Vec<&String>) = all.into_iter().partition(|technique| {
        let mut subjects = by_subject.iter();
        subjects.all(|techniques| techniques.contains(*technique))
    });
    if common.len() < 2 {
        return None;
    }
    let mutants: Vec<Killers> = killers.values().flatten().cloned().collect();
    let regions = regions_of(common.into_iter().cloned().collect(), &mutants);
    let n_judged = regions.counts.values().sum();
    let mut table = table(title, &regions, |region, n_mutants| {
        let techniques = regions.techniques.iter().map(String::as_str);
        let region: Vec<(&str, bool)> = techniques.zip(region.iter().copied()).collect();
        Cell::Rate {
            measured: Some(Rate {
                n: n_mutants,
                of: n_judged,
            }),
            published: published(&region),
        }
    });
    let subjects: Vec<&str> = killers.keys().map(String::as_str).collect();
    table
        .notes
        .insert(0, format!("Over {}.", subjects.join(", ")));
    if !others.is_empty() {
        let others: Vec<&str> = others.into_iter().map(String::as_str).collect();
        table.notes.push(format!(
            "Left out, because they did not judge every subject: {}.",
            others.join(", ")
        ));
    }
    Some(table)
}

fn table(title: &str, regions: &Regions, cell: impl Fn(&[bool], u64) -> Cell) -> Table {
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
    // As papers do: by none, by one alone, by two, by all.
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
    let mut table = Table::new(OVERLAP.name, title, OVERLAP.question)
        .with_columns(techniques.iter().map(|name| (name.as_str(), name.as_str())))
        .with_columns([("mutants", "mutants")]);
    for region in listed {
        let n_mutants = regions.counts.get(&region).copied().unwrap_or(0);
        let n_mutants = cell(&region, n_mutants);
        let flags = region.into_iter().map(Cell::Flag);
        table.rows.push(flags.chain([n_mutants]).collect());
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
