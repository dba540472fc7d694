//! The namespaces that a runner of tier `full` lives in with its programs.
//!
//! Making namespaces takes milliseconds, so a runner enters them once and for all its programs. Only
//! the namespaces of processes and of System V objects are new for each; they cost little.
//!
//! A cell has a root of its own, in which nothing is but what programs can read ([`readable`]), all
//! read-only, and one folder to write to; `/tmp` and `/dev/shm` are empty and private, of the devices
//! only the harmless ones are there, and there is no network, not even a loopback. A socket that is
//! not there cannot be connected to.

#![expect(
    unsafe_code,
    reason = "nobody wraps entering a namespace of users and changing attributes of mounts"
)]

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::ptr;

use rustix::process::{getegid, geteuid};

use super::landlock::DEVICES;
use super::readable;

/// The folders that everybody can write to; each cell has its own.
pub(crate) const SHARED: [&str; 2] = ["/tmp", "/dev/shm"];
/// Programs write there by the way, not their outputs; it is memory, so it has to have an end.
const SHARED_OPTIONS: &CStr = c"size=256m,nr_inodes=65536,mode=1777";
/// The run folder; memory too. Far more than the outputs of an honest program take, few of which may
/// be as large as the limit on outputs.
const FOLDER_OPTIONS: &CStr = c"size=512m,nr_inodes=65536,mode=0700";
/// The root itself, which holds places for what is mounted and nothing else.
const ROOT_OPTIONS: &CStr = c"size=16m,nr_inodes=65536,mode=0755";
/// The standard streams by their names.
const STREAMS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];
/// The user and the group that every program sees itself as, whoever runs the harness. Not 0, whose
/// programs would have the power to undo all this.
const INNER_ID: u32 = 65534;

/// What has a path in the cell only.
pub(crate) struct Inside {
    /// The folder that programs may write to.
    pub(crate) folder: OwnedFd,
    /// The shared folders.
    pub(crate) shared: [OwnedFd; 2],
}

/// Moves this process, which must have one thread only, into a new cell.
pub(crate) fn enter(folder: &Path, visible: &[PathBuf]) -> io::Result<Inside> {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    // SAFETY: Nothing here relies on the namespaces that are left.
    check(unsafe { libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNET | libc::CLONE_NEWNS) })?;
    // Without this nobody but root may map groups.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{INNER_ID} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{INNER_ID} {group} 1"))?;
    furnish(folder, visible)?;
    let open = |path: &Path| File::open(path).map(OwnedFd::from);
    let [temporary, memory] = SHARED.map(Path::new);
    Ok(Inside {
        folder: open(folder)?,
        shared: [open(temporary)?, open(memory)?],
    })
}

/// Makes a root of what can be read, with private shared folders and one folder to write to.
fn furnish(folder: &Path, visible: &[PathBuf]) -> io::Result<()> {
    let confined = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NODEV | libc::MOUNT_ATTR_NOSUID,
        attr_clr: 0,
        propagation: libc::MS_PRIVATE,
        userns_fd: 0,
    };
    let device = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
        ..confined
    };
    // Handles, because the paths will lead elsewhere.
    let mut trees = Vec::new();
    let mut links = Vec::new();
    let system = readable::of_system();
    for path in system.iter().chain(visible) {
        match fs::read_link(path) {
            Ok(target) if system.contains(path) => links.push((path.clone(), target)),
            _ => trees.push((path.clone(), tree_of(path, &confined)?)),
        }
    }
    for path in DEVICES.map(Path::new) {
        // One that is not there is not needed.
        if let Ok(tree) = tree_of(path, &device) {
            trees.push((path.to_owned(), tree));
        }
    }
    links.extend(STREAMS.map(|(path, target)| (path.into(), target.into())));
    // Whatever goes wrong from here on cannot change anything outside.
    set_attributes(libc::AT_FDCWD, c"/", 0, &confined)?;
    let root = Path::new(SHARED[0]);
    mount_memory(&text(root)?, ROOT_OPTIONS)?;
    let in_root = |path: &Path| root.join(path.strip_prefix("/").unwrap_or(path));
    for (path, target) in links {
        make_parents(&in_root(&path))?;
        symlink(target, in_root(&path))?;
    }
    for (path, tree) in trees {
        make_parents(&in_root(&path))?;
        make_place(&in_root(&path), &tree)?;
        move_mount(&tree, &text(&in_root(&path))?)?;
    }
    for path in SHARED.map(Path::new).into_iter().chain([folder]) {
        fs::create_dir_all(in_root(path))?;
    }
    become_root(root)?;
    set_attributes(libc::AT_FDCWD, c"/", 0, &unchangeable())?;
    for path in SHARED.map(Path::new) {
        share(path, &confined)?;
    }
    mount_memory(&text(folder)?, FOLDER_OPTIONS)
}

/// Read-only and nothing else, so that devices stay what they are.
fn unchangeable() -> libc::mount_attr {
    libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    }
}

/// Makes this folder, on which something is mounted, the root, and leaves the old one for good.
fn become_root(root: &Path) -> io::Result<()> {
    rustix::process::chdir(root)?;
    let here = c".".as_ptr();
    // SAFETY: A valid string. The old root comes to lie on the new one, from where it is taken.
    check_long(unsafe { libc::syscall(libc::SYS_pivot_root, here, here) })?;
    // SAFETY: A valid string.
    check(unsafe { libc::umount2(here, libc::MNT_DETACH) })?;
    Ok(rustix::process::chdir("/")?)
}

/// Puts memory in the place of a folder, with all that the folder holds, which stays read-only.
fn share(folder: &Path, attributes: &libc::mount_attr) -> io::Result<()> {
    let mut trees = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let tree = tree_of(&path, attributes)?;
        trees.push((path, tree));
    }
    mount_memory(&text(folder)?, SHARED_OPTIONS)?;
    for (path, tree) in trees {
        make_place(&path, &tree)?;
        move_mount(&tree, &text(&path)?)?;
    }
    Ok(())
}

/// What is at a path, to be mounted elsewhere.
fn tree_of(path: &Path, attributes: &libc::mount_attr) -> io::Result<OwnedFd> {
    let tree = open_tree(&text(path)?)?;
    set_attributes(tree.as_raw_fd(), c"", libc::AT_EMPTY_PATH, attributes)?;
    Ok(tree)
}

/// Makes the folders that a path leads through.
fn make_parents(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

fn text(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

/// Mounts an empty folder in memory.
fn mount_memory(path: &CStr, options: &CStr) -> io::Result<()> {
    let (kind, flags) = (c"tmpfs".as_ptr(), libc::MS_NOSUID | libc::MS_NODEV);
    // SAFETY: Valid strings.
    check(unsafe { libc::mount(kind, path.as_ptr(), kind, flags, options.as_ptr().cast()) })
}

/// Makes something that the tree can be mounted on: a folder on a folder, a file on a file.
fn make_place(path: &Path, tree: &OwnedFd) -> io::Result<()> {
    let kind = rustix::fs::FileType::from_raw_mode(rustix::fs::fstat(tree)?.st_mode);
    if kind == rustix::fs::FileType::Directory {
        fs::create_dir(path)
    } else {
        File::create(path).map(drop)
    }
}

fn open_tree(path: &CStr) -> io::Result<OwnedFd> {
    let flags = libc::AT_RECURSIVE as c_uint | libc::OPEN_TREE_CLONE | libc::OPEN_TREE_CLOEXEC;
    // SAFETY: A valid string.
    let fd = unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) };
    check_long(fd)?;
    // SAFETY: New, and nobody else's.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
}

fn set_attributes(
    at: RawFd,
    path: &CStr,
    flags: c_int,
    attributes: &libc::mount_attr,
) -> io::Result<()> {
    // Devices are single files, for which that is the same.
    let flags = flags | libc::AT_RECURSIVE;
    let (path, attributes): (*const c_char, _) = (path.as_ptr(), ptr::from_ref(attributes));
    let size = size_of::<libc::mount_attr>();
    // SAFETY: A valid string, and a structure of the size that is told.
    let result =
        unsafe { libc::syscall(libc::SYS_mount_setattr, at, path, flags, attributes, size) };
    check_long(result)
}

fn move_mount(tree: &OwnedFd, path: &CStr) -> io::Result<()> {
    let (here, flags) = (c"".as_ptr(), libc::MOVE_MOUNT_F_EMPTY_PATH);
    let (tree, root) = (tree.as_raw_fd(), libc::AT_FDCWD);
    // SAFETY: Valid strings.
    let result =
        unsafe { libc::syscall(libc::SYS_move_mount, tree, here, root, path.as_ptr(), flags) };
    check_long(result)
}

fn check(result: c_int) -> io::Result<()> {
    check_long(result.into())
}

/// The error of a call into libc, if there was one.
fn check_long(result: c_long) -> io::Result<()> {
    match result {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}
