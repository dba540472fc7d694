//! One value of every JSON line.

use serde_json::Value;

use crate::extractors::extractor::{ExtractionExample, ExtractorInfo};

/// The value at a path, in one JSON document or in every line of JSON lines.
pub(super) const JSON: ExtractorInfo = ExtractorInfo {
    name: "json",
    description: "the value at a path such as `size.width` or `scores.0` of JSON, or of each JSON line",
    argument: Some("a path"),
    format: "lines",
    example: ExtractionExample {
        call: "json result.score",
        before: "{\"result\": {\"score\": 0.5}}\n{\"result\": {\"score\": 2}}\n",
        after: "0.5\n2\n",
    },
    extract: |text, argument| {
        // A JSON pointer has one form for keys and for places in lists, so a path needs no other.
        let pointer = format!("/{}", argument.replace('.', "/"));
        let mut picked = String::new();
        // Documents may span lines or stand one per line; a stream of values covers both.
        let values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        for (index, value) in values.enumerate() {
            let value = value.map_err(|error| format!("it is not JSON: {error}"))?;
            match value.pointer(&pointer) {
                Some(Value::String(text)) => picked.push_str(text),
                Some(value) => picked.push_str(&value.to_string()),
                None => return Err(format!("line {} has no `{argument}`", index + 1)),
            }
            picked.push('\n');
        }
        if picked.is_empty() {
            Err("there is no JSON".to_owned())
        } else {
            Ok(picked)
        }
    },
};
