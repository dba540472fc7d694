//! What the tests of templates share.

use killrate_watch::{At, Column, Depth, Kind, Observe as _, Role, Row, Scalar, Shape};

use super::Template;
use crate::evidence::Evidence;
use crate::invariant::Invariant;

/// Expects these claims of a template, by the text of their invariants.
///
/// A name is a column of one float, taken from a row in turn. The name of a sequence ends in `[]`:
/// all rows are its elements; `r…` is their reverse, `d…` leaves out the last, and `plus …` adds one.
/// `first …` and `len …` are the first element and the length of a row, and `int …` is an integer.
#[track_caller]
pub(super) fn check(template: &Template, names: &[&str], runs: &[&[&[f64]]], expected: &[&str]) {
    let shape = shape(names);
    let mut evidence = Evidence::new(&shape);
    let mut merged = Evidence::new(&shape);
    for run in runs {
        let mut alone = Evidence::new(&shape);
        for numbers in *run {
            let row = row(names, numbers);
            assert_eq!(row.scalars.len(), shape.columns.len());
            evidence.see(&row);
            alone.see(&row);
        }
        evidence.end_run();
        alone.end_run();
        merged.merge(alone);
    }
    for evidence in [&evidence, &merged] {
        let claims = (template.claims)(evidence, &shape);
        for row in runs.iter().copied().flatten() {
            let row = self::row(names, row);
            assert!(
                claims.iter().all(|claim| claim.holds(&row)),
                "{claims:?} {row:?}"
            );
        }
        // In their own order, whichever way they were gathered.
        let mut texts: Vec<String> = claims
            .into_iter()
            .map(|claim| Invariant::new("f", At::Exit, template, claim, &shape).text)
            .collect();
        texts.sort();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(texts, expected);
    }
}

fn is_sequence(name: &str) -> bool {
    name.ends_with("[]") && !name.starts_with("first ") && !name.starts_with("len ")
        || name.ends_with("[]'")
}

fn shape(names: &[&str]) -> Shape {
    let mut shape = Shape::default();
    for name in names {
        if is_sequence(name) {
            let mut sequence = Shape::default();
            <[f64]>::columns("", Depth::TOP, &mut sequence);
            for column in &mut sequence.columns {
                column.variable = (*name).to_owned();
            }
            // The length has a column of its own, which only its own template is about.
            sequence.columns.remove(0);
            shape.append(&sequence);
        } else {
            shape.columns.push(Column {
                variable: (*name).to_owned(),
                role: Role::Value,
                kind: if name.starts_with("int ") {
                    Kind::Int
                } else {
                    Kind::Float
                },
                sequence: None,
            });
        }
    }
    shape
}

fn row(names: &[&str], numbers: &[f64]) -> Row {
    let mut row = Row::default();
    let mut next = numbers.iter();
    for name in names {
        if is_sequence(name) {
            let mut elements = numbers.to_vec();
            match name.as_bytes()[0] {
                b'r' => elements.reverse(),
                b'd' => drop(elements.pop()),
                b'p' => elements.iter_mut().for_each(|element| *element += 1.0),
                _ => {}
            }
            let mut sequence = Row::default();
            elements.see(Depth::TOP, &mut sequence);
            sequence.scalars.remove(0);
            row.append(&sequence);
        } else {
            let number = match name.split(' ').next() {
                Some("first") => numbers[0],
                Some("len") => numbers.len() as f64 + 100.0,
                _ => *next.next().expect("a number for each name"),
            };
            row.push(if name.starts_with("int ") {
                Scalar::Int(number as i128)
            } else {
                Scalar::Float(number)
            });
        }
    }
    row
}
