//! Finding things by name.

use crate::AnalysisError;

/// The item of this name.
pub(crate) fn find<T: Copy>(
    kind: &'static str,
    name: &str,
    items: &[T],
    name_of: impl Fn(T) -> &'static str,
) -> Result<T, AnalysisError> {
    let found = items.iter().copied().find(|&item| name_of(item) == name);
    found.ok_or_else(|| AnalysisError::Unknown {
        kind,
        name: name.to_owned(),
        nearest: nearest(name, items.iter().map(|&item| name_of(item))),
    })
}

fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> &'a str {
    names
        .min_by_key(|known| strsim::damerau_levenshtein(name, known))
        .expect("every list of names has one")
}
