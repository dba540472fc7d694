//! Columns by numbers in place of values.
//!
//! A record may have millions of verdicts, and most of their cells repeat a name. Whoever counts
//! verdicts needs to know which cells are the same, and not each as a text of its own.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::file::reader::SerializedFileReader;

use crate::by_column::{each_cell, place_of};
use crate::folder::{damaged, open_file};
use crate::guard::guarded;
use crate::verdicts::check_ruling;
use crate::{RecordError, RecordFolder, columns};

/// A column: its distinct values, and for every row which of them it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coded<V> {
    /// The distinct values in order; `None` stands for empty cells and comes first.
    pub values: Vec<Option<V>>,
    /// For every row the place of its value among these.
    pub places: Vec<u32>,
}

impl<V> Coded<V> {
    /// The same column of values of another type, which are in the same order.
    pub(crate) fn try_map<W, E>(self, value: impl Fn(V) -> Result<W, E>) -> Result<Coded<W>, E> {
        let cells = self.values.into_iter();
        let values = cells.map(|cell| cell.map(&value).transpose());
        Ok(Coded {
            values: values.collect::<Result<_, _>>()?,
            places: self.places,
        })
    }
}

impl RecordFolder {
    /// A column of names of `verdicts.parquet`.
    ///
    /// # Errors
    /// When the file is damaged or has no such column.
    pub fn verdict_names(&self, column: &str) -> Result<Coded<String>, RecordError> {
        let mut coder: Coder<Vec<u8>> = Coder::default();
        self.each_verdict_cell::<ByteArrayType>(column, |_, cell| {
            coder.push(cell.map(ByteArray::data));
        })?;
        coder.finish().try_map(|bytes| self.text(bytes))
    }

    /// The column of seeds of `verdicts.parquet`.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn verdict_seeds(&self) -> Result<Coded<u64>, RecordError> {
        let mut coder = Coder::default();
        self.each_verdict_cell::<Int64Type>(columns::SEED, |_, cell| {
            coder.push(cell.map(|number| number.cast_unsigned()).as_ref());
        })?;
        Ok(coder.finish())
    }

    /// The evidence of the verdicts in some rows, with the row of each; rows count from 0.
    ///
    /// # Errors
    /// When the file is damaged.
    pub fn verdict_details(
        &self,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Vec<(usize, String)>, RecordError> {
        let mut details = Vec::new();
        self.each_verdict_cell::<ByteArrayType>(columns::DETAIL, |row, cell| {
            let wanted = cell.filter(|_| is_wanted(row));
            // The reader's callback cannot fail, so whether the bytes are text is checked
            // afterwards.
            details.extend(wanted.map(|bytes| (row, bytes.data().to_owned())));
        })?;
        let details = details.into_iter();
        details
            .map(|(row, bytes)| Ok((row, self.text(bytes)?)))
            .collect()
    }

    /// Checks what a verdict says: that the verdict, its cause and what it rests on are known, and go
    /// together.
    ///
    /// # Errors
    /// When they do not, so that the file is damaged.
    pub fn check_verdict(
        &self,
        verdict: Option<&str>,
        cause: Option<&str>,
        basis: Option<&str>,
    ) -> Result<(), RecordError> {
        let checked = check_ruling(verdict, cause, basis);
        checked.map_err(|error| damaged(&self.verdicts(), error))
    }

    /// Calls `each` with the number of every row and its cell in a column.
    fn each_verdict_cell<T: DataType>(
        &self,
        column: &str,
        each: impl FnMut(usize, Option<&T::T>),
    ) -> Result<(), RecordError> {
        let path = self.verdicts();
        let file = open_file(&path)?;
        let read = || {
            let reader = SerializedFileReader::new(file)?;
            each_cell::<T>(&reader, place_of(&reader, column)?, each)
        };
        guarded(read).map_err(|error| damaged(&path, error))
    }

    fn text(&self, bytes: Vec<u8>) -> Result<String, RecordError> {
        String::from_utf8(bytes).map_err(|error| damaged(&self.verdicts(), error))
    }
}

/// Gives values numbers as they come.
#[derive(Debug)]
pub struct Coder<V> {
    /// The distinct values, and the number of each.
    numbers: BTreeMap<V, u32>,
    /// The number of empty cells.
    empty: Option<u32>,
    /// The distinct values by number, each with the number of what followed it the last time.
    known: Vec<(Option<V>, u32)>,
    /// The numbers in the order in which the values came.
    given: Vec<u32>,
}

impl<V> Default for Coder<V> {
    fn default() -> Self {
        Self {
            numbers: BTreeMap::new(),
            empty: None,
            known: Vec::new(),
            given: Vec::new(),
        }
    }
}

impl<V: Ord + Clone> Coder<V> {
    /// Adds a value, or an empty cell.
    pub fn push<Q>(&mut self, cell: Option<&Q>)
    where
        V: Borrow<Q>,
        Q: Ord + ToOwned<Owned = V> + ?Sized,
    {
        // Rows are sorted, so the same values follow each other again and again.
        let before = self.given.last().map(|&number| number as usize);
        let guess = before.map(|before| self.known[before].1);
        let is_right = |&number: &u32| {
            let value = self.known[number as usize].0.as_ref();
            value.map(Borrow::borrow) == cell
        };
        let number = guess
            .filter(is_right)
            .unwrap_or_else(|| self.number_of(cell));
        if let Some(before) = before {
            self.known[before].1 = number;
        }
        self.given.push(number);
    }

    fn number_of<Q>(&mut self, cell: Option<&Q>) -> u32
    where
        V: Borrow<Q>,
        Q: Ord + ToOwned<Owned = V> + ?Sized,
    {
        let found = match cell {
            Some(value) => self.numbers.get(value).copied(),
            None => self.empty,
        };
        found.unwrap_or_else(|| {
            let number = u32::try_from(self.known.len()).expect("a table has fewer rows");
            let value = cell.map(ToOwned::to_owned);
            match &value {
                Some(value) => drop(self.numbers.insert(value.clone(), number)),
                None => self.empty = Some(number),
            }
            self.known.push((value, number));
            number
        })
    }

    /// The column of what was added, with numbers by the order of the values.
    pub fn finish(self) -> Coded<V> {
        // The order in which values came must not show: the same cells give the same numbers,
        // however their rows were sorted.
        let ordered = self.empty.into_iter().chain(self.numbers.into_values());
        let mut place_of = vec![0; self.known.len()];
        for (place, number) in (0..).zip(ordered) {
            place_of[number as usize] = place;
        }
        let mut values = vec![None; self.known.len()];
        for ((value, _), &place) in self.known.into_iter().zip(&place_of) {
            values[place as usize] = value;
        }
        let mut places = self.given;
        for place in &mut places {
            *place = place_of[*place as usize];
        }
        Coded { values, places }
    }
}
