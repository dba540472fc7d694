//! What columns hold, and how Parquet describes it.

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::schema::types::Type;

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Text,
    Bool,
    U32,
    U64,
    F64,
}

impl Kind {
    /// A column of this kind as Parquet describes it.
    pub(crate) fn parquet_type(self, name: &str, repetition: Repetition) -> Type {
        let integer = |bit_width| Some(LogicalType::integer(bit_width, false));
        let (physical, logical) = match self {
            Self::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
            Self::Bool => (PhysicalType::BOOLEAN, None),
            Self::U32 => (PhysicalType::INT32, integer(32)),
            Self::U64 => (PhysicalType::INT64, integer(64)),
            Self::F64 => (PhysicalType::DOUBLE, None),
        };
        Type::primitive_type_builder(name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .build()
            .expect("each logical type above fits its physical type")
    }

    /// The kind of a column that Parquet describes so; `None` when no record has such a column.
    pub(crate) fn of(column: &Type) -> Option<Self> {
        let all = [Self::Text, Self::Bool, Self::U32, Self::U64, Self::F64];
        // Neither the name nor whether cells may be empty counts in this comparison.
        let is_it =
            |kind: &Self| is_same_type(column, &kind.parquet_type("", Repetition::OPTIONAL));
        all.into_iter().find(is_it)
    }
}

/// Whether cells hold the same kind of values.
pub(crate) fn is_same_type(found: &Type, expected: &Type) -> bool {
    if !found.is_primitive() {
        return false;
    }
    let [one, other] = [found, expected].map(Type::get_basic_info);
    // Files of older programs have only the converted type.
    let is_same_meaning = one.logical_type_ref() == other.logical_type_ref()
        || one.converted_type() == other.converted_type();
    found.get_physical_type() == expected.get_physical_type() && is_same_meaning
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_same_type(physical: PhysicalType, logical: Option<LogicalType>, expected: bool) {
        let found = Type::primitive_type_builder("seed", physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()
            .unwrap();
        let is_same = is_same_type(
            &found,
            &Kind::U64.parquet_type("seed", Repetition::REQUIRED),
        );
        assert_eq!(is_same, expected, "{found:?}");
    }

    #[test]
    fn a_number_with_a_sign_is_of_another_type() {
        let integer = |is_signed| Some(LogicalType::integer(64, is_signed));
        check_same_type(PhysicalType::INT64, integer(false), true);
        check_same_type(PhysicalType::INT64, integer(true), false);
        check_same_type(PhysicalType::INT64, None, false);
        check_same_type(PhysicalType::DOUBLE, None, false);
    }
}
