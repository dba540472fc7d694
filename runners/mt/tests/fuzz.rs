//! Whatever a descriptor or manifest holds, there is an answer: no panic and no hang.
//!
//! The texts are made from valid ones by a generator with a fixed seed, so a failure repeats.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../properties/tests/mangle/mod.rs"]
mod mangle;

use std::path::Path;

use killrate_catalogue::property_lines;
use killrate_model::Rng;
use killrate_mt::{from_xml, manifest_from_toml};

use mangle::ends;

const DESCRIPTORS: [&str; 3] = [
    include_str!("../examples/descriptors/martirank-permute.xml"),
    include_str!("../examples/descriptors/martirank-negate.xml"),
    include_str!("../examples/descriptors/naive-bayes.xml"),
];
const MANIFEST: &str = include_str!("../examples/shortest-path/shortest-path.mt.toml");
/// What descriptors and manifests give a meaning to, and what hurts parsers.
const PIECES: [&str; 32] = [
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "&",
    "&#",
    "&lt;",
    ";",
    "\"",
    "'",
    "@",
    "@op_",
    "@input.",
    "@main.output.",
    "(",
    ")",
    ",",
    ".",
    "{",
    "}",
    "=",
    "<BRANCH>",
    "<ASSERT>",
    " and ",
    "\n",
    "\0",
    "é",
];

/// A descriptor or manifest with a few changes.
fn mangled(text: &str, rng: &mut Rng) -> String {
    let bytes = mangle::mangled(text.as_bytes(), &PIECES, rng);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn descriptors_are_read_or_refused() {
    ends(|| {
        let path = Path::new("fuzzed.xml");
        let mut rng = Rng::new(1);
        let mut n_read = 0;
        for round in 0..4_000 {
            let text = mangled(DESCRIPTORS[round % DESCRIPTORS.len()], &mut rng);
            if let Ok(manifest) = from_xml(&text, path) {
                n_read += 1;
                let written = manifest.to_toml();
                assert_eq!(manifest_from_toml(&written, path).unwrap(), manifest);
            }
        }
        assert!((20..3_980).contains(&n_read), "{n_read} were read");
    });
}

#[test]
fn descriptors_of_any_length_are_refused_soon() {
    ends(|| {
        for piece in
            PIECES
                .into_iter()
                .chain(["<a>", "@op_a(", "@op_permute(@input.training_data) "])
        {
            let is_nested = matches!(piece, "<a>" | "@op_a(");
            let long = piece.repeat(if is_nested { 20_000 } else { 300 });
            for descriptor in DESCRIPTORS {
                for place in ["@op_permute", "<POST_TEST>", "@input", "NAME=\"", "./"] {
                    let text = descriptor.replacen(place, &format!("{long}{place}"), 1);
                    let _ = from_xml(&text, Path::new("long.xml"));
                }
            }
            let _ = from_xml(&long, Path::new("long.xml"));
        }
    });
}

#[test]
fn manifests_are_read_or_refused() {
    ends(|| {
        let mut rng = Rng::new(2);
        for _ in 0..2_000 {
            let text = mangled(MANIFEST, &mut rng);
            let _ = manifest_from_toml(&text, Path::new("fuzzed.mt.toml"));
            let _ = property_lines(&text);
        }
    });
}
