//! Finding the files of the command in what somebody has typed.

use std::collections::BTreeMap;

use killrate_techniques::placeholder::placeholders;

/// What somebody has typed, in the words of the command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fitted {
    /// The typed arguments with placeholders where the files are.
    pub(super) arguments: Vec<String>,
    /// What stands in the place of each placeholder.
    pub(super) files: BTreeMap<String, String>,
}

/// Fits typed arguments to those of the command.
///
/// A value after an option, and one after `=`, is found by its option wherever that stands. Words
/// that follow no option are found by their place: when a file is among them, there must be as many
/// as in the command, and all that name no file must be the same.
///
/// # Errors
/// When they do not fit; the message says why.
pub(super) fn fit(command: &[String], typed: &[String]) -> Result<Fitted, String> {
    let Parts { mut named, plain } = parts(command);
    let mut files = BTreeMap::new();
    let mut arguments: Vec<String> = Vec::new();
    let mut rest: Vec<usize> = Vec::new();
    let mut typed = typed.iter();
    while let Some(word) = typed.next() {
        let (option, joined) = match word.split_once('=') {
            Some((option, value)) if option.starts_with('-') => (option, Some(value)),
            _ => (word.as_str(), None),
        };
        let known = named
            .iter()
            // A program may take only one of `--out x` and `--out=x`, so the form must be that of
            // the command.
            .position(|part| part.option == option && part.is_joined == joined.is_some());
        let Some(place) = known else {
            rest.push(arguments.len());
            arguments.push(literal(word));
            continue;
        };
        // A second use of the option is no part of the command and counts as a plain word.
        let part = named.remove(place);
        let value = match joined {
            Some(value) => value,
            None => {
                arguments.push(literal(word));
                typed
                    .next()
                    .ok_or_else(|| format!("there is nothing after `{option}`"))?
            }
        };
        let value = take(part.value, value, &mut files)?;
        arguments.push(match joined {
            Some(_) => format!("{}={value}", literal(option)),
            None => value,
        });
    }
    // An option without a file may be left out: its value changes nothing that the tests must know.
    if let Some(part) = named
        .iter()
        .find(|part| !placeholders(part.value).is_empty())
    {
        return Err(format!("there is no `{}`", part.option));
    }
    let has_files = plain.iter().any(|word| !placeholders(word).is_empty());
    if has_files && plain.len() != rest.len() {
        return Err(format!(
            "there are {} words that follow no option of the command, which has {}",
            rest.len(),
            plain.len()
        ));
    }
    let mut places = rest.into_iter();
    for word in plain {
        if !placeholders(word).is_empty() {
            // There are as many places as words, as was just compared.
            let place = places.next().unwrap_or_default();
            let typed = plain_text(&arguments[place]);
            arguments[place] = take(word, &typed, &mut files)?;
            continue;
        }
        // Another word here may mean that the program does something else altogether.
        let is_there = if has_files {
            places.next().is_some_and(|place| arguments[place] == word)
        } else {
            places.any(|place| arguments[place] == word) || word.starts_with('-')
        };
        if !is_there {
            return Err(format!("`{word}` is not where the command has it"));
        }
    }
    Ok(Fitted { arguments, files })
}

/// The words of a command, by how they are found again.
struct Parts<'a> {
    named: Vec<Named<'a>>,
    plain: Vec<&'a str>,
}

/// An option with a value.
struct Named<'a> {
    option: &'a str,
    value: &'a str,
    /// Whether they are one word, with `=` between them.
    is_joined: bool,
}

fn parts(command: &[String]) -> Parts<'_> {
    let mut parts = Parts {
        named: Vec::new(),
        plain: Vec::new(),
    };
    let mut words = command.iter().map(String::as_str).peekable();
    while let Some(word) = words.next() {
        if !is_option(word) {
            parts.plain.push(word);
        } else if let Some((option, value)) = word.split_once('=') {
            parts.named.push(Named {
                option,
                value,
                is_joined: true,
            });
        } else if let Some(value) = words.next_if(|next| !is_option(next)) {
            parts.named.push(Named {
                option: word,
                value,
                is_joined: false,
            });
        } else {
            parts.plain.push(word);
        }
    }
    parts
}

/// `-5` is a value.
fn is_option(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    name.len() < word.len() && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// What comes in the place of a typed word; notes the file that it names, if the command has one
/// there.
fn take(
    template: &str,
    typed: &str,
    files: &mut BTreeMap<String, String>,
) -> Result<String, String> {
    let names = placeholders(template);
    let name = match names[..] {
        // The seed that was typed stays; it is no file, and runs of the tests take it over.
        [] | ["seed"] => return Ok(literal(typed)),
        [name] => name,
        _ => return Err(format!("`{template}` names several files")),
    };
    let (before, after) = template
        .split_once(&format!("{{{name}}}"))
        .unwrap_or_default();
    let file = typed
        .strip_prefix(plain_text(before).as_str())
        .and_then(|rest| rest.strip_suffix(plain_text(after).as_str()))
        .filter(|file| !file.is_empty())
        .ok_or_else(|| format!("`{typed}` is not like `{template}`"))?;
    if files.insert(name.to_owned(), file.to_owned()).is_some() {
        return Err(format!("`{{{name}}}` is there twice"));
    }
    Ok(template.to_owned())
}

/// A typed word in which a brace is a brace.
fn literal(word: &str) -> String {
    word.replace('{', "{{").replace('}', "}}")
}

fn plain_text(word: &str) -> String {
    word.replace("{{", "{").replace("}}", "}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[track_caller]
    fn check(command: &str, typed: &str, arguments: &str, files: &[(&str, &str)]) {
        let fitted = fit(&words(command), &words(typed)).unwrap();
        assert_eq!(fitted.arguments, words(arguments));
        let files = files.iter().map(|&(name, file)| (name.into(), file.into()));
        assert_eq!(fitted.files, files.collect());
    }

    #[track_caller]
    fn check_refused(command: &str, typed: &str, problem: &str) {
        assert_eq!(fit(&words(command), &words(typed)).unwrap_err(), problem);
    }

    #[test]
    fn files_after_options_are_found_wherever_the_options_stand() {
        check(
            "--train {train} --model={model} --k 3",
            "--verbose --k 5 --model=out/m --train a.csv",
            "--verbose --k 5 --model={model} --train {train}",
            &[("train", "a.csv"), ("model", "out/m")],
        );
    }

    #[test]
    fn files_that_follow_no_option_are_found_by_their_place() {
        check(
            "rank {rows} --top 3",
            "rank --top 9 /data/a{1}.csv",
            "rank --top 9 {rows}",
            &[("rows", "/data/a{1}.csv")],
        );
        check_refused(
            "{rows}",
            "--top 9 a.csv",
            "there are 3 words that follow no option of the command, which has 1",
        );
        check_refused(
            "rank {rows}",
            "learn a.csv",
            "`rank` is not where the command has it",
        );
    }

    #[test]
    fn a_brace_that_was_typed_is_a_brace() {
        check("-t {t}", "-t a -x {b}", "-t {t} -x {{b}}", &[("t", "a")]);
    }

    #[test]
    fn the_seed_is_what_was_typed() {
        check("--seed {seed}", "--seed 7", "--seed 7", &[]);
    }

    #[test]
    fn what_is_missing_is_named() {
        check_refused("-t {train}", "-x a", "there is no `-t`");
        check_refused("-t {train}", "-t", "there is nothing after `-t`");
        check_refused(
            "in={rows} {a}{b}",
            "out=x y",
            "`out=x` is not like `in={rows}`",
        );
        check_refused("{a}{b}", "y", "`{a}{b}` names several files");
        check_refused(
            "learn -t {t}",
            "-t a",
            "`learn` is not where the command has it",
        );
    }
}
