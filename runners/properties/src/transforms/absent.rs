//! Words that some content lacks.

/// The word that is given, or one that is made up; `searched` is the name and content of an input that
/// must lack it.
///
/// A given word must be no word of the content, in letters of either case. How a program cuts texts
/// into words nobody knows here, so one that is made up must not be part of any either.
pub(crate) fn absent_word(
    given: Option<&str>,
    searched: Option<(&str, &[u8])>,
) -> Result<String, String> {
    let Some((name, content)) = searched else {
        return given
            .map(str::to_owned)
            .ok_or_else(|| "there is neither a word nor an input to look in".to_owned());
    };
    let text = String::from_utf8_lossy(content).to_lowercase();
    let Some(word) = given else {
        return Ok(made_up(&text));
    };
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    if words.any(|other| other == word.to_lowercase()) {
        return Err(format!("`{word}` is a word of `{name}`"));
    }
    Ok(word.to_owned())
}

/// The first of `nosuchword`, `nosuchworda`, `nosuchwordaa` and so on that is nowhere in a text.
///
/// A text that holds one of them holds those before it too.
fn made_up(text: &str) -> String {
    let stem = "nosuchword";
    let n_behind = |(at, _): (usize, &str)| {
        let behind = text.as_bytes()[at + stem.len()..].iter();
        1 + behind.take_while(|&&byte| byte == b'a').count()
    };
    let n_more = text.match_indices(stem).map(n_behind).max();
    format!("{stem}{}", "a".repeat(n_more.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: Option<&str>, content: &str, expected: Result<&str, &str>) {
        let word = absent_word(given, Some(("corpus", content.as_bytes())));
        assert_eq!(word.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn a_given_word_must_be_no_word_of_the_content() {
        check(Some("foo"), "fool food", Ok("foo"));
        check(
            Some("foo"),
            "a fool, Foo.",
            Err("`foo` is a word of `corpus`"),
        );
        check(Some("FOO"), "(foo)", Err("`FOO` is a word of `corpus`"));
    }

    #[test]
    fn a_made_up_word_is_part_of_no_word_of_the_content() {
        check(None, "romeo", Ok("nosuchword"));
        check(None, "xNoSuchWordx", Ok("nosuchworda"));
        check(None, "nosuchwordaaa", Ok("nosuchwordaaaa"));
    }

    #[test]
    fn a_given_word_is_believed_where_there_is_nothing_to_look_in() {
        assert_eq!(absent_word(Some("foo"), None), Ok("foo".to_owned()));
    }
}
