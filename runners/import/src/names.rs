//! Names for what other tools call otherwise.

use std::collections::{BTreeMap, BTreeSet};

/// Gives every text a name of its own, the same each time.
#[derive(Debug, Default)]
pub(crate) struct Names {
    names: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl Names {
    /// Names that are never this one.
    pub(crate) fn without(name: &str) -> Self {
        Self {
            taken: BTreeSet::from([name.to_owned()]),
            ..Self::default()
        }
    }

    /// The name of a text: itself where it is one, else with `-` for signs that names do not have, the
    /// code point for letters of other scripts (`u00e9` for é), and a number where two texts would be
    /// one name.
    pub(crate) fn name(&mut self, text: &str) -> String {
        if let Some(name) = self.names.get(text) {
            return name.clone();
        }
        let plain = plain(text);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let mut candidates = [plain.clone()].into_iter().chain(numbered);
        let name = candidates
            .find(|name| !self.taken.contains(name))
            .expect("there are more numbers than names");
        self.taken.insert(name.clone());
        self.names.insert(text.to_owned(), name.clone());
        name
    }
}

/// A text for every test by its identity: the test's name, with the identity where others have that
/// name too.
pub(crate) fn told_apart<'a>(tests: &BTreeMap<&'a str, &'a str>) -> BTreeMap<&'a str, String> {
    let mut n_called: BTreeMap<&str, u32> = BTreeMap::new();
    for name in tests.values() {
        *n_called.entry(name).or_default() += 1;
    }
    let mut taken: BTreeSet<String> = tests.values().map(|name| (*name).to_owned()).collect();
    let text = |(id, name): (&&'a str, &&'a str)| {
        let mut text = (*name).to_owned();
        if n_called[name] > 1 {
            // A third test may be called like one of two with its identity.
            while taken.contains(&text) {
                text = format!("{text} {id}");
            }
            taken.insert(text.clone());
        }
        (*id, text)
    };
    tests.iter().map(text).collect()
}

fn plain(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/');
    let replaced: String = text
        .chars()
        .map(|c| match c {
            c if is_plain(c) => c.to_string(),
            c if c.is_ascii() => "-".to_owned(),
            c => format!("u{:04x}", u32::from(c)),
        })
        .collect();
    // Two dots could leave a folder where a name becomes part of a path.
    let without_parents = replaced.replace("..", "-.");
    let trimmed = without_parents.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
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

    #[track_caller]
    fn check_apart(tests: &[(&str, &str)], expected: &[&str]) {
        let tests = tests.iter().copied().collect();
        let found: Vec<String> = told_apart(&tests).into_values().collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn tests_of_one_name_are_told_apart_by_their_identities() {
        check_apart(
            &[("1", "adds"), ("2", "adds"), ("3", "sums")],
            &["adds 1", "adds 2", "sums"],
        );
        check_apart(
            &[("1", "adds"), ("2", "adds"), ("3", "adds 1")],
            &["adds 1 1", "adds 2", "adds 1"],
        );
    }

    #[test]
    fn hostile_texts_become_harmless_names() {
        check(
            &["../../etc", "", "::", "a....b", "-x-"],
            &["etc", "unnamed", "unnamed-2", "a-.-.b", "x"],
        );
    }

    #[test]
    fn letters_of_other_scripts_stay_apart_whatever_else_is_named() {
        check(
            &["テスト一", "テスト二", "price é", "😀"],
            &[
                "u30c6u30b9u30c8u4e00",
                "u30c6u30b9u30c8u4e8c",
                "price-u00e9",
                "u1f600",
            ],
        );
    }
}
