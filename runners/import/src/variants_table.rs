//! Tables of variants and what each showed on each input.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{DataSetName, MutantClass, NameError, PropertyName, unguarded};

use crate::ImportError;
use crate::lines::Lines;

/// The number of the original.
const ORIGINAL: u32 = 0;
/// The columns that every table has, in any order; all others are transforms.
const COLUMNS: [&str; 12] = [
    "mutant",
    "file",
    "line",
    "class",
    "change",
    "input",
    "kind",
    "end",
    "output_differs",
    "model_differs",
    "constant",
    "quality",
];

/// A table and what it is called, for errors.
#[derive(Debug, Clone, Copy)]
pub struct VariantsTable<'a> {
    /// The name of its file.
    pub name: &'a str,
    /// What is in it.
    pub text: &'a str,
}

/// The variants of a table.
#[derive(Debug)]
pub(crate) struct Variants {
    pub(crate) transforms: Vec<Transform>,
    /// What the original showed.
    pub(crate) original: Vec<Shown>,
    /// The others, in the order of the table.
    pub(crate) others: Vec<Variant>,
}

/// A column of a transform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Transform {
    /// The column's name.
    pub(crate) column: String,
    /// The name without its number.
    pub(crate) property: PropertyName,
    /// The number, where several columns differ in nothing else: the seed of their random choices.
    pub(crate) seed: Option<u64>,
}

/// A variant that is not the original.
#[derive(Debug)]
pub(crate) struct Variant {
    pub(crate) number: u32,
    pub(crate) change: Change,
    pub(crate) shown: Vec<Shown>,
    /// The line of its first row.
    pub(crate) row: u64,
}

/// What makes a variant another program than the original.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Change {
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) class: String,
    pub(crate) change: String,
}

/// What a variant showed on an input.
#[derive(Debug, PartialEq)]
pub(crate) struct Shown {
    pub(crate) input: DataSetName,
    pub(crate) kind: Kind,
    pub(crate) end: End,
    /// What its outputs were like; nothing where the run did not end normally.
    pub(crate) outputs: Option<Outputs>,
    /// By transform, in the order of the columns; nothing where it was not run.
    pub(crate) follow_ups: Vec<Option<FollowUp>>,
}

/// What an input is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Study,
    KnownCase,
}

/// How a source run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Normally,
    Crash,
    Hang,
    Blank,
    Nonsense,
}

/// What the outputs of a source run were like.
#[derive(Debug, PartialEq)]
pub(crate) struct Outputs {
    pub(crate) output_differs: bool,
    pub(crate) model_differs: bool,
    pub(crate) is_constant: bool,
    pub(crate) quality: Option<f64>,
}

/// What a follow-up run showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FollowUp {
    Holds,
    Broken,
    Crash,
    Hang,
}

const KINDS: [(&str, Kind); 2] = [("study", Kind::Study), ("known-case", Kind::KnownCase)];
const ENDS: [(&str, End); 5] = [
    ("ok", End::Normally),
    ("crash", End::Crash),
    ("hang", End::Hang),
    ("blank", End::Blank),
    ("nonsense", End::Nonsense),
];
const FOLLOW_UPS: [(&str, FollowUp); 4] = [
    ("holds", FollowUp::Holds),
    ("broken", FollowUp::Broken),
    ("crash", FollowUp::Crash),
    ("hang", FollowUp::Hang),
];
const FLAGS: [(&str, bool); 2] = [("0", false), ("1", true)];

/// What is wrong with a cell: its column, and the problem.
type BadCell = (String, String);

/// Reads a table.
pub(crate) fn read(table: &VariantsTable<'_>) -> Result<Variants, ImportError> {
    let in_csv = |source| ImportError::VariantsCsv {
        file: table.name.to_owned(),
        source,
    };
    let wrong = |line: u64, (column, problem): BadCell| ImportError::Cell {
        file: table.name.to_owned(),
        line,
        column,
        problem,
    };
    let text = table.text.trim_start_matches('\u{feff}');
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut lines = Lines::of(text);
    let heading = Heading::of(reader.headers().map_err(in_csv)?).map_err(|bad| wrong(1, bad))?;
    let mut variants = Variants {
        transforms: heading
            .transforms
            .iter()
            .map(|(of, _)| of.clone())
            .collect(),
        original: Vec::new(),
        others: Vec::new(),
    };
    let mut places: BTreeMap<u32, usize> = BTreeMap::new();
    let mut known: BTreeSet<(u32, DataSetName)> = BTreeSet::new();
    // Where each row stands, to name it when the original turns out to lack its input.
    let mut rows: Vec<(u64, DataSetName, Kind)> = Vec::new();
    for row in reader.records() {
        let row = row.map_err(in_csv)?;
        let line = lines.line_of(&row);
        let wrong = |bad| wrong(line, bad);
        let number: u32 = heading.number(&row, "mutant").map_err(wrong)?;
        let shown = heading.shown(&row).map_err(wrong)?;
        if !known.insert((number, shown.input.clone())) {
            let problem = format!("there is a row for mutant {number} and this input already");
            return Err(wrong(("input".to_owned(), problem)));
        }
        rows.push((line, shown.input.clone(), shown.kind));
        if number == ORIGINAL {
            variants.original.push(shown);
            continue;
        }
        let change = heading.change(&row).map_err(wrong)?;
        if let Some(&place) = places.get(&number) {
            let variant: &mut Variant = &mut variants.others[place];
            if variant.change != change {
                let problem = format!(
                    "mutant {number} is another one here than on line {}; compare `file`, `line`, `class` and `change`",
                    variant.row
                );
                return Err(wrong(("mutant".to_owned(), problem)));
            }
            variant.shown.push(shown);
        } else {
            places.insert(number, variants.others.len());
            variants.others.push(Variant {
                number,
                change,
                shown: vec![shown],
                row: line,
            });
        }
    }
    if variants.original.is_empty() {
        return Err(ImportError::NoOriginal(table.name.to_owned()));
    }
    let kinds: BTreeMap<&DataSetName, Kind> = { variants.original.iter() }
        .map(|shown| (&shown.input, shown.kind))
        .collect();
    for (line, input, kind) in &rows {
        let problem = match kinds.get(input) {
            None => ("input", "the original, mutant 0, has no row for this input"),
            Some(known) if known != kind => (
                "kind",
                "the original, mutant 0, has this input as the other kind",
            ),
            Some(_) => continue,
        };
        return Err(wrong(*line, (problem.0.to_owned(), problem.1.to_owned())));
    }
    Ok(variants)
}

/// Where the columns are.
struct Heading {
    fixed: BTreeMap<&'static str, usize>,
    transforms: Vec<(Transform, usize)>,
}

impl Heading {
    fn of(heading: &csv::StringRecord) -> Result<Self, BadCell> {
        let mut fixed = BTreeMap::new();
        let mut others: Vec<(&str, usize)> = Vec::new();
        for (place, name) in heading.iter().map(str::trim).enumerate() {
            let twice = match COLUMNS.into_iter().find(|known| *known == name) {
                Some(known) => fixed.insert(known, place).is_some(),
                None => {
                    others.push((name, place));
                    others.iter().filter(|(other, _)| *other == name).count() > 1
                }
            };
            if twice {
                return Err((name.to_owned(), "the heading has it twice".to_owned()));
            }
        }
        if let Some(missing) = COLUMNS.into_iter().find(|name| !fixed.contains_key(name)) {
            let problem = "the heading does not have it".to_owned();
            return Err((missing.to_owned(), problem));
        }
        let transforms = transforms(&others)?;
        Ok(Self { fixed, transforms })
    }

    /// The text of a cell, without the apostrophe that keeps spreadsheets from running it.
    fn get<'a>(&self, row: &'a csv::StringRecord, column: &str) -> &'a str {
        cell(row, self.fixed[column])
    }

    fn number<N: std::str::FromStr>(
        &self,
        row: &csv::StringRecord,
        column: &str,
    ) -> Result<N, BadCell> {
        let text = self.get(row, column);
        text.parse().map_err(|_| {
            (
                column.to_owned(),
                format!("`{text}` is no number that it may have"),
            )
        })
    }

    fn change(&self, row: &csv::StringRecord) -> Result<Change, BadCell> {
        let class = self.get(row, "class").to_owned();
        let classes = MutantClass::RECORDED.map(MutantClass::name);
        if !classes.contains(&class.as_str()) {
            let problem = format!("`{class}` is none of {}", classes.join(", "));
            return Err(("class".to_owned(), problem));
        }
        let is_placed = !self.get(row, "line").is_empty();
        Ok(Change {
            file: self.get(row, "file").to_owned(),
            // Lines count from 1, so 0 stands for none.
            line: if is_placed {
                self.number(row, "line")?
            } else {
                0
            },
            class,
            change: self.get(row, "change").to_owned(),
        })
    }

    fn shown(&self, row: &csv::StringRecord) -> Result<Shown, BadCell> {
        let input = DataSetName::new(self.get(row, "input"));
        let kind = one_of(self.get(row, "kind"), "kind", &KINDS)?;
        let end = one_of(self.get(row, "end"), "end", &ENDS)?;
        let outputs = self.outputs(row, kind, end)?;
        let follow_up = |(transform, place): &(Transform, usize)| {
            let column = &transform.column;
            let text = cell(row, *place);
            if text.is_empty() {
                return Ok(None);
            }
            if kind == Kind::KnownCase {
                return Err((
                    column.clone(),
                    "a known case has no follow-up run".to_owned(),
                ));
            }
            if end != End::Normally {
                let problem = "a run that did not end normally has no follow-up run".to_owned();
                return Err((column.clone(), problem));
            }
            one_of(text, column, &FOLLOW_UPS).map(Some)
        };
        Ok(Shown {
            input: input.map_err(|error: NameError| ("input".to_owned(), error.to_string()))?,
            kind,
            end,
            outputs,
            follow_ups: self
                .transforms
                .iter()
                .map(follow_up)
                .collect::<Result<_, _>>()?,
        })
    }

    fn outputs(
        &self,
        row: &csv::StringRecord,
        kind: Kind,
        end: End,
    ) -> Result<Option<Outputs>, BadCell> {
        let [output, model, constant, quality] =
            ["output_differs", "model_differs", "constant", "quality"]
                .map(|column| (column, self.get(row, column)));
        if end != End::Normally {
            let filled = [output, model, constant, quality]
                .into_iter()
                .find(|(_, text)| !text.is_empty());
            return match filled {
                None => Ok(None),
                Some((column, _)) => {
                    let problem = "a run that did not end normally has none".to_owned();
                    Err((column.to_owned(), problem))
                }
            };
        }
        let flag = |(column, text)| one_of(text, column, &FLAGS);
        // Nobody needs to say of a known case what its output looks like.
        let may_be_empty = kind == Kind::KnownCase && constant.1.is_empty();
        Ok(Some(Outputs {
            output_differs: flag(output)?,
            model_differs: flag(model)?,
            is_constant: if may_be_empty { false } else { flag(constant)? },
            quality: share(quality)?,
        }))
    }
}

fn cell(row: &csv::StringRecord, place: usize) -> &str {
    unguarded(row.get(place).unwrap_or_default().trim())
}

/// The columns that are no others; of those that differ in a number at the end alone, it is the seed.
fn transforms(columns: &[(&str, usize)]) -> Result<Vec<(Transform, usize)>, BadCell> {
    let parts = |name| match str::rsplit_once(name, '-') {
        Some((stem, number)) => (stem, number.parse::<u64>().ok()),
        None => (name, None),
    };
    let numbered = |name| match parts(name) {
        (stem, Some(number)) => (stem, Some(number)),
        (_, None) => (name, None),
    };
    let mut n_of: BTreeMap<&str, u32> = BTreeMap::new();
    for (name, _) in columns {
        *n_of.entry(numbered(name).0).or_default() += 1;
    }
    let mut known = BTreeSet::new();
    let mut transforms = Vec::new();
    for (name, place) in columns {
        let (stem, number) = numbered(name);
        let wrong = |problem: String| ((*name).to_owned(), problem);
        let property = PropertyName::new(stem).map_err(|error| wrong(error.to_string()))?;
        // The number of one alone is what the transform does, such as by how much it multiplies.
        let seed = number.filter(|_| n_of[stem] > 1);
        if !known.insert((property.clone(), seed)) {
            return Err(wrong("another column is the same transform".to_owned()));
        }
        let column = (*name).to_owned();
        let transform = Transform {
            column,
            property,
            seed,
        };
        transforms.push((transform, *place));
    }
    Ok(transforms)
}

fn one_of<T: Copy>(text: &str, column: &str, known: &[(&str, T)]) -> Result<T, BadCell> {
    let found = known.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        (
            column.to_owned(),
            format!("`{text}` is none of {}", names.join(", ")),
        )
    })
}

/// A share from 0 to 1; nothing where the cell is empty.
fn share((column, text): (&str, &str)) -> Result<Option<f64>, BadCell> {
    if text.is_empty() {
        return Ok(None);
    }
    let share: Option<f64> = text
        .parse()
        .ok()
        .filter(|share| (0.0..=1.0).contains(share));
    let problem = || {
        (
            column.to_owned(),
            format!("`{text}` is no number from 0 to 1"),
        )
    };
    share.map(Some).ok_or_else(problem)
}
