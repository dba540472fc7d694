//! What the elements of short sequences showed.

use std::cmp::Ordering;

use killrate_watch::{Column, Kind, Role, Row, Scalar, Shape};

/// Sequences and values that may be contained in sequences.
#[derive(Debug, Clone)]
pub(crate) struct Elements {
    members: Vec<Contained>,
    subsets: Vec<Contained>,
    elementwise: Vec<Elementwise>,
}

/// A column or a sequence whose values were always elements of a sequence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Contained {
    /// The column or the sequence.
    pub(crate) inner: usize,
    /// The sequence.
    pub(crate) outer: usize,
    /// In how many rows both were there, were not empty, and something had changed.
    pub(crate) n_rows: u32,
}

/// Two sequences of equal lengths and how their elements compared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Elementwise {
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) was_less: bool,
    pub(crate) was_equal: bool,
    pub(crate) was_greater: bool,
    /// How many elements were compared.
    pub(crate) n_elements: u64,
}

impl Elements {
    pub(super) fn new(shape: &Shape) -> Self {
        let sequences = sequences(shape);
        let mut elements = Self {
            members: Vec::new(),
            subsets: Vec::new(),
            elementwise: Vec::new(),
        };
        for &(outer, kind) in &sequences {
            let columns = shape.columns.iter().enumerate();
            let is_value = |column: &Column| column.role == Role::Value && column.kind == kind;
            let contained = |inner| Contained {
                inner,
                outer,
                n_rows: 0,
            };
            let values = columns.filter(|(_, column)| is_value(column));
            elements
                .members
                .extend(values.map(|(inner, _)| contained(inner)));
            let others = sequences
                .iter()
                .filter(|(inner, of)| *inner != outer && *of == kind);
            elements
                .subsets
                .extend(others.clone().map(|(inner, _)| contained(*inner)));
            // How the second sequence compares with the first says the same as how the first does
            // with the second.
            let later = others.filter(|(inner, _)| *inner > outer);
            elements
                .elementwise
                .extend(later.map(|(inner, _)| Elementwise {
                    left: outer,
                    right: *inner,
                    was_less: false,
                    was_equal: false,
                    was_greater: false,
                    n_elements: 0,
                }));
        }
        elements
    }

    pub(super) fn see(&mut self, row: &Row) {
        self.members.retain_mut(|member| {
            let seen = row.scalars[member.inner];
            match &row.sequences[member.outer] {
                Some(elements) if !seen.is_absent() => {
                    member.n_rows = member.n_rows.saturating_add(1);
                    elements.contains(&seen)
                }
                _ => true,
            }
        });
        self.subsets.retain_mut(|subset| {
            match (&row.sequences[subset.inner], &row.sequences[subset.outer]) {
                (Some(inner), Some(outer)) => {
                    if !inner.is_empty() {
                        subset.n_rows = subset.n_rows.saturating_add(1);
                    }
                    inner.iter().all(|element| outer.contains(element))
                }
                _ => true,
            }
        });
        self.elementwise.retain_mut(|pair| {
            match (&row.sequences[pair.left], &row.sequences[pair.right]) {
                (Some(left), Some(right)) => pair.see(left, right),
                _ => true,
            }
        });
    }

    pub(super) fn merge(&mut self, other: Self) {
        merge_contained(&mut self.members, &other.members);
        merge_contained(&mut self.subsets, &other.subsets);
        self.elementwise.retain_mut(|pair| {
            let is_it = |other: &&Elementwise| (other.left, other.right) == (pair.left, pair.right);
            let Some(other) = other.elementwise.iter().find(is_it) else {
                return false;
            };
            pair.was_less |= other.was_less;
            pair.was_equal |= other.was_equal;
            pair.was_greater |= other.was_greater;
            pair.n_elements += other.n_elements;
            !pair.is_dead()
        });
    }

    /// Columns that were always elements of a sequence.
    pub(crate) fn members(&self) -> &[Contained] {
        &self.members
    }

    /// Sequences that were always part of another.
    pub(crate) fn subsets(&self) -> &[Contained] {
        &self.subsets
    }

    /// Sequences whose elements were always in some order.
    pub(crate) fn elementwise(&self) -> &[Elementwise] {
        &self.elementwise
    }
}

impl Elementwise {
    fn is_dead(&self) -> bool {
        self.was_less && self.was_greater
    }

    fn see(&mut self, left: &[Scalar], right: &[Scalar]) -> bool {
        // Elements at the same place belong together only where there are as many of both.
        if left.len() != right.len() {
            return false;
        }
        for (left, right) in left.iter().zip(right) {
            if left.is_absent() || right.is_absent() {
                continue;
            }
            self.n_elements += 1;
            match left.compare(*right) {
                Some(Ordering::Less) => self.was_less = true,
                Some(Ordering::Equal) => self.was_equal = true,
                Some(Ordering::Greater) => self.was_greater = true,
                None => return false,
            }
        }
        !self.is_dead()
    }
}

fn merge_contained(own: &mut Vec<Contained>, others: &[Contained]) {
    own.retain_mut(|contained| {
        let place = (contained.inner, contained.outer);
        let found = others
            .iter()
            .find(|other| (other.inner, other.outer) == place);
        contained.n_rows = contained
            .n_rows
            .saturating_add(found.map_or(0, |other| other.n_rows));
        found.is_some()
    });
}

/// The sequences of a shape, with what they hold.
fn sequences(shape: &Shape) -> Vec<(usize, Kind)> {
    let columns = shape
        .columns
        .iter()
        // That names are among those of something else says nothing.
        .filter(|column| column.role == Role::First && !column.is_label());
    let of_column = |column: &Column| Some((column.sequence? as usize, column.kind));
    columns.filter_map(of_column).collect()
}
