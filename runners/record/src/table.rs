//! Rows to Parquet and back.
//!
//! Through the low-level interface of the `parquet` crate: the part of killrate that runs mutants
//! must build without a data-frame library.

use std::collections::BTreeSet;
use std::fs::File;
use std::sync::Arc;

use killrate_model::NameError;
use parquet::basic::{Compression, Repetition};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::record::Field;
use parquet::schema::types::Type;

use crate::FORMAT;
use crate::kind::{Kind, is_same_type};

/// One line of a table of the record.
pub(crate) trait Row: Sized + 'static {
    /// The columns, in the order of the file.
    const COLUMNS: &'static [Column<Self>];

    /// What rows are sorted by; no two rows of a table share it.
    fn key(&self) -> impl Ord;

    /// The row with these cells, taken in the order of the columns.
    fn from_cells(cells: &mut Cells) -> Result<Self, CellError>;
}

/// A column of a table.
pub(crate) struct Column<R> {
    pub(crate) name: &'static str,
    pub(crate) is_key: bool,
    /// Whether older formats lack it; such columns come last, and their cells may be empty.
    pub(crate) is_added: bool,
    pub(crate) get: Get<R>,
}

/// How to get a column's value out of a row, and so its type.
pub(crate) enum Get<R> {
    Text(fn(&R) -> &str),
    OptionalText(fn(&R) -> Option<&str>),
    Bool(fn(&R) -> bool),
    U32(fn(&R) -> u32),
    U64(fn(&R) -> u64),
    OptionalU64(fn(&R) -> Option<u64>),
    F64(fn(&R) -> f64),
    OptionalF64(fn(&R) -> Option<f64>),
}

/// Why a cell cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CellError {
    #[error("a row ends early")]
    Missing,
    #[error("a cell has another type: {0}")]
    Type(Field),
    #[error("there is no such value as `{0}`")]
    Value(String),
    #[error(transparent)]
    Name(#[from] NameError),
}

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TableError {
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    #[error("its columns are {}, not {}", found.join(", "), expected.join(", "))]
    Columns {
        found: Vec<String>,
        expected: Vec<&'static str>,
    },
    #[error("the lengths in it contradict each other")]
    Unreadable,
    #[error(transparent)]
    Cell(#[from] CellError),
    #[error("it has no column `{0}` of the right type")]
    NoColumn(String),
    #[error("it has two columns `{0}`")]
    SameName(String),
    #[error("its column `{column}` has {n_cells} cells for {n_rows} rows")]
    Length {
        column: String,
        n_cells: usize,
        n_rows: i64,
    },
}

impl<R> Column<R> {
    /// A column that tells rows apart.
    pub(crate) const fn key(name: &'static str, get: Get<R>) -> Self {
        Self {
            name,
            is_key: true,
            is_added: false,
            get,
        }
    }

    /// A column that says something of a row.
    pub(crate) const fn new(name: &'static str, get: Get<R>) -> Self {
        Self {
            name,
            is_key: false,
            is_added: false,
            get,
        }
    }

    /// A column that older formats lack, whose cells are then empty.
    pub(crate) const fn added(name: &'static str, get: Get<R>) -> Self {
        Self {
            name,
            is_key: false,
            is_added: true,
            get,
        }
    }

    /// The value as people read it; `None` where there is none.
    pub(crate) fn show(&self, row: &R) -> Option<String> {
        match self.get {
            Get::Text(get) => Some(get(row).to_owned()),
            Get::OptionalText(get) => get(row).map(str::to_owned),
            Get::Bool(get) => Some(get(row).to_string()),
            Get::U32(get) => Some(get(row).to_string()),
            Get::U64(get) => Some(get(row).to_string()),
            Get::OptionalU64(get) => get(row).map(|number| number.to_string()),
            Get::F64(get) => Some(get(row).to_string()),
            Get::OptionalF64(get) => get(row).map(|number| number.to_string()),
        }
    }

    fn parquet_type(&self) -> Type {
        let (kind, repetition) = match self.get {
            Get::Text(_) => (Kind::Text, Repetition::REQUIRED),
            Get::OptionalText(_) => (Kind::Text, Repetition::OPTIONAL),
            Get::Bool(_) => (Kind::Bool, Repetition::REQUIRED),
            Get::U32(_) => (Kind::U32, Repetition::REQUIRED),
            Get::U64(_) => (Kind::U64, Repetition::REQUIRED),
            Get::OptionalU64(_) => (Kind::U64, Repetition::OPTIONAL),
            Get::F64(_) => (Kind::F64, Repetition::REQUIRED),
            Get::OptionalF64(_) => (Kind::F64, Repetition::OPTIONAL),
        };
        kind.parquet_type(self.name, repetition)
    }

    fn write(
        &self,
        rows: &[&R],
        writer: &mut SerializedColumnWriter<'_>,
    ) -> parquet::errors::Result<()> {
        // A cast between signed and unsigned keeps the bits, which is how Parquet stores them.
        match self.get {
            Get::Text(get) => {
                required::<ByteArrayType>(rows.iter().map(|row| ByteArray::from(get(row))), writer)
            }
            Get::OptionalText(get) => optional::<ByteArrayType>(
                rows.iter().map(|row| get(row).map(ByteArray::from)),
                writer,
            ),
            Get::Bool(get) => required::<BoolType>(rows.iter().map(|row| get(row)), writer),
            Get::U32(get) => {
                required::<Int32Type>(rows.iter().map(|row| get(row).cast_signed()), writer)
            }
            Get::U64(get) => {
                required::<Int64Type>(rows.iter().map(|row| get(row).cast_signed()), writer)
            }
            Get::OptionalU64(get) => optional::<Int64Type>(
                rows.iter().map(|row| get(row).map(u64::cast_signed)),
                writer,
            ),
            Get::F64(get) => required::<DoubleType>(rows.iter().map(|row| get(row)), writer),
            Get::OptionalF64(get) => {
                optional::<DoubleType>(rows.iter().map(|row| get(row)), writer)
            }
        }
    }
}

fn required<T: DataType>(
    values: impl Iterator<Item = T::T>,
    writer: &mut SerializedColumnWriter<'_>,
) -> parquet::errors::Result<()> {
    let values: Vec<T::T> = values.collect();
    writer.typed::<T>().write_batch(&values, None, None)?;
    Ok(())
}

pub(crate) fn optional<T: DataType>(
    values: impl Iterator<Item = Option<T::T>>,
    writer: &mut SerializedColumnWriter<'_>,
) -> parquet::errors::Result<()> {
    let mut present = Vec::new();
    let mut levels = Vec::new();
    for value in values {
        levels.push(i16::from(value.is_some()));
        present.extend(value);
    }
    writer
        .typed::<T>()
        .write_batch(&present, Some(&levels), None)?;
    Ok(())
}

/// The bytes of a Parquet file with these rows in this order.
pub(crate) fn to_parquet<R: Row>(rows: &[&R]) -> Vec<u8> {
    try_to_parquet(rows).expect("writing well-typed columns to memory does not fail")
}

fn try_to_parquet<R: Row>(rows: &[&R]) -> parquet::errors::Result<Vec<u8>> {
    let fields = R::COLUMNS
        .iter()
        .map(|column| Arc::new(column.parquet_type()));
    let schema = Type::group_type_builder("record")
        .with_fields(fields.collect())
        .build()?;
    // The default names the version of the Parquet library, which is none of the study's facts.
    let properties = properties(format!("killrate record format {FORMAT}"));
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?;
    let mut group = file.next_row_group()?;
    for column in R::COLUMNS {
        let mut writer = group.next_column()?.expect("the schema has this column");
        column.write(rows, &mut writer)?;
        writer.close()?;
    }
    group.close()?;
    file.into_inner()
}

/// How files are written, by whom.
pub(crate) fn properties(created_by: String) -> WriterPropertiesPtr {
    Arc::new(
        WriterProperties::builder()
            .set_created_by(created_by)
            .set_compression(Compression::SNAPPY)
            .build(),
    )
}

/// Checks that a Parquet file has every column of its rows, each with its type.
///
/// Whether cells may be empty does not matter here: other programs that write Parquet say that all may.
pub(crate) fn check_columns<R: Row>(file: File) -> Result<(), TableError> {
    let reader = SerializedFileReader::new(file)?;
    let fields = reader.metadata().file_metadata().schema().get_fields();
    let find = |name: &str| fields.iter().find(|field| field.name() == name);
    let mut names = BTreeSet::new();
    // Of two columns of one name one would be looked at, and readers might take the other.
    if let Some(twice) = fields.iter().find(|field| !names.insert(field.name())) {
        return Err(TableError::SameName(twice.name().to_owned()));
    }
    for column in R::COLUMNS {
        let Some(field) = find(column.name) else {
            if column.is_added {
                continue;
            }
            return Err(other_columns::<R>(fields.iter().map(|field| field.name())));
        };
        if !is_same_type(field, &column.parquet_type()) {
            return Err(TableError::NoColumn(column.name.to_owned()));
        }
    }
    Ok(())
}

fn other_columns<'a, R: Row>(found: impl Iterator<Item = &'a str>) -> TableError {
    TableError::Columns {
        found: found.map(str::to_owned).collect(),
        expected: R::COLUMNS.iter().map(|column| column.name).collect(),
    }
}

/// The rows of a Parquet file.
pub(crate) fn from_parquet<R: Row>(file: File) -> Result<Vec<R>, TableError> {
    let reader = SerializedFileReader::new(file)?;
    let schema = reader.metadata().file_metadata().schema();
    let found: Vec<&str> = schema
        .get_fields()
        .iter()
        .map(|field| field.name())
        .collect();
    let expected: Vec<&str> = R::COLUMNS.iter().map(|column| column.name).collect();
    // Cells are taken by their place in the row, so here the order of the columns counts too.
    let n_added = { R::COLUMNS.iter() }
        .filter(|column| column.is_added)
        .count();
    let older = &expected[..expected.len() - n_added];
    if found != expected && found != older {
        return Err(other_columns::<R>(found.into_iter()));
    }
    let n_absent = expected.len() - found.len();
    reader
        .get_row_iter(None)?
        .map(|row| {
            let mut cells = row?.into_columns();
            cells.extend((0..n_absent).map(|_| (String::new(), Field::Null)));
            Ok(R::from_cells(&mut Cells(cells.into_iter()))?)
        })
        .collect()
}

/// The cells of a row, taken one by one.
pub(crate) struct Cells(std::vec::IntoIter<(String, Field)>);

impl Cells {
    /// These cells, in the order of the columns.
    pub(crate) fn of(fields: Vec<Field>) -> Self {
        // Cells are taken in the order of the columns, so nobody asks for their names.
        let cells: Vec<(String, Field)> = fields
            .into_iter()
            .map(|field| (String::new(), field))
            .collect();
        Self(cells.into_iter())
    }

    fn next(&mut self) -> Result<Field, CellError> {
        self.0
            .next()
            .map(|(_, field)| field)
            .ok_or(CellError::Missing)
    }

    pub(crate) fn text(&mut self) -> Result<String, CellError> {
        match self.next()? {
            Field::Str(text) => Ok(text),
            field => Err(CellError::Type(field)),
        }
    }

    pub(crate) fn optional_text(&mut self) -> Result<Option<String>, CellError> {
        match self.next()? {
            Field::Str(text) => Ok(Some(text)),
            Field::Null => Ok(None),
            field => Err(CellError::Type(field)),
        }
    }

    pub(crate) fn name<N: TryFrom<String, Error = NameError>>(&mut self) -> Result<N, CellError> {
        Ok(N::try_from(self.text()?)?)
    }

    /// The value among `values` whose name is in the cell.
    pub(crate) fn one_of<V: Copy>(
        &mut self,
        values: &[V],
        name: impl Fn(V) -> &'static str,
    ) -> Result<V, CellError> {
        let text = self.text()?;
        let found = values.iter().copied().find(|&value| name(value) == text);
        found.ok_or(CellError::Value(text))
    }

    /// The same, or nothing where the cell is empty.
    pub(crate) fn optional_one_of<V: Copy>(
        &mut self,
        values: &[V],
        name: impl Fn(V) -> &'static str,
    ) -> Result<Option<V>, CellError> {
        let Some(text) = self.optional_text()? else {
            return Ok(None);
        };
        let found = values.iter().copied().find(|&value| name(value) == text);
        found.map(Some).ok_or(CellError::Value(text))
    }

    pub(crate) fn bool(&mut self) -> Result<bool, CellError> {
        match self.next()? {
            Field::Bool(value) => Ok(value),
            field => Err(CellError::Type(field)),
        }
    }

    pub(crate) fn u32(&mut self) -> Result<u32, CellError> {
        match self.next()? {
            Field::UInt(number) => Ok(number),
            field => Err(CellError::Type(field)),
        }
    }

    pub(crate) fn u64(&mut self) -> Result<u64, CellError> {
        match self.next()? {
            Field::ULong(number) => Ok(number),
            field => Err(CellError::Type(field)),
        }
    }

    pub(crate) fn optional_u64(&mut self) -> Result<Option<u64>, CellError> {
        match self.next()? {
            Field::ULong(number) => Ok(Some(number)),
            Field::Null => Ok(None),
            field => Err(CellError::Type(field)),
        }
    }

    pub(crate) fn f64(&mut self) -> Result<f64, CellError> {
        match self.next()? {
            Field::Double(number) => Ok(number),
            field => Err(CellError::Type(field)),
        }
    }

    pub(crate) fn optional_f64(&mut self) -> Result<Option<f64>, CellError> {
        match self.next()? {
            Field::Double(number) => Ok(Some(number)),
            Field::Null => Ok(None),
            field => Err(CellError::Type(field)),
        }
    }
}
