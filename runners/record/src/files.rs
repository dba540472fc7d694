//! The files of a record.

use std::fmt::Write as _;

use killrate_model::Digest;

/// What the rows are about.
pub(crate) const PROVENANCE: &str = "provenance.json";
/// Every mutant that was made.
pub(crate) const MUTANTS: &str = "mutants.parquet";
/// What the source runs reached.
pub(crate) const REACH: &str = "reach.parquet";
/// Mutants that are slow or hang.
pub(crate) const FUEL: &str = "fuel.parquet";
/// What the outputs of source runs look like.
pub(crate) const OUTPUTS: &str = "outputs.parquet";
/// Which lines the source runs ran.
pub(crate) const LINES: &str = "lines.parquet";
/// Mutants that the compiler made the same code of.
pub(crate) const SAME_CODE: &str = "same_code.parquet";
/// Every judgement.
pub(crate) const VERDICTS: &str = "verdicts.parquet";
/// How far chains of properties were tried.
pub(crate) const CHAINS: &str = "chains.parquet";
/// Every judgement that did not apply.
pub(crate) const SKIPPED: &str = "skipped.parquet";
/// What the judgements took.
pub(crate) const COSTS: &str = "costs.parquet";
/// What testing properties of functions took.
pub(crate) const CHECK_COSTS: &str = "check_costs.parquet";
/// The digests of the reproducible files, as `sha256sum --check` reads them.
pub(crate) const SUMS: &str = "SHA256SUMS";
/// What the files and columns mean.
pub(crate) const README: &str = "README.md";

/// The files that the same study and seed give byte for byte.
pub(crate) const REPRODUCIBLE: [&str; 6] = [PROVENANCE, MUTANTS, REACH, LINES, VERDICTS, SKIPPED];

/// Every file of a record.
pub(crate) const ALL: [&str; 9] = [
    PROVENANCE, MUTANTS, REACH, LINES, VERDICTS, SKIPPED, COSTS, SUMS, README,
];

/// Files of records that have something to say in them; reproducible like the others.
pub(crate) const OPTIONAL: [&str; 4] = [FUEL, OUTPUTS, SAME_CODE, CHAINS];

/// A file of records that test properties of functions; measured, so it is not reproducible.
pub(crate) const OPTIONAL_MEASURED: [&str; 1] = [CHECK_COSTS];

/// The first line of `README.md`, in records of every version.
pub(crate) const README_HEADING: &str = "# A record of killrate";

/// The text of `README.md`.
pub(crate) const README_TEXT: &str = include_str!("readme-of-a-record.md");

/// The text of `SHA256SUMS` for these files and their contents.
pub(crate) fn sums<'a>(files: impl Iterator<Item = (&'a str, &'a [u8])>) -> String {
    files.fold(String::new(), |mut text, (name, bytes)| {
        writeln!(text, "{}  {name}", Digest::of(bytes)).expect("writing to a string never fails");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Column, Row};
    use crate::{
        ChainRow, CheckCostRow, CostRow, FuelRow, LineRow, MutantRow, OutputRow, ReachRow,
        SameCodeRow, SkippedRow, VerdictRow,
    };

    #[test]
    fn the_readme_begins_with_its_heading() {
        assert!(README_TEXT.starts_with(README_HEADING));
    }

    /// The part of the text from the heading that names `file` to the next heading.
    fn section(file: &str) -> &'static str {
        let heading = format!("## `{file}`");
        let (_, rest) = README_TEXT.split_once(&heading).expect(file);
        rest.split_once("\n## ")
            .map_or(rest, |(section, _)| section)
    }

    fn check_explained<R: Row>(file: &str) {
        let section = section(file);
        for Column { name, .. } in R::COLUMNS {
            assert!(section.contains(&format!("| `{name}` |")), "{file} {name}");
        }
    }

    #[test]
    fn every_file_and_column_is_explained() {
        for file in ALL.into_iter().chain(OPTIONAL).chain(OPTIONAL_MEASURED) {
            assert!(README_TEXT.contains(&format!("`{file}`")), "{file}");
        }
        check_explained::<MutantRow>(MUTANTS);
        check_explained::<ReachRow>(REACH);
        check_explained::<FuelRow>(FUEL);
        check_explained::<OutputRow>(OUTPUTS);
        check_explained::<LineRow>(LINES);
        check_explained::<SameCodeRow>(SAME_CODE);
        check_explained::<VerdictRow>(VERDICTS);
        check_explained::<ChainRow>(CHAINS);
        check_explained::<SkippedRow>(SKIPPED);
        check_explained::<CostRow>(COSTS);
        check_explained::<CheckCostRow>(CHECK_COSTS);
    }
}
