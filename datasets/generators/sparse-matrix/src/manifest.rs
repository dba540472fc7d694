//! The manifest of a data set.

use crate::sets::Pair;
use generate_common::digest::sha256;

/// The names of the files of a set.
pub fn file_names(name: &str) -> [String; 2] {
    [format!("{name}.a.mtx"), format!("{name}.b.mtx")]
}

/// The text of the manifest, which pins the bytes of the files.
pub fn render_manifest(set: &Pair, seed: u64) -> String {
    let name = &set.name;
    let [a, b] = file_names(name);
    format!(
        "format = 1\n\
         name = \"{name}\"\n\
         title = \"{}\"\n\
         source = \"generate-sparse-matrix sets --seed {seed}\"\n\
         known-issues = \"none\"\n\
         rows = {}\n\
         attributes = {}\n\
         \n\
         [files]\n\
         a = {{ path = \"{a}\", sha256 = \"{}\" }}\n\
         b = {{ path = \"{b}\", sha256 = \"{}\" }}\n",
        set.title,
        set.a.n_rows,
        set.b.n_columns,
        sha256(set.a.render().as_bytes()),
        sha256(set.b.render().as_bytes()),
    )
}
