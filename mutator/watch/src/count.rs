//! Collections of which at least the size can be seen.
#![expect(
    clippy::disallowed_types,
    reason = "subjects may use them, and only their sizes are looked at"
)]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use crate::Role;

/// Something whose size is known, whatever it holds.
pub trait Count {
    /// What the number is.
    const ROLE: Role = Role::Len;

    /// How many there are.
    fn count(&self) -> usize;
}

macro_rules! count_by_len {
    ($([$($generics:tt)*] $type:ty),* $(,)?) => {$(
        impl<$($generics)*> Count for $type {
            fn count(&self) -> usize {
                self.len()
            }
        }
    )*};
}

count_by_len!(
    [T] [T],
    [T] Vec<T>,
    [T] VecDeque<T>,
    [T] BTreeSet<T>,
    [T, S] HashSet<T, S>,
    [K, V] BTreeMap<K, V>,
    [K, V, S] HashMap<K, V, S>,
);

impl<T, const N: usize> Count for [T; N] {
    fn count(&self) -> usize {
        N
    }
}

impl<T> Count for Option<T> {
    const ROLE: Role = Role::Tag;

    fn count(&self) -> usize {
        self.is_some().into()
    }
}

impl<T, E> Count for Result<T, E> {
    const ROLE: Role = Role::Tag;

    fn count(&self) -> usize {
        self.is_ok().into()
    }
}

impl<T: Count + ?Sized> Count for &T {
    const ROLE: Role = T::ROLE;

    fn count(&self) -> usize {
        T::count(self)
    }
}

impl<T: Count + ?Sized> Count for &mut T {
    const ROLE: Role = T::ROLE;

    fn count(&self) -> usize {
        T::count(self)
    }
}

impl<T: Count + ?Sized> Count for Box<T> {
    const ROLE: Role = T::ROLE;

    fn count(&self) -> usize {
        T::count(self)
    }
}
