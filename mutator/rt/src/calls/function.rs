//! Functions of one to six numbers.

use super::number::{Argument, Outcome};

/// What a call comes to, when it returns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Answer {
    /// This number.
    Number(f64),
    /// Nothing: an argument is no value of its type, so the function was not called.
    NoSuchArgument,
}

/// A function of numbers; `Signature` is its type, which the compiler finds.
pub trait Function<Signature> {
    /// How many arguments it has.
    const ARITY: usize;

    /// Calls it with so many arguments.
    fn call(&self, arguments: &[f64]) -> Answer;
}

macro_rules! functions {
    ($($arity:literal: $($name:ident $place:literal),*;)*) => {$(
        impl<F, R: Outcome, $($name: Argument),*> Function<fn($($name),*) -> R> for F
        where
            F: Fn($($name),*) -> R,
        {
            const ARITY: usize = $arity;

            #[inline(always)]
            fn call(&self, arguments: &[f64]) -> Answer {
                match ($($name::of(arguments[$place]),)*) {
                    #[expect(non_snake_case, reason = "types and values have the same names")]
                    ($(Some($name),)*) => Answer::Number(self($($name),*).number()),
                    _ => Answer::NoSuchArgument,
                }
            }
        }
    )*};
}

functions! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, G 5;
}
