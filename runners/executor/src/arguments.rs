//! Argument templates: `{train}` becomes a file name, `{seed}` the seed, `{top}` a number.

use killrate_model::{InputName, OutputName, Request};

use crate::Kit;

/// The file that a woven program reports to, in its run folder.
pub(crate) const REPORT_FILE: &str = "killrate.report";
/// The output that every program has and that is no file.
pub(crate) const STDOUT: &str = "stdout";
const SEED: &str = "seed";

/// Why the arguments of a request cannot be filled in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// A placeholder names nothing.
    #[error(
        "argument `{argument}` has the placeholder `{{{placeholder}}}`, but the request has no input or output file of that name; it has {known}"
    )]
    UnknownPlaceholder {
        /// The argument as written.
        argument: String,
        /// The name between the braces.
        placeholder: String,
        /// The names that could stand there.
        known: String,
    },
    /// A seed is wanted but the request has none.
    #[error(
        "argument `{argument}` has the placeholder `{{seed}}`, but the request has no seed; give it one"
    )]
    NoSeed {
        /// The argument as written.
        argument: String,
    },
    /// A brace has no partner.
    #[error(
        "argument `{argument}` has an unmatched brace; write `{{{{` or `}}}}` for a brace itself"
    )]
    UnmatchedBrace {
        /// The argument as written.
        argument: String,
    },
    /// An argument holds the character that ends arguments.
    #[error("argument `{argument}` holds a null character; no program can receive it")]
    NullCharacter {
        /// The argument as written.
        argument: String,
    },
    /// A file would have a name that means something else.
    #[error(
        "an input or output is called `{name}`, which cannot be a file of its own in the run folder; choose another name"
    )]
    UnusableName {
        /// The name.
        name: String,
    },
}

/// Checks that the arguments of a request can be filled in.
///
/// # Errors
/// When a placeholder names no input or output, a brace has no partner, the seed is missing, or a
/// file cannot have its name.
pub fn check_arguments(request: &Request) -> Result<(), ArgumentError> {
    check_names(request, &Kit::default())?;
    expand(&request.arguments, request).map(drop)
}

/// Checks that a program with this kit can be run on a request.
pub(crate) fn check_with_kit(request: &Request, kit: &Kit) -> Result<(), ArgumentError> {
    check_names(request, kit)?;
    let steps = kit.build_up.iter().chain(&kit.tear_down);
    let arguments = steps.map(|step| &step.arguments);
    let mut all = arguments.chain([&request.arguments]);
    all.try_for_each(|arguments| expand(arguments, request).map(drop))
}

fn check_names(request: &Request, kit: &Kit) -> Result<(), ArgumentError> {
    let inputs = request.inputs.keys().map(InputName::as_str);
    let outputs = request.outputs.iter().map(OutputName::as_str);
    let is_unusable = |name: &&str| {
        [SEED, REPORT_FILE].contains(name) || name.contains('/') || kit.files.contains_key(*name)
    };
    // An output `stdout` is what the program prints; an input of that name would hide it.
    let hiding_input = inputs.clone().find(|&name| name == STDOUT);
    if let Some(name) = inputs.chain(outputs).find(is_unusable).or(hiding_input) {
        return Err(ArgumentError::UnusableName {
            name: name.to_owned(),
        });
    }
    Ok(())
}

/// These arguments with every placeholder replaced.
pub(crate) fn expand(
    arguments: &[String],
    request: &Request,
) -> Result<Vec<String>, ArgumentError> {
    arguments
        .iter()
        .map(|argument| expand_one(argument, request))
        .collect()
}

fn expand_one(argument: &str, request: &Request) -> Result<String, ArgumentError> {
    let unmatched = || ArgumentError::UnmatchedBrace {
        argument: argument.to_owned(),
    };
    if argument.contains('\0') {
        return Err(ArgumentError::NullCharacter {
            argument: argument.to_owned(),
        });
    }
    let mut expanded = String::with_capacity(argument.len());
    let mut rest = argument;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from_brace) = rest.split_at(at);
        expanded.push_str(before);
        let (brace, after) = from_brace.split_at(1);
        if let Some(after_pair) = after.strip_prefix(brace) {
            expanded.push_str(brace);
            rest = after_pair;
        } else if brace == "{" {
            let (placeholder, after) = after.split_once('}').ok_or_else(unmatched)?;
            expanded.push_str(&value_of(placeholder, argument, request)?);
            rest = after;
        } else {
            return Err(unmatched());
        }
    }
    expanded.push_str(rest);
    Ok(expanded)
}

fn value_of(placeholder: &str, argument: &str, request: &Request) -> Result<String, ArgumentError> {
    if placeholder == SEED {
        let no_seed = || ArgumentError::NoSeed {
            argument: argument.to_owned(),
        };
        return request
            .seed
            .map(|seed| seed.to_string())
            .ok_or_else(no_seed);
    }
    let mut numbers = request.numbers.iter();
    if let Some((_, number)) = numbers.find(|(name, _)| name.as_str() == placeholder) {
        return Ok(number.to_string());
    }
    let inputs = request.inputs.keys().map(InputName::as_str);
    let outputs = request.outputs.iter().map(OutputName::as_str);
    let mut files = inputs.chain(outputs).filter(|&name| name != STDOUT);
    match files.clone().find(|&name| name == placeholder) {
        // Files are named after their role, in the folder that the program starts in.
        Some(name) => Ok(name.to_owned()),
        None => Err(ArgumentError::UnknownPlaceholder {
            argument: argument.to_owned(),
            placeholder: placeholder.to_owned(),
            known: match files.next() {
                None => "none".to_owned(),
                Some(first) => files.fold(format!("`{first}`"), |known, name| {
                    format!("{known}, `{name}`")
                }),
            },
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use killrate_model::{ArgumentNumber, Blob};

    fn request(arguments: &[&str]) -> Request {
        Request {
            arguments: arguments.iter().map(|&text| text.to_owned()).collect(),
            inputs: [(InputName::new("train").unwrap(), Blob::new(*b""))].into(),
            outputs: ["stdout", "model"]
                .map(|name| OutputName::new(name).unwrap())
                .into(),
            seed: Some(42),
            numbers: [(
                InputName::new("top").unwrap(),
                ArgumentNumber::new("-0.50").unwrap(),
            )]
            .into(),
            ..Request::default()
        }
    }

    #[track_caller]
    fn check_expanded(argument: &str, expected: Result<&str, &str>) {
        let expanded =
            expand(&[argument.to_owned()], &request(&[])).map(|arguments| arguments[0].clone());
        assert_eq!(
            expanded.map_err(|error| error.to_string()),
            expected.map(str::to_owned).map_err(str::to_owned)
        );
    }

    #[test]
    fn placeholders_become_file_names_numbers_and_the_seed() {
        check_expanded("--top={top}", Ok("--top=-0.50"));
        check_expanded("plain", Ok("plain"));
        check_expanded("", Ok(""));
        check_expanded("{train}", Ok("train"));
        check_expanded("--in={train},{model}:{seed}é", Ok("--in=train,model:42é"));
    }

    #[test]
    fn doubled_braces_are_braces() {
        check_expanded("{{train}}", Ok("{train}"));
        check_expanded("{{{train}}}", Ok("{train}"));
        check_expanded("}}{{", Ok("}{"));
    }

    #[test]
    fn an_unknown_placeholder_is_refused_with_the_names_there_are() {
        check_expanded(
            "-t{test}",
            Err(
                "argument `-t{test}` has the placeholder `{test}`, but the request has no input or output file of that name; it has `train`, `model`",
            ),
        );
        check_expanded(
            "{stdout}",
            Err(
                "argument `{stdout}` has the placeholder `{stdout}`, but the request has no input or output file of that name; it has `train`, `model`",
            ),
        );
    }

    #[test]
    fn an_unmatched_brace_is_refused() {
        for argument in ["{", "}", "{train", "train}", "{{train}"] {
            let message = format!(
                "argument `{argument}` has an unmatched brace; write `{{{{` or `}}}}` for a brace itself"
            );
            check_expanded(argument, Err(&message));
        }
    }

    #[test]
    fn a_seed_must_be_there_when_it_is_asked_for() {
        let mut request = request(&["--seed={seed}"]);
        request.seed = None;
        assert_eq!(
            check_arguments(&request),
            Err(ArgumentError::NoSeed {
                argument: "--seed={seed}".into()
            })
        );
    }

    #[test]
    fn a_name_that_cannot_be_a_file_is_refused() {
        for name in ["seed", "killrate.report", "stdout", "a/b"] {
            let mut request = request(&[]);
            request
                .inputs
                .insert(InputName::new(name).unwrap(), Blob::new(*b""));
            assert_eq!(
                check_arguments(&request),
                Err(ArgumentError::UnusableName { name: name.into() })
            );
        }
    }
}
