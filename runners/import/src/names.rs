//! Names for what other tools call otherwise.

use std::collections::{BTreeMap, BTreeSet};

/// Gives every text a name of its own, the same each time.
#[derive(Debug, Default)]
pub(crate) struct Names {
    names: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl Names {
    /// The name of a text: itself where it is one, else with `-` for what names do not have and a
    /// number where two texts would be one name.
    pub(crate) fn name(&mut self, text: &str) -> String {
        if let Some(name) = self.names.get(text) {
            return name.clone();
        }
        let plain = plain(text);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let name = [plain.clone()].into_iter().chain(numbered);
        let name = { name }.find(|name| !self.taken.contains(name));
        let name = name.expect("there are more numbers than names");
        self.taken.insert(name.clone());
        self.names.insert(text.to_owned(), name.clone());
        name
    }
}

fn plain(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let replaced: String = text
        .chars()
        .map(|c| if is_plain(c) { c } else { '-' })
        .collect();
    // Two dots could leave a folder where a name becomes part of a path.
    let replaced = replaced.replace("..", "-.");
    let trimmed = replaced.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    match trimmed {
        "" => "unnamed".to_owned(),
        name => name.trim_end_matches('-').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use killrate_model::PropertyName;

    #[track_caller]
    fn check(texts: &[&str], expected: &[&str]) {
        let mut names = Names::default();
        let found: Vec<String> = texts.iter().map(|text| names.name(text)).collect();
        assert_eq!(found, expected);
        for name in found {
            PropertyName::new(name).unwrap();
        }
    }

    #[test]
    fn a_name_stays_and_the_same_text_gets_the_same() {
        check(
            &["org.A.test", "b", "org.A.test"],
            &["org.A.test", "b", "org.A.test"],
        );
    }

    #[test]
    fn texts_that_would_be_one_name_are_told_apart() {
        check(&["a[0]", "a(0)", "a-0"], &["a-0", "a-0-2", "a-0-3"]);
    }

    #[test]
    fn hostile_texts_become_harmless_names() {
        check(
            &["../../etc", "", "::", "a....b", "é", "-x-"],
            &["etc", "unnamed", "unnamed-2", "a-.-.b", "unnamed-3", "x"],
        );
    }
}
