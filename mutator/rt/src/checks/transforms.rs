//! Changed copies of what a call was given.

use super::random;

/// Values that numbers can be added to and multiplied with: numbers, and sequences of such values.
pub trait Arithmetic {
    /// The numbers in it.
    type Number;
    /// What a changed copy is.
    type Owned;
    /// A copy with every number changed.
    fn map(&self, change: &dyn Fn(Self::Number) -> Self::Number) -> Self::Owned;
}

/// Numbers.
pub trait Number: Copy {
    /// The sum, wrapping around as in a release build.
    fn plus(self, other: Self) -> Self;
    /// The product, wrapping around as in a release build.
    fn times(self, other: Self) -> Self;
    /// The negative, wrapping around as in a release build.
    fn negative(self) -> Self;
}

macro_rules! integers {
    ($($kind:ty)*) => { $(
        impl Number for $kind {
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn negative(self) -> Self {
                self.wrapping_neg()
            }
        }
        arithmetic!($kind);
    )* };
}

macro_rules! floats {
    ($($kind:ty)*) => { $(
        impl Number for $kind {
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn times(self, other: Self) -> Self {
                self * other
            }
            fn negative(self) -> Self {
                -self
            }
        }
        arithmetic!($kind);
    )* };
}

macro_rules! arithmetic {
    ($kind:ty) => {
        impl Arithmetic for $kind {
            type Number = $kind;
            type Owned = $kind;
            fn map(&self, change: &dyn Fn($kind) -> $kind) -> $kind {
                change(*self)
            }
        }
    };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
floats!(f32 f64);

impl<T: Arithmetic> Arithmetic for [T] {
    type Number = T::Number;
    type Owned = Vec<T::Owned>;
    fn map(&self, change: &dyn Fn(T::Number) -> T::Number) -> Self::Owned {
        self.iter().map(|item| item.map(change)).collect()
    }
}

impl<T: Arithmetic> Arithmetic for Vec<T> {
    type Number = T::Number;
    type Owned = Vec<T::Owned>;
    fn map(&self, change: &dyn Fn(T::Number) -> T::Number) -> Self::Owned {
        self.as_slice().map(change)
    }
}

impl<T: Arithmetic, const N: usize> Arithmetic for [T; N] {
    type Number = T::Number;
    type Owned = [T::Owned; N];
    fn map(&self, change: &dyn Fn(T::Number) -> T::Number) -> Self::Owned {
        std::array::from_fn(|index| Arithmetic::map(&self[index], change))
    }
}

impl<T: Arithmetic> Arithmetic for Option<T> {
    type Number = T::Number;
    type Owned = Option<T::Owned>;
    fn map(&self, change: &dyn Fn(T::Number) -> T::Number) -> Self::Owned {
        self.as_ref().map(|inside| Arithmetic::map(inside, change))
    }
}

impl<T: Arithmetic + ?Sized> Arithmetic for &T {
    type Number = T::Number;
    type Owned = T::Owned;
    fn map(&self, change: &dyn Fn(T::Number) -> T::Number) -> Self::Owned {
        (**self).map(change)
    }
}

impl<T: Arithmetic + ?Sized> Arithmetic for &mut T {
    type Number = T::Number;
    type Owned = T::Owned;
    fn map(&self, change: &dyn Fn(T::Number) -> T::Number) -> Self::Owned {
        (**self).map(change)
    }
}

/// A copy with a number added to every number.
pub fn add<T: Arithmetic + ?Sized>(value: &T, number: T::Number) -> T::Owned
where
    T::Number: Number,
{
    value.map(&|own| own.plus(number))
}

/// A copy with every number multiplied.
pub fn multiply<T: Arithmetic + ?Sized>(value: &T, number: T::Number) -> T::Owned
where
    T::Number: Number,
{
    value.map(&|own| own.times(number))
}

/// A copy with the negative of every number.
pub fn negate<T: Arithmetic + ?Sized>(value: &T) -> T::Owned
where
    T::Number: Number,
{
    value.map(&Number::negative)
}

/// Values that consist of items in an order.
pub trait Sequence {
    /// An item.
    type Item;
    /// What a copy with as many items is.
    type Owned;
    /// What a copy with more or fewer items is.
    type Resized;
    /// Copies of the items.
    fn items(&self) -> Vec<Self::Item>;
    /// The sequence of these items, as many as there were.
    fn of_items(items: Vec<Self::Item>) -> Self::Owned;
    /// The sequence of these items, however many there are.
    fn resized(items: Vec<Self::Item>) -> Self::Resized;
}

impl<T: Clone> Sequence for [T] {
    type Item = T;
    type Owned = Vec<T>;
    type Resized = Vec<T>;
    fn items(&self) -> Vec<T> {
        self.to_vec()
    }
    fn of_items(items: Vec<T>) -> Vec<T> {
        items
    }
    fn resized(items: Vec<T>) -> Vec<T> {
        items
    }
}

impl<T: Clone> Sequence for Vec<T> {
    type Item = T;
    type Owned = Vec<T>;
    type Resized = Vec<T>;
    fn items(&self) -> Vec<T> {
        self.clone()
    }
    fn of_items(items: Vec<T>) -> Vec<T> {
        items
    }
    fn resized(items: Vec<T>) -> Vec<T> {
        items
    }
}

impl<T: Clone, const N: usize> Sequence for [T; N] {
    type Item = T;
    type Owned = [T; N];
    type Resized = Vec<T>;
    fn items(&self) -> Vec<T> {
        self.to_vec()
    }
    fn of_items(items: Vec<T>) -> [T; N] {
        match items.try_into() {
            Ok(items) => items,
            Err(_) => unreachable!("there are as many items as there were"),
        }
    }
    fn resized(items: Vec<T>) -> Vec<T> {
        items
    }
}

impl Sequence for str {
    type Item = char;
    type Owned = String;
    type Resized = String;
    fn items(&self) -> Vec<char> {
        self.chars().collect()
    }
    fn of_items(items: Vec<char>) -> String {
        items.into_iter().collect()
    }
    fn resized(items: Vec<char>) -> String {
        items.into_iter().collect()
    }
}

impl Sequence for String {
    type Item = char;
    type Owned = String;
    type Resized = String;
    fn items(&self) -> Vec<char> {
        self.chars().collect()
    }
    fn of_items(items: Vec<char>) -> String {
        items.into_iter().collect()
    }
    fn resized(items: Vec<char>) -> String {
        items.into_iter().collect()
    }
}

impl<S: Sequence + ?Sized> Sequence for &S {
    type Item = S::Item;
    type Owned = S::Owned;
    type Resized = S::Resized;
    fn items(&self) -> Vec<S::Item> {
        (**self).items()
    }
    fn of_items(items: Vec<S::Item>) -> S::Owned {
        S::of_items(items)
    }
    fn resized(items: Vec<S::Item>) -> S::Resized {
        S::resized(items)
    }
}

impl<S: Sequence + ?Sized> Sequence for &mut S {
    type Item = S::Item;
    type Owned = S::Owned;
    type Resized = S::Resized;
    fn items(&self) -> Vec<S::Item> {
        (**self).items()
    }
    fn of_items(items: Vec<S::Item>) -> S::Owned {
        S::of_items(items)
    }
    fn resized(items: Vec<S::Item>) -> S::Resized {
        S::resized(items)
    }
}

/// A copy in another order, chosen at random under the seed of the test.
pub fn permute<S: Sequence + ?Sized>(sequence: &S) -> S::Owned {
    let mut items = sequence.items();
    random::shuffle(&mut items);
    S::of_items(items)
}

/// A copy in the opposite order.
pub fn reverse<S: Sequence + ?Sized>(sequence: &S) -> S::Owned {
    let mut items = sequence.items();
    items.reverse();
    S::of_items(items)
}

/// A copy with one more item, at its end.
pub fn include<S: Sequence + ?Sized>(sequence: &S, item: S::Item) -> S::Resized {
    let mut items = sequence.items();
    items.push(item);
    S::resized(items)
}

/// A copy without the first item that equals this one.
pub fn exclude<S: Sequence + ?Sized>(sequence: &S, item: S::Item) -> S::Resized
where
    S::Item: PartialEq,
{
    let mut items = sequence.items();
    if let Some(place) = items.iter().position(|own| *own == item) {
        items.remove(place);
    }
    S::resized(items)
}

/// A copy followed by the items of another sequence.
pub fn concatenate<S, T>(first: &S, second: &T) -> S::Resized
where
    S: Sequence + ?Sized,
    T: Sequence<Item = S::Item> + ?Sized,
{
    let mut items = first.items();
    items.extend(second.items());
    S::resized(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_changed_wherever_they_are() {
        assert_eq!(multiply(&3.0, 2.0), 6.0);
        assert_eq!(add(&[1_u8, 255][..], 1), vec![2, 0]);
        assert_eq!(negate(&vec![[1, -2], [0, 3]]), vec![[-1, 2], [0, -3]]);
        assert_eq!(multiply(&[Some(1.5), None], 2.0), [Some(3.0), None]);
        let mut own = vec![1, 2];
        assert_eq!(add(&&mut own, 1), vec![2, 3]);
    }

    #[test]
    fn sequences_are_changed_as_a_whole() {
        assert_eq!(reverse("abc"), "cba");
        assert_eq!(include(&&[1, 2][..], 3), vec![1, 2, 3]);
        assert_eq!(exclude(&vec![1, 2, 1], 1), vec![2, 1]);
        assert_eq!(exclude(&vec![1, 2], 3), vec![1, 2]);
        assert_eq!(concatenate(&[1], &vec![2, 3]), vec![1, 2, 3]);
        random::start(1);
        let permuted = permute(&[1, 2]);
        assert_eq!(permuted, [2, 1]);
    }
}
