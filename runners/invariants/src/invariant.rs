//! An invariant: a claim about a function, with a stable id and a text.

use std::collections::BTreeMap;

use killrate_watch::{
    At, Claim, Column, Learned, LearnedClaim, OnAlarm, Order, Role, Scalar, Shape,
};
use serde::{Serialize, Serializer};

use crate::templates::Template;

/// A claim about the calls of a function.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Invariant {
    /// Function, place, template and variables; unchanged by edits and data elsewhere.
    pub id: String,
    /// The function, with the file it is in.
    pub function: String,
    /// Where it is claimed.
    #[serde(serialize_with = "name_of_place")]
    pub at: At,
    /// The name of its template.
    pub template: &'static str,
    /// What it says.
    pub text: String,
    /// The columns it is about, by name.
    pub columns: Vec<String>,
    /// The claim; its columns and sequences are indices into `columns`.
    #[serde(skip)]
    pub claim: Claim,
}

fn name_of_place<S: Serializer>(at: &At, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&at.name())
}

impl Invariant {
    /// The invariant of a claim about the columns of a shape.
    pub(crate) fn new(
        function: &str,
        at: At,
        template: &Template,
        claim: Claim,
        shape: &Shape,
    ) -> Self {
        let text = text_of(&claim, shape);
        let (claim, columns) = by_name(claim, shape);
        let about = columns.join(",");
        Self {
            id: format!("{function}/{}/{}/{about}", at.name(), template.name),
            function: function.to_owned(),
            at,
            template: template.name,
            text,
            columns,
            claim,
        }
    }

    /// The claim about the columns of a shape; `None` when the shape lacks one.
    pub fn resolve(&self, shape: &Shape) -> Option<Claim> {
        let names = &self.columns;
        let column = |index: usize| shape.columns.iter().position(|c| c.name() == names[index]);
        let sequence = |index: usize| Some(shape.columns[column(index)?].sequence? as usize);
        self.claim.map(&column, &sequence)
    }
}

/// The set that a watched program checks.
pub fn learned<'a>(
    invariants: impl IntoIterator<Item = &'a Invariant>,
    on_alarm: OnAlarm,
) -> Learned {
    let mut functions: BTreeMap<String, Vec<LearnedClaim>> = BTreeMap::new();
    for invariant in invariants {
        let claims = functions.entry(invariant.function.clone()).or_default();
        claims.push(LearnedClaim {
            id: invariant.id.clone(),
            at: invariant.at,
            claim: invariant.claim.clone(),
            names: invariant.columns.clone(),
        });
    }
    Learned {
        on_alarm,
        functions,
    }
}

/// The claim with indices into the names of what it is about.
fn by_name(claim: Claim, shape: &Shape) -> (Claim, Vec<String>) {
    let columns = claim.columns();
    let sequences = claim.sequences();
    let of_sequences = sequences
        .iter()
        .map(|&sequence| content_of(sequence, shape).name());
    let names: Vec<String> = columns
        .iter()
        .map(|&column| shape.columns[column].name())
        .chain(of_sequences)
        .collect();
    let n_columns = columns.len();
    let column = |index: usize| columns.iter().position(|&known| known == index);
    let sequence = |index: usize| {
        let place = sequences.iter().position(|&known| known == index)?;
        Some(n_columns + place)
    };
    let claim = claim
        .map(&column, &sequence)
        .expect("these are its own columns");
    (claim, names)
}

/// The column that stands for the elements of a sequence.
fn content_of(sequence: usize, shape: &Shape) -> &Column {
    let is_it =
        |column: &&Column| column.role == Role::Content && column.sequence == Some(sequence as u32);
    let found = shape.columns.iter().find(is_it);
    found.expect("every sequence has a column for its content")
}

fn text_of(claim: &Claim, shape: &Shape) -> String {
    let name = |column: usize| shape.columns[column].name();
    let variable = |column: usize| &shape.columns[column].variable;
    let elements = |sequence: usize| &content_of(sequence, shape).variable;
    match claim {
        Claim::OneOf(column, values) => match (shape.columns[*column].role, &values[..]) {
            (Role::Rising, _) => format!("{} is sorted by <=", variable(*column)),
            (Role::Falling, _) => format!("{} is sorted by >=", variable(*column)),
            (_, [value]) => format!("{} == {value}", name(*column)),
            _ => {
                let values: Vec<String> = values.iter().map(Scalar::to_string).collect();
                format!("{} is one of {{{}}}", name(*column), values.join(", "))
            }
        },
        Claim::AtLeast(column, bound) => format!("{} >= {bound}", name(*column)),
        Claim::AtMost(column, bound) => format!("{} <= {bound}", name(*column)),
        Claim::NonZero(column) => format!("{} != 0", name(*column)),
        Claim::Ordered(left, order, right) => match shape.columns[*left].role {
            Role::Bag => format!(
                "{} is a permutation of {}",
                variable(*right),
                variable(*left)
            ),
            Role::Content => {
                format!("{} == {} (all elements)", variable(*left), variable(*right))
            }
            _ => format!("{} {} {}", name(*left), order.operator(), name(*right)),
        },
        Claim::Near(left, right, _) => {
            format!("{} == {} (but for rounding)", name(*left), name(*right))
        }
        Claim::Linear(terms, constant) => equation(terms, *constant, &name),
        Claim::Ratio(left, right, low, high) => {
            format!("{low:?} <= {} / {} <= {high:?}", name(*left), name(*right))
        }
        Claim::Monotone(left, right, _) => format!("{} grows with {}", name(*left), name(*right)),
        Claim::Member(column, sequence) => {
            format!("{} is in {}", name(*column), elements(*sequence))
        }
        Claim::Subset(left, right) => {
            format!("{} is a subset of {}", elements(*left), elements(*right))
        }
        Claim::Elementwise(left, order, right) => {
            let order = Order::operator(*order);
            format!(
                "{} {order} {} (at every place)",
                elements(*left),
                elements(*right)
            )
        }
    }
}

/// The equation solved for its first column, whose weight is one.
fn equation(terms: &[(usize, f64)], constant: f64, name: &dyn Fn(usize) -> String) -> String {
    let Some(((result, _), causes)) = terms.split_first() else {
        return String::new();
    };
    let mut causes = causes.to_vec();
    // A plane lists its columns backwards; the text follows their order in the program.
    causes.sort_by_key(|(column, _)| *column);
    let mut text = format!("{} ==", name(*result));
    let parts = causes
        .iter()
        .map(|(column, weight)| (-weight, Some(*column)))
        .chain((constant != 0.0).then_some((-constant, None)));
    for (place, (number, column)) in parts.enumerate() {
        let (sign, size) = match (place, number < 0.0) {
            (0, true) => (" -", -number),
            (0, false) => (" ", number),
            (_, true) => (" - ", -number),
            (_, false) => (" + ", number),
        };
        let size = format!("{size:?}");
        let part = match column {
            Some(column) if size == "1.0" => name(column),
            Some(column) => format!("{size} * {}", name(column)),
            None => size,
        };
        text.push_str(&format!("{sign}{part}"));
    }
    text
}
