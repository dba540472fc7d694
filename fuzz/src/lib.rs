//! What the targets have in common.

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

thread_local! {
    static FOLDER: RefCell<Option<TempDir>> = const { RefCell::new(None) };
}

/// Calls `read` with a folder that has a file of this name and content, for readers that want a path.
pub fn with_file(name: &str, content: &[u8], read: impl FnOnce(&Path)) {
    FOLDER.with_borrow_mut(|folder| {
        let folder = folder.get_or_insert_with(in_memory);
        fs::write(folder.path().join(name), content).expect("there is room for a small file");
        read(folder.path());
    });
}

fn in_memory() -> TempDir {
    let shared_memory = Path::new("/dev/shm");
    let folder = if shared_memory.is_dir() {
        tempfile::tempdir_in(shared_memory)
    } else {
        tempfile::tempdir()
    };
    folder.expect("there is a folder for temporary files")
}

/// The first byte, which chooses, and the rest as text.
pub fn choice_and_text(bytes: &[u8]) -> Option<(usize, &str)> {
    let (&choice, rest) = bytes.split_first()?;
    Some((usize::from(choice), std::str::from_utf8(rest).ok()?))
}
