//! Equality within a tolerance.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Two values to be compared, by nearness where their types know that and by `==` otherwise.
///
/// Method resolution chooses: [`ByNearness`] is implemented for a reference to a pair, so it is
/// found first where it applies.
pub struct Pair<'a, L: ?Sized, R: ?Sized>(pub &'a L, pub &'a R);

/// Comparison of types that are numbers or hold numbers.
pub trait ByNearness {
    /// Whether the two are equal, numbers within the tolerance.
    fn kr_same(&self, tolerance: f64) -> bool;
}

/// Comparison of all other types.
pub trait ByEquality {
    /// Whether the two are equal.
    fn kr_same(&self, tolerance: f64) -> bool;
}

impl<L: Near<R> + ?Sized, R: ?Sized> ByNearness for &Pair<'_, L, R> {
    fn kr_same(&self, tolerance: f64) -> bool {
        self.0.is_near(self.1, tolerance)
    }
}

impl<L: PartialEq<R> + ?Sized, R: ?Sized> ByEquality for Pair<'_, L, R> {
    fn kr_same(&self, _: f64) -> bool {
        self.0 == self.1
    }
}

/// Whether a value is between two others or equal to one of them.
pub fn is_between<T: PartialOrd<L> + PartialOrd<M>, L, M>(value: &T, least: &L, most: &M) -> bool {
    value >= least && value <= most
}

/// Types that are equal when their numbers are near each other.
pub trait Near<R: ?Sized = Self> {
    /// Whether this is equal to the other, numbers within the tolerance.
    fn is_near(&self, other: &R, tolerance: f64) -> bool;
}

macro_rules! near_floats {
    ($($kind:ty)*) => { $(
        impl Near for $kind {
            fn is_near(&self, other: &Self, tolerance: f64) -> bool {
                // Two results that are no number say the same, and so do equal infinities.
                let are_none = self.is_nan() && other.is_nan();
                let difference = f64::from(*self) - f64::from(*other);
                self == other || are_none || difference.abs() <= tolerance
            }
        }
    )* };
}

near_floats!(f32 f64);

macro_rules! equal {
    ($($kind:ty)*) => { $(
        impl Near for $kind {
            fn is_near(&self, other: &Self, _: f64) -> bool {
                self == other
            }
        }
    )* };
}

equal!(
    u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char str String std::time::Duration
    std::path::Path std::path::PathBuf
);

impl Near for () {
    fn is_near(&self, (): &Self, _: f64) -> bool {
        true
    }
}

macro_rules! near_sequences {
    ($([$($parameter:tt)*] $left:ty, $right:ty;)*) => { $(
        impl<$($parameter)*, T: Near<U>, U> Near<$right> for $left {
            fn is_near(&self, other: &$right, tolerance: f64) -> bool {
                let pairs = || self.iter().zip(other.iter());
                self.len() == other.len() && pairs().all(|(l, r)| l.is_near(r, tolerance))
            }
        }
    )* };
}

near_sequences! {
    ['a] [T], [U];
    ['a] [T], Vec<U>;
    ['a] Vec<T>, [U];
    ['a] Vec<T>, Vec<U>;
    ['a] Vec<T>, &'a [U];
    ['a] &'a [T], Vec<U>;
    ['a] VecDeque<T>, VecDeque<U>;
    ['a] BTreeSet<T>, BTreeSet<U>;
    [const N: usize] Vec<T>, [U; N];
    [const N: usize] [T; N], Vec<U>;
    [const N: usize] [T; N], [U; N];
    [const N: usize] [T], [U; N];
    [const N: usize] [T; N], [U];
}

impl<K: PartialEq, T: Near<U>, U> Near<BTreeMap<K, U>> for BTreeMap<K, T> {
    fn is_near(&self, other: &BTreeMap<K, U>, tolerance: f64) -> bool {
        let pairs = || self.iter().zip(other.iter());
        let is_near = |((a, l), (b, r)): ((&K, &T), (&K, &U))| a == b && l.is_near(r, tolerance);
        self.len() == other.len() && pairs().all(is_near)
    }
}

impl<T: Near<U> + ?Sized, U: ?Sized> Near<&U> for &T {
    fn is_near(&self, other: &&U, tolerance: f64) -> bool {
        (**self).is_near(*other, tolerance)
    }
}

impl<T: Near<U> + ?Sized, U: ?Sized> Near<&mut U> for &mut T {
    fn is_near(&self, other: &&mut U, tolerance: f64) -> bool {
        (**self).is_near(&**other, tolerance)
    }
}

impl<T: Near<U> + ?Sized, U: ?Sized> Near<Box<U>> for Box<T> {
    fn is_near(&self, other: &Box<U>, tolerance: f64) -> bool {
        (**self).is_near(&**other, tolerance)
    }
}

impl<T: Near<U>, U> Near<Option<U>> for Option<T> {
    fn is_near(&self, other: &Option<U>, tolerance: f64) -> bool {
        match (self, other) {
            (Some(l), Some(r)) => l.is_near(r, tolerance),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<T: Near<U>, U, E: PartialEq> Near<Result<U, E>> for Result<T, E> {
    fn is_near(&self, other: &Result<U, E>, tolerance: f64) -> bool {
        match (self, other) {
            (Ok(l), Ok(r)) => l.is_near(r, tolerance),
            (Err(l), Err(r)) => l == r,
            _ => false,
        }
    }
}

macro_rules! near_tuples {
    ($($T:ident $U:ident $n:tt),*) => {
        impl<$($T: Near<$U>, $U),*> Near<($($U,)*)> for ($($T,)*) {
            fn is_near(&self, other: &($($U,)*), tolerance: f64) -> bool {
                $(self.$n.is_near(&other.$n, tolerance))&&*
            }
        }
    };
}

near_tuples!(A B 0);
near_tuples!(A B 0, C D 1);
near_tuples!(A B 0, C D 1, E F 2);
near_tuples!(A B 0, C D 1, E F 2, G H 3);

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::{is_in, is_in_range, same};

    #[test]
    fn numbers_are_equal_within_the_tolerance() {
        assert!(same!(1.0, 1.0 + 5e-7, 1e-6));
        assert!(!same!(1.0, 1.0 + 2e-6, 1e-6));
        assert!(same!(1.0_f32, 1.1_f32, 0.2));
        assert!(same!(f64::NAN, f64::NAN, 1e-6));
        assert!(same!(f64::INFINITY, f64::INFINITY, 1e-6));
        assert!(!same!(f64::INFINITY, f64::NEG_INFINITY, 1e-6));
        assert!(!same!(f64::NAN, 1.0, 1e-6));
        let n: usize = 3;
        assert!(same!(n, 3, 1e-6) && same!(3, n, 1e-6) && !same!(n, 4, 1e-6));
    }

    #[test]
    fn containers_are_equal_when_what_they_hold_is_near() {
        let near = [1.0, 2.0 + 1e-7];
        assert!(same!(vec![1.0, 2.0], near, 1e-6));
        assert!(same!(vec![1.0, 2.0], &near[..], 1e-6));
        assert!(!same!(vec![1.0, 2.0], [1.0], 1e-6));
        assert!(same!(
            Some((1_usize, 2.0)),
            Some((1_usize, 2.0 + 1e-7)),
            1e-6
        ));
        assert!(!same!(Some((1_usize, 2.0)), Some((2_usize, 2.0)), 1e-6));
        assert!(same!("a".to_owned(), "a".to_owned(), 1e-6));
        assert!(same!(vec![vec![0.1 + 0.2]], vec![vec![0.3]], 1e-6));
        assert!(same!(
            BTreeMap::from([("a", 0.3)]),
            BTreeMap::from([("a", 0.1 + 0.2)]),
            1e-6
        ));
        assert!(!same!(Ok::<f64, u8>(1.0), Err::<f64, u8>(1), 1e-6));
    }

    #[test]
    fn other_types_are_compared_by_their_own_equality() {
        #[derive(PartialEq)]
        struct Point(f64);
        assert!(same!(Point(1.0), Point(1.0), 1e-6));
        assert!(!same!(Point(1.0), Point(1.0 + 1e-9), 1e-6));
        fn generic<T: PartialEq>(a: T, b: T) -> bool {
            same!(a, b, 1e-6)
        }
        assert!(generic(1, 1) && !generic(1, 2));
    }

    #[test]
    fn sets_and_ranges_include_what_is_near_them() {
        assert!(is_in!(0.1 + 0.2, [1.0, 0.3], 1e-6));
        assert!(!is_in!(4, vec![1, 2, 3], 1e-6));
        let slice: &[f64] = &[1.0];
        assert!(is_in!(1.0, slice, 1e-6));
        assert!(is_in_range!(2, 1, 3, 1e-6) && is_in_range!(3, 1, 3, 1e-6));
        assert!(!is_in_range!(4, 1, 3, 1e-6));
        assert!(is_in_range!(0.1 + 0.2, 0.0, 0.3, 1e-6));
        assert!(!is_in_range!(f64::NAN, 0.0, 0.3, 1e-6));
    }
}
