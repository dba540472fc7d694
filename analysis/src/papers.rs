//! What papers add to the analysis of a record.

use std::path::{Path, PathBuf};

use crate::names::find;
use crate::property_sets::PropertySet;
use crate::{AnalysisError, POLICIES, Policy, Published, TABLES, Table, TableKind, View};

/// The papers that a record is set beside, and where their tables are.
///
/// The analysis knows no paper by itself: without any, a record is told alone.
#[derive(Debug, Clone, Default)]
pub struct Papers {
    /// The papers; the answer in words is told beside the first.
    pub works: Vec<&'static Paper>,
    /// Tables that are about all of them, which stand after all others.
    pub tables: Vec<&'static TableKind>,
    /// The names of tables that say why a record's numbers are not the papers', which stand in a section
    /// of the page together.
    pub differences: &'static [&'static str],
    /// A page with a section `Known biases`, which the page of a record has below its own; empty for
    /// none.
    pub readme: &'static str,
    /// The folder of their printed tables; `None` sets none of their numbers beside a record.
    pub folder: Option<PathBuf>,
}

/// A paper, in what it adds to the analysis of any record.
pub struct Paper {
    /// How it is called within a sentence.
    pub name: &'static str,
    /// How it is called where a sentence first names it, with its author and year.
    pub cited: &'static str,
    /// The metamorphic properties that it counts together.
    pub properties: Option<PropertySet>,
    /// Its rules of what counts as a kill.
    pub policies: &'static [&'static Policy],
    /// Tables that only it asks for, in the order in which they are put into the report.
    pub tables: &'static [Placed],
    /// Its tables, by their numbers.
    pub views: &'static [View],
    /// What it says on a table of ours, whatever the record: the table's name, and sentences.
    pub remarks: &'static [(&'static str, &'static str)],
    /// Reads its numbers from the folder of printed tables; those that are not there are not
    /// published.
    pub read: fn(&Path) -> Result<Published, AnalysisError>,
    /// One of its tables as it is printed, by its number; `None` where the folder does not have it.
    pub as_printed: fn(&Path, &str) -> Result<Option<Table>, AnalysisError>,
}

/// A kind of table at its place in the report.
pub struct Placed {
    /// The name of the kind of table that it comes after.
    pub after: &'static str,
    /// The kind of table.
    pub kind: &'static TableKind,
}

impl std::fmt::Debug for Paper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Paper({})", self.name)
    }
}

impl Papers {
    /// Every policy, those of the papers first.
    pub fn policies(&self) -> Vec<&'static Policy> {
        let of_papers = self.works.iter().flat_map(|paper| paper.policies);
        of_papers.chain(&POLICIES).copied().collect()
    }

    /// The policy of this name.
    ///
    /// # Errors
    /// When there is none; the error names the nearest.
    pub fn policy(&self, name: &str) -> Result<&'static Policy, AnalysisError> {
        find("policy", name, &self.policies(), |policy| policy.name)
    }

    /// Every kind of table, in the order of the report.
    pub fn tables(&self) -> Vec<&'static TableKind> {
        let mut tables = TABLES.to_vec();
        for placed in self.works.iter().flat_map(|paper| paper.tables) {
            // A paper may name a table of another paper that is not there; its own belongs into the report
            // all the same.
            let before = tables.iter().position(|kind| kind.name == placed.after);
            tables.insert(before.map_or(tables.len(), |place| place + 1), placed.kind);
        }
        tables.extend(&self.tables);
        tables
    }

    /// The names that `--table` takes, without the numbers of the papers.
    pub fn table_names(&self) -> Vec<&'static str> {
        self.tables().iter().map(|kind| kind.name).collect()
    }

    /// The kind of table of this name, or that a paper's table of this number is part of.
    ///
    /// # Errors
    /// When there is none; the error names the nearest.
    pub fn table(&self, name: &str) -> Result<&'static TableKind, AnalysisError> {
        let kind = self.view(name).and_then(|view| view.kind);
        let name = kind.unwrap_or(name);
        find("table", name, &self.tables(), |kind| kind.name)
    }

    /// The table of a paper of this number.
    pub(crate) fn view(&self, number: &str) -> Option<View> {
        let mut views = self.works.iter().flat_map(|paper| paper.views);
        views.find(|view| view.number == number).copied()
    }

    /// The paper that answers are told beside.
    pub(crate) fn first(&self) -> Option<&'static Paper> {
        self.works.first().copied()
    }

    /// What the papers say on a table of ours, whatever the record.
    pub(crate) fn remarks(&self, table: &str) -> Vec<&'static str> {
        let remarks = self.works.iter().flat_map(|paper| paper.remarks);
        let of_table = remarks.filter(|(known, _)| *known == table);
        of_table.map(|(_, remark)| *remark).collect()
    }

    /// The numbers of all papers.
    ///
    /// # Errors
    /// When a printed table cannot be read, or its folder is not there.
    pub fn read(&self) -> Result<Published, AnalysisError> {
        let Some(folder) = &self.folder else {
            return Ok(Published::default());
        };
        // A table that is not in the folder is just not published; a folder that is not there is a slip of
        // whoever named it.
        if !folder.is_dir() {
            return Err(AnalysisError::NoPublished {
                folder: folder.clone(),
            });
        }
        let mut all = Published::default();
        for paper in &self.works {
            all.add((paper.read)(folder)?);
        }
        Ok(all)
    }

    /// The table of this number as a paper prints it.
    pub(crate) fn as_printed(&self, number: &str) -> Result<Option<Table>, AnalysisError> {
        let Some(folder) = &self.folder else {
            return Ok(None);
        };
        for paper in &self.works {
            if let Some(table) = (paper.as_printed)(folder, number)? {
                return Ok(Some(table));
            }
        }
        Ok(None)
    }
}
