//! Whatever a descriptor or manifest holds, there is an answer: no panic and no hang.
//!
//! The texts are made from valid ones by a generator with a fixed seed, so a failure repeats.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use killrate_model::Rng;
use killrate_mt::{Manifest, from_xml, property_lines};

/// Far longer than the work takes anywhere; only a hang reaches it.
const PATIENCE: Duration = Duration::from_secs(300);
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

/// Does some work, and fails when it does not end.
#[track_caller]
fn ends(work: impl FnOnce() + Send + 'static) {
    let (done, is_done) = mpsc::channel();
    let worker = thread::spawn(move || {
        work();
        done.send(()).unwrap();
    });
    match is_done.recv_timeout(PATIENCE) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("it hangs"),
        _ => worker.join().unwrap(),
    }
}

/// A text with one to three changes.
fn mangled(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(3) {
        let length = bytes.len() as u64;
        let start = rng.below(length + 1) as usize;
        let end = start + rng.below(length - start as u64 + 1).min(10) as usize;
        match rng.below(4) {
            0 => drop(bytes.drain(start..end)),
            1 => {
                let part = bytes[start..end].to_vec();
                bytes.splice(end..end, part);
            }
            2 => {
                let piece = PIECES[rng.below(PIECES.len() as u64) as usize];
                bytes.splice(start..end, piece.bytes());
            }
            _ => bytes.insert(start, rng.below(256) as u8),
        }
    }
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
                assert_eq!(Manifest::from_toml(&written, path).unwrap(), manifest);
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
            let _ = Manifest::from_toml(&text, Path::new("fuzzed.mt.toml"));
            let _ = property_lines(&text);
        }
    });
}
