//! The text around functions whose properties are checked, or which draw random numbers.

use super::{self as checks, Check, Piece, RandomFunction};
use crate::render::{Owner, Writer};
use crate::scan::{MutatedBody, Twin};

impl<'a> Writer<'a> {
    /// Writes a choice between two functions of the same signature, one that is checked and one that
    /// is not, the first of these, and the beginning of the second.
    ///
    /// Tests are large, and a function that holds them is not inlined; one that is small may be called
    /// so often that this costs more than all that it does.
    pub(crate) fn checked_apart(&mut self, index: usize, twin: &Twin) {
        let checks = self.checks_of(index);
        let Some((_, first)) = checks.first() else {
            return;
        };
        let (plain, checked) = (
            format!("kr_plain_{}", first.index),
            format!("kr_checked_{}", first.index),
        );
        let declared = &self.file.scan.functions[index].declared;
        self.push(&format!(
            " if ::killrate_rt::checks::are_off() {{ {} }} else {{ ::killrate_rt::apart({}) }} }} \
             #[cold] #[inline(never)] {}{{",
            twin.call(&plain),
            twin.call(&checked),
            twin.signature(&checked)
        ));
        self.pieces(checks::before_body(&checks, declared));
        self.push(&twin.call(&plain));
        self.pieces(checks::after_body(&checks, declared));
        self.push(&format!("}} #[inline] {}{{", twin.signature(&plain)));
    }

    /// How a function whose properties are checked is written a second time, if it can be.
    pub(crate) fn twin_of_checked(&self, index: usize) -> Option<&'a Twin> {
        let is_checked = !self.checks_of(index).is_empty();
        match &self.file.scan.functions[index].mutated_body {
            MutatedBody::Beside(twin) if is_checked && self.random_function(index).is_none() => {
                Some(twin)
            }
            _ => None,
        }
    }

    /// Writes what stands before the body of a function whose properties are checked, or which draws
    /// random numbers.
    pub(crate) fn before_body(&mut self, index: usize) {
        let declared = &self.file.scan.functions[index].declared;
        self.pieces(checks::before_body(&self.checks_of(index), declared));
        if let Some(function) = self.random_function(index) {
            self.push(&function.before_body());
        }
    }

    /// Writes what stands after such a body.
    pub(crate) fn after_body(&mut self, index: usize) {
        if self.twin_of_checked(index).is_some() {
            return;
        }
        let declared = &self.file.scan.functions[index].declared;
        self.pieces(checks::after_body(&self.checks_of(index), declared));
        if let Some(function) = self.random_function(index) {
            self.push(function.after_body());
        }
    }

    /// The function of this index, if it draws random numbers from outside of the process.
    fn random_function(&self, function: usize) -> Option<&'a RandomFunction> {
        let mut functions = self.file.random_functions.iter();
        functions.find(|random| random.place == (self.file_index, function))
    }

    /// The checks of a function with their indices in the file.
    fn checks_of(&self, function: usize) -> Vec<(usize, &'a Check)> {
        let checks = self.file.checks.iter().enumerate();
        checks
            .filter(|(_, check)| check.place == (self.file_index, function))
            .collect()
    }

    fn pieces(&mut self, pieces: Vec<Piece>) {
        for piece in pieces {
            match piece.check {
                Some(check) => self.owned(Owner::Check(check), |w| w.push(&piece.text)),
                None => self.push(&piece.text),
            }
        }
    }
}
