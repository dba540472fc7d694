//! From text to tokens.

/// A longer run of letters is cut into tokens of this length, as Lucene's tokenizers do.
const LONGEST_TOKEN: usize = 255;

/// The tokens of a text: maximal runs of letters, lower-cased, no word left out.
pub fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token = String::new();
    let mut n_letters = 0;
    for character in text.chars() {
        if character.is_alphabetic() {
            token.push(lower_case(character));
            n_letters += 1;
            if n_letters < LONGEST_TOKEN {
                continue;
            }
        }
        if n_letters > 0 {
            tokens.push(std::mem::take(&mut token));
            n_letters = 0;
        }
    }
    if n_letters > 0 {
        tokens.push(token);
    }
    tokens
}

/// One letter for one letter; the few that become several when lower-cased keep their first.
fn lower_case(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn tokens_are_runs_of_letters_in_lower_case() {
        check(
            "O Romeo, Romeo! wherefore",
            &["o", "romeo", "romeo", "wherefore"],
        );
        check(
            "o'er-ruled 3rd\nÉtude",
            &["o", "er", "ruled", "rd", "étude"],
        );
    }

    #[test]
    fn a_text_without_letters_has_no_tokens() {
        check("", &[]);
        check(" 12 ,;\n", &[]);
    }

    #[test]
    fn a_run_of_more_than_255_letters_is_cut() {
        check(&"x".repeat(255), &[&"x".repeat(255)]);
        check(&"x".repeat(300), &[&"x".repeat(255), &"x".repeat(45)]);
    }
}
