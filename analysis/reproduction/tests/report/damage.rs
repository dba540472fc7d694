//! Records that were changed by somebody who also wrote the digests anew.

use std::error::Error as _;
use std::fs;

use killrate_analysis::AnalysisError;
use killrate_model::Digest;
use killrate_record::{NamedValues, Values, columns_to_parquet, read_columns};

use crate::errors::analyse_with;
use crate::fixture::record;

/// The columns of a table.
struct Doctored(Vec<NamedValues>);

impl Doctored {
    fn drop(&mut self, name: &str) {
        self.0.retain(|column| column.name != name);
    }

    fn values(&mut self, name: &str) -> &mut Values {
        let mut columns = self.0.iter_mut();
        &mut columns.find(|column| column.name == name).unwrap().values
    }

    fn texts(&mut self, name: &str) -> Vec<Option<String>> {
        match self.values(name) {
            Values::Text(coded) => {
                let places = coded.places.iter();
                places
                    .map(|&place| coded.values[place as usize].clone())
                    .collect()
            }
            other => panic!("`{name}` has no texts: {other:?}"),
        }
    }

    fn write(&mut self, name: &str, texts: &[Option<String>]) {
        *self.values(name) = Values::of_texts(texts.iter().map(Option::as_deref));
    }

    fn write_last(&mut self, name: &str, text: Option<&str>) {
        let mut texts = self.texts(name);
        *texts.last_mut().unwrap() = text.map(str::to_owned);
        self.write(name, &texts);
    }

    /// Writes a text into a column wherever there is a violated verdict.
    fn write_where_violated(&mut self, name: &str, text: &str) {
        let verdicts = self.texts("verdict");
        let mut texts = self.texts(name);
        for (cell, verdict) in texts.iter_mut().zip(verdicts) {
            if verdict.as_deref() == Some("violated") {
                *cell = Some(text.to_owned());
            }
        }
        self.write(name, &texts);
    }

    fn write_everywhere(&mut self, name: &str, text: Option<&str>) {
        let n_cells = self.values(name).n_cells();
        *self.values(name) = Values::of_texts(vec![text; n_cells]);
    }

    fn repeat_last_row(&mut self) {
        fn again<V: Clone>(cells: &mut Vec<V>) {
            cells.extend(cells.last().cloned());
        }
        for column in &mut self.0 {
            match &mut column.values {
                Values::Text(coded) => again(&mut coded.places),
                Values::Bool(cells) => again(cells),
                Values::U32(cells) => again(cells),
                Values::U64(cells) => again(cells),
                Values::F64(cells) => again(cells),
            }
        }
    }
}

#[track_caller]
fn check(file: &str, change: impl FnOnce(&mut Doctored), expected: &str) {
    let (parent, result) = analyse_with(&record(), |folder, _| {
        let path = folder.join(format!("{file}.parquet"));
        let mut table = Doctored(read_columns(&path).unwrap());
        change(&mut table);
        let bytes = columns_to_parquet(&table.0);
        let sums = folder.join("SHA256SUMS");
        let digest = |bytes: &[u8]| Digest::of(bytes).to_string();
        let (old, new) = (digest(&fs::read(&path).unwrap()), digest(&bytes));
        let text = fs::read_to_string(&sums).unwrap().replace(&old, &new);
        fs::write(sums, text).unwrap();
        fs::write(path, bytes).unwrap();
    });
    let error = result.unwrap_err();
    let told = format!("`P/hand-made/{file}.parquet` is damaged; ");
    let message = error.to_string().replace(&parent, "P");
    assert!(message.starts_with(&told), "{message}");
    let record = match &error {
        AnalysisError::Record(error) => error,
        other => panic!("{other:?} is not about the record"),
    };
    assert_eq!(record.source().unwrap().to_string(), expected);
}

#[test]
fn a_column_that_is_missing_or_of_another_type_is_damage() {
    check(
        "verdicts",
        |table| table.drop("cause"),
        "its columns are subject, variant, technique, property, data_set, seed, verdict, detail, basis, not \
         subject, variant, technique, property, data_set, seed, verdict, cause, detail, basis",
    );
    check(
        "verdicts",
        |table| {
            let n_cells = table.values("seed").n_cells();
            *table.values("seed") = Values::U32(vec![None; n_cells]);
        },
        "it has no column `seed` of the right type",
    );
    check(
        "reach",
        |table| table.write_everywhere("reached", Some("true")),
        "it has no column `reached` of the right type",
    );
}

#[test]
fn a_verdict_that_nobody_knows_is_damage() {
    check(
        "verdicts",
        |table| table.write_where_violated("verdict", "maybe"),
        "there is no such value as `maybe`",
    );
    check(
        "verdicts",
        |table| table.write_where_violated("cause", "bored"),
        "there is no such value as `bored`",
    );
    check(
        "verdicts",
        |table| table.write_everywhere("basis", Some("hope")),
        "there is no such value as `hope`",
    );
    check(
        "verdicts",
        |table| table.write_everywhere("data_set", None),
        "a row has no `data_set`",
    );
}

#[test]
fn a_verdict_on_a_mutant_that_the_record_has_not_is_damage() {
    check(
        "verdicts",
        |table| {
            table.repeat_last_row();
            table.write_last("variant", Some("src/tree.rs::split/o9/9"));
        },
        "`mutants.parquet` has no `src/tree.rs::split/o9/9` of `c45`",
    );
}

#[test]
fn two_rows_about_one_thing_are_damage() {
    check(
        "verdicts",
        |table| {
            table.repeat_last_row();
            table.write_last("verdict", Some("satisfied"));
            table.write_last("cause", None);
        },
        "two rows judge `src/tree.rs::split/o5/1` of `c45` by `reference`, `same-output` on `iris`",
    );
    let twice = "two rows are about `c45`, `src/tree.rs::split/o5/1`";
    check("mutants", Doctored::repeat_last_row, twice);
    let on_iris = format!("{twice}, `iris`");
    check("reach", Doctored::repeat_last_row, &on_iris);
}
