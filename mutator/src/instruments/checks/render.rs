//! The text around functions whose properties are checked, or which draw random numbers.

use super::{Check, Checks, Declared, Part, Piece, RandomFunction, after_body, before_body};
use crate::instruments::{self, Render};
use crate::render::{Owner, Writer};
use crate::scan::{MutatedBody, Twin};
use crate::weave::WeaveOptions;

impl Render for Checks {
    fn runtime_feature(&self, options: &WeaveOptions) -> Option<&'static str> {
        options.checks.is_some().then_some("checks")
    }

    fn before_body(&self, function: usize, writer: &mut Writer<'_>) {
        match writer.twin_of_checked(function) {
            Some(twin) => writer.checked_apart(function, twin),
            None => writer.before_checked(function),
        }
    }

    /// Where the function that is checked is one apart, the tests are in that.
    fn after_body(&self, function: usize, writer: &mut Writer<'_>) {
        if writer.twin_of_checked(function).is_none() {
            writer.after_checked(function);
        }
    }
}

impl<'a> Writer<'a> {
    /// Writes a choice between two functions of the same signature, one that is checked and one that
    /// is not, the first of these, and the beginning of the second.
    ///
    /// Tests are large, and a function that holds them is not inlined; one that is small may be called
    /// so often that this costs more than all that it does.
    fn checked_apart(&mut self, index: usize, twin: &Twin) {
        let checks = self.checks_of(index);
        let Some((_, first)) = checks.first() else {
            return;
        };
        let (plain, checked) = (
            format!("kr_plain_{}", first.index),
            format!("kr_checked_{}", first.index),
        );
        let declared = self.declared(index);
        self.push(&format!(
            " if ::killrate_rt::checks::are_off() {{ {} }} else {{ ::killrate_rt::apart({}) }} }} \
             #[cold] #[inline(never)] {}{{",
            twin.call(&plain),
            twin.call(&checked),
            twin.signature(&checked)
        ));
        self.pieces(before_body(&checks, declared));
        self.push(&twin.call(&plain));
        self.pieces(after_body(&checks, declared));
        self.push(&format!("}} #[inline] {}{{", twin.signature(&plain)));
    }

    /// How a function whose properties are checked is written a second time, if it can be.
    fn twin_of_checked(&self, index: usize) -> Option<&'a Twin> {
        let is_checked = !self.checks_of(index).is_empty();
        match &self.file.functions[index].mutated_body {
            MutatedBody::Beside(twin) if is_checked && self.random_function(index).is_none() => {
                Some(twin)
            }
            _ => None,
        }
    }

    /// Writes what stands before the body of a function whose properties are checked, or which draws
    /// random numbers.
    fn before_checked(&mut self, index: usize) {
        let declared = self.declared(index);
        self.pieces(before_body(&self.checks_of(index), declared));
        if let Some(function) = self.random_function(index) {
            self.push(&function.before_body());
        }
    }

    /// Writes what stands after such a body.
    fn after_checked(&mut self, index: usize) {
        let declared = self.declared(index);
        self.pieces(after_body(&self.checks_of(index), declared));
        if let Some(function) = self.random_function(index) {
            self.push(function.after_body());
        }
    }

    /// The function of this index, if it draws random numbers from outside of the process.
    fn random_function(&self, function: usize) -> Option<&'a RandomFunction> {
        let mut functions = self.file.found.checks.random_functions.iter();
        functions.find(|random| random.function == self.id(function))
    }

    /// The checks of a function with their indices in the file.
    fn checks_of(&self, function: usize) -> Vec<(usize, &'a Check)> {
        let checks = self.file.found.checks.checks.iter().enumerate();
        checks
            .filter(|(_, check)| check.function == self.id(function))
            .collect()
    }

    fn declared(&self, function: usize) -> &'a Declared {
        &self.file.found.checks.declared[function]
    }

    fn pieces(&mut self, pieces: Vec<Piece>) {
        for piece in pieces {
            match piece.check {
                Some(check) => {
                    let part = instruments::Part::Checks(Part(check));
                    self.owned(Owner::Part(part), |writer| writer.push(&piece.text));
                }
                None => self.push(&piece.text),
            }
        }
    }
}
