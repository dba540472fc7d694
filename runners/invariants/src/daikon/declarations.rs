//! Reading declarations.

use std::collections::BTreeMap;

use killrate_watch::{Column, Kind, Role, Shape};

use super::{DaikonError, EXIT};

/// The variables of every program point of a `.decls` text, by name: whether an array, and of what.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declarations {
    pub(super) points: BTreeMap<String, Vec<(String, bool, Kind)>>,
}

impl Declarations {
    /// Reads a `.decls` text.
    ///
    /// # Errors
    /// When it declares something before any program point.
    pub fn parse(text: &str) -> Result<Self, DaikonError> {
        let mut declarations = Self::default();
        let mut point: Option<&mut Vec<(String, bool, Kind)>> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let bad = || DaikonError::Line {
                line: number,
                text: line.to_owned(),
            };
            let line = line.trim();
            if let Some(name) = line.strip_prefix("ppt ") {
                point = Some(declarations.points.entry(name.to_owned()).or_default());
            } else if let Some(name) = line.strip_prefix("variable ") {
                let point = point.as_mut().ok_or_else(bad)?;
                point.push((name.to_owned(), false, Kind::Int));
            } else if let Some(kind) = line.strip_prefix("rep-type ") {
                let variable = point.as_mut().and_then(|point| point.last_mut());
                let (_, is_array, of) = variable.ok_or_else(bad)?;
                *is_array = kind.ends_with("[]");
                if kind.starts_with("double") {
                    *of = Kind::Float;
                }
                if kind.starts_with("hashcode") || kind.starts_with("java.lang.String") {
                    // Neither is a number; nothing is learned of it.
                    if let Some(point) = point.as_mut() {
                        point.pop();
                    }
                }
            }
        }
        Ok(declarations)
    }

    /// The exits of a function, in the order of their numbers; Daikon's are those of lines.
    ///
    /// The point of all exits together counts only where there is no other.
    pub(super) fn exits(&self, function: &str) -> Vec<&str> {
        let prefix = format!("{function}:::{EXIT}");
        let points = self.points.keys().map(String::as_str);
        let mut numbered: Vec<(u64, &str)> = points
            .filter_map(|point| Some((point.strip_prefix(&prefix)?.parse().ok()?, point)))
            .collect();
        numbered.sort_unstable();
        if numbered.is_empty() {
            // The name is taken from the map, because the text that was put together here does not
            // outlive the call.
            let together = self.points.get_key_value(&prefix);
            return together
                .map(|(point, _)| point.as_str())
                .into_iter()
                .collect();
        }
        numbered.into_iter().map(|(_, point)| point).collect()
    }

    /// The columns of a program point.
    pub(super) fn shape(&self, point: &str) -> Shape {
        let mut shape = Shape::default();
        for (name, is_array, kind) in self.points.get(point).into_iter().flatten() {
            if *is_array {
                let variable = name.trim_end_matches("[..]").to_owned() + "[]";
                let sequence = Some(shape.n_sequences);
                shape.n_sequences += 1;
                for role in killrate_watch::SUMMARY {
                    // These hold truth values and marks, whatever the elements are.
                    let is_mark = matches!(
                        role,
                        Role::Rising | Role::Falling | Role::Bag | Role::Content
                    );
                    shape.columns.push(Column {
                        variable: variable.clone(),
                        role,
                        kind: if is_mark { Kind::Int } else { *kind },
                        sequence,
                    });
                }
            } else {
                shape.scalar(name, Role::Value, *kind);
            }
        }
        shape
    }
}
