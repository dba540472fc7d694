//! Namespaces in which one program at a time is run.
//!
//! Making namespaces takes milliseconds, entering them microseconds, so a cell is made once and used
//! for many executions, one after the other. Only the namespaces of processes and of System V
//! objects are new for each execution; they cost little.
//!
//! In a cell everything is read-only except one folder, `/tmp` and `/dev/shm` are empty and private,
//! of the devices only the harmless ones work, and there is no network, not even a loopback.

#![expect(
    unsafe_code,
    reason = "namespaces are made in a child that shares the memory of the harness"
)]

use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint, c_void};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Component, Path, PathBuf};
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::process::{getegid, geteuid};

use crate::clone::{Stack, clone_and_sleep};
use crate::{Fault, Program};

/// The folders that everybody can write to; each cell has its own.
const SHARED: [&CStr; 2] = [c"/tmp", c"/dev/shm"];
/// Programs write there by the way, not their outputs; it is memory, so it has to have an end.
const SHARED_OPTIONS: &CStr = c"size=256m,nr_inodes=65536,mode=1777";
/// The run folder; memory too. Far more than the outputs of an honest program take, few of which may
/// be as large as the limit on outputs.
const FOLDER_OPTIONS: &CStr = c"size=512m,nr_inodes=65536,mode=0700";
/// Devices that hold nothing of anybody.
const DEVICES: [&CStr; 5] = [
    c"/dev/null",
    c"/dev/zero",
    c"/dev/full",
    c"/dev/random",
    c"/dev/urandom",
];
/// The user and the group that every program sees itself as, whoever runs the harness. Not 0, whose
/// programs would have the power to undo all this.
const INNER_ID: u32 = 65534;

/// Cells that are not in use.
pub(crate) struct Cells {
    /// The folder that holds the folders of all cells.
    runs: PathBuf,
    free: Mutex<Vec<Cell>>,
    n_created: AtomicU64,
}

/// Namespaces in which one program at a time is run; they end when this is dropped.
pub(crate) struct Cell {
    /// The path of the only folder that is writable inside; for the harness nothing is there.
    folder: PathBuf,
    /// That folder, for the harness.
    inside: OwnedFd,
    /// What is visible of the shared folders.
    visible: BTreeSet<PathBuf>,
    /// Of users, of the network, of mounts: in the order of entering.
    namespaces: [OwnedFd; 3],
    /// The shared folders of this cell.
    shared: [OwnedFd; 2],
}

impl Cells {
    pub(crate) fn new(runs: PathBuf) -> Self {
        Self {
            runs,
            free: Mutex::default(),
            n_created: AtomicU64::new(0),
        }
    }

    /// A cell in which this program and its steps can be started.
    pub(crate) fn take(&self, program: &Program) -> Result<Cell, Fault> {
        let paths = program.binaries().flat_map(|binary| {
            let real_binary = binary.canonicalize().ok();
            [Some(binary.to_owned()), real_binary]
        });
        let paths = paths.chain([Some(self.runs.clone())]).flatten();
        let tops = paths.filter_map(|path| top(&path));
        // When there is no such program, starting it tells so.
        let visible: BTreeSet<PathBuf> = tops.filter(|top| top.exists()).collect();
        let mut free = self.free();
        if let Some(position) = free.iter().position(|cell| cell.visible == visible) {
            return Ok(free.swap_remove(position));
        }
        // One for another program makes room.
        let other = free.pop();
        drop(free);
        drop(other);
        let number = self.n_created.fetch_add(1, Ordering::Relaxed);
        let folder = self.runs.join(format!("cell-{number:06}"));
        fs::create_dir(&folder).map_err(Fault::file("create the folder", &folder))?;
        Cell::new(&folder, visible).map_err(|error| {
            let _ = fs::remove_dir(&folder);
            Fault::watch("make the namespaces")(error)
        })
    }

    /// Takes back a cell after an execution, unless something was left in it.
    pub(crate) fn give_back(&self, cell: Cell) {
        if cell.is_clean() {
            self.free().push(cell);
        }
    }

    /// Ends all cells that are not in use.
    pub(crate) fn clear(&self) {
        self.free().clear();
    }

    /// Whether this is the folder of a cell that waits for its next program.
    pub(crate) fn is_folder_of_free(&self, folder: &Path) -> bool {
        self.free().iter().any(|cell| cell.folder == folder)
    }

    fn free(&self) -> MutexGuard<'_, Vec<Cell>> {
        // Every state that a panicking thread can leave behind is a list of free cells.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cell {
    /// Where run folders are for the program.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the same run folders are for the harness, which is in other namespaces.
    pub(crate) fn place(&self) -> PathBuf {
        path_of(&self.inside)
    }

    /// To be entered in this order.
    pub(crate) fn namespaces(&self) -> [RawFd; 3] {
        self.namespaces.each_ref().map(|fd| fd.as_raw_fd())
    }

    fn new(folder: &Path, visible: BTreeSet<PathBuf>) -> io::Result<Self> {
        let path = |path: &Path| CString::new(path.as_os_str().as_bytes());
        let id_map = |outer: u32| CString::new(format!("{INNER_ID} {outer} 1"));
        let visible_paths: Result<Vec<CString>, _> = visible.iter().map(|top| path(top)).collect();
        let visible_paths = visible_paths?;
        let mut plan = Plan {
            user_map: &id_map(geteuid().as_raw())?,
            group_map: &id_map(getegid().as_raw())?,
            folder: &path(folder)?,
            visible: &visible_paths,
            trees: &mut vec![-1; visible_paths.len()],
            stack: Stack::new(),
            made: [-1; 6],
            error: 0,
        };
        let flags = libc::CLONE_FILES | libc::CLONE_NEWUSER | libc::CLONE_NEWNET;
        let mut stack = Stack::new();
        let pid = clone_and_sleep(
            make,
            &mut stack,
            flags | libc::CLONE_NEWNS,
            ptr::from_mut(&mut plan).cast(),
        )?;
        let waited = rustix::process::waitpid(Some(pid), rustix::process::WaitOptions::empty());
        let own = |fd: RawFd| {
            // SAFETY: The child opened it in the table of files that it shared, for us only.
            (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd) })
        };
        let made = plan.made.map(own);
        // They have been moved to their places, or are not needed any more.
        plan.trees.iter().copied().for_each(|fd| drop(own(fd)));
        waited?;
        match (plan.error, made) {
            (
                0,
                [
                    Some(user),
                    Some(network),
                    Some(mount),
                    Some(temporary),
                    Some(memory),
                    Some(inside),
                ],
            ) => Ok(Self {
                folder: folder.to_owned(),
                inside,
                visible,
                namespaces: [user, network, mount],
                shared: [temporary, memory],
            }),
            (0, _) => Err(io::Error::other("the child was killed")),
            (error, _) => Err(io::Error::from_raw_os_error(error)),
        }
    }

    /// Whether the next program would find the shared folders as this one has.
    fn is_clean(&self) -> bool {
        let is_empty = fs::read_dir(self.place()).is_ok_and(|mut runs| runs.next().is_none());
        let mut shared = self.shared.iter().zip(SHARED);
        is_empty
            && shared.all(|(fd, shared)| {
                let shared = Path::new(std::ffi::OsStr::from_bytes(shared.to_bytes()));
                let entries = fs::read_dir(path_of(fd));
                entries.is_ok_and(|mut entries| {
                    entries.all(|entry| {
                        entry.is_ok_and(|entry| {
                            self.visible.contains(&shared.join(entry.file_name()))
                        })
                    })
                })
            })
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        // What is left in it is removed by the sweep.
        let _ = fs::remove_dir(&self.folder);
    }
}

/// A path to an open folder that has none here.
fn path_of(folder: &OwnedFd) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()))
}

/// The entry of a shared folder that this path leads through.
fn top(path: &Path) -> Option<PathBuf> {
    SHARED.iter().find_map(|shared| {
        let shared = Path::new(std::ffi::OsStr::from_bytes(shared.to_bytes()));
        let inner = path.strip_prefix(shared).ok()?;
        match inner.components().next()? {
            Component::Normal(name) => Some(shared.join(name)),
            _ => None,
        }
    })
}

/// What the child needs, prepared by the parent: the child must not allocate.
struct Plan<'a> {
    user_map: &'a CStr,
    group_map: &'a CStr,
    folder: &'a CStr,
    visible: &'a [CString],
    /// Room for a handle on each of the visible.
    trees: &'a mut [RawFd],
    /// Of the child's own child.
    stack: Stack,
    /// The namespaces, then the shared folders, then the run folder.
    made: [RawFd; 6],
    error: c_int,
}

/// The child: makes its new namespaces what they are to be, and leaves handles on them.
extern "C" fn make(plan: *mut c_void) -> c_int {
    // SAFETY: `clone_and_sleep` passes a plan that lives, and that only this child uses, until the
    // child has ended.
    let plan = unsafe { &mut *plan.cast::<Plan<'_>>() };
    // SAFETY: We are the child.
    plan.error = unsafe { furnish(plan) }.err().unwrap_or(0);
    // SAFETY: Ends this process without running anything of the harness.
    unsafe { libc::_exit(0) }
}

/// Read-only everything, private shared folders, one writable folder.
///
/// # Safety
/// To be called in the child only. The thread that started it sleeps, so `errno` is free to use.
unsafe fn furnish(plan: &mut Plan<'_>) -> Result<(), c_int> {
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
    let here = c"".as_ptr();
    // SAFETY: All strings are null-terminated, and none of the calls keeps a pointer.
    unsafe {
        // In a process with a table of files of its own. We share that of the harness, to leave the
        // handles there, and any program that another thread starts at this moment would inherit
        // what is open for writing; as long as it is, a mount cannot be made read-only.
        let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
        let stack = plan.stack.start();
        let child = libc::clone(map_ids, stack, flags, ptr::from_mut(plan).cast());
        check(child.into())?;
        check(libc::waitpid(child, ptr::null_mut(), 0).into())?;
        if plan.error != 0 {
            return Err(plan.error);
        }
        let mut has_device = [false; DEVICES.len()];
        for (device, is_there) in DEVICES.iter().zip(&mut has_device) {
            let (device, none) = (device.as_ptr(), ptr::null());
            *is_there = libc::mount(device, device, none, libc::MS_BIND, none.cast()) == 0;
        }
        // Handles, because the paths will lead elsewhere.
        for (path, tree) in plan.visible.iter().zip(&mut *plan.trees) {
            *tree = open_tree(path, libc::AT_RECURSIVE as c_uint)?;
            set_attributes(*tree, here, libc::AT_EMPTY_PATH, &confine)?;
        }
        set_attributes(libc::AT_FDCWD, c"/".as_ptr(), 0, &confine)?;
        for (device, _) in DEVICES
            .iter()
            .zip(has_device)
            .filter(|(_, is_there)| *is_there)
        {
            let (none, path) = (libc::AT_FDCWD, device.as_ptr());
            set_attributes(none, path, 0, &let_devices)?;
        }
        for path in SHARED {
            mount_memory(path, SHARED_OPTIONS)?;
        }
        for (path, tree) in plan.visible.iter().zip(&*plan.trees) {
            make_place(path, *tree)?;
            move_mount(*tree, path)?;
        }
        mount_memory(plan.folder, FOLDER_OPTIONS)?;
        let namespaces = [
            c"/proc/self/ns/user",
            c"/proc/self/ns/net",
            c"/proc/self/ns/mnt",
        ];
        let folders = SHARED.iter().chain([&plan.folder]);
        for (path, made) in namespaces.iter().chain(folders).zip(&mut plan.made) {
            let fd = libc::open(path.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC);
            check(fd.into())?;
            *made = fd;
        }
    }
    Ok(())
}

/// The child's own child: tells who the user and the group of the new namespace are.
extern "C" fn map_ids(plan: *mut c_void) -> c_int {
    // SAFETY: `furnish` passes its plan, and sleeps until we have ended.
    let plan = unsafe { &mut *plan.cast::<Plan<'_>>() };
    // SAFETY: We are a child, and the only one who runs.
    let mapped = unsafe {
        // Without this nobody but root may map groups.
        write(c"/proc/self/setgroups", c"deny")
            .and_then(|()| write(c"/proc/self/uid_map", plan.user_map))
            .and_then(|()| write(c"/proc/self/gid_map", plan.group_map))
    };
    plan.error = mapped.err().unwrap_or(0);
    // SAFETY: Ends this process without running anything of the harness.
    unsafe { libc::_exit(0) }
}

/// Mounts an empty folder in memory.
unsafe fn mount_memory(path: &CStr, options: &CStr) -> Result<(), c_int> {
    let (kind, flags) = (c"tmpfs".as_ptr(), libc::MS_NOSUID | libc::MS_NODEV);
    // SAFETY: Valid strings.
    let result = unsafe { libc::mount(kind, path.as_ptr(), kind, flags, options.as_ptr().cast()) };
    check(result.into()).map(drop)
}

unsafe fn write(path: &CStr, text: &CStr) -> Result<(), c_int> {
    // SAFETY: Valid strings; the length is that of the text.
    unsafe {
        let fd = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        check(fd.into())?;
        let written = libc::write(fd, text.as_ptr().cast(), text.count_bytes());
        let result = check(written as c_long).map(drop);
        libc::close(fd);
        result
    }
}

/// Makes something that the tree can be mounted on: a folder on a folder, a file on a file.
unsafe fn make_place(path: &CStr, tree: RawFd) -> Result<(), c_int> {
    // SAFETY: A valid string, and a handle that is open.
    unsafe {
        let mut status = std::mem::MaybeUninit::<libc::stat>::uninit();
        check(libc::fstat(tree, status.as_mut_ptr()).into())?;
        if status.assume_init().st_mode & libc::S_IFMT == libc::S_IFDIR {
            return check(libc::mkdir(path.as_ptr(), 0o755).into()).map(drop);
        }
        let flags = libc::O_WRONLY | libc::O_CREAT | libc::O_CLOEXEC;
        let fd = libc::open(path.as_ptr(), flags, 0o644);
        check(fd.into())?;
        libc::close(fd);
    }
    Ok(())
}

unsafe fn open_tree(path: &CStr, flags: c_uint) -> Result<RawFd, c_int> {
    let flags = flags | libc::OPEN_TREE_CLONE | libc::OPEN_TREE_CLOEXEC;
    // SAFETY: A valid string.
    let fd = unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) };
    check(fd).map(|fd| fd as RawFd)
}

unsafe fn set_attributes(
    at: RawFd,
    path: *const c_char,
    flags: c_int,
    attributes: &libc::mount_attr,
) -> Result<(), c_int> {
    // Devices are single files, for which that is the same.
    let flags = flags | libc::AT_RECURSIVE;
    // SAFETY: A valid string, and a structure of the size that is told.
    let result = unsafe {
        let size = size_of::<libc::mount_attr>();
        let attributes = ptr::from_ref(attributes);
        libc::syscall(libc::SYS_mount_setattr, at, path, flags, attributes, size)
    };
    check(result).map(drop)
}

unsafe fn move_mount(tree: RawFd, path: &CStr) -> Result<(), c_int> {
    let (here, flags) = (c"".as_ptr(), libc::MOVE_MOUNT_F_EMPTY_PATH);
    let (number, root) = (libc::SYS_move_mount, libc::AT_FDCWD);
    // SAFETY: Valid strings.
    check(unsafe { libc::syscall(number, tree, here, root, path.as_ptr(), flags) }).map(drop)
}

/// The result of a call into libc, or its error.
fn check(result: c_long) -> Result<c_long, c_int> {
    match result {
        // SAFETY: The pointer is that of this thread.
        -1 => Err(unsafe { *libc::__errno_location() }),
        _ => Ok(result),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_top(path: &str, expected: Option<&str>) {
        assert_eq!(top(Path::new(path)), expected.map(PathBuf::from));
    }

    #[test]
    fn only_paths_into_shared_folders_lead_through_an_entry_of_one() {
        check_top("/tmp/study/target/program", Some("/tmp/study"));
        check_top("/dev/shm/killrate-1/cell-0", Some("/dev/shm/killrate-1"));
        check_top("/tmp/program", Some("/tmp/program"));
        for path in [
            "/tmp",
            "/tmpfile",
            "/dev/null",
            "/usr/bin/env",
            "/home/tmp/program",
        ] {
            check_top(path, None);
        }
    }
}
