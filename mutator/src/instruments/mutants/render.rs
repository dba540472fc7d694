//! The text of sites: the original and its mutants, and what chooses between them.

use std::ops::Range;

use super::{Mutants, Part, SiteId};
use crate::instruments::{self, Render};
use crate::render::{Body, Owner, Writer};
use crate::scan::Node;
use crate::site::{Operands, Shape};

/// A mutant of a site that is still in, and what stands in its arm.
pub(super) struct Live {
    pub number: u32,
    pub token: String,
}

impl Render for Mutants {
    fn write(
        &self,
        part: instruments::Part,
        range: &Range<usize>,
        inside: &[Node],
        body: Body,
        writer: &mut Writer<'_>,
    ) {
        let instruments::Part::Mutants(Part::Site(site)) = part else {
            unreachable!("mutants splice at sites only")
        };
        let live = writer.live_changes(site);
        if body == Body::Clean || live.is_empty() {
            writer.stretch(range.clone(), inside, body);
        } else {
            writer.owned(owner(Part::Site(site)), |writer| {
                writer.site(site, &live, inside);
            });
        }
    }
}

/// What a stretch is marked with that was written for mutants.
pub(super) fn owner(part: Part) -> Owner {
    Owner::Part(instruments::Part::Mutants(part))
}

impl Writer<'_> {
    /// Whether this function has mutants that are still in.
    pub(crate) fn is_mutated(&self, function: usize) -> bool {
        let mut numbers = self.file.found.mutants.of_function[function].iter();
        numbers.any(|&number| self.standing.mutants.is_live(number))
    }

    /// Writes the mutated body of a function.
    pub(crate) fn mutated_body(&mut self, index: usize, inside: &[Node]) {
        let body = self.file.functions[index].body.clone();
        self.owned(owner(Part::MutatedBody(index)), |writer| {
            writer.stretch(body, inside, Body::Mutated);
        });
    }

    /// The number and the token of every change of a site that is still in.
    fn live_changes(&self, site: usize) -> Vec<Live> {
        let found = &self.file.found.mutants;
        let numbered = found.numbers[site]
            .iter()
            .zip(&found.sites[site].site.changes);
        numbered
            .filter(|(number, _)| self.standing.mutants.is_live(**number))
            .map(|(&number, change)| Live {
                number,
                token: change.token.clone(),
            })
            .collect()
    }

    /// Writes a site so that its operands are evaluated once, whatever is active.
    ///
    /// Everything is in parentheses, so that it is one operand of whatever surrounds it.
    fn site(&mut self, index: usize, live: &[Live], inside: &[Node]) {
        let file = self.file;
        let site = &file.found.mutants.sites[index].site;
        match &site.shape {
            Shape::Comparison(operands) => {
                let id = SiteId {
                    file: self.file_index,
                    site: index,
                };
                let is_by_value = self.standing.mutants.by_value.contains(&id);
                let (borrow, deref) = if is_by_value { ("", "") } else { ("&", "*") };
                let (left, right) = (format!("{deref}kr_l"), format!("{deref}kr_r"));
                self.push("(match (");
                self.operand(borrow, &operands.left, inside, Body::Mutated);
                self.push(", ");
                self.operand(borrow, &operands.right, inside, Body::Mutated);
                self.push(") { (kr_l, kr_r) => ");
                let seen = if is_by_value {
                    ("&kr_l", "&kr_r")
                } else {
                    ("kr_l", "kr_r")
                };
                let probe = self.operator_probe("compare", seen, operands, live);
                self.choice(&probe, live, operands, &left, &right);
                self.push(" })");
            }
            Shape::Calculation(operands) => {
                self.push("(match (");
                self.operand("", &operands.left, inside, Body::Mutated);
                self.push(", ");
                self.operand("", &operands.right, inside, Body::Mutated);
                self.push(") { (kr_l, kr_r) => ");
                let probe = self.operator_probe("calculate", ("&kr_l", "&kr_r"), operands, live);
                self.choice(&probe, live, operands, "kr_l", "kr_r");
                self.push(" })");
            }
            Shape::Assignment(operands) => {
                self.push("(match ");
                self.operand("", &operands.right, inside, Body::Mutated);
                self.push(" { kr_r => match ");
                self.operand("&mut ", &operands.left, inside, Body::Mutated);
                self.push(" { kr_l => ");
                let probe = self.operator_probe("calculate", ("&*kr_l", "&kr_r"), operands, live);
                self.choice(&probe, live, operands, "*kr_l", "kr_r");
                self.push(" } })");
            }
            Shape::Offset => {
                self.push("(match (");
                self.stretch(site.range.clone(), inside, Body::Mutated);
                self.push(") { kr_e => ");
                let arms = live
                    .iter()
                    .map(|live| (live.number, format!("kr_e{}", live.token)));
                self.arms(&reach_probe(live), "kr_e", arms);
                self.push(" })");
            }
            Shape::Literal => {
                let original = file.source.slice(&site.range);
                self.push("(");
                self.arms(&reach_probe(live), original, tokens(live));
                self.push(")");
            }
            Shape::Connective(operands) => self.connective(operands, live, inside),
            Shape::Value => {
                self.push("(match (");
                self.stretch(site.range.clone(), inside, Body::Mutated);
                self.push(") { kr_e => ");
                self.arms(&reach_probe(live), "kr_e", tokens(live));
                self.push(" })");
            }
            Shape::Whole => {
                self.instead(&site.range, inside, live, |writer, token| {
                    writer.push(token)
                });
            }
            Shape::OneOperand(operands) => {
                self.instead(&site.range, inside, live, |writer, token| {
                    let kept = [&operands.left, &operands.right];
                    let is_kept = |range: &&&Range<usize>| file.source.slice(range) == token;
                    match kept.iter().find(is_kept) {
                        Some(range) => writer.operand("", range, inside, Body::Clean),
                        None => writer.push(token),
                    }
                });
            }
            Shape::Statement => self.statement(&site.range, inside, live),
        }
    }

    /// The call that tells the probe which mutants of an operator would have made a difference.
    fn operator_probe(
        &self,
        function: &str,
        (left, right): (&str, &str),
        operands: &Operands,
        live: &[Live],
    ) -> String {
        let original = self.operator(operands);
        let plain = |token: &str| match function {
            "calculate" => token.trim_end_matches('=').to_owned(),
            _ => token.to_owned(),
        };
        let mutants: String = live
            .iter()
            .map(|live| format!("({}, \"{}\"), ", live.number, plain(&live.token)))
            .collect();
        format!(
            "::killrate_rt::{function}({left}, {right}, \"{}\", &[{mutants}])",
            plain(original)
        )
    }

    pub(super) fn operator(&self, operands: &Operands) -> &str {
        self.file.source.slice(&operands.operator)
    }

    fn choice(&mut self, probe: &str, live: &[Live], operands: &Operands, left: &str, right: &str) {
        let original = format!("{left} {} {right}", self.operator(operands));
        let arms = live
            .iter()
            .map(|live| (live.number, format!("{left} {} {right}", live.token)));
        self.arms(probe, &original, arms);
    }

    /// Writes the choice between the original and its mutants.
    pub(super) fn arms(
        &mut self,
        probe: &str,
        original: &str,
        mutants: impl Iterator<Item = (u32, String)>,
    ) {
        // The probe evaluates the original and goes first: a mutant of another type then is the
        // one the compiler complains about.
        self.push(&format!(
            "match ::killrate_rt::active() {{ ::killrate_rt::PROBE => {{ {probe}; {original} }} "
        ));
        for (number, text) in mutants {
            self.push(&format!("{number} => "));
            self.owned(owner(Part::Arm(number)), |writer| writer.push(&text));
            self.push(", ");
        }
        self.push(&format!("_ => {original} }}"));
    }
}

/// Mutants with what stands in their arms as it is.
fn tokens(live: &[Live]) -> impl Iterator<Item = (u32, String)> {
    live.iter().map(|live| (live.number, live.token.clone()))
}

/// The call that tells the probe that a site was reached and may make a difference.
pub(super) fn reach_probe(live: &[Live]) -> String {
    let numbers: Vec<String> = live.iter().map(|live| live.number.to_string()).collect();
    format!("::killrate_rt::reach(&[{}])", numbers.join(", "))
}
