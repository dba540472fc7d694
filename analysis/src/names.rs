//! Finding things by name.

use killrate_model::hint;

use crate::AnalysisError;

/// The item of this name.
pub(crate) fn find<T: Copy>(
    kind: &'static str,
    name: &str,
    items: &[T],
    name_of: impl Fn(T) -> &'static str + Clone,
) -> Result<T, AnalysisError> {
    let found = items.iter().copied().find(|&item| name_of(item) == name);
    found.ok_or_else(|| AnalysisError::Unknown {
        kind,
        name: name.to_owned(),
        hint: hint(name, items.iter().map(|&item| name_of(item))),
    })
}
