//! The example in the README of the data sets is what the program makes.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The command of the README, after the program's name and without the folder.
const FLAGS: &str = "table --name small --train-rows 4 --test-rows 2 --attributes 3 \
                     --informative 1 --correlation 0.8 --positives 0.5 --values distinct \
                     --missing 0.1 --lowest 0 --seed 7";

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a test of the program starts the program"
)]
fn the_readme_shows_what_its_command_makes() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../martirank/README.md");
    let readme = fs::read_to_string(readme).expect("it is committed");
    let shown = readme.replace(" \\\n    ", " ");
    assert!(shown.contains(&format!("{FLAGS} --into FOLDER")));

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("worked-example");
    fs::create_dir_all(&folder).expect("the target folder is writable");
    let finished = Command::new(env!("CARGO_BIN_EXE_generate-martirank"))
        .args(FLAGS.split_whitespace())
        .arg("--into")
        .arg(&folder)
        .output()
        .expect("the program was built");
    assert_eq!(String::from_utf8_lossy(&finished.stderr), "");
    for file in ["small.train.csv", "small.test.csv", "small.toml"] {
        let made = fs::read_to_string(folder.join(file)).expect("the run wrote it");
        assert!(readme.contains(&format!("\n{made}```")), "{file}");
    }
    fs::remove_dir_all(&folder).expect("the folder is ours");
}
