//! Copies of what a call was given.

use std::borrow::Borrow;
use std::marker::PhantomData;

/// A copy of a value that someone else may change: of a slice a vector, of a string slice a string.
pub fn snapshot<T: ToOwned + ?Sized>(value: &T) -> T::Owned {
    value.to_owned()
}

/// A copy of a copy, because every test may change its own.
pub fn copy<T: Clone>(value: &T) -> T {
    value.clone()
}

/// What a function refers to, remembered for a copy of it.
#[derive(Debug)]
pub struct Kind<T: ?Sized>(PhantomData<fn(&T)>);

/// The kind of this value.
pub fn kind<T: ?Sized>(_: &T) -> Kind<T> {
    Kind(PhantomData)
}

impl<T: ToOwned + ?Sized> Kind<T> {
    /// A copy, as the function refers to it: a vector as a slice.
    pub fn borrow<'a>(&self, copy: &'a T::Owned) -> &'a T {
        copy.borrow()
    }
}
