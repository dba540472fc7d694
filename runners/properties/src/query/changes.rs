//! Changes of a query that say what becomes of its hits.

use std::borrow::Cow;

use super::tokens::is_blank;
use super::tree::{Boost, Clause, Item, Operand, Query, Sign};
use crate::number::Number;

impl Query<'_> {
    /// Puts operands into the opposite order wherever all of them are joined alike, in brackets too;
    /// says whether there were any.
    ///
    /// `AND` makes both its neighbours required, so that operands among which it joins only some
    /// cannot change places.
    pub(crate) fn swap_operands(&mut self) -> bool {
        self.swap(false)
    }

    fn swap(&mut self, is_boosted: bool) -> bool {
        let mut has_swapped = false;
        for clause in &mut self.clauses {
            let is_boosted = clause.item.boost.is_some();
            if let Operand::Group(query) = &mut clause.item.operand {
                has_swapped |= query.swap(is_boosted);
            }
        }
        let joined = &self.clauses[1..];
        let is_joined_alike = joined
            .iter()
            .all(|clause| clause.is_and == joined[0].is_and);
        // Where an analyser leaves one operand of a bracket, which may be the first one or not, the
        // bracket's boost takes the place of the operand's own.
        let has_own = self
            .clauses
            .iter()
            .any(|clause| clause.item.boost.is_some());
        if !is_joined_alike || (is_boosted && has_own) {
            return has_swapped;
        }
        let before: Vec<String> = self.items().map(Item::to_string).collect();
        if before.iter().eq(before.iter().rev()) {
            return has_swapped;
        }
        let mut items: Vec<Item<'_>> = self.items().cloned().collect();
        for (index, clause) in self.clauses.iter_mut().enumerate() {
            if index > 0 {
                part(&mut clause.joint);
            }
            clause.item = items.pop().unwrap_or_else(|| clause.item.clone());
        }
        true
    }

    /// Multiplies what every operand counts by a number; an operand that counts as before needs no
    /// boost. `None` where a product cannot be written.
    ///
    /// The boost of a bracket is multiplied and not those inside. A bracket without one is opened,
    /// because a boost of its own might take the place of one inside.
    pub(crate) fn scale_boosts(&mut self, factor: Number) -> Option<()> {
        for Clause { item, .. } in &mut self.clauses {
            match (&mut item.operand, &mut item.boost) {
                (Operand::Group(query), None) => query.scale_boosts(factor)?,
                (operand, boost) => {
                    let old = match boost {
                        Some(boost) => Number::parse(&boost.number)?,
                        None => Number::ONE,
                    };
                    let new = old.times(factor)?;
                    let is_one = new.cmp_value(Number::ONE).is_eq();
                    if is_one && matches!(operand, Operand::Leaf(_)) {
                        *boost = None;
                        continue;
                    }
                    let number = new.to_string();
                    // Lucene reads neither signs nor exponents.
                    if !number
                        .bytes()
                        .all(|byte| byte.is_ascii_digit() || byte == b'.')
                    {
                        return None;
                    }
                    let gap = boost.as_ref().map_or("", |boost| boost.gap);
                    *boost = Some(Boost {
                        gap,
                        number: Cow::Owned(number),
                    });
                }
            }
        }
        Some(())
    }

    /// Adds `OR` and a word.
    pub(crate) fn or_word(&mut self, word: &str) {
        self.add(" OR ", Sign::None, "", word);
    }

    /// Adds `NOT` and a word.
    pub(crate) fn not_word(&mut self, word: &str) {
        self.add(" ", Sign::Minus, "NOT ", word);
    }

    /// Whether a text is read as this query.
    pub(crate) fn is_read_from(&self, text: &str) -> bool {
        super::parse(text).is_ok_and(|read| read.shape() == self.shape())
    }

    fn add(&mut self, joint: &'static str, sign: Sign, sign_text: &'static str, word: &str) {
        self.clauses.push(Clause {
            joint: Cow::Borrowed(joint),
            is_and: false,
            item: Item {
                sign,
                sign_text,
                operand: Operand::Leaf(Cow::Owned(word.to_owned())),
                boost: None,
            },
        });
    }
}

impl<'a> Query<'a> {
    fn items(&self) -> impl Iterator<Item = &Item<'a>> {
        self.clauses.iter().map(|clause| &clause.item)
    }
}

/// Puts blanks around what stands between two operands: other operands may need them.
fn part(joint: &mut Cow<'_, str>) {
    if !joint.starts_with(is_blank) {
        joint.to_mut().insert(0, ' ');
    }
    if !joint.ends_with(is_blank) {
        joint.to_mut().push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[track_caller]
    fn check_swapped(text: &str, expected: Option<&str>) {
        let mut query = parse(text).unwrap();
        let has_swapped = query.swap_operands();
        let swapped = has_swapped.then(|| query.to_string());
        assert_eq!(swapped.as_deref(), expected);
        assert!(query.is_read_from(expected.unwrap_or(text)));
    }

    #[track_caller]
    fn check_scaled(text: &str, factor: &str, expected: Option<&str>) {
        let mut query = parse(text).unwrap();
        let scaled = query.scale_boosts(Number::parse(factor).unwrap());
        assert_eq!(scaled.map(|()| query.to_string()).as_deref(), expected);
    }

    #[test]
    fn operands_that_are_joined_alike_change_places() {
        check_swapped("romeo OR juliet", Some("juliet OR romeo"));
        check_swapped(" a  b^2 \"c d\" ", Some(" \"c d\"  b^2 a "));
        check_swapped("a AND NOT b", Some("NOT b AND a"));
        check_swapped("+a -b", Some("-b +a"));
        check_swapped("a OR b c", Some("c OR b a"));
        check_swapped(
            "((a AND b) OR (c AND d))^2 e",
            Some("e ((d AND c) OR (b AND a))^2"),
        );
    }

    #[test]
    fn operands_among_which_and_joins_only_some_stay_but_brackets_inside_change() {
        check_swapped("a AND b OR c", None);
        check_swapped("a AND b OR (c d)", Some("a AND b OR (d c)"));
    }

    #[test]
    fn one_operand_and_equal_ones_have_nothing_to_change_places_with() {
        check_swapped("romeo", None);
        check_swapped("(\"good night\")^2", None);
        check_swapped("romeo romeo", None);
    }

    #[test]
    fn boosted_operands_of_a_boosted_bracket_stay() {
        check_swapped("(a^2 b)^3", None);
        check_swapped("(a^2 b)", Some("(b a^2)"));
    }

    #[test]
    fn operands_that_touched_are_parted() {
        check_swapped("\"a b\"c", Some("c \"a b\""));
        check_swapped("c AND(d)", Some("(d) AND c"));
        check_swapped("a!b", Some("!b a"));
    }

    #[test]
    fn every_operand_counts_so_many_times_as_much() {
        check_scaled("romeo juliet^0.25", "4", Some("romeo^4 juliet"));
        check_scaled(
            "+(a b)^2 -\"c d\" ^3",
            "0.5",
            Some("+(a b)^1 -\"c d\" ^1.5"),
        );
        check_scaled("(a^2 (b^3 c)^2)", "2", Some("(a^4 (b^3 c)^4)"));
        check_scaled("a^0", "4", Some("a^0"));
        check_scaled("a", "0.0000000000000000000000000000000000000001", None);
    }

    #[test]
    fn words_are_added_at_the_end() {
        let mut query = parse("a AND b ").unwrap();
        query.or_word("c");
        assert_eq!(query.to_string(), "a AND b OR c ");
        query.not_word("d");
        assert_eq!(query.to_string(), "a AND b OR c NOT d ");
        assert!(query.is_read_from("a AND b || c -d"));
        assert!(!query.is_read_from("a b OR c NOT d"));
    }
}
