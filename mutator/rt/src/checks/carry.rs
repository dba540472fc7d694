//! Values that can be told to a copy of the process.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::draws::Draws;

/// Values that can be written as bytes and read again by a copy of the same program.
pub trait Carry: Sized {
    /// Tells the value, piece by piece.
    fn put(&self, tell: &mut dyn FnMut(&[u8]));
    /// Reads a value; `None` when the bytes are not those of one.
    fn take(bytes: &mut &[u8]) -> Option<Self>;
}

/// What a copy of the process was told.
#[derive(Debug)]
pub struct Carried<'a> {
    told: Cow<'a, [u8]>,
    /// Where the result starts, behind what the call drew.
    start: usize,
}

impl<'a> Carried<'a> {
    /// What was told, and what the call drew.
    pub(super) fn new(told: Cow<'a, [u8]>) -> (Self, Draws) {
        let mut rest = &*told;
        let draws = Draws::take(&mut rest).expect("the program tells everything");
        let start = told.len() - rest.len();
        (Self { told, start }, draws)
    }

    /// What the call returned.
    ///
    /// # Panics
    /// When it was not told completely, which the report then says.
    pub fn result<T: Carry>(&self) -> T {
        T::take(&mut &self.told[self.start..]).expect("the program tells everything")
    }
}

macro_rules! numbers {
    ($($kind:ty)*) => { $(
        impl Carry for $kind {
            fn put(&self, tell: &mut dyn FnMut(&[u8])) {
                tell(&self.to_le_bytes());
            }
            fn take(bytes: &mut &[u8]) -> Option<Self> {
                let (first, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*first))
            }
        }
    )* };
}

numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

impl Carry for bool {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        tell(&[u8::from(*self)]);
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        Some(u8::take(bytes)? == 1)
    }
}

impl Carry for char {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        u32::from(*self).put(tell);
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        char::from_u32(u32::take(bytes)?)
    }
}

impl Carry for String {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        self.len().put(tell);
        tell(self.as_bytes());
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::take(bytes)?;
        let (text, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        String::from_utf8(text.to_vec()).ok()
    }
}

macro_rules! collections {
    ($($kind:ident $(: $bound:ident)?),*) => { $(
        impl<T: Carry $(+ $bound)?> Carry for $kind<T> {
            fn put(&self, tell: &mut dyn FnMut(&[u8])) {
                self.len().put(tell);
                self.iter().for_each(|item| item.put(tell));
            }
            fn take(bytes: &mut &[u8]) -> Option<Self> {
                let length = usize::take(bytes)?;
                (0..length).map(|_| T::take(bytes)).collect()
            }
        }
    )* };
}

collections!(Vec, VecDeque, BTreeSet: Ord);

impl<K: Carry + Ord, V: Carry> Carry for BTreeMap<K, V> {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        self.len().put(tell);
        for (key, value) in self {
            key.put(tell);
            value.put(tell);
        }
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let length = usize::take(bytes)?;
        (0..length).map(|_| <(K, V)>::take(bytes)).collect()
    }
}

impl<T: Carry, const N: usize> Carry for [T; N] {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        self.iter().for_each(|item| item.put(tell));
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let items: Option<Vec<T>> = (0..N).map(|_| T::take(bytes)).collect();
        items?.try_into().ok()
    }
}

impl<T: Carry> Carry for Box<T> {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        (**self).put(tell);
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        T::take(bytes).map(Box::new)
    }
}

impl<T: Carry> Carry for Option<T> {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        self.is_some().put(tell);
        self.iter().for_each(|inside| inside.put(tell));
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        if bool::take(bytes)? {
            T::take(bytes).map(Some)
        } else {
            Some(None)
        }
    }
}

impl<T: Carry, E: Carry> Carry for Result<T, E> {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        self.is_ok().put(tell);
        match self {
            Ok(value) => value.put(tell),
            Err(error) => error.put(tell),
        }
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        if bool::take(bytes)? {
            T::take(bytes).map(Ok)
        } else {
            E::take(bytes).map(Err)
        }
    }
}

impl Carry for Duration {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        self.as_secs().put(tell);
        self.subsec_nanos().put(tell);
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let seconds = u64::take(bytes)?;
        // As many as a second has would be carried over, and might not fit.
        u32::take(bytes)
            .filter(|&nanos| nanos < 1_000_000_000)
            .map(|nanos| Self::new(seconds, nanos))
    }
}

impl Carry for SystemTime {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        let since = self.duration_since(UNIX_EPOCH);
        since.map_err(|error| error.duration()).put(tell);
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        match Result::take(bytes)? {
            Ok(since) => UNIX_EPOCH.checked_add(since),
            Err(before) => UNIX_EPOCH.checked_sub(before),
        }
    }
}

macro_rules! tuples {
    ($(($($name:ident)*))*) => { $(
        impl<$($name: Carry),*> Carry for ($($name,)*) {
            #[expect(non_snake_case, reason = "one name for the type and its value")]
            fn put(&self, tell: &mut dyn FnMut(&[u8])) {
                let ($($name,)*) = self;
                $($name.put(tell);)*
            }
            fn take(bytes: &mut &[u8]) -> Option<Self> {
                Some(($($name::take(bytes)?,)*))
            }
        }
    )* };
}

tuples!((A)(A B)(A B C)(A B C D));

impl Carry for () {
    fn put(&self, _: &mut dyn FnMut(&[u8])) {}
    fn take(_: &mut &[u8]) -> Option<Self> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;

    #[track_caller]
    fn check<T: Carry + PartialEq + Debug>(value: T) {
        let mut bytes = Vec::new();
        value.put(&mut |piece| bytes.extend_from_slice(piece));
        for length in 0..bytes.len() {
            assert_eq!(T::take(&mut &bytes[..length]), None);
        }
        let mut rest = bytes.as_slice();
        assert_eq!(T::take(&mut rest), Some(value));
        assert!(rest.is_empty());
    }

    #[test]
    fn a_value_is_read_as_it_was_written_and_not_in_parts() {
        check((1_u8, -2.5_f64, 'ä', true));
        check(String::from("é x"));
        check(vec![Some(1_i64), None]);
        check([[1_u16, 2], [3, 4]]);
        check(BTreeMap::from([(1_u32, String::from("a"))]));
        check(Result::<u8, String>::Err("b".to_owned()));
        check(Duration::new(3, 999_999_999));
        check(UNIX_EPOCH + Duration::from_nanos(5));
        check(UNIX_EPOCH - Duration::from_nanos(5));
        check(Box::new(BTreeSet::from([3_u8])));
        check(());
    }
}
