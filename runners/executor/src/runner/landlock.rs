//! Rules of the kernel about what a program may write to, made once and kept for every program.

use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, PathBeneath, PathFd,
    Ruleset, RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, Scope,
};

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

/// The rules of a tier that has nothing else: programs write to the folder and to devices only,
/// start and accept no TCP connection, and where the kernel can tell, send signals to and look into
/// nobody but what they have started themselves.
pub(crate) fn alone(folder: &Path) -> io::Result<OwnedFd> {
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_write(NEEDED))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(NEEDED)))
        .and_then(|rules| {
            let rules = rules.set_compatibility(CompatLevel::BestEffort);
            rules.scope(Scope::from_all(WELCOME))
        })
        .and_then(|rules| allow(rules, &[folder]))
        .map_err(io::Error::other)?;
    rules.ok_or_else(|| io::ErrorKind::Unsupported.into())
}

/// The rules of a tier in which namespaces say the same; `None` where the kernel has none.
pub(crate) fn besides_namespaces(folders: &[&Path]) -> io::Result<Option<OwnedFd>> {
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_write(NEEDED));
    rules
        .and_then(|rules| allow(rules, folders))
        .map_err(io::Error::other)
}

/// These rules, with leave to do anything in the folders and to write to devices.
fn allow(rules: Ruleset, folders: &[&Path]) -> Result<Option<OwnedFd>, RulesetError> {
    let mut rules = rules.create()?;
    for folder in folders {
        // A folder that is not there cannot be written to anyway.
        if let Ok(folder) = PathFd::new(folder) {
            let everything = AccessFs::from_write(NEEDED);
            rules = rules.add_rule(PathBeneath::new(folder, everything))?;
        }
    }
    for device in DEVICES {
        if let Ok(device) = PathFd::new(device) {
            let writing = AccessFs::WriteFile | AccessFs::Truncate;
            rules = rules.add_rule(PathBeneath::new(device, writing))?;
        }
    }
    Ok(rules.into())
}
