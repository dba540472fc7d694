//! Whose mutant is meant where a study has several subjects.

use std::path::Path;

use killrate_model::{Mutant, hint};
use killrate_mutator::{find, find_placebos};

use crate::cell::{Cell, is_written_so};
use crate::chosen::choose;
use crate::design::{Design, SubjectDesign};
use crate::lookup_error::LookupError;
use crate::weaving::weave_options;

/// How well what was written fits the mutants of a subject, better last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    No,
    /// Some ids in the study contain it.
    Partly,
    /// It is the id or the number of a mutant that the study leaves out.
    LeftOut,
    /// It is the id or the number of a mutant in the study.
    Whole,
}

/// The subject that a cell is about: the one it names, else the only one that its mutant fits best.
///
/// Nothing is compiled to find out; `woven` is where builds go.
///
/// # Errors
/// When there is no such subject, or several fit.
pub fn find_subject<'a>(
    design: &'a Design,
    cell: &Cell,
    woven: &Path,
) -> Result<&'a SubjectDesign, LookupError> {
    if let Some(name) = &cell.subject {
        let mut subjects = design.subjects.iter();
        let named = subjects.find(|subject| subject.manifest.name == *name);
        return named.ok_or_else(|| {
            let subjects = design.subjects.iter();
            let known = subjects.map(|subject| subject.manifest.name.as_str());
            LookupError::Cell(format!(
                "study `{}` has no subject `{name}`; {}",
                design.name,
                hint(name.as_str(), known)
            ))
        });
    }
    // Scanning for mutants is not needed where there is no choice, and whether the mutant exists is
    // told later.
    if let [subject] = design.subjects.as_slice() {
        return Ok(subject);
    }
    let mut fits = Vec::new();
    for subject in &design.subjects {
        let options = weave_options(design, subject, woven.to_owned());
        let all = find(&options)?.mutants;
        let mut in_study = choose(&all, design, subject)?;
        let placebos = subject.manifest.placebos(&subject.folder);
        in_study.extend(find_placebos(&options, &placebos, all.len() as u32 + 1)?);
        fits.push((fit(&in_study, &all, &cell.mutant), subject));
    }
    // A whole id in one subject outweighs parts of ids in others.
    let best = fits.iter().map(|(fit, _)| *fit).max().unwrap_or(Fit::No);
    let fitting: Vec<&SubjectDesign> = fits
        .into_iter()
        .filter(|(fit, _)| *fit == best)
        .map(|(_, subject)| subject)
        .collect();
    match (best, fitting.as_slice()) {
        (Fit::No, _) => Err(LookupError::Cell(format!(
            "no subject of study `{}` has a mutant `{}`; list those there are with {}",
            design.name,
            cell.mutant,
            listings(design)
        ))),
        (_, [subject]) => Ok(subject),
        (_, several) => Err(LookupError::Cell(format!(
            "`{}` fits mutants of {} in study `{}`; choose with {}",
            cell.mutant,
            names(several),
            design.name,
            commands(design, cell, several)
        ))),
    }
}

fn fit(in_study: &[Mutant], all: &[Mutant], written: &str) -> Fit {
    let is_meant = |mutant: &Mutant| is_written_so(mutant, written);
    if in_study.iter().any(is_meant) {
        Fit::Whole
    } else if all.iter().any(is_meant) {
        Fit::LeftOut
    } else if in_study.iter().any(|mutant| mutant.id.0.contains(written)) {
        Fit::Partly
    } else {
        Fit::No
    }
}

fn names(subjects: &[&SubjectDesign]) -> String {
    let names = subjects
        .iter()
        .map(|subject| format!("`{}`", subject.manifest.name));
    listed(&names.collect::<Vec<_>>(), "and")
}

/// What to type for each subject.
fn commands(design: &Design, cell: &Cell, subjects: &[&SubjectDesign]) -> String {
    let mut options = String::new();
    if let Some(property) = &cell.property {
        options += &format!(" --property {property}");
    }
    if let Some(data_set) = &cell.data_set {
        options += &format!(" --data-set {data_set}");
    }
    let commands = subjects.iter().map(|subject| {
        let Cell { mutant, .. } = cell;
        let (study, subject) = (&design.name, &subject.manifest.name);
        format!("`killrate explain {study} {mutant} --subject {subject}{options}`")
    });
    listed(&commands.collect::<Vec<_>>(), "or")
}

fn listed(items: &[String], conjunction: &str) -> String {
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            format!("{} {conjunction} {last}", rest.join(", "))
        }
        _ => items.concat(),
    }
}

/// The commands that list the mutants of a study's subjects.
fn listings(design: &Design) -> String {
    let subjects = design.subjects.iter();
    let commands = subjects.map(|subject| format!("`killrate mutants {}`", subject.manifest.name));
    commands.collect::<Vec<String>>().join(" or ")
}
