//! Which mutants a study takes.

use killrate_model::{Mutant, Rng};

use crate::design::{Design, SubjectDesign};
use crate::lookup_error::LookupError;
use crate::manifest::Changes;

/// The mutants that the study asks for, in their own order.
///
/// # Errors
/// When it asks for one that there is not.
pub fn choose(
    mutants: &[Mutant],
    design: &Design,
    subject: &SubjectDesign,
) -> Result<Vec<Mutant>, LookupError> {
    // A whole id means that mutant alone, although `…/1` is a part of `…/12`.
    let is_id = |text: &String| mutants.iter().any(|mutant| mutant.id.0 == *text);
    let fits = |text: &String, mutant: &Mutant| {
        if is_id(text) {
            mutant.id.0 == *text
        } else {
            mutant.id.0.contains(text.as_str())
        }
    };
    let fits_none = |text: &&String| !mutants.iter().any(|mutant| fits(text, mutant));
    if let Some(text) = subject.only.iter().find(fits_none) {
        return Err(LookupError::Mutant {
            subject: subject.manifest.name.clone(),
            text: text.clone(),
        });
    }
    let is_wanted = |mutant: &Mutant| {
        let is_made = design.changes == Changes::All || mutant.is_thesis;
        let is_named = subject.only.iter().any(|text| fits(text, mutant));
        is_made && (subject.only.is_empty() || is_named)
    };
    let mut indices: Vec<usize> = (0..mutants.len())
        .filter(|&index| is_wanted(&mutants[index]))
        .collect();
    if let Some(size) = subject.sample {
        // Without its name in the purpose, subjects with equally many mutants would get the same
        // places.
        let purpose = format!("sample of {}", subject.manifest.name);
        Rng::for_purpose(design.seed, &purpose).shuffle(&mut indices);
        indices.truncate(size);
        // The mutants keep the order of the whole, whatever the shuffle made of it.
        indices.sort_unstable();
    }
    let chosen = indices.into_iter().map(|index| mutants[index].clone());
    Ok(chosen.collect())
}
