//! The private folder of one run.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use killrate_model::{Blob, InputName, Limits};
use rustix::fs::{FileType, Mode, OFlags, fstat, fstatvfs, openat};
use rustix::io::Errno;

use crate::runner::{Ended, Runner, Runners, Start};
use crate::{Fault, KitFile, Program, Tier, stray};

/// How often removal is tried while dying processes may still write into the folder.
const N_REMOVALS: u32 = 5;

/// The folder that holds the private folders of all runs.
pub(crate) struct RunFolders {
    path: PathBuf,
    n_created: AtomicU64,
    runners: Runners,
}

/// The private folder of one run; removed when dropped.
pub(crate) struct RunFolder<'a> {
    /// As the program sees it.
    path: PathBuf,
    /// As the harness reaches it.
    place: PathBuf,
    /// The folder itself, whatever the program does to its name.
    handle: OwnedFd,
    /// Who is to run the program, and who gets that back; taken when dropped.
    runner: Option<Runner>,
    folders: &'a RunFolders,
}

/// A folder of an input, beside that of the process that takes many; removed when dropped.
pub(crate) struct InputFolder<'a> {
    /// As the program sees it.
    path: PathBuf,
    place: PathBuf,
    handle: OwnedFd,
    _of: &'a RunFolder<'a>,
}

/// A file that a program was to write.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Collected {
    /// It is not there, or is no ordinary file.
    Absent,
    /// It is bigger than allowed.
    TooBig,
    /// Its content.
    Content(Vec<u8>),
}

impl RunFolders {
    /// Takes over an existing folder that nobody else uses.
    pub(crate) fn new(path: PathBuf, tier: Tier) -> Self {
        Self {
            runners: Runners::new(tier, path.clone()),
            path,
            n_created: AtomicU64::new(0),
        }
    }

    pub(crate) fn tier(&self) -> Tier {
        self.runners.tier()
    }

    /// A new, empty folder for a run of this program.
    pub(crate) fn create(&self, program: &Program) -> Result<RunFolder<'_>, Fault> {
        let runner = self.runners.take(program)?;
        let (path, place, handle) = self.make(&runner)?;
        Ok(RunFolder {
            path,
            place,
            handle,
            runner: Some(runner),
            folders: self,
        })
    }

    /// A new, empty folder of a runner: its path for programs, its path here, and itself.
    fn make(&self, runner: &Runner) -> Result<(PathBuf, PathBuf, OwnedFd), Fault> {
        let number = self.n_created.fetch_add(1, Ordering::Relaxed);
        // Names of one length: a path that shows up in the environment of a program should not
        // change the size of that environment from run to run.
        let name = format!("{number:010}");
        let (path, place) = (runner.folder().join(&name), runner.place().join(&name));
        fs::create_dir(&place).map_err(Fault::file("create the run folder", &path))?;
        let handle = File::open(&place).map_err(Fault::file("open the run folder", &path))?;
        Ok((path, place, handle.into()))
    }

    /// Gives the place back, which may be in memory that is of use to others; unless something is
    /// left in it.
    pub(crate) fn remove(&self) {
        self.runners.clear();
        let _ = fs::remove_dir(&self.path);
    }

    /// Ends and removes whatever is left of earlier runs; to be called when nothing is running.
    pub(crate) fn sweep(&self) -> Result<(), Fault> {
        stray::sweep(&self.path);
        let fault = || Fault::file("clear the folder", &self.path);
        for entry in fs::read_dir(&self.path).map_err(fault())? {
            let path = entry.map_err(fault())?.path();
            if self.runners.is_folder_of_idle(&path) {
                continue;
            }
            remove(&path).map_err(Fault::file("remove the run folder", &path))?;
        }
        Ok(())
    }
}

impl RunFolder<'_> {
    /// Its path for the program.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a program to its end in this folder; `None` when `stop` came first.
    pub(crate) fn run(
        &self,
        start: &Start<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<Option<Ended>, Fault> {
        self.runner().run(start, limits, stop)
    }

    fn runner(&self) -> &Runner {
        self.runner.as_ref().expect("it is taken at the end only")
    }

    /// A new, empty folder for one input of this process, like that of an input alone.
    pub(crate) fn for_input(&self) -> Result<InputFolder<'_>, Fault> {
        let (path, place, handle) = self.folders.make(self.runner())?;
        Ok(InputFolder {
            path,
            place,
            handle,
            _of: self,
        })
    }

    /// Writes a file for the program that is no input.
    pub(crate) fn write_file(&self, name: &str, content: &[u8]) -> Result<(), Fault> {
        let path = self.place.join(name);
        fs::write(&path, content).map_err(Fault::file("write the file", &path))
    }

    /// Writes an input as a file named after its role.
    pub(crate) fn write(&self, name: &InputName, content: &Blob) -> Result<(), Fault> {
        let path = self.place.join(name.as_str());
        fs::write(&path, content.bytes()).map_err(Fault::file("write the input", &path))
    }

    /// Writes a file of a kit, in a folder of its own if its path says so.
    pub(crate) fn write_kit(&self, place: &str, file: &KitFile) -> Result<(), Fault> {
        let path = self.place.join(place);
        let fault = || Fault::file("write the file", &path);
        let parent = path.parent().unwrap_or(&self.place);
        fs::create_dir_all(parent).map_err(fault())?;
        fs::write(&path, file.content.bytes()).map_err(fault())?;
        if file.is_executable {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).map_err(fault())?;
        }
        Ok(())
    }

    /// Whether the program has used up all that its folder has room for; never where a folder has no
    /// size of its own.
    pub(crate) fn is_full(&self) -> Result<bool, Fault> {
        if !self.runner().has_cell() {
            return Ok(false);
        }
        let room = fstatvfs(&self.handle).map_err(Fault::watch("measure the folder"))?;
        Ok(room.f_bavail == 0 || room.f_favail == 0)
    }

    /// Reads a file of at most `limit` bytes that the program may have written.
    ///
    /// Only an ordinary file counts: a link would read a file of somebody else, a pipe would wait.
    pub(crate) fn collect(&self, name: &str, limit: u64) -> Result<Collected, Fault> {
        collect(&self.handle, &self.path, name, limit)
    }
}

impl InputFolder<'_> {
    /// Its path for the program.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes an input as a file named after its role.
    pub(crate) fn write(&self, name: &InputName, content: &Blob) -> Result<(), Fault> {
        let fault = || Fault::file("write the input", &self.path);
        // By the folder itself: the path to it leads through another file system, for each file again.
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::CLOEXEC;
        let mode = Mode::from_raw_mode(0o666);
        let file = openat(&self.handle, name.as_str(), flags, mode);
        let mut file = File::from(file.map_err(|error| fault()(error.into()))?);
        file.write_all(content.bytes()).map_err(fault())
    }

    /// As [`RunFolder::collect`].
    pub(crate) fn collect(&self, name: &str, limit: u64) -> Result<Collected, Fault> {
        collect(&self.handle, &self.path, name, limit)
    }
}

impl Drop for InputFolder<'_> {
    fn drop(&mut self) {
        let _ = remove(&self.place);
    }
}

/// Reads a file of a folder, of at most `limit` bytes.
fn collect(handle: &OwnedFd, path: &Path, name: &str, limit: u64) -> Result<Collected, Fault> {
    let fault = |error: io::Error| Fault::file("read the output", &path.join(name))(error);
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match openat(handle, name, flags, Mode::empty()) {
        Ok(file) => file,
        // Missing, a link, a socket, or made unreadable: all the program's own doing.
        Err(Errno::NOENT | Errno::LOOP | Errno::NXIO | Errno::ACCESS) => {
            return Ok(Collected::Absent);
        }
        Err(error) => return Err(fault(error.into())),
    };
    let stat = fstat(&file).map_err(|error| fault(error.into()))?;
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return Ok(Collected::Absent);
    }
    if u64::try_from(stat.st_size).is_ok_and(|size| size > limit) {
        return Ok(Collected::TooBig);
    }
    let mut content = Vec::new();
    File::from(file)
        .take(limit.saturating_add(1))
        .read_to_end(&mut content)
        .map_err(fault)?;
    Ok(if content.len() as u64 > limit {
        Collected::TooBig
    } else {
        Collected::Content(content)
    })
}

impl Drop for RunFolder<'_> {
    fn drop(&mut self) {
        // When something still writes there, the sweep at the end ends it and tries again.
        let _ = remove(&self.place);
        if let Some(runner) = self.runner.take() {
            self.folders.runners.give_back(runner);
        }
    }
}

/// Removes a folder, also while killed processes write their last.
fn remove(path: &Path) -> io::Result<()> {
    let mut removed = fs::remove_dir_all(path);
    for _ in 1..N_REMOVALS {
        match &removed {
            Ok(()) => break,
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => unlock(path),
            Err(_) => std::thread::sleep(Duration::from_millis(1)),
        }
        removed = fs::remove_dir_all(path);
    }
    removed
}

/// Takes back folders that a program has closed to their owner.
fn unlock(path: &Path) {
    // What cannot be changed shows when removing fails again.
    let _ = fs::set_permissions(path, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            unlock(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use killrate_model::Digest;

    fn program() -> Program {
        Program::new("/bin/true".into(), Digest::of(b"true"))
    }

    #[test]
    fn only_ordinary_files_within_the_limit_are_collected() {
        let runs = tempfile::tempdir().unwrap();
        let folders = RunFolders::new(runs.path().to_owned(), Tier::ProcessGroup);
        let folder = folders.create(&program()).unwrap();
        let inside = |name: &str| folder.path().join(name);
        fs::write(inside("fits"), "1234").unwrap();
        fs::write(inside("big"), "12345").unwrap();
        fs::create_dir(inside("folder")).unwrap();
        std::os::unix::fs::symlink(inside("fits"), inside("link")).unwrap();
        std::os::unix::net::UnixListener::bind(inside("socket")).unwrap();
        rustix::fs::mknodat(
            &folder.handle,
            "pipe",
            FileType::Fifo,
            Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        let expected = [
            ("fits", Collected::Content(b"1234".to_vec())),
            ("big", Collected::TooBig),
            ("folder", Collected::Absent),
            ("link", Collected::Absent),
            ("socket", Collected::Absent),
            ("pipe", Collected::Absent),
            ("missing", Collected::Absent),
        ];
        for (name, expected) in expected {
            assert_eq!(folder.collect(name, 4).unwrap(), expected, "{name}");
        }
    }

    #[test]
    fn a_folder_is_removed_with_all_its_content() {
        let runs = tempfile::tempdir().unwrap();
        let folders = RunFolders::new(runs.path().to_owned(), Tier::ProcessGroup);
        let folder = folders.create(&program()).unwrap();
        let inner = folder.path().join("closed/to/everybody");
        fs::create_dir_all(&inner).unwrap();
        for path in inner.ancestors().take(3) {
            fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
        }
        drop(folder);
        // A folder that is not empty would stay.
        folders.remove();
        assert!(!runs.path().exists());
    }
}
