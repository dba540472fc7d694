//! Fitting a property to a subject.

use killrate_model::{FormatName, InputName, InputSpec, Interface, OutputName, Shows};

use crate::formats::{self, FormatInfo, formats};
use crate::relations::SAME_ROWS;
use crate::syntax::{Call, Expression, Scope, Setting};
use crate::transforms::transforms;
use crate::{Property, PropertyError};
use killrate_model::hint;

/// An input of a subject, as a property means it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ResolvedInput<'a> {
    pub(crate) name: &'a InputName,
    pub(crate) spec: &'a InputSpec,
    pub(crate) format: &'static FormatInfo,
}

/// An output of a subject, as a property means it.
#[derive(Debug, Clone)]
pub(crate) struct ResolvedOutput {
    pub(crate) name: OutputName,
    pub(crate) format: &'static FormatInfo,
}

pub(crate) fn check(property: &Property, interface: &Interface) -> Result<(), PropertyError> {
    for expression in &property.inputs {
        if is_number(&expression.name, interface) {
            check_number(expression)?;
            continue;
        }
        let input = resolve_input(&expression.name, interface)?;
        check_transforms(expression, input.name.as_str(), input.format)?;
        check_others(expression, input.name.as_str(), input.format, interface)?;
        for searched in expression.calls.iter().filter_map(Call::searched_input) {
            resolve_input(searched, interface)?;
        }
    }
    for relation in &property.relations {
        let output = resolve_output(&relation.output.name, interface)?;
        check_transforms(&relation.output, output.name.as_str(), output.format)?;
        check_others(
            &relation.output,
            output.name.as_str(),
            output.format,
            interface,
        )?;
        if let Some(follow_up) = &relation.follow_up {
            check_transforms(follow_up, output.name.as_str(), output.format)?;
        }
        let known = relation.relation.known();
        if let Some(relation) = known.filter(|relation| !relation.fits(output.format)) {
            return Err(PropertyError::UnfitRelation {
                relation: relation.name,
                of: output.name.to_string(),
                format: output.format.name,
                fitting: in_words(&relation.formats()),
            });
        }
        if known == Some(&SAME_ROWS) && !ranks_rows(&output.name, interface) {
            return Err(PropertyError::NoRanks {
                relation: SAME_ROWS.name,
                of: output.name.to_string(),
            });
        }
    }
    // Options are set on a copy, which shows what cannot be set before anything runs.
    let mut arguments = interface.arguments.clone();
    for setting in &property.settings {
        set_option(setting, &mut arguments, &mut None)?;
    }
    Ok(())
}

/// Whether a name is that of a number among the arguments.
pub(crate) fn is_number(name: &str, interface: &Interface) -> bool {
    let mut numbers = interface.numbers.keys();
    numbers.any(|number| number.as_str() == name)
}

/// Whether a number can be changed like this.
fn check_number(expression: &Expression) -> Result<(), PropertyError> {
    for call in &expression.calls {
        let known = call.known();
        if !known.is_some_and(|call| call.transform.changes_numbers()) {
            let fitting = transforms().iter().filter(|info| info.changes_numbers());
            let names: Vec<&str> = fitting.map(|info| info.name).collect();
            return Err(PropertyError::UnfitForNumber {
                transform: call.name().to_owned(),
                number: expression.name.clone(),
                fitting: in_words(&names),
            });
        }
        if known.is_some_and(|call| call.scope != Scope::default()) {
            return Err(PropertyError::ScopeOfNumber {
                transform: call.name().to_owned(),
                number: expression.name.clone(),
            });
        }
    }
    Ok(())
}

/// Whether an output says that it ranks the rows of an input.
fn ranks_rows(output: &OutputName, interface: &Interface) -> bool {
    let spec = interface.outputs.get(output);
    spec.is_some_and(|spec| spec.shows == Some(Shows::Ranks) && spec.of.is_some())
}

/// The input of this name; `input` may stand for the only one.
pub(crate) fn resolve_input<'a>(
    name: &str,
    interface: &'a Interface,
) -> Result<ResolvedInput<'a>, PropertyError> {
    let mut inputs = interface.inputs.iter();
    let named = inputs.clone().find(|(known, _)| known.as_str() == name);
    let (name, spec) = match (named, name) {
        (Some(input), _) => input,
        (None, "input") if interface.inputs.len() == 1 => {
            inputs.next().expect("there is exactly one input")
        }
        _ => {
            let names = interface.inputs.keys().chain(interface.numbers.keys());
            let names = names.map(InputName::as_str);
            return Err(PropertyError::UnknownInput {
                name: name.to_owned(),
                hint: hint(name, names),
            });
        }
    };
    let format = resolve_format(&spec.format, name.as_str())?;
    Ok(ResolvedInput { name, spec, format })
}

/// The output of this name; `output` may stand for the only one, or for `stdout` when there is none.
pub(crate) fn resolve_output(
    name: &str,
    interface: &Interface,
) -> Result<ResolvedOutput, PropertyError> {
    let mut outputs = interface.outputs.iter();
    let named = outputs.clone().find(|(known, _)| known.as_str() == name);
    let output = match (named, name, interface.outputs.len()) {
        (Some(output), ..) => Some(output),
        (None, "output", 1) => outputs.next(),
        (None, "output", 0) | (None, "stdout", _) => None,
        _ => {
            let names = interface.outputs.keys().map(OutputName::as_str);
            let short = (interface.outputs.len() <= 1).then_some("output");
            return Err(PropertyError::UnknownOutput {
                name: name.to_owned(),
                hint: hint(name, names.chain(["stdout"]).chain(short)),
            });
        }
    };
    Ok(match output {
        Some((name, spec)) => ResolvedOutput {
            name: name.clone(),
            format: resolve_format(&spec.format, name.as_str())?,
        },
        // What a program prints is captured whether or not its manifest says so.
        None => ResolvedOutput {
            name: OutputName::new("stdout").expect("it consists of letters"),
            format: formats::find("lines").expect("it is in the list of formats"),
        },
    })
}

/// Gives an option another value: the argument after `--option`, or the end of `--option=…`.
///
/// `seed` is the seed of the request where the arguments have no option of that name.
pub(crate) fn set_option(
    setting: &Setting,
    arguments: &mut [String],
    seed: &mut Option<u64>,
) -> Result<(), PropertyError> {
    let Setting { option, value } = setting;
    for index in 0..arguments.len() {
        let Some(name) = option_name(&arguments[index]) else {
            continue;
        };
        if name != option {
            continue;
        }
        if let Some((dashed, _)) = arguments[index].split_once('=') {
            arguments[index] = format!("{dashed}={value}");
            return Ok(());
        }
        // What looks like an option is no value; another option of the same name may still have
        // one.
        let next = arguments.get_mut(index + 1);
        if let Some(argument) = next.filter(|argument| option_name(argument).is_none()) {
            argument.clone_from(value);
            return Ok(());
        }
    }
    if option == "seed" {
        let number = value.parse().map_err(|_| PropertyError::InvalidSeed {
            value: value.clone(),
        })?;
        *seed = Some(number);
        return Ok(());
    }
    let names: Vec<&str> = arguments.iter().filter_map(|a| option_name(a)).collect();
    Err(PropertyError::UnknownOption {
        option: option.clone(),
        hint: hint(option, names),
    })
}

/// The name of an option, without dashes and value; `None` for other arguments.
fn option_name(argument: &str) -> Option<&str> {
    let name = argument
        .strip_prefix("--")
        .or_else(|| argument.strip_prefix('-'))?;
    // `-5` is a value.
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    Some(name.split_once('=').map_or(name, |(name, _)| name))
}

fn check_transforms(
    expression: &Expression,
    of: &str,
    format: &'static FormatInfo,
) -> Result<(), PropertyError> {
    for call in expression.calls.iter().filter_map(Call::known) {
        if format.is_unknown() {
            return Err(PropertyError::UnknownContent {
                transform: call.transform.name,
                of: of.to_owned(),
                fitting: in_words(&call.transform.formats()),
            });
        }
        if !call.transform.fits(format) {
            return Err(PropertyError::UnfitTransform {
                transform: call.transform.name,
                of: of.to_owned(),
                format: format.name,
                fitting: in_words(&call.transform.formats()),
            });
        }
    }
    Ok(())
}

/// Whether there are the other inputs that transforms take, in formats that fit.
fn check_others(
    expression: &Expression,
    of: &str,
    format: &'static FormatInfo,
    interface: &Interface,
) -> Result<(), PropertyError> {
    for call in expression.calls.iter().filter_map(Call::known) {
        let Some(other) = call.other_input() else {
            continue;
        };
        let other = resolve_input(other, interface)?;
        if call.transform.needs_same_format() && other.format.name != format.name {
            return Err(PropertyError::UnfitOther {
                transform: call.transform.name,
                of: of.to_owned(),
                format: format.name,
                other: other.name.clone(),
                other_format: other.format.name,
            });
        }
    }
    Ok(())
}

fn resolve_format(name: &FormatName, of: &str) -> Result<&'static FormatInfo, PropertyError> {
    formats::find(&name.0).ok_or_else(|| PropertyError::UnknownFormat {
        of: of.to_owned(),
        name: name.0.clone(),
        hint: hint(&name.0, formats().iter().map(|format| format.name)),
    })
}

fn in_words(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
