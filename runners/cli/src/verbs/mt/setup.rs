//! From what was typed to what is tested.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use killrate_catalogue::manifest::{DataEntry, InputEntry, Order, OutputEntry, ProgramManifest};
use killrate_catalogue::property_lines;
use killrate_model::{
    ArgumentNumber, DataSet, DataSetName, InputName, OutputName, PropertyName, hint,
};
use killrate_mt::{MtError, Spec, folder_of, format_of, read_data_set, read_manifest};

use super::{Options, Tested};
use crate::console::Console;
use crate::exit::{Invalid, Usage};

/// A spec, the data to test it on, and what it is called.
pub(super) struct Setup {
    pub(super) name: String,
    pub(super) spec: Spec,
    pub(super) data_sets: Vec<DataSet>,
    pub(super) given: Given,
}

/// The files of the inputs that were typed, for each data set that they make.
pub(super) type Given = Vec<(DataSetName, BTreeMap<InputName, DataEntry>)>;

/// Reads the manifest, adds what the options say, and reads the data.
pub(super) fn prepare(console: &Console, options: &Options) -> anyhow::Result<Setup> {
    if options.chains.are_missing() {
        let problem = "`--repeats` and `--count-all` are about chains of properties; add `--rounds` or `--sequence`";
        return Err(Usage(problem.to_owned()).into());
    }
    let path = options.tested.spec.clone().unwrap_or_default();
    let (mut manifest, given) = manifest(&options.tested)?;
    set_choices(options, &mut manifest);
    let folder = folder_of(&path);
    let mut spec = Spec::resolve(&manifest, folder, &path)?;
    keep_only(&mut spec, &options.only)?;
    options.chains.apply(&mut spec)?;
    Ok(Setup {
        name: name(&path, &spec),
        data_sets: data_sets(console, options, &manifest, folder, &given)?,
        given,
        spec,
    })
}

/// What a file and options say of the thing under test, and the files of the inputs they name.
pub(super) fn manifest(tested: &Tested) -> anyhow::Result<(ProgramManifest, Given)> {
    let mut manifest = written(tested)?;
    let given = add_given(tested, &mut manifest)?;
    Ok((manifest, given))
}

/// The data sets that these files make: the first file of every input is one, the second another;
/// an input with one file has it in all of them. Each is called as the file of the first input that
/// has several, or as its first file.
fn in_sets(files: &BTreeMap<InputName, Vec<PathBuf>>) -> anyhow::Result<Given> {
    let n_sets = files.values().map(Vec::len).max().unwrap_or_default();
    let uneven = files
        .iter()
        .find(|(_, files)| ![1, n_sets].contains(&files.len()));
    if let Some((name, files)) = uneven {
        return Err(Usage(format!(
            "input `{name}` has {} files and another has {n_sets}; give each input one file or as many as the others",
            files.len()
        ))
        .into());
    }
    let mut given: Given = Vec::new();
    for index in 0..n_sets {
        let file_of_set = |files: &Vec<PathBuf>| files[index.min(files.len() - 1)].clone();
        let of_set = files
            .iter()
            .map(|(name, files)| (name.clone(), DataEntry::File(file_of_set(files))))
            .collect();
        let naming = files.values().find(|files| files.len() == n_sets);
        let stem = naming.and_then(|files| files[index].file_stem());
        let stem = stem.and_then(|stem| stem.to_str()).unwrap_or_default();
        let is_free = |name: &DataSetName| given.iter().all(|(known, _)| known != name);
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let name = std::iter::once(stem.to_owned())
            .chain(numbered)
            .map(|name| {
                let given = if index == 0 {
                    "given".to_owned()
                } else {
                    format!("given-{}", index + 1)
                };
                DataSetName::new(name).or_else(|_| DataSetName::new(given))
            })
            .find(|name| name.as_ref().map_or(true, is_free))
            .expect("there are more numbers than data sets")?;
        given.push((name, of_set));
    }
    Ok(given)
}

/// The files of one input: those between commas, unless there is one file of the whole name.
fn split_files(files: &str) -> Result<Vec<PathBuf>, Usage> {
    if Path::new(files).exists() {
        return Ok(vec![files.into()]);
    }
    let parts: Vec<PathBuf> = files.split(',').map(PathBuf::from).collect();
    if parts.len() > 1 && parts.iter().any(|part| part.as_os_str().is_empty()) {
        return Err(Usage(format!(
            "`--input` has nothing beside a comma in `{files}`; write `NAME=a.csv,b.csv`"
        )));
    }
    Ok(parts)
}

/// What the file says, with the command of the options.
fn written(tested: &Tested) -> anyhow::Result<ProgramManifest> {
    let no_command =
        || Usage("there is no command; give a manifest that has one, or `--command`".to_owned());
    let Some(path) = &tested.spec else {
        return Ok(ProgramManifest::of_command(
            tested.command.clone().ok_or_else(no_command)?,
        ));
    };
    let mut manifest = match path.extension().and_then(|extension| extension.to_str()) {
        Some("toml" | "xml") => read_manifest(path)?,
        // Any other file is a list of properties, which says nothing of a command.
        _ => {
            let text = killrate_files::read_to_string(path).map_err(|source| MtError::Read {
                path: path.clone(),
                source,
            })?;
            let command = tested.command.clone().ok_or_else(no_command)?;
            let mut manifest = ProgramManifest::of_command(command);
            manifest.properties = property_lines(&text);
            manifest
        }
    };
    if let Some(command) = &tested.command {
        manifest.command.clone_from(command);
    }
    Ok(manifest)
}

/// Sets how properties are tested.
fn set_choices(options: &Options, manifest: &mut ProgramManifest) {
    if !options.seed.is_empty() {
        let seeds: BTreeSet<u64> = options.seed.iter().flat_map(|seeds| seeds.all()).collect();
        manifest.transform_seeds = seeds.into_iter().collect();
    }
    if options.sequential {
        manifest.execution = Order::Sequential;
    }
    // The option can only take the sandbox away, never give one to a manifest that does without.
    manifest.sandbox &= !options.no_sandbox;
}

/// Adds what the options say; gives the files of the inputs that they name.
fn add_given(options: &Tested, manifest: &mut ProgramManifest) -> anyhow::Result<Given> {
    manifest.properties.extend(options.property.iter().cloned());
    manifest.relations.extend(options.relation.iter().cloned());
    manifest.files.extend(options.file.iter().cloned());
    if let Some(other) = &options.other {
        manifest.other = Some(other.clone());
    }
    let mut given: BTreeMap<InputName, Vec<PathBuf>> = BTreeMap::new();
    for text in &options.input {
        let (name, file) = pair("--input", text)?;
        let name = InputName::new(name)?;
        let files = split_files(file)?;
        let format = format_of(&files[0]);
        if let Some(odd) = files.iter().find(|file| format_of(file) != format)
            && !manifest.inputs.contains_key(&name)
        {
            return Err(Usage(format!(
                "files of input `{name}` have different formats, `{format}` and `{}`; test them apart",
                format_of(odd)
            ))
            .into());
        }
        // What the manifest says of an input stands, whatever file is given for it.
        manifest
            .inputs
            .entry(name.clone())
            .or_insert_with(|| InputEntry {
                format: format.to_owned(),
                label: None,
                file: None,
            });
        given.entry(name).or_default().extend(files);
    }
    for text in &options.number {
        let (name, value) = pair("--number", text)?;
        let number: ArgumentNumber = value
            .parse()
            .map_err(|error| Usage(format!("`--number {text}`: {error}")))?;
        let name = InputName::new(name)?;
        // What was typed stands for every data set.
        for entries in manifest.data.values_mut() {
            entries.remove(&name);
        }
        manifest.numbers.insert(name, number);
    }
    for name in &options.output {
        let name = OutputName::new(name)?;
        manifest.outputs.entry(name).or_default();
    }
    for text in &options.formats {
        let (name, format) = pair("--as", text)?;
        if let Some(input) = manifest.inputs.get_mut(&InputName::new(name)?) {
            format.clone_into(&mut input.format);
        } else {
            let output = manifest.outputs.entry(OutputName::new(name)?);
            let entry = output.or_insert_with(|| OutputEntry {
                from: (name == "output")
                    .then(|| OutputName::new("stdout"))
                    .and_then(Result::ok),
                ..OutputEntry::default()
            });
            entry.format = Some(format.to_owned());
        }
    }
    for text in &options.label {
        let (name, column) = pair("--label", text)?;
        let names: Vec<InputName> = manifest.inputs.keys().cloned().collect();
        let input = manifest.inputs.get_mut(&InputName::new(name)?);
        let known = input.ok_or_else(|| MtError::Unknown {
            kind: "input",
            name: name.to_owned(),
            hint: hint(name, names.iter().map(InputName::as_str)),
        })?;
        known.label = Some(column.to_owned());
    }
    in_sets(&given)
}

pub(super) fn pair<'a>(option: &str, text: &'a str) -> Result<(&'a str, &'a str), Usage> {
    text.split_once('=').ok_or_else(|| {
        Usage(format!(
            "`{option} {text}` has no `=`; write `{option} NAME=…`"
        ))
    })
}

/// Leaves the properties of these names; all when there are none.
fn keep_only(spec: &mut Spec, only: &[String]) -> Result<(), MtError> {
    let names: Vec<&str> = spec.names().map(PropertyName::as_str).collect();
    if let Some(name) = only.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(MtError::Unknown {
            kind: "property",
            name: name.clone(),
            hint: hint(name, names),
        });
    }
    if !only.is_empty() {
        let is_wanted = |name: &PropertyName| only.iter().any(|wanted| wanted == name.as_str());
        spec.retain(is_wanted);
    }
    Ok(())
}

/// The data sets that were asked for: those of the manifest and of the project, and the given files.
fn data_sets(
    console: &Console,
    options: &Options,
    manifest: &ProgramManifest,
    folder: &Path,
    given: &Given,
) -> anyhow::Result<Vec<DataSet>> {
    let mut data_sets = Vec::new();
    for (name, files) in given {
        // These paths were typed, so they are meant from here.
        data_sets.push(read_data_set(name, files, Path::new("."))?);
    }
    if options.data.is_empty() && given.is_empty() {
        for (name, files) in &manifest.data {
            data_sets.push(read_data_set(name, files, folder)?);
        }
        // A program without inputs is tested by its options.
        if manifest.data.is_empty() && manifest.inputs.is_empty() {
            let name = DataSetName::new("none")?;
            data_sets.push(read_data_set(&name, &BTreeMap::new(), folder)?);
        }
    }
    for name in &options.data {
        let own = manifest
            .data
            .iter()
            .find(|(known, _)| known.as_str() == name);
        let data_set = match own {
            Some((name, files)) => read_data_set(name, files, folder)?,
            None => {
                let mut data_set = of_project(console, manifest, name)?;
                // What was typed stands for every data set.
                let typed = options
                    .tested
                    .number
                    .iter()
                    .filter_map(|text| text.split_once('='));
                let typed: Vec<&str> = typed.map(|(name, _)| name).collect();
                data_set
                    .numbers
                    .retain(|name, _| !typed.contains(&name.as_str()));
                data_set
            }
        };
        data_sets.push(data_set);
    }
    Ok(data_sets)
}

fn of_project(
    console: &Console,
    manifest: &ProgramManifest,
    name: &str,
) -> anyhow::Result<DataSet> {
    let names = manifest.data.keys().map(DataSetName::as_str);
    let unknown = || MtError::Unknown {
        kind: "data set",
        name: name.to_owned(),
        hint: hint(name, names.clone()),
    };
    match console.catalogue() {
        Ok(catalogue) if manifest.data.is_empty() => Ok(catalogue.data_set(name)?),
        Ok(catalogue) => catalogue
            .data_set(name)
            .map_err(|_| Invalid(unknown().to_string()).into()),
        Err(_) => Err(unknown()).context("outside a project, data sets are those of the manifest"),
    }
}

/// What the thing under test is called in paths: the manifest, or else the program.
fn name(path: &Path, spec: &Spec) -> String {
    let named = if path.as_os_str().is_empty() {
        Path::new(spec.program_name())
    } else {
        path
    };
    let file = named.file_name().and_then(|name| name.to_str());
    let stem = file.and_then(|name| name.split('.').find(|part| !part.is_empty()));
    stem.unwrap_or("program").to_owned()
}
