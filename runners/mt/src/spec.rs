//! A manifest with everything in it resolved.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use killrate_executor::{BlackBox, Executor, Program, Settings, Tier, split_command};
use killrate_model::{
    FormatName, InputName, InputSpec, Interface, Limits, OutputName, OutputSpec, ProgramName,
    PropertyName, hint,
};
use killrate_properties::{Extraction, FunctionNames, Property};
use killrate_techniques::placeholder::placeholders;
use killrate_techniques::{Chaining, DependentProperty, Iterative, Metamorphic, Technique};

use crate::MtError;
use crate::function::FunctionCommands;
use crate::other::{self, Other};
use crate::placebo::{self, Placebo};
use crate::script;
use killrate_catalogue::manifest::{self, DataEntry, Order, ProgramManifest};

/// What any output may hold.
const OUTPUT: u64 = 64 << 20;

/// A program, its properties, and how to run it.
#[derive(Debug)]
pub struct Spec {
    /// The command as written, for people.
    pub command: String,
    /// What the properties see of the program.
    pub interface: Interface,
    /// The properties.
    pub properties: BTreeMap<PropertyName, Property>,
    /// The properties with follow-ups that depend on outputs.
    pub dependents: Vec<DependentProperty>,
    /// The chains of properties to try, in place of each property alone; none unless somebody asks.
    pub(crate) chaining: Option<Chaining>,
    /// The seeds of transforms that make random choices.
    pub transform_seeds: Vec<u64>,
    /// Whether the same inputs always give the same outputs.
    pub is_deterministic: bool,
    /// How runs are ordered.
    pub order: Order,
    /// Whether programs are confined as well as the system allows.
    pub sandbox: bool,
    pub(crate) seed: Option<u64>,
    /// The outputs that the relations of each property look at.
    pub(crate) looked_at: BTreeMap<PropertyName, BTreeSet<OutputName>>,
    /// A second program, for comparing.
    pub(crate) other: Option<Other>,
    /// Variants of the program without a fault, each with the same properties.
    pub(crate) placebos: Vec<Placebo>,
    /// A file that a command names and that no run finds in its folder.
    pub(crate) left_behind: Option<String>,
    function_names: FunctionNames,
    pub(crate) functions: FunctionCommands,
    pub(crate) limits: Limits,
    pub(crate) phases: Vec<Phase>,
    /// The name of each input's file in the run folder.
    pub(crate) files: BTreeMap<InputName, InputName>,
    /// The outputs that are part of others, each after what it is part of.
    pub(crate) derived: Vec<(OutputName, Derived)>,
}

/// One program of a run.
#[derive(Debug)]
pub(crate) struct Phase {
    pub(crate) program: Arc<Program>,
    pub(crate) n_arguments: usize,
    /// The inputs it gets.
    pub(crate) inputs: BTreeSet<InputName>,
    /// The outputs of earlier phases it gets.
    pub(crate) earlier: BTreeSet<OutputName>,
    /// The output files to collect from it.
    pub(crate) outputs: BTreeSet<OutputName>,
}

/// An output that is part of another.
#[derive(Debug)]
pub(crate) struct Derived {
    pub(crate) from: OutputName,
    pub(crate) extraction: Option<Extraction>,
}

impl Spec {
    /// Resolves a manifest; relative paths are meant from `folder`, and errors name `path`.
    ///
    /// # Errors
    /// When a command, an output, a format or a property cannot be used.
    pub fn resolve(
        manifest: &ProgramManifest,
        folder: &Path,
        path: &Path,
    ) -> Result<Self, MtError> {
        let value_error = |key: &str, problem: String| MtError::Value {
            path: path.to_owned(),
            key: key.to_owned(),
            problem,
        };
        let commands = [&manifest.command]
            .into_iter()
            .chain(manifest.phases.iter().map(|phase| &phase.command))
            .map(|line| split_command(line))
            .collect::<Result<Vec<_>, _>>()?;
        let derived = derived(manifest)?;
        // The technique knows of one program, so the arguments of all phases stand one after the
        // other, and each phase takes its own again.
        let interface = Interface {
            arguments: commands
                .iter()
                .flat_map(|words| words[1..].to_vec())
                .collect(),
            inputs: inputs(manifest),
            numbers: manifest.numbers.clone(),
            outputs: outputs(manifest, &derived),
        };
        if let Some(problem) = interface.problem_of_numbers() {
            return Err(value_error("numbers", problem));
        }
        check_data(manifest).map_err(|(key, problem)| value_error(&key, problem))?;
        let files = files(manifest);
        if files.values().collect::<BTreeSet<_>>().len() < files.len() {
            let problem = "two inputs have the same file; give one another name";
            return Err(value_error("inputs", problem.to_owned()));
        }
        let mut spec = Self {
            command: manifest.command.clone(),
            phases: phases(manifest, &commands, &derived, folder)?,
            other: Other::resolve(manifest, &derived, folder, path)?,
            placebos: placebo::resolve(manifest, folder, path)?,
            left_behind: commands
                .iter()
                .find_map(|words| script::left_behind(words, folder))
                .map(str::to_owned),
            properties: BTreeMap::new(),
            dependents: Vec::new(),
            chaining: None,
            looked_at: BTreeMap::new(),
            transform_seeds: manifest.transform_seeds.clone(),
            is_deterministic: manifest.is_deterministic,
            order: manifest.execution,
            sandbox: manifest.sandbox,
            seed: manifest.seed,
            function_names: manifest.function_names(),
            functions: FunctionCommands::resolve(manifest, folder, path)?,
            limits: limits(manifest.limits),
            interface,
            files,
            derived: in_order(derived, manifest)
                .map_err(|(name, problem)| value_error(&format!("outputs.{name}.from"), problem))?,
        };
        for entry in &manifest.dependents {
            spec.add_dependent(entry.clone())?;
        }
        for line in &manifest.properties {
            spec.add_property(line)?;
        }
        spec.add_relations(&manifest.relations)?;
        if spec.names().next().is_none() {
            return Err(MtError::NoProperty);
        }
        Ok(spec)
    }

    /// The arguments of the first program.
    pub(crate) fn arguments(&self) -> &[String] {
        &self.interface.arguments[..self.phases[0].n_arguments]
    }

    /// Gives the first program other arguments, which name the same files.
    pub(crate) fn set_arguments(&mut self, arguments: Vec<String>) {
        let old = 0..self.phases[0].n_arguments;
        self.phases[0].n_arguments = arguments.len();
        self.interface.arguments.splice(old, arguments);
    }

    /// The phases of the program that somebody asked, the first one or the second.
    pub(crate) fn phases_of(&self, program: &ProgramName) -> &[Phase] {
        match (program, &self.other) {
            (ProgramName::Second(_), Some(other)) => &other.phases,
            _ => &self.phases,
        }
    }

    /// Whether an output is part of another.
    pub(crate) fn is_derived(&self, name: &OutputName) -> bool {
        self.derived.iter().any(|(derived, _)| derived == name)
    }

    /// The first word of the command.
    pub fn program_name(&self) -> &str {
        self.command.split_whitespace().next().unwrap_or_default()
    }

    /// The names of all properties, in the order in which they are told.
    pub fn names(&self) -> impl Iterator<Item = &PropertyName> {
        let dependents = self.dependents.iter().map(|dependent| &dependent.name);
        let others = self.other.iter().flat_map(|other| other.relations.keys());
        let alone = self.properties.keys().chain(dependents).chain(others);
        let chains = self.chaining.iter().map(Chaining::name);
        alone.filter(|_| self.chaining.is_none()).chain(chains)
    }

    /// Has chains of the properties tried, in place of each alone.
    ///
    /// # Errors
    /// When there is a property that cannot be chained: one that compares programs, or whose follow-up
    /// runs are built from outputs.
    pub fn chain(&mut self, chaining: &Chaining) -> Result<(), MtError> {
        let mut names = self.names();
        let alone = names.find(|name| !self.properties.contains_key(*name));
        if let Some(property) = alone.cloned() {
            return Err(MtError::NotChained { property });
        }
        drop(names);
        let looked_at = self.looked_at.values().flatten().cloned().collect();
        self.looked_at.insert(chaining.name().clone(), looked_at);
        self.chaining = Some(chaining.clone());
        let mut placebos = self.placebos.iter_mut();
        placebos.try_for_each(|placebo| placebo.spec.chain(chaining))
    }

    /// Leaves the properties and relations of which that is true.
    pub fn retain(&mut self, is_wanted: impl Fn(&PropertyName) -> bool) {
        self.retain_those(&is_wanted);
    }

    fn retain_those(&mut self, is_wanted: &dyn Fn(&PropertyName) -> bool) {
        self.properties.retain(|name, _| is_wanted(name));
        self.dependents.retain(|entry| is_wanted(&entry.name));
        if let Some(other) = &mut self.other {
            other.relations.retain(|name, _| is_wanted(name));
        }
        for placebo in &mut self.placebos {
            placebo.spec.retain_those(is_wanted);
        }
    }

    /// Whether a name is that of a relation between two programs.
    pub(crate) fn is_of_other(&self, name: &PropertyName) -> bool {
        let mut others = self.other.iter();
        others.any(|other| other.relations.contains_key(name))
    }

    /// The canonical form of a property.
    pub(crate) fn text_of(&self, name: &PropertyName) -> String {
        if let Some(chaining) = &self.chaining {
            return chaining.to_string();
        }
        let of_other = self.other.as_ref().and_then(|other| other.text_of(name));
        if let Some(text) = of_other {
            return text;
        }
        let dependent = self.dependents.iter().find(|one| one.name == *name);
        dependent.map_or_else(|| self.properties[name].to_string(), ToString::to_string)
    }

    /// The technique that tests all of it.
    pub(crate) fn technique(&self) -> Box<dyn Technique> {
        let (properties, seeds) = (self.properties.clone(), self.transform_seeds.clone());
        let functions = self.functions.arguments.clone();
        if let Some(chaining) = &self.chaining {
            let (interface, chainings) = (self.interface.clone(), vec![chaining.clone()]);
            let technique = Iterative::new(
                interface,
                properties,
                chainings,
                seeds,
                Chaining::USUAL_SEED,
            );
            return Box::new(
                technique
                    .with_program_seed(self.seed)
                    .with_functions(functions),
            );
        }
        let technique = Metamorphic::new(self.interface.clone(), properties, seeds)
            .with_program_seed(self.seed)
            .with_dependents(self.dependents.clone())
            .with_functions(functions, self.function_names.clone());
        match &self.other {
            Some(other) => {
                Box::new(technique.with_other(other.arguments.clone(), other.relations.clone()))
            }
            None => Box::new(technique),
        }
    }

    /// Opens an executor that runs programs in this order and sandbox, at most so many at a time.
    ///
    /// # Errors
    /// When the harness fails.
    pub fn executor(&self, scratch: PathBuf, n_threads: NonZeroUsize) -> Result<Executor, MtError> {
        let threads = match self.order {
            Order::Sequential => NonZeroUsize::MIN,
            Order::Parallel => n_threads,
        };
        let tiers: &[Tier] = if self.sandbox {
            &Tier::ALL
        } else {
            &[Tier::ProcessGroup]
        };
        Ok(Executor::open_within(Settings { scratch, threads }, tiers)?)
    }

    fn add_property(&mut self, line: &str) -> Result<(), MtError> {
        let property = Property::parse_with(line, &self.function_names)?;
        let number = self.looked_at.len() + 1;
        let name = property.name().cloned().unwrap_or_else(|| {
            let name = PropertyName::new(format!("property-{number}"));
            name.expect("it consists of letters and digits")
        });
        self.admit(&name, &property)?;
        self.properties.insert(name, property);
        Ok(())
    }

    fn add_relations(&mut self, lines: &[String]) -> Result<(), MtError> {
        if self.other.is_none() {
            return Ok(());
        }
        let all_equal = [other::all_equal(&self.interface)];
        let lines = if lines.is_empty() { &all_equal } else { lines };
        for (index, line) in lines.iter().enumerate() {
            let (name, relation) = other::relation(line, index + 1, &self.function_names)?;
            self.admit(&name, &relation)?;
            if let Some(other) = &mut self.other {
                other.relations.insert(name, relation);
            }
        }
        Ok(())
    }

    fn add_dependent(&mut self, dependent: DependentProperty) -> Result<(), MtError> {
        let outputs = self.interface.outputs.keys().map(OutputName::as_str);
        let known: Vec<&str> = outputs.chain(["stdout"]).collect();
        let named = dependent.built_from();
        if let Some(name) = named.iter().find(|name| !known.contains(name)) {
            return Err(MtError::Unknown {
                kind: "output",
                name: (*name).to_owned(),
                hint: hint(name, known),
            });
        }
        let relation = dependent.relation(&self.function_names)?;
        self.admit(&dependent.name, &relation)?;
        self.dependents.push(dependent);
        Ok(())
    }

    /// Notes what a property looks at, when it fits the program and no other has its name.
    fn admit(&mut self, name: &PropertyName, property: &Property) -> Result<(), MtError> {
        let fits = property.check(&self.interface);
        let looked_at = fits
            .and_then(|()| property.outputs(&self.interface))
            .map_err(|source| MtError::Unfit {
                property: name.clone(),
                source,
            })?;
        if self.looked_at.insert(name.clone(), looked_at).is_some() {
            return Err(MtError::Unknown {
                kind: "second property",
                name: name.to_string(),
                hint: "a name stands for one property; choose another for the second".to_owned(),
            });
        }
        Ok(())
    }
}

/// Whether data sets give files for inputs and numbers for numbers; or the key where one does not, and
/// what is wrong.
fn check_data(manifest: &ProgramManifest) -> Result<(), (String, String)> {
    for (data_set, entries) in &manifest.data {
        for (name, entry) in entries {
            let is_number = manifest.numbers.contains_key(name);
            let problem = match entry {
                DataEntry::File(_) if is_number => {
                    format!("`{name}` is a number; write it without quotes")
                }
                DataEntry::Number(_) if !is_number => {
                    let hint = hint(
                        name.as_str(),
                        manifest.numbers.keys().map(InputName::as_str),
                    );
                    format!("there is no number `{name}` among the arguments; {hint}")
                }
                _ => continue,
            };
            return Err((format!("data.{data_set}.{name}"), problem));
        }
    }
    Ok(())
}

fn inputs(manifest: &ProgramManifest) -> BTreeMap<InputName, InputSpec> {
    let spec = |entry: &manifest::InputEntry| InputSpec {
        format: FormatName(entry.format.clone()),
        label: entry.label.clone(),
    };
    let inputs = manifest.inputs.iter();
    inputs
        .map(|(name, entry)| (name.clone(), spec(entry)))
        .collect()
}

fn outputs(
    manifest: &ProgramManifest,
    derived: &BTreeMap<OutputName, Derived>,
) -> BTreeMap<OutputName, OutputSpec> {
    let format = |name: &OutputName, entry: &manifest::OutputEntry| {
        let extraction = derived
            .get(name)
            .and_then(|derived| derived.extraction.as_ref());
        let natural = extraction.map_or("lines", Extraction::format);
        FormatName(entry.format.clone().unwrap_or_else(|| natural.to_owned()))
    };
    let outputs = manifest.outputs.iter();
    outputs
        .map(|(name, entry)| {
            let format = format(name, entry);
            (name.clone(), OutputSpec::of_format(format))
        })
        .collect()
}

fn derived(manifest: &ProgramManifest) -> Result<BTreeMap<OutputName, Derived>, MtError> {
    let stdout = || OutputName::new("stdout").expect("it consists of letters");
    let mut derived = BTreeMap::new();
    for (name, entry) in &manifest.outputs {
        let parse = |text: &String| {
            Extraction::parse(text).map_err(|source| MtError::Extractor {
                output: name.clone(),
                source,
            })
        };
        let extraction = entry.parse.as_ref().map(parse).transpose()?;
        if entry.from.is_some() || extraction.is_some() {
            let from = entry.from.clone().unwrap_or_else(stdout);
            derived.insert(name.clone(), Derived { from, extraction });
        }
    }
    Ok(derived)
}

/// The outputs that are part of others, each after what it is part of; or one that is part of
/// nothing, and why.
fn in_order(
    mut derived: BTreeMap<OutputName, Derived>,
    manifest: &ProgramManifest,
) -> Result<Vec<(OutputName, Derived)>, (OutputName, String)> {
    let mut ordered = Vec::new();
    // What is ready leaves `derived`, and so makes ready what is part of it.
    while let Some(name) = derived.iter().find_map(|(name, one)| {
        let is_there = manifest.outputs.contains_key(&one.from) && !derived.contains_key(&one.from);
        (is_there || one.from.as_str() == "stdout").then(|| name.clone())
    }) {
        ordered.extend(derived.remove_entry(&name));
    }
    match derived.pop_first() {
        None => Ok(ordered),
        Some((name, derived)) => {
            let from = derived.from;
            let problem = if manifest.outputs.contains_key(&from) {
                format!("`{from}` is part of `{name}` itself; take one of them from `stdout`")
            } else {
                format!(
                    "there is no output `{from}` to take it from; name `stdout` or another output"
                )
            };
            Err((name, problem))
        }
    }
}

/// The file of each input: the name that is written, or one that ends as files of its format do.
fn files(manifest: &ProgramManifest) -> BTreeMap<InputName, InputName> {
    let file = |name: &InputName, entry: &manifest::InputEntry| {
        let file = match (&entry.file, extension(&entry.format)) {
            (Some(file), _) => file.clone(),
            (None, Some(extension)) => format!("{name}.{extension}"),
            (None, None) => name.to_string(),
        };
        InputName::new(file).unwrap_or_else(|_| name.clone())
    };
    let inputs = manifest.inputs.iter();
    inputs
        .map(|(name, entry)| (name.clone(), file(name, entry)))
        .collect()
}

/// What the names of files of a format end in, where programs look at it.
fn extension(format: &str) -> Option<&'static str> {
    match format {
        "arff" => Some("arff"),
        "csv" => Some("csv"),
        "json-lines" => Some("jsonl"),
        "lines" | "query" => Some("txt"),
        "pcap" => Some("pcap"),
        "xml" => Some("xml"),
        _ => None,
    }
}

fn limits(entry: manifest::LimitsEntry) -> Limits {
    let cpu = Duration::from_secs(entry.seconds);
    Limits {
        fuel: None,
        cpu,
        wall: cpu * 3,
        memory: entry.megabytes << 20,
        output: OUTPUT,
    }
}

pub(crate) fn phases(
    manifest: &ProgramManifest,
    commands: &[Vec<String>],
    derived: &BTreeMap<OutputName, Derived>,
    folder: &Path,
) -> Result<Vec<Phase>, MtError> {
    let lines = |lines: &[String]| {
        let words = lines.iter().map(|line| split_command(line));
        words.collect::<Result<Vec<_>, _>>()
    };
    let taken = files(manifest);
    let taken: BTreeSet<&str> = (taken.values().map(InputName::as_str))
        .chain(manifest.outputs.keys().map(OutputName::as_str))
        .collect();
    let steps: Vec<Vec<String>> =
        [lines(&manifest.build_up)?, lines(&manifest.tear_down)?].concat();
    let mentioned: Vec<BTreeSet<&str>> = commands
        .iter()
        .map(|words| words.iter().flat_map(|word| placeholders(word)).collect())
        .collect();
    let mut seen: BTreeSet<OutputName> = BTreeSet::new();
    let mut phases = Vec::new();
    for (index, words) in commands.iter().enumerate() {
        let is_last = index + 1 == commands.len();
        let is_here = |name: &str| mentioned[index].contains(name);
        let is_anywhere = |name: &str| mentioned.iter().any(|names| names.contains(name));
        // What no command names is for a program that knows its files by heart.
        let is_input = |name: &&InputName| is_here(name.as_str()) || !is_anywhere(name.as_str());
        // What an earlier phase wrote and this command names is read here and not written again.
        let (earlier, later): (BTreeSet<OutputName>, BTreeSet<OutputName>) = manifest
            .outputs
            .keys()
            .filter(|name| !derived.contains_key(*name) && name.as_str() != "stdout")
            .cloned()
            .partition(|name| seen.contains(name) && is_here(name.as_str()));
        let is_output =
            |name: &OutputName| is_here(name.as_str()) || (is_last && !is_anywhere(name.as_str()));
        let outputs: BTreeSet<OutputName> = later.into_iter().filter(is_output).collect();
        seen.extend(outputs.iter().cloned());
        let mut files = manifest.files.clone();
        for words in [words].into_iter().chain(&steps) {
            files.extend(script::scripts(words, folder, &taken));
        }
        let black_box = BlackBox {
            command: words.clone(),
            folder: folder.to_owned(),
            files,
            readable: manifest.readable.clone(),
            environment: manifest.environment.clone(),
            build_up: lines(&manifest.build_up)?,
            tear_down: lines(&manifest.tear_down)?,
        };
        phases.push(Phase {
            program: Arc::new(black_box.program()?),
            n_arguments: words.len() - 1,
            inputs: manifest.inputs.keys().filter(is_input).cloned().collect(),
            earlier,
            outputs,
        });
    }
    Ok(phases)
}
