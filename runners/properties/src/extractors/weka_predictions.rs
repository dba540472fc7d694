//! What Weka predicts.

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo, join};

/// The predicted class of every instance, from what Weka prints with `-p 0`.
pub(super) const WEKA_PREDICTIONS: ExtractorInfo = ExtractorInfo {
    name: "weka-predictions",
    description: "the predicted class of every instance that Weka prints with `-p 0`",
    argument: None,
    format: "labels",
    example: ExtractionExample {
        call: "weka-predictions",
        before: "\n=== Predictions on test data ===\n\n \
                 inst#     actual  predicted error prediction ()\n     \
                 1      1:yes      1:yes       1 \n     \
                 2       2:no      1:yes   +   0.75\n\n",
        after: "yes\nyes\n",
    },
    extract: |text, _| {
        let mut lines = text.lines().map(str::trim);
        if !lines.any(|line| line.starts_with("inst#")) {
            return Err("there is no line that begins with `inst#`".to_owned());
        }
        // The search for the heading has passed over it and all before it, so predictions are left.
        let predictions = lines.filter(|line| !line.is_empty()).map(|line| {
            // The predicted class is the third word, after its index and a colon.
            let word = line.split_ascii_whitespace().nth(2);
            word.and_then(|word| word.split_once(':'))
                .map(|(_, label)| label)
                .ok_or_else(|| format!("`{line}` is not a prediction"))
        });
        let labels: Result<Vec<&str>, String> = predictions.collect();
        labels.map(join)
    },
};
