//! Files that others name, read whole or refused at once.
//!
//! A path in a manifest or on the command line may lead to a pipe that nobody writes to, to a device
//! that never ends, or to more than the memory holds. Reading it would wait or fill the memory, so
//! what is no plain file, or is larger than [`LARGEST`], is refused before anything of it is read.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;

use rustix::fs::OFlags;

/// The largest file that is read, in bytes: 1 GiB. Data are kept in memory, and copied for every run.
pub const LARGEST: u64 = 1 << 30;

/// Opens a plain file to be read; a record's tables may be larger than what is read whole.
///
/// # Errors
/// When it cannot be opened, or is no plain file.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    // Opening a pipe would wait for somebody who writes to it.
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    let file = options.read(true).custom_flags(flags).open(path)?;
    let kind = file.metadata()?.file_type();
    // Reading a folder fails by itself, in words that everybody knows.
    if kind.is_file() || kind.is_dir() {
        Ok(file)
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!(
                "it is {} and no plain file; copy what it gives into one",
                named(kind)
            ),
        ))
    }
}

/// The content of a plain file.
///
/// # Errors
/// When it cannot be read, is no plain file, or is larger than [`LARGEST`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_within(path, LARGEST)
}

/// The content of a plain file that holds text.
///
/// # Errors
/// As [`read`], and when it is no UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    let invalid = |error| {
        let problem = format!("it is not UTF-8 text: {error}");
        io::Error::new(io::ErrorKind::InvalidData, problem)
    };
    String::from_utf8(read(path)?).map_err(invalid)
}

fn read_within(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_file() && metadata.len() > most {
        return Err(too_large(&format!("it has {} bytes", metadata.len()), most));
    }
    let mut bytes = Vec::new();
    // Files of the system may have no size and no end.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(&format!("it has more than {most} bytes"), most));
    }
    Ok(bytes)
}

fn too_large(size: &str, most: u64) -> io::Error {
    let problem = format!("{size}, and files of at most {most} bytes are read; take a part of it");
    io::Error::new(io::ErrorKind::FileTooLarge, problem)
}

fn named(kind: FileType) -> &'static str {
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &Path, most: u64, expected: Result<&[u8], &str>) {
        let read = read_within(path, most).map_err(|error| error.to_string());
        assert_eq!(read.as_deref(), expected.map_err(str::to_owned).as_deref());
    }

    #[test]
    fn what_is_no_file_or_is_too_large_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "four").unwrap();
        check(&file, 4, Ok(b"four"));
        check(
            &file,
            3,
            Err("it has 4 bytes, and files of at most 3 bytes are read; take a part of it"),
        );
        let pipe = folder.path().join("pipe");
        rustix::fs::mkfifoat(rustix::fs::CWD, &pipe, 0o600.into()).unwrap();
        let refused = "it is a pipe and no plain file; copy what it gives into one";
        check(&pipe, 4, Err(refused));
        let refused = "it is a device and no plain file; copy what it gives into one";
        check(Path::new("/dev/zero"), 4, Err(refused));
        let huge = folder.path().join("huge");
        File::create(&huge).unwrap().set_len(LARGEST + 1).unwrap();
        assert_eq!(read(&huge).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
