//! All numbers as one.

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo};
use crate::number::Number;
use crate::relations::numbers_in_line;

/// The sum of every number that stands by itself.
pub(super) const SUM: ExtractorInfo = ExtractorInfo {
    name: "sum",
    description: "the sum of every number that stands by itself",
    argument: None,
    format: "lines",
    example: ExtractionExample {
        call: "sum",
        before: "used 3 of 10.50 MB\npage2\n",
        after: "13.50\n",
    },
    extract: |text, _| {
        let mut numbers = text.lines().flat_map(numbers_in_line);
        // A sum of nothing would be the same in every run and never reveal a fault.
        let first: Number = numbers.next().ok_or("there is no number in it")?;
        let sum = numbers.try_fold(first, Number::plus);
        let sum = sum.ok_or("the sum goes out of range")?;
        Ok(format!("{sum}\n"))
    },
};
