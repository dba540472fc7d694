//! The `{name}`s of a command or of a run that depends on outputs.

/// The names between braces, in order; doubled braces stand for themselves.
pub fn placeholders(argument: &str) -> Vec<&str> {
    let mut names = Vec::new();
    walk(argument, |_| {}, |name| names.push(name));
    names
}

/// The argument with another name between each pair of braces.
pub fn rename(argument: &str, name_of: impl Fn(&str) -> String) -> String {
    // Both closures write to it, and only one of them could borrow it for that by itself.
    let renamed = std::cell::RefCell::new(String::with_capacity(argument.len()));
    walk(
        argument,
        |text| renamed.borrow_mut().push_str(text),
        |name| {
            let name = format!("{{{}}}", name_of(name));
            renamed.borrow_mut().push_str(&name);
        },
    );
    renamed.into_inner()
}

/// The argument with a text in the place of each pair of braces, and doubled braces as one.
pub fn fill_in(argument: &str, value_of: impl Fn(&str) -> String) -> String {
    let filled = std::cell::RefCell::new(String::with_capacity(argument.len()));
    walk(
        argument,
        |text| {
            let single = text.replace("{{", "{").replace("}}", "}");
            filled.borrow_mut().push_str(&single);
        },
        |name| filled.borrow_mut().push_str(&value_of(name)),
    );
    filled.into_inner()
}

/// Visits the text around placeholders, doubled braces included, and the names in them.
///
/// A brace without a partner is text; the executor refuses it when the command is checked.
fn walk<'a>(argument: &'a str, mut on_text: impl FnMut(&'a str), mut on_name: impl FnMut(&'a str)) {
    let mut rest = argument;
    while let Some(at) = rest.find(['{', '}']) {
        let is_doubled = rest[at + 1..].starts_with(&rest[at..=at]);
        let end = rest[at..].find('}').map(|end| at + end);
        match (is_doubled, end) {
            (true, _) => {
                on_text(&rest[..at + 2]);
                rest = &rest[at + 2..];
            }
            (false, Some(end)) if end > at => {
                on_text(&rest[..at]);
                on_name(&rest[at + 1..end]);
                rest = &rest[end + 1..];
            }
            _ => {
                // A closing brace before any opening one is text too.
                on_text(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
    }
    on_text(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_replaced_and_doubled_braces_stay() {
        let argument = "--in={train},{{train}}:{seed}é}";
        assert_eq!(placeholders(argument), ["train", "seed"]);
        let longer = |name: &str| format!("{name}.csv");
        assert_eq!(
            rename(argument, longer),
            "--in={train.csv},{{train}}:{seed.csv}é}"
        );
        assert_eq!(
            fill_in(argument, longer),
            "--in=train.csv,{train}:seed.csvé}"
        );
        assert_eq!(rename("{", longer), "{");
        assert_eq!(rename("{{{a}}}", longer), "{{{a.csv}}}");
    }
}
