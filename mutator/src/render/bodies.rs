//! The bodies of a function, and how a call finds the one that it runs.
//!
//! Mutants have a body of their own and watching has another way through a function, and calls choose
//! between all of them at once. So this is not a matter of each instrument for itself: two choices
//! one after the other would cost every call of every woven program, and the runtime has one
//! comparison that answers both. An instrument that only does something before or after a call needs
//! nothing of this.

use super::{Body, Writer};
use crate::instruments::mutants::{Choice, Numbers};
use crate::instruments::watching::Point;
use crate::scan::{MutatedBody, Node, Twin};

impl Writer<'_> {
    /// Writes the bodies of a function with its closing brace, and after it the functions beside it.
    pub(super) fn bodies(&mut self, index: usize, inside: &[Node]) {
        let file = self.file;
        let function = &file.functions[index];
        let choice = file.found.mutants.choices[index].as_ref();
        let choice = choice.filter(|_| self.is_mutated(index));
        match (choice, &function.mutated_body, self.point(index)) {
            (None, MutatedBody::Beside(twin), Point::At(point)) => {
                self.clean_and_watched(index, point, twin, inside);
                return;
            }
            (Some(choice), MutatedBody::Beside(twin), point) => {
                self.clean_and_mutated(index, point, twin, choice, inside);
                return;
            }
            (None, _, _) => self.stretch(function.body.clone(), inside, Body::Clean),
            (Some(choice), MutatedBody::Inside(_), Point::NotInProgram) => {
                self.both_bodies(index, &outside(choice.own), inside);
            }
            (Some(choice), MutatedBody::Inside(_), _) => {
                self.both_bodies(index, &inactive(choice.own), inside);
            }
            (Some(_), MutatedBody::Only(_), _) => self.mutated_body(index, inside),
        }
        self.after_body(index);
        self.push("}");
    }

    /// Writes a choice between a function and what watches it, and both of these.
    fn clean_and_watched(&mut self, index: usize, point: usize, twin: &Twin, inside: &[Node]) {
        let name = format!("kr_body_{point}");
        self.push(&format!(
            " if ::killrate_rt::passes({point}) {{ {} }} else {{ ::killrate_rt::apart({}) }}",
            twin.call(&name),
            twin.call(&watcher_name(point)),
        ));
        self.after_body(index);
        self.push(&format!(" }} #[inline] {}{{", twin.signature(&name)));
        let body = self.file.functions[index].body.clone();
        self.stretch(body, inside, Body::Clean);
        self.push("}");
        let run = if self.tells_exits(index) {
            self.clean_telling(index, point, twin, inside)
        } else {
            name
        };
        self.watcher(index, point, twin, &twin.call(&run));
    }

    /// Writes a choice between two functions of the same signature, and what watches them where that
    /// is done; and all of these.
    ///
    /// The clean one is a function of its own as well: where both are called, the compiler has to
    /// fear that the mutated one keeps what it is given, and reads it again and again. The mutated
    /// one holds a clean body too, for mutants of what this one calls: without it the first study
    /// takes a quarter longer, which is more than the build would save.
    ///
    /// While nothing is watched, a program that can be watched is as fast as one that cannot. While
    /// something is, no choice is made by what surrounds a function's own mutants: what a clean body
    /// calls may be due.
    fn clean_and_mutated(
        &mut self,
        index: usize,
        point: Point,
        twin: &Twin,
        choice: &Choice,
        inside: &[Node],
    ) {
        let Choice { own, around, known } = choice;
        let (clean, mutated) = (
            format!("kr_clean_{}", own.0),
            format!("kr_mutated_{}", own.0),
        );
        // One that calls itself calls one that may be due, even where it calls no other with mutants.
        let is_only_for_own = match point {
            Point::NotInProgram => around == own,
            Point::NotHere | Point::At(_) => known.is_empty(),
        };
        let is_clean = match point {
            Point::At(point) if is_only_for_own => {
                let (low, high) = own;
                format!("::killrate_rt::outside_or_due({low}, {high}, {point})")
            }
            Point::NotHere if is_only_for_own => inactive(*own),
            _ => outside(*around),
        };
        self.push(&format!(" if {is_clean} {{ {} }} else ", twin.call(&clean)));
        if let Point::At(point) = point {
            self.push(&format!(
                "if ::killrate_rt::is_due({point}) {{ ::killrate_rt::apart({}) }} else ",
                twin.call(&watcher_name(point))
            ));
        }
        let call_mutated = twin.call(&mutated);
        self.push(&format!("{{ ::killrate_rt::apart({call_mutated}) }}"));
        self.after_body(index);
        self.push(&format!(" }} #[inline] {}{{", twin.signature(&clean)));
        if point != Point::NotInProgram && !known.is_empty() {
            self.push(" ::killrate_rt::known_unwatched();");
        }
        for (low, high) in known {
            self.push(&format!(" ::killrate_rt::known_outside({low}, {high});"));
        }
        let body = self.file.functions[index].body.clone();
        self.stretch(body, inside, Body::Clean);
        self.push(&format!(
            "}} #[cold] #[inline(never)] {}{{",
            twin.signature(&mutated)
        ));
        let is_own_inactive = match point {
            Point::NotInProgram => outside(*own),
            Point::NotHere | Point::At(_) => inactive(*own),
        };
        let write = |writer: &mut Self| {
            if is_only_for_own {
                writer.mutated_body(index, inside);
            } else {
                writer.both_bodies(index, &is_own_inactive, inside);
            }
        };
        let tells_exits = matches!(point, Point::At(_)) && self.tells_exits(index);
        if tells_exits {
            self.telling(index, write);
        } else {
            write(self);
        }
        self.push("}");
        let Point::At(point) = point else {
            return;
        };
        let run = if is_only_for_own {
            let clean = if tells_exits {
                self.clean_telling(index, point, twin, inside)
            } else {
                clean
            };
            let call_clean = twin.call(&clean);
            format!("if {is_own_inactive} {{ {call_clean} }} else {{ {call_mutated} }}")
        } else {
            call_mutated
        };
        self.watcher(index, point, twin, &run);
    }

    /// Writes a choice between the two bodies.
    fn both_bodies(&mut self, index: usize, is_clean: &str, inside: &[Node]) {
        // The clean body goes first, so that it decides the type of the whole.
        self.push(&format!(" if {is_clean} {{"));
        let body = self.file.functions[index].body.clone();
        self.stretch(body, inside, Body::Clean);
        self.push("} else {");
        self.mutated_body(index, inside);
        self.push("}");
    }
}

/// The name of the function that watches the one of this number.
pub(crate) fn watcher_name(point: usize) -> String {
    format!("kr_watched_{point}")
}

/// The condition that no mutant of these numbers is active, and nothing is watched.
fn outside((low, high): Numbers) -> String {
    format!("::killrate_rt::outside({low}, {high})")
}

/// The condition that none of these mutants is active, whether or not something is watched.
fn inactive((low, high): Numbers) -> String {
    format!("::killrate_rt::inactive({low}, {high})")
}
