//! Sites that are not evaluated as a whole, or not at all, when one of their mutants is active.

use std::ops::Range;

use super::Part;
use super::render::{Live, owner, reach_probe};
use crate::render::{Body, Writer};
use crate::scan::Node;
use crate::site::Operands;

impl Writer<'_> {
    /// Writes `&&` or `||`: whether the right operand decides depends on what is active.
    pub(super) fn connective(&mut self, operands: &Operands, live: &[Live], inside: &[Node]) {
        let (goes_on, stops) = match self.operator(operands) {
            "&&" => ("kr_l", "!kr_l"),
            _ => ("!kr_l", "kr_l"),
        };
        // A statement of its own, because temporaries of an operand do not outlive it.
        self.push("({ let kr_l: bool = ");
        self.operand("", &operands.left, inside, Body::Mutated);
        self.push("; if (");
        let arms = live.iter().map(|live| (live.number, stops.to_owned()));
        self.arms(&reach_probe(live), goes_on, arms);
        self.push(") { ");
        self.operand("", &operands.right, inside, Body::Mutated);
        self.push(" } else { kr_l } })");
    }

    /// Writes a choice between the site and what a mutant evaluates in its place.
    ///
    /// The site comes first, so that it decides the type of the whole, and once, so that sites
    /// inside sites do not multiply code.
    pub(super) fn instead(
        &mut self,
        range: &Range<usize>,
        inside: &[Node],
        live: &[Live],
        write: impl Fn(&mut Self, &str),
    ) {
        let others: Vec<String> = live
            .iter()
            .map(|live| format!("kr_n != {}", live.number))
            .collect();
        self.push(&format!(
            "(match ::killrate_rt::active() {{ kr_n if {} => {{ \
             if kr_n == ::killrate_rt::PROBE {{ {}; }} ",
            others.join(" && "),
            reach_probe(live)
        ));
        self.stretch(range.clone(), inside, Body::Mutated);
        self.push(" } ");
        for (place, Live { number, token }) in live.iter().enumerate() {
            // The compiler does not know that these numbers are all there are.
            if place + 1 < live.len() {
                self.push(&format!("{number} => "));
            } else {
                self.push("_ => ");
            }
            self.owned(owner(Part::Arm(*number)), |writer| write(writer, token));
            self.push(", ");
        }
        self.push("})");
    }

    /// Writes a statement that one mutant leaves out.
    pub(super) fn statement(&mut self, range: &Range<usize>, inside: &[Node], live: &[Live]) {
        self.push("if (");
        let arms = live.iter().map(|live| (live.number, "false".to_owned()));
        self.arms(&reach_probe(live), "true", arms);
        self.push(") { ");
        self.stretch(range.clone(), inside, Body::Mutated);
        self.push("; }");
    }
}
