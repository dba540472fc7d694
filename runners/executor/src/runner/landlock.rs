//! Rules of the kernel about what a program may read and write to, made once and kept for every program.

use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible as _, PathBeneath,
    PathFd, Ruleset, RulesetAttr as _, RulesetCreated, RulesetCreatedAttr as _, RulesetError,
    Scope,
};

use super::readable;

/// What the tier `landlock` needs: files since Linux 5.13, cutting them short since 6.2, and TCP
/// since 6.7.
const NEEDED: ABI = ABI::V4;
/// Since Linux 6.12 also signals and abstract sockets can be kept within; used where there.
const WELCOME: ABI = ABI::V6;

/// Devices that hold nothing of anybody.
pub(crate) const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// The rules of a tier that has nothing else: programs read the system's files and what is visible
/// besides, write to the folder and to devices only, start and accept no TCP connection, and where the kernel can tell, send signals to and look into
/// nobody but what they have started themselves.
pub(crate) fn alone(folder: &Path, visible: &[PathBuf]) -> io::Result<OwnedFd> {
    let readable = readable::of_system();
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(NEEDED))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(NEEDED)))
        .and_then(|rules| {
            let rules = rules.set_compatibility(CompatLevel::BestEffort);
            rules.scope(Scope::from_all(WELCOME))
        })
        .and_then(|rules| allow(rules, AccessFs::from_all(NEEDED), &[folder]))
        .and_then(|rules| allow_reading(rules, readable.iter().chain(visible)))
        .map_err(io::Error::other)?;
    let rules: Option<OwnedFd> = rules.into();
    rules.ok_or_else(|| io::ErrorKind::Unsupported.into())
}

/// The rules of a tier in which namespaces say the same; `None` where the kernel has none.
pub(crate) fn besides_namespaces(folders: &[&Path]) -> io::Result<Option<OwnedFd>> {
    let writing = AccessFs::from_write(NEEDED);
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(writing);
    rules
        .and_then(|rules| allow(rules, writing, folders))
        .map(Into::into)
        .map_err(io::Error::other)
}

/// These rules, with leave to do all of this in the folders and to use devices.
fn allow(
    rules: Ruleset,
    everything: BitFlags<AccessFs>,
    folders: &[&Path],
) -> Result<RulesetCreated, RulesetError> {
    let mut rules = rules.create()?;
    for folder in folders {
        // A folder that is not there cannot be written to anyway.
        if let Ok(folder) = PathFd::new(folder) {
            rules = rules.add_rule(PathBeneath::new(folder, everything))?;
        }
    }
    for device in DEVICES {
        if let Ok(device) = PathFd::new(device) {
            let using = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
            rules = rules.add_rule(PathBeneath::new(device, using & everything))?;
        }
    }
    Ok(rules)
}

/// The same with leave to read and execute what is at these paths.
fn allow_reading<'a>(
    mut rules: RulesetCreated,
    paths: impl Iterator<Item = &'a PathBuf>,
) -> Result<RulesetCreated, RulesetError> {
    for path in paths {
        let reading = if path.is_dir() {
            AccessFs::from_read(NEEDED)
        } else {
            AccessFs::from_read(NEEDED) & AccessFs::from_file(NEEDED)
        };
        // What is not there cannot be read anyway.
        if let Ok(handle) = PathFd::new(path) {
            rules = rules.add_rule(PathBeneath::new(handle, reading))?;
        }
    }
    Ok(rules)
}
