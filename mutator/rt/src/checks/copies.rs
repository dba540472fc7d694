//! Copies of what a call was given.

/// A copy of a value that someone else may change: of a slice a vector, of a string slice a string.
pub fn snapshot<T: ToOwned + ?Sized>(value: &T) -> T::Owned {
    value.to_owned()
}

/// A copy of a copy, because every test may change its own.
pub fn copy<T: Clone>(value: &T) -> T {
    value.clone()
}
