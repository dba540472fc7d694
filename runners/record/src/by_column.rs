//! Tables by their columns, for whoever calculates with columns and not with rows.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::Repetition;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type,
};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnDescPtr, Type};

use crate::folder::{damaged, open_file};
use crate::guard::guarded;
use crate::kind::Kind;
use crate::table::{TableError, optional, properties};
use crate::{Coded, Coder, RecordError};

/// How many rows lie together in a file, so that readers need not hold all of them.
const ROWS_TOGETHER: usize = 1 << 20;

/// A column with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedValues {
    /// What the file calls it.
    pub name: String,
    /// What its cells hold.
    pub values: Values,
}

/// The cells of a column, by what they hold; any may be empty.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Texts, of which most occur again and again.
    Text(Coded<String>),
    /// Yes or no.
    Bool(Vec<Option<bool>>),
    /// Whole numbers.
    U32(Vec<Option<u32>>),
    /// Larger whole numbers.
    U64(Vec<Option<u64>>),
    /// Other numbers.
    F64(Vec<Option<f64>>),
}

impl Values {
    /// A column of texts.
    pub fn of_texts<'a>(texts: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let mut coder: Coder<String> = Coder::default();
        texts.into_iter().for_each(|text| coder.push(text));
        Self::Text(coder.finish())
    }

    /// How many cells there are.
    pub fn n_cells(&self) -> usize {
        match self {
            Self::Text(coded) => coded.places.len(),
            Self::Bool(cells) => cells.len(),
            Self::U32(cells) => cells.len(),
            Self::U64(cells) => cells.len(),
            Self::F64(cells) => cells.len(),
        }
    }

    fn kind(&self) -> Kind {
        match self {
            Self::Text(_) => Kind::Text,
            Self::Bool(_) => Kind::Bool,
            Self::U32(_) => Kind::U32,
            Self::U64(_) => Kind::U64,
            Self::F64(_) => Kind::F64,
        }
    }

    fn write(
        &self,
        rows: std::ops::Range<usize>,
        writer: &mut SerializedColumnWriter<'_>,
    ) -> parquet::errors::Result<()> {
        // A cast between signed and unsigned keeps the bits, which is how Parquet stores them.
        match self {
            Self::Text(coded) => {
                let text = |place: &u32| coded.values[*place as usize].as_deref();
                let texts = coded.places[rows].iter().map(text);
                optional::<ByteArrayType>(texts.map(|text| text.map(ByteArray::from)), writer)
            }
            Self::Bool(cells) => optional::<BoolType>(cells[rows].iter().copied(), writer),
            Self::U32(cells) => {
                let cells = cells[rows].iter().map(|cell| cell.map(u32::cast_signed));
                optional::<Int32Type>(cells, writer)
            }
            Self::U64(cells) => {
                let cells = cells[rows].iter().map(|cell| cell.map(u64::cast_signed));
                optional::<Int64Type>(cells, writer)
            }
            Self::F64(cells) => optional::<DoubleType>(cells[rows].iter().copied(), writer),
        }
    }
}

/// The columns of a Parquet file; those that hold something else than records do, such as dates, lists
/// or numbers with a sign, are left out.
///
/// # Errors
/// When the file cannot be read or is damaged.
pub fn read_columns(path: &Path) -> Result<Vec<NamedValues>, RecordError> {
    let file = open_file(path)?;
    guarded(|| Ok(columns_of(path, file))).map_err(|error| damaged(path, error))?
}

fn columns_of(path: &Path, file: File) -> Result<Vec<NamedValues>, RecordError> {
    let damage = |error: TableError| damaged(path, error);
    let reader = SerializedFileReader::new(file).map_err(|error| damage(error.into()))?;
    let schema = reader.metadata().file_metadata().schema_descr();
    let mut columns = Vec::new();
    for (place, column) in schema.columns().iter().enumerate() {
        let kind = Some(column.self_type()).filter(|_| is_plain(column));
        let values = match kind.and_then(Kind::of) {
            None => continue,
            Some(Kind::Text) => {
                // Texts are sorted by their bytes, so these may be told apart before they are known
                // to be text.
                let bytes = texts(&reader, place).map_err(damage)?;
                let texts = bytes.try_map(String::from_utf8);
                Values::Text(texts.map_err(|error| damaged(path, error))?)
            }
            Some(Kind::Bool) => {
                Values::Bool(cells::<BoolType, _>(&reader, place, |cell| *cell).map_err(damage)?)
            }
            Some(Kind::U32) => {
                let cells = cells::<Int32Type, _>(&reader, place, |cell| cell.cast_unsigned());
                Values::U32(cells.map_err(damage)?)
            }
            Some(Kind::U64) => {
                let cells = cells::<Int64Type, _>(&reader, place, |cell| cell.cast_unsigned());
                Values::U64(cells.map_err(damage)?)
            }
            Some(Kind::F64) => {
                Values::F64(cells::<DoubleType, _>(&reader, place, |cell| *cell).map_err(damage)?)
            }
        };
        columns.push(NamedValues {
            name: column.name().to_owned(),
            values,
        });
    }
    Ok(columns)
}

/// The bytes of a Parquet file with these columns.
///
/// # Panics
/// When one of them has more cells than another.
pub fn columns_to_parquet(columns: &[NamedValues]) -> Vec<u8> {
    try_to_parquet(columns).expect("writing well-typed columns to memory does not fail")
}

fn try_to_parquet(columns: &[NamedValues]) -> parquet::errors::Result<Vec<u8>> {
    let fields = columns
        .iter()
        .map(|NamedValues { name, values }| values.kind().parquet_type(name, Repetition::OPTIONAL))
        .map(Arc::new);
    let schema = Type::group_type_builder("table")
        .with_fields(fields.collect())
        .build()?;
    let properties = properties("killrate".to_owned());
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?;
    let n_rows = columns.first().map_or(0, |column| column.values.n_cells());
    let is_whole = |column: &NamedValues| column.values.n_cells() == n_rows;
    assert!(
        columns.iter().all(is_whole),
        "a table has a cell in every row and column"
    );
    for start in (0..n_rows).step_by(ROWS_TOGETHER) {
        let mut group = file.next_row_group()?;
        for column in columns {
            let mut writer = group.next_column()?.expect("the schema has this column");
            let rows = start..n_rows.min(start + ROWS_TOGETHER);
            column.values.write(rows, &mut writer)?;
            writer.close()?;
        }
        group.close()?;
    }
    file.into_inner()
}

/// A column of texts, as bytes.
fn texts(reader: &SerializedFileReader<File>, place: usize) -> Result<Coded<Vec<u8>>, TableError> {
    let mut coder: Coder<Vec<u8>> = Coder::default();
    each_cell::<ByteArrayType>(reader, place, |_, cell| {
        coder.push(cell.map(ByteArray::data));
    })?;
    Ok(coder.finish())
}

fn cells<T: DataType, V>(
    reader: &SerializedFileReader<File>,
    place: usize,
    value: impl Fn(&T::T) -> V,
) -> Result<Vec<Option<V>>, TableError> {
    let mut cells = Vec::new();
    each_cell::<T>(reader, place, |_, cell| cells.push(cell.map(&value)))?;
    Ok(cells)
}

/// The place of a column among those of a file.
pub(crate) fn place_of(
    reader: &SerializedFileReader<File>,
    column: &str,
) -> Result<usize, TableError> {
    let schema = reader.metadata().file_metadata().schema_descr();
    let is_it = |it: &ColumnDescPtr| it.name() == column && is_plain(it);
    let found = schema.columns().iter().position(is_it);
    found.ok_or_else(|| TableError::NoColumn(column.to_owned()))
}

/// Whether a column is one of the table itself, and not of a group or list in it.
fn is_plain(column: &ColumnDescPtr) -> bool {
    column.path().parts().len() == 1 && column.max_rep_level() == 0
}

/// Calls `each` with the number of every row and its cell in a column.
pub(crate) fn each_cell<T: DataType>(
    reader: &SerializedFileReader<File>,
    place: usize,
    mut each: impl FnMut(usize, Option<&T::T>),
) -> Result<(), TableError> {
    const N_AT_ONCE: usize = 8192;
    let column = reader
        .metadata()
        .file_metadata()
        .schema_descr()
        .column(place);
    let is_optional = column.max_def_level() > 0;
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    let mut row = 0;
    for group in 0..reader.num_row_groups() {
        let cells = reader.get_row_group(group)?.get_column_reader(place)?;
        let no_column = || TableError::NoColumn(column.name().to_owned());
        let mut cells = T::get_column_reader(cells).ok_or_else(no_column)?;
        loop {
            levels.clear();
            values.clear();
            // A column whose cells cannot be empty has no levels, and all of its values are there.
            let room = is_optional.then_some(&mut levels);
            let (n_rows, _, _) = cells.read_records(N_AT_ONCE, room, None, &mut values)?;
            if n_rows == 0 {
                break;
            }
            // Only cells that are not empty have a value.
            let mut present = values.iter();
            for place in 0..n_rows {
                let is_empty = levels.get(place) == Some(&0);
                each(row, if is_empty { None } else { present.next() });
                row += 1;
            }
        }
    }
    let n_rows = reader.metadata().file_metadata().num_rows();
    // A column that ends early would shift what is read beside it against other rows.
    if usize::try_from(n_rows) == Ok(row) {
        Ok(())
    } else {
        Err(TableError::Length {
            column: column.name().to_owned(),
            n_cells: row,
            n_rows,
        })
    }
}
