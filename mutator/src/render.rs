//! The woven text of a file, and what each stretch of it belongs to.

use std::ops::Range;

use crate::instruments::mutants::choices::{Choice, Numbers};
use crate::scan::{MutatedBody, Node, NodeKind, Twin};
use crate::site::{Operands, Shape};
use crate::sites::SiteFile;
use crate::standing::Standing;

/// The woven text of one file.
#[derive(Debug)]
pub(crate) struct Woven {
    pub text: String,
    /// Ranges nest or are apart; those inside come before those around them.
    marks: Vec<Mark>,
}

#[derive(Debug)]
struct Mark {
    range: Range<usize>,
    owner: Owner,
}

/// What a stretch of woven text was written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// What a mutant evaluates in place of the original.
    Arm(u32),
    /// The evaluation of the site of this index, apart from arms of mutants.
    Site(usize),
    /// The mutated body of the function of this index.
    MutatedBody(usize),
    /// The test of the check of this index in the file.
    Check(usize),
    /// The function of this index as a whole.
    Function(usize),
    /// What watches the function of this index.
    Watcher(usize),
    /// The clean body of the function of this index that tells its exits apart.
    Exits(usize),
    /// What observes the type of this index.
    Type(usize),
}

impl Woven {
    /// The smallest owner of a stretch of the woven text.
    pub(crate) fn owner(&self, range: &Range<usize>) -> Option<Owner> {
        // Marks are in the order of their ends, so the first one around the stretch is the smallest.
        let first = self
            .marks
            .partition_point(|mark| mark.range.end < range.end);
        self.marks[first..]
            .iter()
            .find(|mark| mark.range.start <= range.start)
            .map(|mark| mark.owner)
    }
}

/// Weaves a file: the clean and the mutated body of every function, and fuel in both.
pub(crate) fn render(file_index: usize, file: &SiteFile, standing: &Standing) -> Woven {
    let mut nodes = file.scan.nodes.clone();
    nodes.sort_by_key(|node| {
        let size = node.range.len();
        (node.range.start, std::cmp::Reverse(size), node.kind)
    });
    let mut writer = Writer {
        file_index,
        file,
        standing,
        is_mutated: is_mutated(file, standing),
        telling: None,
        text: String::with_capacity(2 * file.source.text.len()),
        marks: Vec::new(),
    };
    writer.stretch(0..file.source.text.len(), &nodes, Body::Clean);
    Woven {
        text: writer.text,
        marks: writer.marks,
    }
}

/// Which copy of a body is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    Clean,
    Mutated,
}

pub(crate) struct Writer<'a> {
    pub file_index: usize,
    pub file: &'a SiteFile,
    pub standing: &'a Standing,
    /// For every function, whether it has mutants that are still in.
    is_mutated: Vec<bool>,
    /// The function whose exits the body that is being written tells apart.
    pub telling: Option<usize>,
    text: String,
    marks: Vec<Mark>,
}

impl<'a> Writer<'a> {
    /// Writes a stretch of the source with everything spliced at the nodes inside it.
    pub(crate) fn stretch(&mut self, range: Range<usize>, nodes: &[Node], body: Body) {
        let mut position = range.start;
        let mut rest = nodes;
        while let Some((node, others)) = rest.split_first() {
            let n_inside = others.partition_point(|other| other.range.start < node.range.end);
            let (inside, after) = others.split_at(n_inside);
            self.source(position..node.range.start);
            self.node(node, inside, body);
            position = node.range.end;
            rest = after;
        }
        self.source(position..range.end);
    }

    pub(crate) fn source(&mut self, range: Range<usize>) {
        self.text.push_str(self.file.source.slice(&range));
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn owned(&mut self, owner: Owner, write: impl FnOnce(&mut Self)) {
        let start = self.text.len();
        write(self);
        let range = start..self.text.len();
        self.marks.push(Mark { range, owner });
    }

    fn node(&mut self, node: &Node, inside: &[Node], body: Body) {
        match node.kind {
            NodeKind::Declaration(function) => self.declaration(function),
            NodeKind::Type(index) => self.observed(index),
            NodeKind::Function(function) => self.function(function, &node.range, inside),
            NodeKind::LoopBody => {
                self.push(" ::killrate_rt::burn();");
                self.stretch(node.range.clone(), inside, body);
            }
            NodeKind::Collection { may_be_left } => {
                let burning = if may_be_left { "each_round" } else { "each" };
                self.push(&format!("::killrate_rt::{burning}("));
                self.stretch(node.range.clone(), inside, body);
                self.push(")");
            }
            NodeKind::ClosureBody => {
                self.push("{ ::killrate_rt::burn(); ");
                self.stretch(node.range.clone(), inside, body);
                self.push(" }");
            }
            NodeKind::Return { function, exit } if self.telling == Some(function) => {
                self.leaving_by_return(exit, &node.range, inside, body);
            }
            NodeKind::Try {
                function,
                exit,
                within,
                operand_end,
            } if self.telling == Some(function) => {
                let Range { start, end } = node.range;
                let parts = [start..operand_end, operand_end..end];
                self.leaving_by_try([exit, within], parts, inside, body);
            }
            NodeKind::Return { .. } | NodeKind::Try { .. } => {
                self.stretch(node.range.clone(), inside, body);
            }
            NodeKind::StatementSite(site) | NodeKind::WrappingSite(site) | NodeKind::Site(site) => {
                let live = self.live_changes(site);
                if body == Body::Clean || live.is_empty() {
                    self.stretch(node.range.clone(), inside, body);
                } else {
                    self.owned(Owner::Site(site), |writer| {
                        writer.site(site, &live, inside);
                    });
                }
            }
        }
    }

    /// Asks for a function to be inlined, if it can have a twin: the choices in it and in those that
    /// are inlined into it made it larger, and what the compiler would have inlined as written it
    /// should still inline.
    fn declaration(&mut self, index: usize) {
        let can_have_twin = matches!(
            self.file.scan.functions[index].mutated_body,
            MutatedBody::Beside(_)
        );
        if can_have_twin && !self.standing.unwoven.contains(&(self.file_index, index)) {
            self.push("#[inline] ");
        }
    }

    /// Writes the body of a function with its closing brace, and its twin after that if it has one.
    fn function(&mut self, index: usize, range: &Range<usize>, inside: &[Node]) {
        if self.standing.unwoven.contains(&(self.file_index, index)) {
            self.source(range.clone());
            return;
        }
        let file = self.file;
        let function = &file.scan.functions[index];
        let choice = file.choices[index]
            .as_ref()
            .filter(|_| self.is_mutated[index]);
        self.owned(Owner::Function(index), |writer| {
            if function.burns {
                writer.push(" ::killrate_rt::burn();");
            }
            match writer.twin_of_checked(index) {
                Some(twin) => writer.checked_apart(index, twin),
                None => writer.before_body(index),
            }
            if let Some(point) = writer.point(index) {
                writer.watchable(index, point, choice, inside);
                return;
            }
            match (choice, &function.mutated_body) {
                (None, _) => {
                    writer.stretch(function.body.clone(), inside, Body::Clean);
                    writer.after_body(index);
                }
                (Some(choice), MutatedBody::Beside(twin)) => {
                    writer.twins(index, twin, choice, inside);
                }
                (Some(choice), MutatedBody::Inside) => {
                    writer.both_bodies(index, choice.own, inside);
                    writer.after_body(index);
                }
                (Some(_), MutatedBody::Only) => {
                    writer.mutated_body(index, inside);
                    writer.after_body(index);
                }
            }
            writer.push("}");
        });
    }

    /// Writes a choice between two functions of the same signature, and those two.
    ///
    /// The clean one is a function of its own as well: where both are called, the compiler has to
    /// fear that the mutated one keeps what it is given, and reads it again and again. The mutated
    /// one holds a clean body too, for mutants of what this one calls: without it the first study
    /// takes a quarter longer, which is more than the build would save.
    pub(crate) fn twins(&mut self, index: usize, twin: &Twin, choice: &Choice, inside: &[Node]) {
        let Choice { own, around, known } = choice;
        let (clean, mutated) = (
            format!("kr_clean_{}", own.0),
            format!("kr_mutated_{}", own.0),
        );
        let body = self.file.scan.functions[index].body.clone();
        self.push(&format!(
            " if {} {{ {} }} else {{ ::killrate_rt::apart({}) }}",
            outside(*around),
            twin.call(&clean),
            twin.call(&mutated)
        ));
        self.after_body(index);
        self.push(&format!(" }} #[inline] {}{{", twin.signature(&clean)));
        for (low, high) in known {
            self.push(&format!(" ::killrate_rt::known_outside({low}, {high});"));
        }
        self.stretch(body, inside, Body::Clean);
        self.push(&format!(
            "}} #[cold] #[inline(never)] {}{{",
            twin.signature(&mutated)
        ));
        if around == own {
            self.mutated_body(index, inside);
        } else {
            self.both_bodies(index, *own, inside);
        }
    }

    /// Writes a choice between the two bodies.
    pub(crate) fn both_bodies(&mut self, index: usize, own: Numbers, inside: &[Node]) {
        // The clean body goes first, so that it decides the type of the whole.
        self.push(&format!(" if {} {{", outside(own)));
        let body = self.file.scan.functions[index].body.clone();
        self.stretch(body, inside, Body::Clean);
        self.push("} else {");
        self.mutated_body(index, inside);
        self.push("}");
    }

    pub(crate) fn mutated_body(&mut self, index: usize, inside: &[Node]) {
        let body = self.file.scan.functions[index].body.clone();
        self.owned(Owner::MutatedBody(index), |writer| {
            writer.stretch(body, inside, Body::Mutated);
        });
    }

    /// The number and the token of every change of a site that is still in.
    fn live_changes(&self, site: usize) -> Vec<(u32, String)> {
        let changes = &self.file.scan.sites[site].site.changes;
        let numbered = self.file.numbers[site].iter().zip(changes);
        numbered
            .filter(|(number, _)| self.standing.is_live(**number))
            .map(|(&number, change)| (number, change.token.clone()))
            .collect()
    }

    /// Writes a site so that its operands are evaluated once, whatever is active.
    ///
    /// Everything is in parentheses, so that it is one operand of whatever surrounds it.
    fn site(&mut self, index: usize, live: &[(u32, String)], inside: &[Node]) {
        let file = self.file;
        let site = &file.scan.sites[index].site;
        match &site.shape {
            Shape::Comparison(operands) => {
                let is_by_value = self.standing.by_value.contains(&(self.file_index, index));
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
                    .map(|(number, token)| (*number, format!("kr_e{token}")));
                self.arms(&reach_probe(live), "kr_e", arms);
                self.push(" })");
            }
            Shape::Literal => {
                let original = file.source.slice(&site.range);
                self.push("(");
                self.arms(&reach_probe(live), original, live.iter().cloned());
                self.push(")");
            }
            Shape::Connective(operands) => self.connective(operands, live, inside),
            Shape::Value => {
                self.push("(match (");
                self.stretch(site.range.clone(), inside, Body::Mutated);
                self.push(") { kr_e => ");
                self.arms(&reach_probe(live), "kr_e", live.iter().cloned());
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

    pub(crate) fn operand(
        &mut self,
        prefix: &str,
        range: &Range<usize>,
        inside: &[Node],
        body: Body,
    ) {
        let is_inside =
            |node: &&Node| range.start <= node.range.start && node.range.end <= range.end;
        let nodes: Vec<Node> = inside.iter().filter(is_inside).cloned().collect();
        self.push(prefix);
        self.push("(");
        self.stretch(range.clone(), &nodes, body);
        self.push(")");
    }

    /// The call that tells the probe which mutants of an operator would have made a difference.
    fn operator_probe(
        &self,
        function: &str,
        (left, right): (&str, &str),
        operands: &Operands,
        live: &[(u32, String)],
    ) -> String {
        let original = self.operator(operands);
        let plain = |token: &str| match function {
            "calculate" => token.trim_end_matches('=').to_owned(),
            _ => token.to_owned(),
        };
        let mutants: String = live
            .iter()
            .map(|(number, token)| format!("({number}, \"{}\"), ", plain(token)))
            .collect();
        format!(
            "::killrate_rt::{function}({left}, {right}, \"{}\", &[{mutants}])",
            plain(original)
        )
    }

    pub(crate) fn operator(&self, operands: &Operands) -> &str {
        self.file.source.slice(&operands.operator)
    }

    fn choice(
        &mut self,
        probe: &str,
        live: &[(u32, String)],
        operands: &Operands,
        left: &str,
        right: &str,
    ) {
        let original = format!("{left} {} {right}", self.operator(operands));
        let arms = live
            .iter()
            .map(|(number, token)| (*number, format!("{left} {token} {right}")));
        self.arms(probe, &original, arms);
    }

    /// Writes the choice between the original and its mutants.
    pub(crate) fn arms(
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
            self.owned(Owner::Arm(number), |writer| writer.push(&text));
            self.push(", ");
        }
        self.push(&format!("_ => {original} }}"));
    }
}

/// For every function, whether it has mutants that are still in.
fn is_mutated(file: &SiteFile, standing: &Standing) -> Vec<bool> {
    let mut is_mutated = vec![false; file.scan.functions.len()];
    for (scanned, numbers) in file.scan.sites.iter().zip(&file.numbers) {
        is_mutated[scanned.function] |= numbers.iter().any(|&number| standing.is_live(number));
    }
    is_mutated
}

/// The condition that no mutant of these numbers is active.
pub(crate) fn outside((low, high): Numbers) -> String {
    format!("::killrate_rt::outside({low}, {high})")
}

/// The call that tells the probe that a site was reached and may make a difference.
pub(crate) fn reach_probe(live: &[(u32, String)]) -> String {
    let numbers: Vec<String> = live.iter().map(|(number, _)| number.to_string()).collect();
    format!("::killrate_rt::reach(&[{}])", numbers.join(", "))
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass;

    use super::*;
    use crate::sites::Sites;
    use crate::source::Source;

    fn file(class: MutantClass, text: &str) -> SiteFile {
        let source = Source::new("src/main.rs", text);
        let mut sites = Sites::of_sources(vec![source], &[class].into()).unwrap();
        sites.files.remove(0)
    }

    #[track_caller]
    fn check(class: MutantClass, text: &str, expected: &str) {
        let woven = render(0, &file(class, text), &Standing::default());
        let squeezed = woven.text.replace("::killrate_rt::", "");
        assert_eq!(squeezed, expected);
    }

    #[test]
    fn the_body_of_a_function_without_sites_is_as_written() {
        check(
            MutantClass::Comparison,
            "/// Doc.\npub fn f(a: u8) -> u8 { /* kept */ a }\n",
            "/// Doc.\n#[inline] pub fn f(a: u8) -> u8 { /* kept */ a }\n",
        );
    }

    #[test]
    fn only_functions_that_can_have_a_twin_are_to_be_inlined() {
        for text in [
            "#[inline(never)] fn f() {}",
            "#[test_case(1)] fn f() {}",
            "unsafe fn f() {}",
            "fn f() -> impl Sized {}",
            "const fn f() {}",
            "impl T for A { fn f() {} }",
        ] {
            check(MutantClass::Comparison, text, text);
        }
    }

    #[test]
    fn a_function_gets_a_twin_and_its_operands_are_evaluated_once() {
        check(
            MutantClass::Arithmetic,
            "fn f(a: u8) -> u8 { a % b() }",
            "#[inline] fn f(a: u8) -> u8 { if outside(1, 1) { kr_clean_1(a) } else { apart(kr_mutated_1(a)) } } \
             #[inline] fn kr_clean_1(a: u8) -> u8 { a % b() } \
             #[cold] #[inline(never)] fn kr_mutated_1(a: u8) -> u8 { \
             (match ((a), (b())) { (kr_l, kr_r) => match active() { \
             PROBE => { calculate(&kr_l, &kr_r, \"%\", &[(1, \"*\"), ]); kr_l % kr_r } \
             1 => kr_l * kr_r, _ => kr_l % kr_r } }) }",
        );
    }

    #[test]
    fn a_clean_body_knows_what_those_it_calls_choose() {
        check(
            MutantClass::Arithmetic,
            "fn f() { g() % a } fn g() { b % c }",
            "#[inline] fn f() { if outside(1, 2) { kr_clean_1() } else { apart(kr_mutated_1()) } } \
             #[inline] fn kr_clean_1() { known_outside(2, 2); g() % a } \
             #[cold] #[inline(never)] fn kr_mutated_1() { if outside(1, 1) { g() % a } else { \
             (match ((g()), (a)) { (kr_l, kr_r) => match active() { \
             PROBE => { calculate(&kr_l, &kr_r, \"%\", &[(1, \"*\"), ]); kr_l % kr_r } \
             1 => kr_l * kr_r, _ => kr_l % kr_r } }) }} \
             #[inline] fn g() { if outside(2, 2) { kr_clean_2() } else { apart(kr_mutated_2()) } } \
             #[inline] fn kr_clean_2() { b % c } \
             #[cold] #[inline(never)] fn kr_mutated_2() { \
             (match ((b), (c)) { (kr_l, kr_r) => match active() { \
             PROBE => { calculate(&kr_l, &kr_r, \"%\", &[(2, \"*\"), ]); kr_l % kr_r } \
             2 => kr_l * kr_r, _ => kr_l % kr_r } }) }",
        );
    }

    #[test]
    fn a_trait_method_holds_both_bodies() {
        check(
            MutantClass::Arithmetic,
            "impl T for A { fn f(&mut self) { self.0 += 1 } }",
            "impl T for A { fn f(&mut self) { if outside(1, 1) { self.0 += 1 } else { \
             (match (1) { kr_r => match &mut (self.0) { kr_l => match active() { \
             PROBE => { calculate(&*kr_l, &kr_r, \"+\", &[(1, \"-\"), ]); *kr_l += kr_r } \
             1 => *kr_l -= kr_r, _ => *kr_l += kr_r } } }) }} }",
        );
    }

    #[test]
    fn a_hidden_type_comes_from_one_body() {
        check(
            MutantClass::OffByOne,
            "fn f(n: u8) -> impl Iterator<Item = u8> { n..7 }",
            "fn f(n: u8) -> impl Iterator<Item = u8> { \
             (match (n) { kr_e => match active() { PROBE => { reach(&[2, 1]); kr_e } \
             2 => kr_e + 1, 1 => kr_e - 1, _ => kr_e } })..\
             (match active() { PROBE => { reach(&[4, 3]); 7 } 4 => 8, 3 => 6, _ => 7 }) }",
        );
    }

    #[test]
    fn loops_and_functions_that_call_themselves_burn_fuel() {
        check(
            MutantClass::Comparison,
            "fn f() { for x in y { while g() {} } for x in y { break } loop { f() } }",
            "#[inline] fn f() { burn(); for x in each(y) { while g() { burn();} } \
             for x in each_round(y) { break } loop { burn(); f() } }",
        );
    }

    #[test]
    fn closures_that_may_be_called_for_ever_burn_fuel() {
        check(
            MutantClass::Comparison,
            "fn f() { (1..).find(|x| g(x)); v.iter().map(|x| g(x)) }",
            "#[inline] fn f() { (1..).find(|x| { burn(); g(x) }); v.iter().map(|x| g(x)) }",
        );
    }

    #[test]
    fn a_withdrawn_mutant_leaves_no_trace() {
        let text = "fn f(a: u8) -> u8 { a % b() }";
        let mut standing = Standing::default();
        standing.withdrawn.insert(1, "refused".to_owned());
        let woven = render(0, &file(MutantClass::Arithmetic, text), &standing);
        assert_eq!(woven.text, format!("#[inline] {text}"));
    }

    #[test]
    fn every_stretch_of_woven_text_has_an_owner() {
        let file = file(
            MutantClass::Arithmetic,
            "const A: u8 = 1; fn f(a: u8) -> u8 { a * 2 }",
        );
        let woven = render(0, &file, &Standing::default());
        let owner_of = |text: &str| {
            let start = woven.text.find(text).unwrap();
            woven.owner(&(start..start + text.len()))
        };
        assert_eq!(owner_of("const A"), None);
        assert_eq!(owner_of("outside"), Some(Owner::Function(0)));
        assert_eq!(owner_of("match ("), Some(Owner::Site(0)));
        assert_eq!(owner_of("kr_l / kr_r"), Some(Owner::Arm(1)));
    }
}
