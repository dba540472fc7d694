//! The command that repeats a finding.

use killrate_catalogue::manifest::DataEntry;
use killrate_mt::Finding;

use super::Options;
use super::setup::Given;

/// What to type to test the same property on the same data once more.
pub(super) fn command(options: &Options, given: &Given, finding: &Finding) -> String {
    let mut words = vec!["killrate".to_owned(), "mt".to_owned()];
    if let Some(spec) = &options.tested.spec {
        words.push(spec.display().to_string());
    }
    let mut add = |option: &str, value: &str| words.extend([option.to_owned(), value.to_owned()]);
    if let Some(command) = &options.tested.command {
        add("--command", command);
    }
    if let Some(other) = &options.tested.other {
        add("--other", other);
    }
    for file in &options.tested.file {
        add("--file", &file.display().to_string());
    }
    // Of several files that were typed, those that were tested.
    let of_set = given.iter().find(|(name, _)| *name == finding.data_set);
    let files = of_set.iter().flat_map(|(_, files)| files);
    let inputs: Vec<String> = files
        .filter_map(|(name, entry)| match entry {
            DataEntry::File(file) => Some(format!("{name}={}", file.display())),
            DataEntry::Number(_) => None,
        })
        .collect();
    for (option, values) in [
        ("--relation", &options.tested.relation),
        ("--property", &options.tested.property),
        ("--input", &inputs),
        ("--number", &options.tested.number),
        ("--output", &options.tested.output),
        ("--as", &options.tested.formats),
        ("--label", &options.tested.label),
    ] {
        values.iter().for_each(|value| add(option, value));
    }
    match (
        super::chains::failing(finding),
        options.chains.are_asked_for(),
    ) {
        // The chain itself and nothing else, whatever other chains lead to.
        (Some(sequence), _) => add("--sequence", &sequence),
        (None, true) => {
            options.only.iter().for_each(|name| add("--only", name));
            add_chains(&options.chains, &mut add);
        }
        (None, false) => add("--only", finding.property.as_str()),
    }
    // `none` stands for no data at all, which nobody can name; files that were typed are given
    // again.
    if inputs.is_empty() && finding.data_set.as_str() != "none" {
        add("--data", finding.data_set.as_str());
    }
    if let Some(seed) = finding.seed {
        add("--seed", &seed.to_string());
    }
    let has_failing = super::chains::failing(finding).is_some();
    for (flag, is_set) in [
        ("--repeats", options.chains.repeats || has_failing),
        ("--count-all", options.chains.count_all && !has_failing),
        ("--sequential", options.sequential),
        ("--no-sandbox", options.no_sandbox),
    ] {
        if is_set {
            words.push(flag.to_owned());
        }
    }
    // No argument that was typed holds a null character, the one thing that cannot be quoted.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// The chains that were asked for.
fn add_chains(chains: &super::chains::Chains, add: &mut impl FnMut(&str, &str)) {
    if let Some(rounds) = chains.rounds {
        add("--rounds", &rounds.to_string());
    }
    if let Some(sequence) = &chains.sequence {
        add("--sequence", sequence);
    }
    if let Some(cap) = chains.cap {
        add("--cap", &cap.to_string());
    }
}
