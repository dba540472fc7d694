//! A copy of the process that also leaves files, other processes and the network alone.
//!
//! It has a private copy of the working folder, may write nowhere else, reaches nobody by TCP, and
//! whatever it started ends with it. The kernel holds it to that by Landlock, the lowest of the
//! executor's tiers, because a program that is run by the executor may not mount anything.
#![cfg(unix)]
#![cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "only the C library asks the kernel for rules")
)]

use std::ffi::c_int;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::system;

/// The most that a working folder may hold to be copied for a test.
const MOST_BYTES: u64 = 64 << 20;

/// Puts this process, which must be a copy with a group of its own to come, into a pod.
pub(super) fn enter() -> io::Result<()> {
    let place = place_of(std::process::id());
    fs::create_dir(&place)?;
    let mut n_left = MOST_BYTES;
    copy_folder(Path::new("."), &place, &mut n_left)?;
    std::env::set_current_dir(&place)?;
    system::lead_group();
    confine(&place)
}

/// Ends what a pod started, and removes its folder.
pub(super) fn remove(child: c_int) {
    system::end_process(-child);
    // Where it was not made there is nothing to remove.
    let _ = fs::remove_dir_all(place_of(child.unsigned_abs()));
}

fn place_of(process: u32) -> PathBuf {
    std::env::temp_dir().join(format!("killrate-pod-{process}"))
}

fn copy_folder(from: &Path, to: &Path, n_left: &mut u64) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, copy) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type()?;
        // The folder of temporary files may lie in the working folder.
        if kind.is_dir() && fs::canonicalize(&path)? != fs::canonicalize(to)? {
            fs::create_dir(&copy)?;
            copy_folder(&path, &copy, n_left)?;
        } else if kind.is_file() {
            let too_large = || io::Error::other("the working folder is too large to be copied");
            let length = entry.metadata()?.len();
            *n_left = n_left.checked_sub(length).ok_or_else(too_large)?;
            fs::copy(&path, &copy)?;
        }
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn confine(_: &Path) -> io::Result<()> {
    Err(io::Error::other("only Linux has the rules it takes"))
}

#[cfg(target_os = "linux")]
fn confine(place: &Path) -> io::Result<()> {
    let n_version = landlock::version()?;
    let rules = landlock::Rules::new(n_version)?;
    rules.allow_writing(place)?;
    rules.allow_writing(Path::new("/dev/null"))?;
    rules.restrict()
}

/// The kernel's rules on what a process may do with files and connections.
#[cfg(target_os = "linux")]
mod landlock {
    use std::ffi::{c_int, c_long, c_void};
    use std::fs::File;
    use std::io;
    use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
    use std::path::Path;

    const CREATE_RULESET: c_long = 444;
    const ADD_RULE: c_long = 445;
    const RESTRICT_SELF: c_long = 446;
    const PR_SET_NO_NEW_PRIVS: c_int = 38;
    const WHICH_VERSION: u32 = 1;
    const PATH_BENEATH: c_int = 1;
    /// Writing to files.
    const WRITE_FILE: u64 = 1 << 1;
    /// Removing and making entries of folders of every kind.
    const CHANGE_FOLDER: u64 = 0b1_1111_1111 << 4;
    /// Cutting files short, from the third version on.
    const TRUNCATE: u64 = 1 << 14;
    /// Listening and connecting by TCP, from the fourth version on.
    const TCP: u64 = 0b11;

    #[repr(C)]
    struct RulesetAttributes {
        files: u64,
        network: u64,
    }

    #[repr(C, packed)]
    struct PathBeneath {
        allowed: u64,
        parent: c_int,
    }

    unsafe extern "C" {
        fn syscall(number: c_long, ...) -> c_long;
        fn prctl(option: c_int, ...) -> c_int;
    }

    /// The version of the rules that this kernel knows.
    pub(super) fn version() -> io::Result<c_long> {
        let none = std::ptr::null::<c_void>();
        // SAFETY: without attributes it only tells the version.
        check(unsafe { syscall(CREATE_RULESET, none, 0_usize, WHICH_VERSION) })
    }

    /// Rules to come.
    pub(super) struct Rules {
        fd: OwnedFd,
        files: u64,
    }

    impl Rules {
        pub(super) fn new(n_version: c_long) -> io::Result<Self> {
            let truncate = if n_version >= 3 { TRUNCATE } else { 0 };
            let files = WRITE_FILE | CHANGE_FOLDER | truncate;
            let attributes = RulesetAttributes {
                files,
                network: TCP,
            };
            // Older kernels do not know of the network.
            let length = match n_version {
                4.. => size_of::<RulesetAttributes>(),
                _ => size_of::<u64>(),
            };
            // SAFETY: the attributes are there, as long as is said.
            let fd = check(unsafe { syscall(CREATE_RULESET, &attributes, length, 0_u32) })?;
            // SAFETY: it is a new handle, and it is nobody else's.
            let fd = unsafe { OwnedFd::from_raw_fd(fd as c_int) };
            Ok(Self { fd, files })
        }

        pub(super) fn allow_writing(&self, path: &Path) -> io::Result<()> {
            let file = File::open(path)?;
            let of_file = self.files & (WRITE_FILE | TRUNCATE);
            let allowed = if path.is_dir() { self.files } else { of_file };
            let rule = PathBeneath {
                allowed,
                parent: file.as_raw_fd(),
            };
            let rules = self.fd.as_raw_fd();
            // SAFETY: both handles are open, and the rule is there.
            check(unsafe { syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0_u32) })?;
            Ok(())
        }

        pub(super) fn restrict(self) -> io::Result<()> {
            // SAFETY: it takes privileges away and nothing else.
            check(unsafe { prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }.into())?;
            // SAFETY: as above.
            check(unsafe { syscall(RESTRICT_SELF, self.fd.as_raw_fd(), 0_u32) })?;
            Ok(())
        }
    }

    fn check(result: c_long) -> io::Result<c_long> {
        match result {
            -1 => Err(io::Error::last_os_error()),
            result => Ok(result),
        }
    }
}
