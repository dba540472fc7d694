//! The namespaces that a runner of tier `full` lives in with its programs.
//!
//! Making namespaces takes milliseconds, so a runner enters them once and for all its programs. Only
//! the namespaces of processes and of System V objects are new for each; they cost little.
//!
//! In a cell everything is read-only except one folder, `/tmp` and `/dev/shm` are empty and private,
//! of the devices only the harmless ones work, and there is no network, not even a loopback.

#![expect(
    unsafe_code,
    reason = "nobody wraps entering a namespace of users and changing attributes of mounts"
)]

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint};
use std::fs::{self, File};
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::ptr;

use rustix::process::{getegid, geteuid};

use super::landlock::DEVICES;

/// The folders that everybody can write to; each cell has its own.
pub(crate) const SHARED: [&str; 2] = ["/tmp", "/dev/shm"];
/// Programs write there by the way, not their outputs; it is memory, so it has to have an end.
const SHARED_OPTIONS: &CStr = c"size=256m,nr_inodes=65536,mode=1777";
/// The run folder; memory too. Far more than the outputs of an honest program take, few of which may
/// be as large as the limit on outputs.
const FOLDER_OPTIONS: &CStr = c"size=512m,nr_inodes=65536,mode=0700";
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

/// Read-only everything, private shared folders, one writable folder.
fn furnish(folder: &Path, visible: &[PathBuf]) -> io::Result<()> {
    let confine = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NODEV | libc::MOUNT_ATTR_NOSUID,
        attr_clr: 0,
        propagation: libc::MS_PRIVATE,
        userns_fd: 0,
    };
    let let_devices = libc::mount_attr {
        attr_set: 0,
        attr_clr: libc::MOUNT_ATTR_NODEV,
        propagation: 0,
        userns_fd: 0,
    };
    let mut devices = Vec::new();
    for device in DEVICES {
        let device = CString::new(device)?;
        // One that is not there is not needed.
        if bind(&device).is_ok() {
            devices.push(device);
        }
    }
    // Handles, because the paths will lead elsewhere.
    let mut trees = Vec::new();
    for path in visible {
        let path = text(path)?;
        let tree = open_tree(&path)?;
        set_attributes(tree.as_raw_fd(), c"", libc::AT_EMPTY_PATH, &confine)?;
        trees.push((path, tree));
    }
    set_attributes(libc::AT_FDCWD, c"/", 0, &confine)?;
    for device in &devices {
        set_attributes(libc::AT_FDCWD, device, 0, &let_devices)?;
    }
    for path in SHARED {
        mount_memory(&text(Path::new(path))?, SHARED_OPTIONS)?;
    }
    for ((path, tree), place) in trees.iter().zip(visible) {
        make_place(place, tree)?;
        move_mount(tree, path)?;
    }
    mount_memory(&text(folder)?, FOLDER_OPTIONS)
}

fn text(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

fn bind(path: &CStr) -> io::Result<()> {
    let (path, none) = (path.as_ptr(), ptr::null());
    // SAFETY: A valid string; a bind mount needs no kind and no options.
    check(unsafe { libc::mount(path, path, none, libc::MS_BIND, none.cast()) })
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
