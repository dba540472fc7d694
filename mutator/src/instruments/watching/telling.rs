//! The text by which a body tells by which exit it is left.

use std::ops::Range;

use super::Part;
use super::render::owner;
use crate::render::{Body, Writer};
use crate::scan::{Node, Twin};

impl Writer<'_> {
    /// Whether the exits of a function that is watched are told apart.
    pub(crate) fn tells_exits(&self, index: usize) -> bool {
        let watch = self.file.found.watching.calls[index].as_ref();
        let has_one_exit = &self.standing.watching.one_exit;
        watch.is_ok_and(|watch| watch.n_exits > 1) && !has_one_exit.contains(&self.id(index))
    }

    /// Writes the clean function once more, so that it tells its exits apart; gives its name.
    ///
    /// Only calls that are watched come here: the clean function itself must not pay for this.
    pub(crate) fn clean_telling(
        &mut self,
        index: usize,
        point: usize,
        twin: &Twin,
        inside: &[Node],
    ) -> String {
        let name = format!("kr_telling_{point}");
        let body = self.file.functions[index].body.clone();
        self.owned(owner(Part::Exits(index)), |writer| {
            let signature = twin.signature(&name);
            writer.push(&format!(" #[cold] #[inline(never)] {signature}{{"));
            writer.telling(index, |writer| writer.stretch(body, inside, Body::Clean));
            writer.push("}");
        });
        name
    }

    /// Writes bodies that tell the exits of a function apart.
    pub(crate) fn telling(&mut self, index: usize, write: impl FnOnce(&mut Self)) {
        self.push(" let kr_awaited = ::killrate_rt::is_awaited();");
        let outer = self.telling.replace(index);
        write(self);
        self.telling = outer;
    }

    /// Writes the value of a `return`.
    ///
    /// What evaluates the value may panic or be left by another exit, which then is told instead.
    pub(crate) fn leaving_by_return(
        &mut self,
        exit: u32,
        value: &Range<usize>,
        inside: &[Node],
        body: Body,
    ) {
        let space = if value.is_empty() { " " } else { "" };
        self.push(&format!(
            "{space}{{ ::killrate_rt::leaving(kr_awaited, {exit}, ()); "
        ));
        self.stretch(value.clone(), inside, body);
        self.push(" }");
    }

    /// Writes a `?` with what it looks at: told is its own exit before it looks, and that of the
    /// `return` around it, if any, when it did not leave.
    pub(crate) fn leaving_by_try(
        &mut self,
        [exit, within]: [u32; 2],
        [operand, mark]: [Range<usize>; 2],
        inside: &[Node],
        body: Body,
    ) {
        self.push(&format!(
            "::killrate_rt::leaving(kr_awaited, {within}, ::killrate_rt::leaving(kr_awaited, {exit}, "
        ));
        self.stretch(operand, inside, body);
        self.push(")");
        self.source(mark);
        self.push(")");
    }
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass;

    use crate::instruments::{Settings, Standing};
    use crate::render::render;
    use crate::sites::{FunctionId, Sites};
    use crate::source::Source;

    /// The woven text up to what watches the function, and the call by which that runs it.
    #[track_caller]
    fn check(standing: &Standing, text: &str, expected: &str, run: &str) {
        let source = Source::new("src/main.rs", text);
        let settings = Settings {
            watches: true,
            ..Settings::mutants(&[MutantClass::Arithmetic].into())
        };
        let sites = Sites::of_sources_with(vec![source], &settings).unwrap();
        let woven = render(0, &sites.files[0], standing).text;
        let squeezed = woven.replace("::killrate_rt::", "");
        let watcher = squeezed
            .find(" #[cold] #[inline(never)] fn kr_watched_")
            .unwrap();
        assert_eq!(&squeezed[..watcher], expected);
        let watcher = &squeezed[watcher..];
        assert!(
            watcher.contains(&format!("let kr_result = {run}; kr_call.returned();")),
            "{watcher}"
        );
    }

    const TEXT: &str = "fn f(a: u8) -> u8 { if a { return g(\n) ? ; } h() }";

    #[test]
    fn a_clean_body_that_tells_is_written_beside_the_one_that_does_not() {
        check(
            &Standing::default(),
            TEXT,
            "#[inline] fn f(a: u8) -> u8 { if passes(1) { kr_body_1(a) } else { apart(kr_watched_1(a)) } } \
             #[inline] fn kr_body_1(a: u8) -> u8 { if a { return g(\n) ? ; } h() } \
             #[cold] #[inline(never)] fn kr_telling_1(a: u8) -> u8 { let kr_awaited = is_awaited(); \
             if a { return { leaving(kr_awaited, 1, ()); \
             leaving(kr_awaited, 1, leaving(kr_awaited, 2, g(\n)) ?) } ; } h() }",
            "kr_telling_1(a)",
        );
    }

    #[test]
    fn a_body_without_other_exits_and_one_that_cannot_tell_them_are_as_written() {
        check(
            &Standing::default(),
            "fn f() { v.map(|x| { return x?; }) }",
            "#[inline] fn f() { if passes(1) { kr_body_1() } else { apart(kr_watched_1()) } } \
             #[inline] fn kr_body_1() { v.map(|x| { return x?; }) }",
            "kr_body_1()",
        );
        let mut standing = Standing::default();
        standing.watching.one_exit.insert(FunctionId {
            file: 0,
            function: 0,
        });
        check(
            &standing,
            TEXT,
            "#[inline] fn f(a: u8) -> u8 { if passes(1) { kr_body_1(a) } else { apart(kr_watched_1(a)) } } \
             #[inline] fn kr_body_1(a: u8) -> u8 { if a { return g(\n) ? ; } h() }",
            "kr_body_1(a)",
        );
    }

    #[test]
    fn a_mutated_body_tells_its_exits_with_the_mutants_in_them() {
        check(
            &Standing::default(),
            "fn f() { return a % b; }",
            "#[inline] fn f() { if outside_or_due(1, 1, 1) { kr_clean_1() } \
             else if is_due(1) { apart(kr_watched_1()) } else { apart(kr_mutated_1()) } } \
             #[inline] fn kr_clean_1() { return a % b; } \
             #[cold] #[inline(never)] fn kr_mutated_1() { let kr_awaited = is_awaited(); \
             return { leaving(kr_awaited, 1, ()); \
             (match ((a), (b)) { (kr_l, kr_r) => match active() { \
             PROBE => { calculate(&kr_l, &kr_r, \"%\", &[(1, \"*\"), ]); kr_l % kr_r } \
             1 => kr_l * kr_r, _ => kr_l % kr_r } }) }; } \
             #[cold] #[inline(never)] fn kr_telling_1() { let kr_awaited = is_awaited(); \
             return { leaving(kr_awaited, 1, ()); a % b }; }",
            "if inactive(1, 1) { kr_telling_1() } else { kr_mutated_1() }",
        );
    }
}
