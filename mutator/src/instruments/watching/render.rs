//! The text that lets a program watch its functions.

use std::ops::Range;

use super::observed::{Parts, WAYS, observed_text, parts};
use super::{Part, Watching};
use crate::instruments::{self, Render};
use crate::render::{Body, Owner, Writer, watcher_name};
use crate::scan::{Node, Twin};
use crate::weave::WeaveOptions;

/// How a program knows a function that it may watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Point {
    /// It watches no function.
    NotInProgram,
    /// It does not watch this one.
    NotHere,
    /// By this number.
    At(usize),
}

impl Render for Watching {
    fn runtime_feature(&self, options: &WeaveOptions) -> Option<&'static str> {
        options.watches.then_some("watch")
    }

    fn write(
        &self,
        part: instruments::Part,
        range: &Range<usize>,
        inside: &[Node],
        body: Body,
        writer: &mut Writer<'_>,
    ) {
        let instruments::Part::Watching(part) = part else {
            unreachable!("only its own parts come here")
        };
        match part {
            Part::Type(index) => writer.observed(index),
            Part::Return { function, exit } if writer.telling == Some(function) => {
                writer.leaving_by_return(exit, range, inside, body);
            }
            Part::Try {
                function,
                exit,
                within,
                operand_end,
            } if writer.telling == Some(function) => {
                let parts = [range.start..operand_end, operand_end..range.end];
                writer.leaving_by_try([exit, within], parts, inside, body);
            }
            _ => writer.stretch(range.clone(), inside, body),
        }
    }
}

/// What a stretch is marked with that was written for watching.
pub(super) fn owner(part: Part) -> Owner {
    Owner::Part(instruments::Part::Watching(part))
}

impl Writer<'_> {
    /// How the program knows a function.
    pub(crate) fn point(&self, function: usize) -> Point {
        let unwatched = &self.standing.watching.unwatched;
        match &self.file.found.watching.points {
            None => Point::NotInProgram,
            Some(_) if unwatched.contains_key(&(self.file_index, Part::Watcher(function))) => {
                Point::NotHere
            }
            Some(points) => match points[function] {
                0 => Point::NotHere,
                point => Point::At(point),
            },
        }
    }

    /// Writes the function that watches a call: it looks at what the function is given, runs it, and
    /// looks at what it gives.
    pub(crate) fn watcher(&mut self, index: usize, point: usize, twin: &Twin, run: &str) {
        let watch = self.file.found.watching.calls[index]
            .as_ref()
            .expect("only a function that can be watched has a number");
        let name = format!(
            "{}::{}",
            self.file.source.path, self.file.functions[index].name
        );
        let n_exits = if self.tells_exits(index) {
            watch.n_exits
        } else {
            1
        };
        let mut text = format!(
            " #[cold] #[inline(never)] {}{{ {WAYS} \
             let mut kr_call = match ::killrate_rt::Call::enter({point}, {name:?}, {n_exits}) {{ \
             ::core::option::Option::Some(kr_call) => kr_call, \
             ::core::option::Option::None => return {run} }}; ",
            twin.signature(&watcher_name(point))
        );
        let value = |name: &str| format!("(&&&::killrate_rt::Watched::of(&{name}))");
        text.push_str("if kr_call.is_new() { ");
        for parameter in &watch.parameters {
            let Parts { name, variable } = parts(&parameter.name);
            let columns = format!(
                "{}.columns({variable:?}, ::killrate_rt::Depth::TOP, ",
                value(name)
            );
            text.push_str(&format!("{columns}kr_call.entry_shape()); "));
            if parameter.is_seen_after {
                text.push_str(&format!("{columns}kr_call.exit_shape()); "));
            }
        }
        text.push_str(&format!(
            "(&&&::killrate_rt::Watched::<{}>::nothing()).columns(\"return\", ::killrate_rt::Depth::TOP, kr_call.exit_shape()); }} ",
            watch.result
        ));
        let see = |name: &str, row: &str| {
            format!(
                "{}.see(::killrate_rt::Depth::TOP, kr_call.{row}()); ",
                value(name)
            )
        };
        for parameter in &watch.parameters {
            text.push_str(&see(&parameter.name, "entry"));
        }
        text.push_str(&format!(
            "kr_call.entered(); let kr_result = {run}; kr_call.returned(); "
        ));
        for parameter in watch.parameters.iter().filter(|p| p.is_seen_after) {
            text.push_str(&see(&parameter.name, "exit"));
        }
        text.push_str(&see("kr_result", "exit"));
        text.push_str("kr_call.leave(); kr_result }");
        self.owned(owner(Part::Watcher(index)), |writer| writer.push(&text));
    }

    /// Writes how the values of a type are observed.
    fn observed(&mut self, index: usize) {
        let found = &self.file.found.watching;
        let unwatched = &self.standing.watching.unwatched;
        let place = (self.file_index, Part::Type(index));
        if found.points.is_none() || unwatched.contains_key(&place) {
            return;
        }
        let text = observed_text(&found.types[index]);
        self.owned(owner(Part::Type(index)), |writer| writer.push(&text));
    }
}
