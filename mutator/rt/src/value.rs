//! Values of primitive types, read from operands whose type only the compiler knows.
#![expect(
    unsafe_code,
    reason = "operands may borrow, and the standard library compares types only when they do not"
)]

use std::any::TypeId;
use std::cmp::Ordering;
use std::marker::PhantomData;

/// A value whose operators have no side effect and cannot panic when computed here.
#[derive(Clone, Copy)]
pub(crate) enum Value {
    I8(i8),
    I16(i16),
    I32(i32),
    I64(i64),
    I128(i128),
    Isize(isize),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    U128(u128),
    Usize(usize),
    F32(f32),
    F64(f64),
    Bool(bool),
    Char(char),
}

/// The value behind this reference, when it is of a primitive type or a reference to one.
pub(crate) fn read<T: ?Sized>(value: &T) -> Option<Value> {
    let id = type_id_of::<T>();
    let address: *const T = value;
    macro_rules! read_as {
        ($($variant:ident($type:ty)),* $(,)?) => {$(
            if id == TypeId::of::<$type>() {
                // SAFETY: `T` is this very type, so the address holds one.
                return Some(Value::$variant(unsafe { *address.cast::<$type>() }));
            }
            if id == TypeId::of::<&'static $type>() {
                // SAFETY: `T` is a shared reference to this type, which lives as long as `value`.
                return Some(Value::$variant(unsafe { **address.cast::<&$type>() }));
            }
        )*};
    }
    read_as!(
        F64(f64),
        Usize(usize),
        I32(i32),
        I64(i64),
        U32(u32),
        U64(u64),
        U8(u8),
        Isize(isize),
        F32(f32),
        Bool(bool),
        Char(char),
        I8(i8),
        I16(i16),
        I128(i128),
        U16(u16),
        U128(u128),
    );
    None
}

/// How two values compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Less,
    Equal,
    Greater,
    /// Neither is the other, nor less, nor greater: one of them is not a number.
    Unordered,
}

impl Order {
    /// A bit of its own.
    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }

    /// What a comparison answers; `None` for an operator that is none.
    pub(crate) fn answer(self, operator: &str) -> Option<bool> {
        Some(match operator {
            "<" => self == Self::Less,
            "<=" => matches!(self, Self::Less | Self::Equal),
            ">" => self == Self::Greater,
            ">=" => matches!(self, Self::Greater | Self::Equal),
            "==" => self == Self::Equal,
            "!=" => self != Self::Equal,
            _ => return None,
        })
    }
}

/// How two values of one primitive type compare; `None` when it is not known.
pub(crate) fn order<L: ?Sized, R: ?Sized>(left: &L, right: &R) -> Option<Order> {
    macro_rules! order_as {
        ($($variant:ident),* $(,)?) => {
            match (read(left)?, read(right)?) {
                $((Value::$variant(left), Value::$variant(right)) => left.partial_cmp(&right),)*
                _ => return None,
            }
        };
    }
    let order = order_as!(
        I8, I16, I32, I64, I128, Isize, U8, U16, U32, U64, U128, Usize, F32, F64, Bool, Char,
    );
    Some(match order {
        Some(Ordering::Less) => Order::Less,
        Some(Ordering::Equal) => Order::Equal,
        Some(Ordering::Greater) => Order::Greater,
        None => Order::Unordered,
    })
}

/// The bits of a calculation's result, with integers wrapping as they do in a release build; `None`
/// when it is not known or the calculation would panic.
pub(crate) fn calculate(operator: &str, left: Value, right: Value) -> Option<u128> {
    macro_rules! calculate_as {
        ([$($integer:ident),*], [$($float:ident),*]) => {
            match (left, right) {
                $((Value::$integer(left), Value::$integer(right)) => Some(match operator {
                    "+" => left.wrapping_add(right),
                    "-" => left.wrapping_sub(right),
                    "*" => left.wrapping_mul(right),
                    "/" => left.checked_div(right)?,
                    "%" => left.checked_rem(right)?,
                    _ => return None,
                } as u128),)*
                $((Value::$float(left), Value::$float(right)) => Some(match operator {
                    "+" => left + right,
                    "-" => left - right,
                    "*" => left * right,
                    "/" => left / right,
                    "%" => left % right,
                    _ => return None,
                // Bits, because zeros of different sign compare equal and yet print differently.
                }.to_bits() as u128),)*
                _ => None,
            }
        };
    }
    calculate_as!(
        [
            I8, I16, I32, I64, I128, Isize, U8, U16, U32, U64, U128, Usize
        ],
        [F32, F64]
    )
}

/// The identity of any type, lifetimes left aside.
#[inline(always)]
pub(crate) fn type_id_of<T: ?Sized>() -> TypeId {
    trait Identified {
        fn type_id(&self) -> TypeId
        where
            Self: 'static;
    }
    impl<T: ?Sized> Identified for PhantomData<T> {
        fn type_id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }
    let marker = PhantomData::<T>;
    let marker: &dyn Identified = &marker;
    // SAFETY: the marker holds no value, nothing outlives this call, and a type's identity does not
    // depend on its lifetimes.
    let marker = unsafe {
        std::mem::transmute::<&(dyn Identified + '_), &(dyn Identified + 'static)>(marker)
    };
    marker.type_id()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared<L, R>(left: L, operator: &str, right: R) -> Option<bool> {
        order(&left, &right)?.answer(operator)
    }

    fn calculated<L, R>(left: L, operator: &str, right: R) -> Option<u128> {
        calculate(operator, read(&left)?, read(&right)?)
    }

    #[test]
    fn primitive_values_and_references_to_them_are_read() {
        let half = 0.5;
        assert_eq!(compared(1_u8, "<", 2_u8), Some(true));
        assert_eq!(compared(&half, ">=", &1.0), Some(false));
        assert_eq!(compared('a', "!=", 'a'), Some(false));
        assert_eq!(calculated(&-3_i32, "-", 4_i32), Some(-7_i32 as u128));
    }

    #[test]
    fn what_is_not_a_number_answers_as_the_language_does() {
        let operators = ["<", "<=", ">", ">=", "==", "!="];
        let answers = |left: f64, right: f64| operators.map(|op| compared(left, op, right));
        let by_language = |l: f64, r: f64| [l < r, l <= r, l > r, l >= r, l == r, l != r].map(Some);
        for (left, right) in [(1.0, 2.0), (2.0, 1.0), (0.0, -0.0), (f64::NAN, 1.0)] {
            assert_eq!(
                answers(left, right),
                by_language(left, right),
                "{left} {right}"
            );
        }
        assert_eq!(compared(1, "+", 1), None);
    }

    #[test]
    fn other_types_and_mixed_types_are_not_known() {
        assert_eq!(compared("a", "==", "a"), None);
        assert_eq!(compared(Some(1), "==", Some(1)), None);
        assert_eq!(compared(1_u8, "<", 2_u16), None);
    }

    #[test]
    fn a_value_of_a_generic_type_with_a_lifetime_is_read() {
        fn through<'a, T: 'a>(value: &'a T) -> bool {
            read(value).is_some()
        }
        let local = 7_usize;
        let borrowed = String::from("x");
        assert_eq!((through(&&local), through(&&borrowed)), (true, false));
    }

    #[test]
    fn integers_wrap_and_a_calculation_that_would_panic_is_not_known() {
        assert_eq!(calculated(0_u8, "-", 1_u8), Some(255));
        assert_eq!(calculated(1_u8, "/", 0_u8), None);
        assert_eq!(calculated(i8::MIN, "/", -1_i8), None);
        assert_eq!(calculated(7_i64, "%", 4_i64), Some(3));
    }

    #[test]
    fn zeros_of_different_sign_are_different_results() {
        assert_ne!(calculated(0.0, "*", -1.0), calculated(0.0, "+", 0.0));
    }
}
