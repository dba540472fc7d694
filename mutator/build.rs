//! Lists the files of the runtime, so that a new one is shipped without being named anywhere.
#![expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script by variables where to read and write"
)]

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use walkdir::WalkDir;

fn main() -> io::Result<()> {
    let variable = |name: &str| {
        env::var(name).map_err(|_| io::Error::other(format!("cargo sets no `{name}`; start it")))
    };
    let package = variable("CARGO_MANIFEST_DIR")?;
    let mut lists = String::new();
    for (name, folder) in [("RUNTIME", "rt/src"), ("WATCH", "watch/src")] {
        // Of a folder, cargo looks at everything inside it.
        println!("cargo::rerun-if-changed={folder}");
        let files = list(&Path::new(&package).join(folder))?;
        write_list(&mut lists, name, &files);
    }
    fs::write(Path::new(&variable("OUT_DIR")?).join("runtime.rs"), lists)
}

struct Shipped {
    /// The path inside the folder, with forward slashes.
    name: String,
    /// Where the compiler finds it.
    path: String,
}

fn list(folder: &Path) -> io::Result<Vec<Shipped>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        if entry.file_type().is_dir() {
            continue;
        }
        let text = |path: &Path| match path.to_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(io::Error::other(
                "the sources are in a folder that is not UTF-8",
            )),
        };
        let inside = entry
            .path()
            .strip_prefix(folder)
            .map_err(io::Error::other)?;
        files.push(Shipped {
            name: text(inside)?.replace('\\', "/"),
            path: text(entry.path())?,
        });
    }
    // The list is part of what identifies a woven program: the root comes first, and then the texts
    // of paths decide, as in all versions before.
    files.sort_by(|a, b| (a.name != "lib.rs", &a.name).cmp(&(b.name != "lib.rs", &b.name)));
    Ok(files)
}

fn write_list(lists: &mut String, name: &str, files: &[Shipped]) {
    let n_files = files.len();
    let entries: String = files
        .iter()
        .map(|file| format!("    ({:?}, include_str!({:?})),\n", file.name, file.path))
        .collect();
    writeln!(
        lists,
        "pub(crate) const {name}: [(&str, &str); {n_files}] = [\n{entries}];"
    )
    .expect("a text takes whatever is written to it");
}
