//! What an instrument does, in four parts; where it has nothing to do it says nothing.

use std::ops::Range;

use syn::{Expr, Item};

use super::{Part, Standing};
use crate::blame::Blamed;
use crate::diagnostic::Diagnostic;
use crate::error::MutatorError;
use crate::render::{Body, Writer};
use crate::scan::{FunctionSyntax, Node, Scanner};
use crate::settle::Settling;
use crate::site::Role;
use crate::sites::{FunctionId, SiteFile, Sites};
use crate::weave::WeaveOptions;

/// Something that the weaver puts into a program.
///
/// The walk over a file, the writing and the loop with the compiler are the same for all; so an
/// instrument sees code in its context, and what one leaves out is tried with all others in place.
pub(crate) trait Instrument: Scan + Render + Blame + FallBack + Sync {}

impl<T: Scan + Render + Blame + FallBack + Sync> Instrument for T {}

/// How an instrument finds what it weaves.
pub(crate) trait Scan {
    /// Looks at an item, before the walk goes into it.
    fn see_item(&self, _: &Item, _: &mut Scanner<'_>) {}

    /// Looks at a function, before the walk goes into it; functions come in the order of their
    /// indices.
    fn see_function(&self, _: &FunctionSyntax<'_>, _: &mut Scanner<'_>) {}

    /// Looks at a function once more, after the walk went through it.
    fn leave_function(&self, _: &FunctionSyntax<'_>, _: &mut Scanner<'_>) {}

    /// Looks at an expression, before the walk goes into it.
    fn see_expression(&self, _: &Expr, _: Role, _: &mut Scanner<'_>) {}

    /// Looks at the whole package, when all walks are over.
    fn finish(&self, _: &mut Sites) -> Result<(), MutatorError> {
        Ok(())
    }
}

/// How an instrument writes what it weaves.
pub(crate) trait Render {
    /// The feature of the runtime that a program needs for it.
    fn runtime_feature(&self, _: &WeaveOptions) -> Option<&'static str> {
        None
    }

    /// Writes a stretch of the source at which it splices; as written where it has nothing to say.
    fn write(
        &self,
        _: Part,
        range: &Range<usize>,
        inside: &[Node],
        body: Body,
        writer: &mut Writer<'_>,
    ) {
        writer.stretch(range.clone(), inside, body);
    }

    /// Writes what stands before the bodies of the function of this index.
    fn before_body(&self, _: usize, _: &mut Writer<'_>) {}

    /// Writes what stands after them, still inside the function.
    fn after_body(&self, _: usize, _: &mut Writer<'_>) {}
}

/// What an error that points at a woven part is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Culprit {
    /// This part and nothing else.
    Part,
    /// Something in the function of this index.
    Function(usize),
    /// Nothing that was woven.
    Elsewhere,
}

/// How an instrument tells what errors of the compiler are about.
pub(crate) trait Blame {
    /// What an error that points at this part of a file is about.
    fn culprit(&self, part: Part, error: &Diagnostic, file: &SiteFile) -> Culprit;

    /// Whether the function of this index does not compile while this part is in it.
    ///
    /// Not so where the part is a function of its own: that is left out when the compiler comes to it.
    fn holds_up(&self, _: Part, _function: usize, _: &SiteFile) -> bool {
        false
    }
}

/// What the compiler refuses of what may not be left out.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Refused {
    /// A part of the file of this index.
    Part(usize, Part),
    /// Something in a function.
    Function(FunctionId),
}

/// How an instrument leaves out what the compiler refuses.
pub(crate) trait FallBack {
    /// Leaves out what is never woven, before the compiler is asked.
    fn begin(&self, _: &Sites, _: &mut Standing) {}

    /// Whether it wove something that may not be left out. The compiler then is asked about that
    /// first, with everything else left out.
    fn insists(&self, _: &Sites) -> bool {
        false
    }

    /// Leaves out all it wove, as far as it can be.
    fn leave_all_out(&self, _: &Sites, _: &mut Standing) {}

    /// The error when the compiler refuses, in these words, what may not be left out, if it is.
    fn refusal(&self, _: Refused, _message: &str, _: &Sites) -> Option<MutatorError> {
        None
    }

    /// Leaves out its own parts among those that are blamed; whether there were some.
    fn leave_out(&self, _: &Blamed, _: &mut Settling<'_>) -> bool {
        false
    }

    /// Leaves out of a function a detail that costs nothing else; whether there was one.
    fn simplify(&self, _: FunctionId, _: &Sites, _: &mut Standing) -> bool {
        false
    }

    /// Brings that detail back.
    fn restore(&self, _: FunctionId, _: &mut Standing) {}

    /// Keeps as much in a function as compiles; whether the function compiles then.
    fn keep_what_compiles(
        &self,
        _: FunctionId,
        _message: &str,
        _: &mut Settling<'_>,
    ) -> Result<bool, MutatorError> {
        Ok(false)
    }
}
