//! Inferred relations as properties of their function, in the form of a side file.

use std::fmt::Write as _;

use killrate_inference::{Inference, Number, Relation, meta};

use crate::callable::Callable;

/// Properties to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// The text of a side file, such as `subjects/NAME.checks`.
    pub text: String,
    /// How many relations it holds.
    pub n_saved: usize,
    /// The relations that cannot be properties.
    pub left_out: Vec<String>,
}

/// Why a function cannot have properties.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// There is no source to write them about.
    #[error(
        "`{name}` is no function at the top of a file of a crate, so no property can be written about it; keep `--format json` instead"
    )]
    NoPlace {
        /// What is called.
        name: String,
    },
    /// It is of other numbers.
    #[error(
        "`{name}` is no function of `f64` alone, and properties are written for those; keep `--format json` instead"
    )]
    OtherNumbers {
        /// What is called.
        name: String,
    },
}

/// The smallest set of relations that catches as much as all, as properties of the function.
///
/// # Errors
/// When the function has no source, or other numbers than `f64`.
pub fn saved(callable: &Callable, inference: &Inference) -> Result<Saved, SaveError> {
    let name = || callable.name.clone();
    let Some((place, arguments)) = &callable.place else {
        return Err(SaveError::NoPlace { name: name() });
    };
    let kinds = callable.arguments.iter().chain([&callable.result]);
    if kinds.into_iter().any(|kind| *kind != Number::Double) {
        return Err(SaveError::OtherNumbers { name: name() });
    }
    let function = place.rsplit("::").next().unwrap_or(place);
    let mut kept = Saved {
        text: format!(
            "# Inferred from the original of `{}`: what a mutant does was not looked at.\n\n{place}\n",
            callable.name
        ),
        n_saved: 0,
        left_out: Vec::new(),
    };
    let chosen = inference.relations.iter().filter(|one| one.chosen);
    for (at, inferred) in chosen.enumerate() {
        let relation: &Relation = &inferred.relation;
        let name = format!("inferred-{function}-{}", at + 1);
        match meta(relation, &name, function, arguments) {
            Some(property) => {
                kept.n_saved += 1;
                writeln!(kept.text, "# {}", relation.text).expect("a text takes what is written");
                for line in property.lines() {
                    writeln!(kept.text, "    {line}").expect("a text takes what is written");
                }
                kept.text.push('\n');
            }
            None => kept.left_out.push(relation.text.clone()),
        }
    }
    Ok(kept)
}
