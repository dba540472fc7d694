//! What somebody who mistyped a name probably meant.

/// The name most like `text`, if any is like it at all.
pub fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = text.chars().count();
    // With more than a third of the letters wrong it is another word, not a slip.
    let allowed = |name: &str| name.chars().count().div_ceil(3);
    names
        .into_iter()
        // As many letters as a word is longer are wrong; a very long one would take minutes to look at.
        .filter(|name| length.abs_diff(name.chars().count()) <= allowed(name))
        .map(|name| (strsim::damerau_levenshtein(text, name), name))
        .filter(|(distance, name)| *distance <= allowed(name))
        // Of names that are equally near, the first in the alphabet is told, whatever their order
        // was.
        .min()
        .map(|(_, name)| name)
}

/// The end of a message about an unknown name: the nearest name, else all names.
pub fn hint<'a>(text: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(name) = nearest(text, names.clone()) {
        return format!("the nearest name is `{name}`");
    }
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "there are none".to_owned(),
        names => format!("use one of {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_hint(text: &str, names: &[&str], expected: &str) {
        assert_eq!(hint(text, names.iter().copied()), expected);
    }

    #[test]
    fn a_slip_gets_the_nearest_name() {
        check_hint("trian", &["test", "train"], "the nearest name is `train`");
    }

    #[test]
    fn equally_near_names_are_offered_in_alphabetical_order() {
        check_hint("tesd", &["tess", "test"], "the nearest name is `tess`");
    }

    #[test]
    fn another_word_gets_all_names() {
        check_hint("rows", &["test", "train"], "use one of `test`, `train`");
        check_hint("rows", &[], "there are none");
    }
}
