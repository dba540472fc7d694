//! Data in a page.

use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// A block of JSON that scripts of the page read by its id.
///
/// Whatever the data holds, it cannot end the block: the text of a script element is only searched
/// for its end tag and for comments, both of which begin with `<`, and JSON can spell that letter
/// otherwise.
pub(super) fn json_block(id: &str, json: &str) -> Markup {
    let json = json.replace('<', "\\u003c");
    html! {
        script type="application/json" id=(id) { (PreEscaped(json)) }
    }
}

/// A value as JSON in one line.
pub(super) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("text and numbers always fit into JSON")
}

/// A list as JSON with one item per line, so that two pages can be compared line by line.
pub(super) fn to_json_lines<T: Serialize>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| to_json(&item)).collect();
    format!("[\n{}\n]", items.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_its_block() {
        let json = to_json(&"</script><script>alert(1)</script><!--");
        let block = json_block("data", &json).into_string();
        assert_eq!(
            block,
            "<script type=\"application/json\" id=\"data\">\
             \"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u003c!--\"</script>"
        );
    }

    #[test]
    fn a_list_has_one_item_per_line() {
        assert_eq!(to_json_lines([1, 2]), "[\n1,\n2\n]");
    }
}
