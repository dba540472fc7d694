//! What the property kills, by data set and class.

use std::collections::{BTreeMap, BTreeSet};

use polars::prelude::*;

use super::NewProperty;
use crate::columns::{ALL_CLASSES, CLASS, DATA_SET, N_JUDGED, N_KILLED, PROPERTY};
use crate::findings::Findings;
use crate::frames::{Cells, stacked};
use crate::kills::score_by_class;
use crate::{AnalysisError, Cell, Rate, Table};

/// The row for all data sets together; no data set can have a space in its name.
const ANY: &str = "any of them";

/// Its kills on all data sets together, and the table of all kills.
pub(super) fn kills(
    findings: &Findings,
    new: &NewProperty<'_>,
) -> Result<(Option<Rate>, Table), AnalysisError> {
    let is_new = new.is_technique().and(col(PROPERTY).eq(lit(new.property)));
    let of_property = findings.all_kills()?.filter(is_new);
    let of_any = of_property.clone().with_column(lit(ANY).alias(DATA_SET));
    let scores = score_by_class(stacked(&[of_property, of_any])?, &[DATA_SET])?;
    let cells = Cells::collect(scores)?;
    let mut rates: BTreeMap<(String, String), Rate> = BTreeMap::new();
    let mut classes = BTreeSet::new();
    for row in cells.rows() {
        let rate = Rate {
            n: cells.count(row, N_KILLED)?,
            of: cells.count(row, N_JUDGED)?,
        };
        let class = cells.name(row, CLASS)?;
        rates.insert((cells.name(row, DATA_SET)?, class.clone()), rate);
        classes.insert(class);
    }
    classes.remove(ALL_CLASSES);
    let columns: Vec<&str> = classes
        .iter()
        .map(String::as_str)
        .chain([ALL_CLASSES])
        .collect();
    let mut table = Table::new(
        "kills",
        "Kills by data set and class",
        "What does the property kill?",
    )
    .about(new.subject)
    .with_columns([(DATA_SET, "data set")])
    .with_columns(columns.iter().map(|&class| (class, class)));
    table.layout = crate::Layout::Blocks;
    let data_sets: BTreeSet<&str> = rates
        .keys()
        .map(|(data_set, _)| data_set.as_str())
        .collect();
    let last = data_sets.contains(ANY).then_some(ANY);
    let data_sets = data_sets.iter().copied().filter(|&known| known != ANY);
    for data_set in data_sets.chain(last) {
        let rate = |class: &&str| {
            let key = (data_set.to_owned(), (*class).to_owned());
            Cell::rate(rates.get(&key).copied())
        };
        let line = [Cell::text(data_set)]
            .into_iter()
            .chain(columns.iter().map(rate));
        table.rows.push(line.collect());
    }
    let all = rates
        .get(&(ANY.to_owned(), ALL_CLASSES.to_owned()))
        .copied();
    Ok((all, table))
}
