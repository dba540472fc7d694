//! What of the file system a program can read: a short list, and what the program itself needs.
//!
//! Nothing else is there for it, in particular no home folder, nobody's keys, and none of the places
//! where servers keep their sockets. Of its own files a program gets those that are started, by all
//! their names when they are links, the interpreters in their first lines, and, for what is installed
//! in a folder of its own such as a Java machine or a virtual environment of Python, the libraries
//! beside it. What else a program needs has to be declared.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use crate::Program;

/// What every program can read: the programs and libraries of the system, and settings without
/// which they do not find each other. Nobody keeps secrets or sockets there.
pub(crate) const SYSTEM: [&str; 31] = [
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/usr",
    // The same for systems that keep programs elsewhere; not their state, of which a socket is part.
    "/gnu/store",
    "/nix/store",
    // What many a command of the system leads through.
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/locale.alias",
    "/etc/locale.conf",
    "/etc/nsswitch.conf",
    // Names and numbers; no passwords, which are in `shadow`.
    "/etc/passwd",
    "/etc/group",
    "/etc/hosts",
    "/etc/protocols",
    "/etc/services",
    "/etc/fonts",
    "/etc/R",
    "/etc/perl",
    "/etc/mime.types",
    "/etc/ssl/openssl.cnf",
    "/proc",
    // How many processors there are.
    "/sys/devices/system/cpu",
];
/// Where machines for Java keep their settings, each in a folder with its version in the name.
const JAVA: &str = "java";
/// What belongs to a program in a folder `bin`, beside that folder.
const INSTALLED: [&str; 10] = [
    "bin",
    "conf",
    "jmods",
    "lib",
    "lib32",
    "lib64",
    "libexec",
    "pyvenv.cfg",
    "release",
    "modules",
];
/// More links than the kernel follows, and more interpreters of interpreters than it starts.
const MOST_STEPS: usize = 40;
/// As much of a first line as the kernel looks at.
const FIRST_LINE: u64 = 256;

/// What of the list there is on this system.
pub(crate) fn of_system() -> Vec<PathBuf> {
    let settings = fs::read_dir("/etc").into_iter().flatten().flatten();
    let java = settings
        .filter(|entry| entry.file_name().as_bytes().starts_with(JAVA.as_bytes()))
        .map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).chain(java).collect();
    paths.retain(|path| path.symlink_metadata().is_ok());
    paths.sort();
    paths
}

/// What a program needs besides the list; nothing twice, and nothing that is in the list anyway.
pub(crate) fn of_program(program: &Program) -> BTreeSet<PathBuf> {
    let system = of_system();
    let home = std::env::home_dir();
    let mut needed = Needed {
        paths: BTreeSet::new(),
        system: &system,
        home: home.as_deref(),
    };
    for binary in program.binaries() {
        needed.add_program(binary);
    }
    for path in &program.kit.readable {
        needed.add_program(path);
    }
    needed.outermost()
}

/// Whether a path is one of these or in one of them.
pub(crate) fn is_in(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}

struct Needed<'a> {
    paths: BTreeSet<PathBuf>,
    system: &'a [PathBuf],
    home: Option<&'a Path>,
}

impl Needed<'_> {
    /// A file by all its names, what is installed beside it, and what interprets it.
    fn add_program(&mut self, program: &Path) {
        let mut program = program.to_owned();
        for _ in 0..MOST_STEPS {
            for name in names(&program) {
                self.add(&name);
            }
            match interpreter(&program) {
                Some(interpreter) => program = interpreter,
                None => return,
            }
        }
    }

    fn add(&mut self, path: &Path) {
        // When there is no such file, starting it tells so.
        if is_in(path, self.system) || !path.exists() {
            return;
        }
        self.paths.insert(path.to_owned());
        let bin = path.parent().filter(|folder| folder.ends_with("bin"));
        let Some(place) = bin.and_then(Path::parent) else {
            return;
        };
        // What is beside a folder `bin` of the user's belongs to the user.
        if self.home.is_none_or(|home| home.starts_with(place)) {
            return;
        }
        for name in INSTALLED {
            let part = place.join(name);
            if part.exists() && !is_in(&part, self.system) {
                self.paths.insert(part);
            }
        }
    }

    /// Without what is in another of them.
    fn outermost(self) -> BTreeSet<PathBuf> {
        let mut kept: Vec<PathBuf> = Vec::new();
        // A folder comes before what is in it.
        for path in self.paths {
            if !is_in(&path, &kept) {
                kept.push(path);
            }
        }
        kept.into_iter().collect()
    }
}

/// The path itself, and those that it leads to as a link.
fn names(path: &Path) -> Vec<PathBuf> {
    let mut names = vec![path.to_owned()];
    let mut last = path.to_owned();
    while let Ok(target) = fs::read_link(&last) {
        if names.len() > MOST_STEPS {
            break;
        }
        last = last.parent().unwrap_or(Path::new("/")).join(target);
        // What is between may be a link, too.
        if let (Some(Ok(folder)), Some(name)) =
            (last.parent().map(Path::canonicalize), last.file_name())
        {
            last = folder.join(name);
        }
        names.push(last.clone());
    }
    names.extend(path.canonicalize());
    names
}

/// The interpreter in the first line of a script.
fn interpreter(path: &Path) -> Option<PathBuf> {
    let mut start = Vec::new();
    let file = fs::metadata(path).ok()?.is_file().then_some(path)?;
    let file = File::open(file).ok()?;
    file.take(FIRST_LINE).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&b| b == b'\n').next()?;
    let mut words = line.split(u8::is_ascii_whitespace);
    let word = words.find(|word| !word.is_empty())?;
    Some(PathBuf::from(OsStr::from_bytes(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use killrate_model::Digest;
    use std::os::unix::fs::symlink;

    /// Makes these empty files in a folder.
    fn make(folder: &Path, files: &[&str]) {
        for file in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
    }

    #[track_caller]
    fn check(folder: &Path, program: Program, expected: &[&str]) {
        let needed = of_program(&program);
        let expected = expected.iter().map(|path| folder.join(path)).collect();
        assert_eq!(needed, expected);
    }

    fn program(binary: PathBuf) -> Program {
        Program::new(binary, Digest::of(b"program"))
    }

    #[test]
    fn a_program_of_the_system_needs_nothing_besides() {
        check(Path::new("/"), program("/usr/bin/env".into()), &[]);
        check(Path::new("/"), program("/bin/sh".into()), &[]);
    }

    #[test]
    fn a_program_needs_its_file_and_not_what_is_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        make(&folder, &["rank", "secret"]);
        check(&folder, program(folder.join("rank")), &["rank"]);
        check(&folder, program(folder.join("missing")), &[]);
    }

    #[test]
    fn links_and_interpreters_are_followed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        make(&folder, &["real/rank", "real/python"]);
        let line = format!("#! {} -u\n", folder.join("python").display());
        fs::write(folder.join("real/rank"), line).unwrap();
        symlink("real/python", folder.join("python")).unwrap();
        symlink("second", folder.join("first")).unwrap();
        symlink(folder.join("real/rank"), folder.join("second")).unwrap();
        let expected = ["first", "second", "real/rank", "python", "real/python"];
        check(&folder, program(folder.join("first")), &expected);
    }

    #[test]
    fn what_is_installed_beside_a_program_comes_with_it_except_at_home() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        make(
            &folder,
            &["jdk/bin/java", "jdk/lib/modules", "jdk/secret", "a/b"],
        );
        let java = program(folder.join("jdk/bin/java"));
        check(&folder, java.clone(), &["jdk/bin", "jdk/lib"]);
        let mut needed = Needed {
            paths: BTreeSet::new(),
            system: &[],
            home: Some(&folder.join("jdk")),
        };
        needed.add_program(&java.binary);
        assert_eq!(needed.outermost(), [java.binary.clone()].into());
        let mut declared = java;
        declared.kit.readable = vec![folder.join("a"), folder.join("a/b")];
        check(&folder, declared, &["a", "jdk/bin", "jdk/lib"]);
    }
}
