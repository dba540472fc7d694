//! The relations, one file each.

mod agreement;
mod class_totals;
mod close;
mod comparison;
mod differ;
mod equal;
mod evidence;
mod inside;
mod less;
mod line;
mod more;
mod multiset;
mod not_less;
mod not_more;
mod numbers;
mod relation;
mod same_multiset;
mod same_order;
mod same_rows;
mod subset;
mod superset;

pub(crate) use comparison::{Comparison, Content, RelationAnswer};
pub(crate) use evidence::one_line;
pub(crate) use line::numbers as numbers_in_line;
pub(crate) use relation::ArgumentKind;
pub use relation::RelationInfo;
pub(crate) use same_rows::SAME_ROWS;

/// Every relation, by name.
pub fn relations() -> &'static [&'static RelationInfo] {
    &[
        &agreement::AGREEMENT,
        &class_totals::CLASS_TOTALS,
        &close::CLOSE,
        &differ::DIFFER,
        &equal::EQUAL,
        &inside::INSIDE,
        &less::LESS,
        &more::MORE,
        &not_less::NOT_LESS,
        &not_more::NOT_MORE,
        &same_multiset::SAME_MULTISET,
        &same_order::SAME_ORDER,
        &same_rows::SAME_ROWS,
        &subset::SUBSET,
        &superset::SUPERSET,
    ]
}
