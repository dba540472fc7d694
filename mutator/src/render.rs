//! The woven text of a file, and what each stretch of it belongs to.

mod bodies;

use std::ops::Range;

use crate::instruments::{self, Part, Standing};
use crate::scan::{MutatedBody, Node, NodeKind};
use crate::sites::{FunctionId, SiteFile};

pub(crate) use bodies::watcher_name;

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
    /// The function of this index as a whole.
    Function(usize),
    /// A part of an instrument.
    Part(Part),
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

/// Weaves a file: all that is still in of what instruments found.
pub(crate) fn render(file_index: usize, file: &SiteFile, standing: &Standing) -> Woven {
    let mut nodes = file.nodes.clone();
    // What is around comes before what is inside, and `stretch` relies on that.
    nodes.sort_by_key(|node| {
        let size = node.range.len();
        let order = (node.nesting, node.kind);
        (node.range.start, std::cmp::Reverse(size), order)
    });
    let mut writer = Writer {
        file_index,
        file,
        standing,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Body {
    Clean,
    Mutated,
}

/// A file that is being woven.
pub(crate) struct Writer<'a> {
    pub file_index: usize,
    pub file: &'a SiteFile,
    pub standing: &'a Standing,
    /// The function whose exits the body that is being written tells apart.
    pub telling: Option<usize>,
    text: String,
    marks: Vec<Mark>,
}

impl Writer<'_> {
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
            NodeKind::Function(function) => self.function(function, &node.range, inside),
            NodeKind::Part(part) => {
                let instrument = part.instrument();
                instrument.write(part, &node.range, inside, body, self);
            }
        }
    }

    /// The function of this index in the file, as one of the package.
    pub(crate) fn id(&self, function: usize) -> FunctionId {
        FunctionId {
            file: self.file_index,
            function,
        }
    }

    /// Asks for a function to be inlined, if it can have a twin: the choices in it and in those that
    /// are inlined into it made it larger, and what the compiler would have inlined as written it
    /// should still inline.
    fn declaration(&mut self, index: usize) {
        let can_have_twin = matches!(
            self.file.functions[index].mutated_body,
            MutatedBody::Beside(_)
        );
        if can_have_twin && !self.standing.unwoven.contains(&self.id(index)) {
            self.push("#[inline] ");
        }
    }

    /// Writes the body of a function with its closing brace, and what is beside it after that.
    fn function(&mut self, index: usize, range: &Range<usize>, inside: &[Node]) {
        if self.standing.unwoven.contains(&self.id(index)) {
            self.source(range.clone());
            return;
        }
        // The whole is marked as well as its parts: an error between parts is the function's.
        self.owned(Owner::Function(index), |writer| {
            for instrument in instruments::ALL {
                instrument.before_body(index, writer);
            }
            writer.bodies(index, inside);
        });
    }

    /// Writes what stands after the bodies of a function, from the inside out.
    fn after_body(&mut self, index: usize) {
        for instrument in instruments::ALL.iter().rev() {
            instrument.after_body(index, self);
        }
    }

    /// Writes a stretch in parentheses, as one operand of whatever surrounds it.
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
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass;

    use super::*;
    use crate::instruments::mutants;
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
        standing.mutants.withdrawn.insert(1, "refused".to_owned());
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
        let part = |part| Some(Owner::Part(Part::Mutants(part)));
        assert_eq!(owner_of("const A"), None);
        assert_eq!(owner_of("outside"), Some(Owner::Function(0)));
        assert_eq!(owner_of("match ("), part(mutants::Part::Site(0)));
        assert_eq!(owner_of("kr_l / kr_r"), part(mutants::Part::Arm(1)));
    }
}
