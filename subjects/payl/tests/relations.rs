//! The relations of the README that change what the bytes of a payload are.

mod run;

use run::{ScratchFolder, run_payl};
use std::fs;
use std::path::{Path, PathBuf};

const DATA_SETS: [&str; 6] = [
    "payl-web",
    "payl-mail",
    "payl-binary",
    "payl-mixed",
    "payl-short",
    "payl-sparse",
];

fn data(name: &str, file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../datasets/payl")
        .join(format!("{name}.{file}.csv"))
}

/// The packets of a file with every byte changed.
fn with_bytes(text: &str, change: fn(u8) -> u8) -> String {
    let mut lines = text.lines();
    let mut changed = format!("{}\n", lines.next().expect("there is a header"));
    for line in lines {
        let (port, payload) = line.split_once(',').expect("a packet has a port");
        let bytes = payload.as_bytes().chunks(2).map(|digits| {
            let digits = str::from_utf8(digits).expect("digits are text");
            change(u8::from_str_radix(digits, 16).expect("digits are hexadecimal"))
        });
        let bytes: String = bytes.map(|byte| format!("{byte:02x}")).collect();
        changed += &format!("{port},{bytes}\n");
    }
    changed
}

fn alerts(train: &Path, test: &Path, scratch: &ScratchFolder) -> String {
    let finished = run_payl(train, test, scratch, &[]);
    assert_eq!(finished.stderr, "");
    assert_eq!(finished.stdout, "");
    assert_eq!(finished.code, Some(0));
    fs::read_to_string(scratch.file("alerts")).expect("the run wrote it")
}

#[track_caller]
fn check_alerts_stay(purpose: &str, change: fn(u8) -> u8) {
    let scratch = ScratchFolder::new(&format!("relations-{purpose}"));
    for name in DATA_SETS {
        let (train, test) = (data(name, "train"), data(name, "test"));
        let expected = alerts(&train, &test, &scratch);
        assert!(expected.contains("anomalous"), "{name} has nothing to lose");
        let changed = |file: &Path, to: &str| {
            let text = fs::read_to_string(file).expect("the data set is committed");
            let text = with_bytes(&text, change);
            fs::write(scratch.file(to), text).expect("the folder is writable");
            scratch.file(to)
        };
        let (train, test) = (changed(&train, "train.csv"), changed(&test, "test.csv"));
        assert_eq!(alerts(&train, &test, &scratch), expected, "{name}");
    }
}

#[test]
fn adding_to_every_byte_keeps_the_alerts() {
    check_alerts_stay("add-7", |byte| byte.wrapping_add(7));
    check_alerts_stay("add-128", |byte| byte.wrapping_add(128));
}

#[test]
fn taking_every_byte_from_255_keeps_the_alerts() {
    check_alerts_stay("mirror", |byte| 255 - byte);
}
