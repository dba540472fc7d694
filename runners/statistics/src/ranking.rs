//! Elements in order.

use std::collections::{BTreeMap, BTreeSet};

/// Elements in order, best first; some may share a place, some may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    groups: Vec<Vec<String>>,
}

impl Ranking {
    /// Reads one place per line; elements on the same line, between white space, share it.
    ///
    /// # Errors
    /// When an element comes twice, or there is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut known = BTreeSet::new();
        let mut groups = Vec::new();
        for line in text.lines() {
            let group: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            if let Some(twice) = group
                .iter()
                .find(|element| !known.insert((*element).clone()))
            {
                return Err(format!("`{twice}` is ranked twice"));
            }
            if !group.is_empty() {
                groups.push(group);
            }
        }
        if groups.is_empty() {
            Err("nothing is ranked".to_owned())
        } else {
            Ok(Self { groups })
        }
    }

    /// The elements, best first.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.groups.iter().flatten().map(String::as_str)
    }

    /// How many elements are ranked.
    pub fn n_elements(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }

    /// The place of every element of all, counted from 1.
    ///
    /// Elements that share places have their mean. Those that are missing share the places after the
    /// last one.
    pub fn places<'a>(&self, all: &BTreeSet<&'a str>) -> BTreeMap<&'a str, f64> {
        let mut places = BTreeMap::new();
        let mut n_before = 0.0;
        for group in &self.groups {
            let n = group.len() as f64;
            let place = n_before + (n + 1.0) / 2.0;
            for element in group {
                if let Some(&element) = all.get(element.as_str()) {
                    places.insert(element, place);
                }
            }
            n_before += n;
        }
        let missing: Vec<&str> = all
            .iter()
            .copied()
            .filter(|element| !places.contains_key(element))
            .collect();
        let place = n_before + (missing.len() as f64 + 1.0) / 2.0;
        places.extend(missing.into_iter().map(|element| (element, place)));
        places
    }

    /// The best elements: this share of all, rounded up, and whoever shares a place with them.
    pub fn top(&self, share: f64) -> Vec<&str> {
        part(self.groups.iter(), self.wanted(share))
    }

    /// The last elements: this share of all, rounded up, and whoever shares a place with them; best
    /// first.
    pub fn bottom(&self, share: f64) -> Vec<&str> {
        let mut bottom = part(self.groups.iter().rev(), self.wanted(share));
        bottom.reverse();
        bottom
    }

    fn wanted(&self, share: f64) -> usize {
        (self.n_elements() as f64 * share).ceil() as usize
    }
}

fn part<'a>(groups: impl Iterator<Item = &'a Vec<String>>, n_wanted: usize) -> Vec<&'a str> {
    let mut part = Vec::new();
    for group in groups {
        if part.len() >= n_wanted {
            break;
        }
        part.extend(group.iter().map(String::as_str));
    }
    part
}

/// The places of all elements of two rankings, of which each may miss some.
pub(crate) fn common_places(a: &Ranking, b: &Ranking) -> Vec<(f64, f64)> {
    let all: BTreeSet<&str> = a.elements().chain(b.elements()).collect();
    let (in_a, in_b) = (a.places(&all), b.places(&all));
    // Both maps have the same elements in the same order, so their places go together.
    in_a.into_values().zip(in_b.into_values()).collect()
}

#[cfg(test)]
mod checks {
    use super::*;

    #[test]
    fn shared_places_have_their_mean_and_missing_elements_come_last() {
        let ranking = Ranking::parse("c\na b\n").unwrap();
        let all = BTreeSet::from(["a", "b", "c", "d", "e"]);
        let places: Vec<(&str, f64)> = ranking.places(&all).into_iter().collect();
        let expected = [("a", 2.5), ("b", 2.5), ("c", 1.0), ("d", 4.5), ("e", 4.5)];
        assert_eq!(places, expected);
    }

    #[test]
    fn parts_hold_whoever_shares_a_place_at_their_edge() {
        let ranking = Ranking::parse("a\nb c\nd\n").unwrap();
        assert_eq!(ranking.top(0.25), ["a"]);
        assert_eq!(ranking.top(0.5), ["a", "b", "c"]);
        assert_eq!(ranking.bottom(0.25), ["d"]);
        assert_eq!(ranking.bottom(0.26).len(), 3);
    }

    #[test]
    fn what_is_no_ranking_is_refused() {
        let refused = |text| Ranking::parse(text).unwrap_err();
        assert_eq!(refused("a\nb\na\n"), "`a` is ranked twice");
        assert_eq!(refused("a a\n"), "`a` is ranked twice");
        assert_eq!(refused("\n"), "nothing is ranked");
    }
}
