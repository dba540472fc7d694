//! A mutant as people read it.

use killrate_model::Mutant;

use crate::error::MutatorError;
use crate::package::Package;
use crate::single::source_of;
use crate::source::Source;
use crate::weave::WeaveOptions;

/// How many unchanged lines are shown on either side.
const N_CONTEXT: usize = 3;

/// The mutant as a unified diff with three lines of context.
pub fn diff(options: &WeaveOptions, mutant: &Mutant) -> Result<String, MutatorError> {
    let package = Package::find(&options.package)?;
    Ok(unified(&source_of(&package, mutant)?, mutant))
}

fn unified(source: &Source, mutant: &Mutant) -> String {
    let range = mutant.start as usize..mutant.end as usize;
    // A negative literal may stand where only a term can.
    let replacement = if mutant.after.starts_with('-') && !mutant.before.starts_with('-') {
        format!("({})", mutant.after)
    } else {
        mutant.after.clone()
    };
    let changed = source.with(&range, &replacement);
    let old: Vec<&str> = source.text.lines().collect();
    let new: Vec<&str> = changed.lines().collect();
    let n_before = common(old.iter(), new.iter());
    let n_after = common(old[n_before..].iter().rev(), new[n_before..].iter().rev());
    let first = n_before.saturating_sub(N_CONTEXT);
    let n_shown_after = n_after.min(N_CONTEXT);
    let old_end = old.len() - n_after;
    let new_end = new.len() - n_after;
    let (n_old, n_new) = (
        old_end + n_shown_after - first,
        new_end + n_shown_after - first,
    );
    let path = &mutant.file;
    let mut text = format!(
        "--- a/{path}\n+++ b/{path}\n@@ -{start},{n_old} +{start},{n_new} @@\n",
        start = first + 1
    );
    let mut add = |mark: char, lines: &[&str]| {
        for line in lines {
            text.push(mark);
            text.push_str(line);
            text.push('\n');
        }
    };
    add(' ', &old[first..n_before]);
    add('-', &old[n_before..old_end]);
    add('+', &new[n_before..new_end]);
    add(' ', &old[old_end..old_end + n_shown_after]);
    text
}

/// How many items two sequences share at the start.
fn common<'a, T: PartialEq + 'a>(
    a: impl Iterator<Item = &'a T>,
    b: impl Iterator<Item = &'a T>,
) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}
