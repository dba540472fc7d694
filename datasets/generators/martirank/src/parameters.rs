//! What a table is like.

/// Everything that decides the bytes of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Rows to train on.
    pub n_train: usize,
    /// Rows to rank.
    pub n_test: usize,
    /// Columns without the label.
    pub n_attributes: usize,
    /// How many columns have to do with the label.
    pub n_informative: usize,
    /// How much they have to do with it: 0 nothing, 1 everything.
    pub correlation: f64,
    /// The share of rows labelled 1.
    pub positives: f64,
    /// How the values of a column are spread.
    pub values: Values,
    /// The share of values that are missing.
    pub missing: f64,
    /// The smallest value of every column.
    pub lowest: i64,
    /// Decides everything random.
    pub seed: u64,
}

/// How the values of a column are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// No value occurs twice in a column.
    Distinct,
    /// So many different values, each about equally often.
    Repeating(usize),
}

impl Parameters {
    /// Says what is wrong with parameters that no table can have.
    pub fn check(&self) -> Result<(), String> {
        let n_rows = self.n_train + self.n_test;
        if self.n_train < 2 || self.n_test < 1 || self.n_attributes < 1 {
            return Err("a table needs two rows to train on, one to rank, and an attribute".into());
        }
        if self.n_informative > self.n_attributes {
            return Err("there are more informative attributes than attributes".into());
        }
        if !(0.0..=1.0).contains(&self.correlation) {
            return Err("the correlation is not between 0 and 1".into());
        }
        if !(0.0..1.0).contains(&self.missing) {
            return Err("the share of missing values is not between 0 and 1".into());
        }
        if !(0.0..=1.0).contains(&self.positives) {
            return Err("the share of positives is not between 0 and 1".into());
        }
        let n_positives = self.n_positives(self.n_train);
        if n_positives == 0 || n_positives == self.n_train {
            return Err("not both labels would occur in the rows to train on".into());
        }
        if self.values == Values::Repeating(0) {
            return Err("a column needs at least one value".into());
        }
        // A gap of at most three between neighbours: see `table`.
        let highest = i64::try_from(n_rows)
            .ok()
            .and_then(|n_rows| n_rows.checked_mul(3)?.checked_add(self.lowest));
        match highest {
            Some(_) => Ok(()),
            None => Err("the values would leave the range of 64-bit numbers".into()),
        }
    }

    /// How many of so many rows are positive.
    pub fn n_positives(&self, n_rows: usize) -> usize {
        (self.positives * n_rows as f64).round() as usize
    }

    /// The flags that ask for these parameters.
    pub fn flags(&self) -> String {
        let values = match self.values {
            Values::Distinct => "distinct".to_owned(),
            Values::Repeating(n_values) => n_values.to_string(),
        };
        format!(
            "--train-rows {} --test-rows {} --attributes {} --informative {} --correlation {} \
             --positives {} --values {values} --missing {} --lowest {} --seed {}",
            self.n_train,
            self.n_test,
            self.n_attributes,
            self.n_informative,
            self.correlation,
            self.positives,
            self.missing,
            self.lowest,
            self.seed,
        )
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A small table without peculiarities.
    pub(crate) fn plain() -> Parameters {
        Parameters {
            n_train: 30,
            n_test: 10,
            n_attributes: 4,
            n_informative: 2,
            correlation: 0.5,
            positives: 0.2,
            values: Values::Distinct,
            missing: 0.0,
            lowest: 0,
            seed: 1,
        }
    }

    #[track_caller]
    fn check_refused(change: fn(&mut Parameters), expected: &str) {
        let mut parameters = plain();
        change(&mut parameters);
        assert_eq!(parameters.check(), Err(expected.to_owned()));
    }

    #[test]
    fn plain_parameters_are_fine() {
        assert_eq!(plain().check(), Ok(()));
        assert_eq!(plain().n_positives(30), 6);
    }

    #[test]
    fn impossible_parameters_are_refused() {
        let reason = "a table needs two rows to train on, one to rank, and an attribute";
        check_refused(|table| table.n_test = 0, reason);
        check_refused(|table| table.n_train = 1, reason);
        check_refused(
            |table| table.n_informative = 5,
            "there are more informative attributes than attributes",
        );
        check_refused(
            |table| table.correlation = 1.5,
            "the correlation is not between 0 and 1",
        );
        check_refused(
            |table| table.missing = 1.0,
            "the share of missing values is not between 0 and 1",
        );
        check_refused(
            |table| table.positives = -0.5,
            "the share of positives is not between 0 and 1",
        );
        check_refused(
            |table| table.positives = 0.01,
            "not both labels would occur in the rows to train on",
        );
        check_refused(
            |table| table.values = Values::Repeating(0),
            "a column needs at least one value",
        );
        check_refused(
            |table| table.lowest = i64::MAX,
            "the values would leave the range of 64-bit numbers",
        );
    }

    #[test]
    fn flags_name_every_parameter() {
        assert_eq!(
            plain().flags(),
            "--train-rows 30 --test-rows 10 --attributes 4 --informative 2 --correlation 0.5 \
             --positives 0.2 --values distinct --missing 0 --lowest 0 --seed 1"
        );
    }
}
