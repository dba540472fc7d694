//! Rates with subjects as columns, and their totals.

use std::collections::BTreeMap;

use crate::weights::{Weighed, in_words, weighted};
use crate::{Cell, Layout, Rate, Table};

/// What one subject has in a row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry {
    pub(super) measured: Option<Rate>,
    pub(super) published: Option<Rate>,
}

/// A row by the name that stands before it; one entry per subject, in the order of the columns.
pub(super) type Row = (String, Vec<Entry>);

/// The table with these rows: a column per subject, then the totals.
///
/// A total is over the subjects that have a rate in the row. A paper's total stands beside it where
/// the paper has all of them; where it has only some, there is one more total, of those alone. Where a
/// paper has several subjects, a last column weights them as the paper's own total does.
pub(super) fn across(mut table: Table, subjects: &[String], rows: &[Row]) -> Table {
    table = table
        .with_columns(subjects.iter().map(|name| (name.as_str(), name.as_str())))
        .with_columns([("all", "all")]);
    // Only then does a total of ours stand beside a paper's total of other subjects.
    let is_partly_published = rows.iter().any(|(_, entries)| {
        let n_shared = entries.iter().filter(|entry| entry.is_shared()).count();
        let n_measured = entries.iter().filter(|entry| entry.measured.is_some());
        n_shared > 0 && n_shared < n_measured.count()
    });
    if is_partly_published {
        table = table.with_columns([("where_published", "where published")]);
    }
    let weighed: Vec<Vec<Weighed>> = rows
        .iter()
        .map(|(_, entries)| weighed(subjects, entries))
        .collect();
    let is_weighted = weighed.iter().any(|of_row| of_row.len() > 1);
    if is_weighted {
        table = table.with_columns([("weighted_percent", "weighted %")]);
    }
    table.layout = Layout::Blocks;
    for ((name, entries), weighed) in rows.iter().zip(&weighed) {
        let mut cells = vec![Cell::text(name)];
        cells.extend(entries.iter().map(|entry| entry.cell()));
        cells.push(total(entries).cell());
        if is_partly_published {
            cells.push(shared_total(entries).cell());
        }
        if is_weighted {
            cells.push(Cell::estimate(weighted(weighed)));
        }
        table.rows.push(cells);
    }
    table.notes.extend(partial_rows(subjects, rows));
    if is_partly_published {
        table.notes.push(
            "Where published: over the subjects that the papers' tables have too, to compare with their total."
                .to_owned(),
        );
    }
    if is_weighted {
        table
            .notes
            .push(in_words(weighed.iter().map(Vec::as_slice)));
    }
    table
}

impl Entry {
    fn cell(self) -> Cell {
        Cell::Rate {
            measured: self.measured,
            published: self.published,
        }
    }

    fn is_shared(&self) -> bool {
        self.measured.is_some() && self.published.is_some()
    }
}

/// The total over all subjects with a rate; the paper's only if it has every one of them.
fn total(entries: &[Entry]) -> Entry {
    let measured: Vec<&Entry> = entries
        .iter()
        .filter(|entry| entry.measured.is_some())
        .collect();
    let published: Option<Vec<Rate>> = measured.iter().map(|entry| entry.published).collect();
    Entry {
        measured: Rate::total(measured.iter().filter_map(|entry| entry.measured)),
        published: published.and_then(Rate::total),
    }
}

/// The total over the subjects that both we and the paper have.
fn shared_total(entries: &[Entry]) -> Entry {
    let shared: Vec<Entry> = entries
        .iter()
        .filter(|entry| entry.is_shared())
        .copied()
        .collect();
    total(&shared)
}

/// What a row has of the subjects that both we and the paper have.
fn weighed(subjects: &[String], entries: &[Entry]) -> Vec<Weighed> {
    let both = subjects.iter().zip(entries).filter_map(|(subject, entry)| {
        Some(Weighed {
            subject: subject.clone(),
            rate: entry.measured?,
            weight: entry.published?.of,
        })
    });
    both.collect()
}

/// Says which rows have totals over some of the subjects only.
fn partial_rows(subjects: &[String], rows: &[Row]) -> Vec<String> {
    let mut partial: BTreeMap<Vec<&str>, Vec<&str>> = BTreeMap::new();
    for (name, entries) in rows {
        let measured: Vec<&str> = subjects
            .iter()
            .zip(entries)
            .filter(|(_, entry)| entry.measured.is_some())
            .map(|(subject, _)| subject.as_str())
            .collect();
        if !measured.is_empty() && measured.len() < subjects.len() {
            partial.entry(measured).or_default().push(name.trim());
        }
    }
    let sentence = |(subjects, names): (Vec<&str>, Vec<&str>)| {
        format!(
            "Judged with a sound case on {} only, and so are the totals: {}.",
            subjects.join(", "),
            names.join(", ")
        )
    };
    partial.into_iter().map(sentence).collect()
}
