//! Transforms and comparisons that are external commands.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use killrate_executor::{BlackBox, Program};
use killrate_properties::{relations, transforms};
use killrate_techniques::OwnFunctions;

use crate::MtError;
use crate::script::scripts;
use killrate_catalogue::manifest::{FunctionEntry, FunctionKind, ProgramManifest};

/// The commands of a manifest's functions, by name.
#[derive(Debug, Default)]
pub(crate) struct FunctionCommands {
    pub(crate) programs: BTreeMap<String, Arc<Program>>,
    /// What each is called with, before whatever a property says.
    pub(crate) arguments: OwnFunctions,
}

impl FunctionCommands {
    /// Those of a manifest; relative paths are meant from `folder`, and errors name `path`.
    ///
    /// # Errors
    /// When the language has a function of the same name, or there is no such command.
    pub(crate) fn resolve(
        manifest: &ProgramManifest,
        folder: &Path,
        path: &Path,
    ) -> Result<Self, MtError> {
        let mut commands = Self::default();
        for (name, entry) in &manifest.functions {
            let is_known = transforms().iter().any(|known| known.name == name)
                || relations().iter().any(|known| known.name == name);
            if is_known {
                return Err(MtError::Value {
                    path: path.to_owned(),
                    key: format!("functions.{name}"),
                    problem: "the language has one of that name; choose another".to_owned(),
                });
            }
            let black_box = black_box(entry, folder)?;
            let program = Arc::new(black_box.program()?);
            commands.programs.insert(name.clone(), program);
            let arguments = black_box.arguments();
            commands.arguments.0.insert(name.clone(), arguments);
        }
        Ok(commands)
    }
}

/// The command in a shell, which gives a transform its content as standard input: programs have none
/// otherwise.
fn black_box(entry: &FunctionEntry, folder: &Path) -> Result<BlackBox, MtError> {
    let bare = BlackBox {
        folder: folder.to_owned(),
        ..BlackBox::of_line(&entry.command)?
    };
    // Whether the command itself is there is told now: the shell could tell only in the middle of a
    // test.
    bare.program()?;
    // By `exec` the shell gives way to the command, whose end and use of time are then the ones
    // that are seen.
    let wrapper = match entry.kind {
        FunctionKind::Transform => format!("exec \"$@\" < {}", OwnFunctions::CONTENT),
        FunctionKind::Compare => "exec \"$@\"".to_owned(),
    };
    let shell = ["sh", "-c", &wrapper, "sh"].map(str::to_owned);
    let word = &bare.command[0];
    // Programs and scripts of the user's are copied into the run folder, since a sandbox may hide
    // them.
    let is_relative = word.contains('/') && !word.starts_with('/');
    let own = is_relative.then(|| word.into()).into_iter();
    let taken = [OwnFunctions::CONTENT, "source", "follow-up"].into();
    let scripts = scripts(&bare.command, folder, &taken);
    Ok(BlackBox {
        files: own.chain(scripts).collect(),
        command: shell.into_iter().chain(bare.command).collect(),
        ..bare
    })
}
