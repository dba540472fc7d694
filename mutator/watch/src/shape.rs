//! The columns that the values of a function fill.

use crate::Kind;

/// How the names of columns begin that were filled at the entry, as the exit knows them.
const AT_ENTRY: &str = "orig(";

/// What a column says of the value it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// The value itself.
    Value,
    /// Which variant of an enum, or whether something is there.
    Tag,
    /// The length of a sequence or a text.
    Len,
    /// The first element of a sequence.
    First,
    /// The last element.
    Last,
    /// The smallest element.
    Min,
    /// The largest element.
    Max,
    /// The sum of the elements.
    Sum,
    /// The largest element minus the smallest.
    Spread,
    /// Whether no element is smaller than the one before it.
    Rising,
    /// Whether no element is larger than the one before it.
    Falling,
    /// What two sequences share when they hold the same elements, in whatever order.
    Bag,
    /// What two sequences share when they are equal.
    Content,
}

impl Role {
    /// Every role, in the order of their numbers in traces.
    pub const ALL: [Self; 13] = [
        Self::Value,
        Self::Tag,
        Self::Len,
        Self::First,
        Self::Last,
        Self::Min,
        Self::Max,
        Self::Sum,
        Self::Spread,
        Self::Rising,
        Self::Falling,
        Self::Bag,
        Self::Content,
    ];

    /// How the column's name ends.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Value => "",
            Self::Tag => ".tag",
            Self::Len => ".len",
            Self::First => ".first",
            Self::Last => ".last",
            Self::Min => ".min",
            Self::Max => ".max",
            Self::Sum => ".sum",
            Self::Spread => ".spread",
            Self::Rising => ".rising",
            Self::Falling => ".falling",
            Self::Bag => ".bag",
            Self::Content => ".content",
        }
    }
}

/// One column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The variable it belongs to, such as `self.order` or `return`.
    pub variable: String,
    /// What it says of that variable.
    pub role: Role,
    /// What it holds.
    pub kind: Kind,
    /// The sequence that it sums up, as an index into those of the shape.
    pub sequence: Option<u32>,
}

impl Column {
    /// The name by which claims know it.
    pub fn name(&self) -> String {
        format!("{}{}", self.variable, self.role.suffix())
    }

    /// Whether claims know it by this name.
    pub fn is_named(&self, name: &str) -> bool {
        let suffix = self.role.suffix();
        // Most names are of another length, and that is quickly seen.
        name.len() == self.variable.len() + suffix.len()
            && name.strip_suffix(suffix) == Some(&self.variable)
    }

    /// Whether claims at the exit know it by this name, when it is one of the entry.
    fn is_named_at_entry(&self, name: &str) -> bool {
        let suffix = self.role.suffix();
        let has_length = name.len() == AT_ENTRY.len() + self.variable.len() + 1 + suffix.len();
        let variable = || {
            name.strip_prefix(AT_ENTRY)?
                .strip_suffix(suffix)?
                .strip_suffix(')')
        };
        has_length && variable() == Some(&self.variable)
    }

    /// Whether its values are names rather than quantities: tags, and what sums up a sequence of them.
    pub fn is_label(&self) -> bool {
        self.role == Role::Tag || self.variable.contains("[].tag")
    }
}

/// The columns of a row, and what could not be seen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shape {
    /// The columns, in the order in which values fill them.
    pub columns: Vec<Column>,
    /// How many sequences there are.
    pub n_sequences: u32,
    /// Variables that cannot be observed, with their types.
    pub unseen: Vec<(String, String)>,
}

impl Shape {
    /// Adds a column of a single value.
    pub fn scalar(&mut self, variable: &str, role: Role, kind: Kind) {
        self.columns.push(Column {
            variable: variable.to_owned(),
            role,
            kind,
            sequence: None,
        });
    }

    /// The column of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.columns
            .iter()
            .rposition(|column| column.is_named(name))
    }

    /// The column that bears this name when it is [at the entry](Self::at_entry).
    pub fn find_at_entry(&self, name: &str) -> Option<usize> {
        if !name.starts_with(AT_ENTRY) {
            return None;
        }
        let mut columns = self.columns.iter();
        columns.rposition(|column| column.is_named_at_entry(name))
    }

    /// The columns with `orig(…)` around their variables: what was seen at entry, as the exit knows it.
    #[must_use]
    pub fn at_entry(&self) -> Self {
        let mut shape = self.clone();
        for column in &mut shape.columns {
            column.variable = format!("{AT_ENTRY}{})", column.variable);
        }
        shape
    }

    /// These columns and then those.
    pub fn append(&mut self, other: &Self) {
        let n_before = self.n_sequences;
        self.columns.extend(other.columns.iter().map(|column| {
            let sequence = column.sequence.map(|sequence| sequence + n_before);
            Column {
                sequence,
                ..column.clone()
            }
        }));
        self.n_sequences += other.n_sequences;
        self.unseen.extend(other.unseen.iter().cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_the_names_that_they_have() {
        let mut shape = Shape::default();
        for variable in ["x", "x.len", "self.x"] {
            for role in Role::ALL {
                shape.scalar(variable, role, Kind::Int);
            }
        }
        // `x` by its length and `x.len` by its value have one name; the later one is meant.
        let places = shape.columns.iter().map(Column::name).enumerate();
        let meant: std::collections::BTreeMap<String, usize> =
            places.map(|(place, name)| (name, place)).collect();
        for (name, place) in &meant {
            assert_eq!(shape.find(name), Some(*place), "{name}");
            assert_eq!(shape.find_at_entry(name), None, "{name}");
        }
        let before = shape.at_entry();
        for (place, column) in before.columns.iter().enumerate() {
            let name = column.name();
            assert_eq!(shape.find_at_entry(&name), Some(place), "{name}");
            assert_eq!(shape.find(&name), None, "{name}");
        }
        for name in ["", "y", "orig(x", "x)", "orig()", ".len"] {
            assert_eq!(shape.find(name), None, "{name}");
            assert_eq!(shape.find_at_entry(name), None, "{name}");
        }
    }
}
