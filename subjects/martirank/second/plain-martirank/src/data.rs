//! Comma-separated files of numbers with the label last.

pub struct Table {
    /// The attributes of every row.
    pub rows: Vec<Vec<f64>>,
    /// The labels as they are written.
    pub labels: Vec<String>,
}

impl Table {
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let n_columns = lines.next().ok_or("there is no header")?.split(',').count();
        let mut table = Self {
            rows: Vec::new(),
            labels: Vec::new(),
        };
        for (index, line) in lines.enumerate() {
            let mut cells: Vec<&str> = line.split(',').map(str::trim).collect();
            if cells.len() != n_columns {
                return Err(format!("row {index} has not {n_columns} columns"));
            }
            table.labels.extend(cells.pop().map(str::to_owned));
            let numbers: Result<Vec<f64>, _> = cells.iter().map(|cell| cell.parse()).collect();
            // A missing value would have to be placed at random.
            let numbers =
                numbers.map_err(|_| format!("row {index} has a value that is no number"))?;
            table.rows.push(numbers);
        }
        Ok(table)
    }

    pub fn n_attributes(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }
}
