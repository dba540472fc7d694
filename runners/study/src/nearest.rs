//! Helping with misspelt names.

/// The known name nearest to what was written, if any is near enough to be meant.
///
/// Near enough is a Jaro–Winkler similarity of 0.75, below which suggestions read as random.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(written, name), name))
        .filter(|(similarity, _)| *similarity >= 0.75)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, name)| name)
}

/// The end of an error message about an unknown name: the nearest one, or all there are.
pub fn hint<'a>(written: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(name) = nearest(written, known.clone()) {
        return format!("the nearest name is `{name}`");
    }
    let names: Vec<String> = known.into_iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "there are none yet".to_owned(),
        names => format!("there are {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered_and_otherwise_all_of_them() {
        let known = ["iris", "golf", "glass", "glass9"];
        assert_eq!(hint("irsi", known), "the nearest name is `iris`");
        assert_eq!(hint("glas", known), "the nearest name is `glass`");
        assert_eq!(hint("zzz", known), "there are `iris`, `golf`, `glass`, `glass9`");
        assert_eq!(hint("zzz", []), "there are none yet");
    }
}
