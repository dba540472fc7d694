//! The page in a real browser: it is used as a reader would use it, and says what it showed.
//!
//! Where there is no Chromium the tests say so and pass: what the page holds is tested without one.

use std::path::Path;
use std::process::{Command, Stdio};

use killrate_analysis::{PageContext, page};
use killrate_record::write;
use killrate_reproduction::papers;
use serde_json::{Value, json};

use crate::fixture::record;
use crate::large::large_record;
use crate::made::{made, record_of};
use crate::page::page_of;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// The start of a program; a hanging browser is ended after this many seconds.
#[expect(
    clippy::disallowed_methods,
    reason = "a test of a page starts a browser, and no record comes of it"
)]
fn program(name: &str) -> Command {
    let mut command = Command::new("timeout");
    command.args(["--kill-after=5", "120", name]);
    command
}

#[expect(
    clippy::print_stderr,
    reason = "who runs the tests shall know that one was skipped"
)]
fn browser() -> Option<&'static str> {
    let runs = |name: &&str| {
        let mut command = program(name);
        command
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let found = NAMES.into_iter().find(runs);
    if found.is_none() {
        eprintln!("skipped: there is no browser called {}", NAMES.join(", "));
    }
    found
}

/// What a script saw that was added to the page.
fn seen(browser: &str, page: &str, script: &str, options: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let watch = include_str!("browser/watch.js");
    let tell = include_str!("browser/tell.js");
    let page = page
        .replace("<head>", &format!("<head><script>{watch}</script>"))
        .replace(
            "</body>",
            &format!("<script>{tell}{script}</script></body>"),
        );
    let file = folder.path().join("page.html");
    std::fs::write(&file, page).unwrap();
    let output = program(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args(["--disable-background-networking", "--no-first-run"])
        .args(["--enable-logging=stderr", "--log-level=0"])
        .arg(format!(
            "--user-data-dir={}",
            folder.path().join("profile").display()
        ))
        .args(options)
        .arg(address(&file))
        .output()
        .unwrap();
    let dom = String::from_utf8_lossy(&output.stdout);
    let messages = String::from_utf8_lossy(&output.stderr);
    let said: Vec<&str> = messages
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .collect();
    assert!(said.is_empty(), "the console says: {said:?}");
    let (_, seen) = dom
        .split_once("<pre id=\"seen\">")
        .unwrap_or_else(|| panic!("it saw nothing: {messages}"));
    let (seen, _) = seen.split_once("</pre>").unwrap();
    let seen = seen
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    serde_json::from_str(&seen).unwrap_or_else(|error| panic!("{error}: {seen}"))
}

fn address(file: &Path) -> String {
    format!("file://{}", file.display())
}

#[track_caller]
fn check(seen: &Value, name: &str, expected: impl Into<Value>) {
    assert_eq!(seen[name], expected.into(), "{name}");
}

#[test]
fn a_reader_filters_sorts_and_opens_mutants() {
    let Some(browser) = browser() else { return };
    let files = [(
        "src/tree.rs".to_owned(),
        "// One.\n// Two.\na < b\n// Four.\n".to_owned(),
    )];
    let context = PageContext {
        sources: [("c45".to_owned(), files.into())].into(),
        ..PageContext::default()
    };
    let page = page_of(&record(), "thesis", &context);
    let script = include_str!("browser/use.js");
    let options = ["--window-size=390,844", "--virtual-time-budget=20000"];
    let seen = seen(browser, &page, script, &options);
    check(&seen, "complaints", json!([]));
    // c1 falls to five properties, o1 to four, a1 to three, c2 and a2 to one each.
    check(&seen, "first", "c1 o1 a1 c2 a2 c3");
    check(
        &seen,
        "status",
        "6 of 14 mutants; 5 of them killed by a ranked technique.",
    );
    check(&seen, "isPainted", true);
    check(&seen, "comparison", "c1 c2 c3");
    check(&seen, "discarded", "c5 c4");
    check(
        &seen,
        "discardedStatus",
        "2 of 14 mutants; none of them is counted; on 1 of them a property of a ranked technique is violated.",
    );
    check(
        &seen,
        "allStatus",
        "14 of 14 mutants; 5 of the 6 counted killed by a ranked technique; \
         on 2 of the 8 not counted a property of a ranked technique is violated.",
    );
    check(&seen, "survived", "c3");
    check(&seen, "found", "c1");
    check(&seen, "foundByLabel", "c1");
    check(&seen, "nFoundBySubject", 14);
    check(
        &seen,
        "nothing",
        json!(["", "No mutant fits these choices."]),
    );
    check(&seen, "least", "c3 c2 a2 a1 o1 c1");
    check(&seen, "source", "c1 c2 c3 a1 a2 o1");
    // By permute: those it kills first.
    check(&seen, "byColumn", json!(["c1 o1 a1 c2 a2 c3", "column:0"]));
    for claim in [
        "isSmaller",
        "isAsBefore",
        "isOpen",
        "isClosed",
        "isSwitched",
        "isKept",
        "isSwitchInWindow",
        "isOpenOnPaper",
        "isAsBeforePaper",
        "isNarrow",
    ] {
        check(&seen, claim, true);
    }
    check(&seen, "byKeys", "#mutant/c45/10");
    // A mutant that was never run has nobody who noticed and nothing to repeat.
    let refused = seen["refused"].as_str().unwrap();
    assert!(
        refused.contains("not counted: does not compile"),
        "{refused}"
    );
    assert!(!refused.contains("null"), "{refused}");
    // One that the policy does not choose is not killed, whatever is violated on it.
    let uncounted = seen["uncounted"].as_str().unwrap();
    assert!(!uncounted.contains("killed"), "{uncounted}");
    assert!(
        uncounted
            .contains("negate violated, not counted: iris iris: row 3: yes, not no unsound: golf"),
        "{uncounted}"
    );
    let mutant = seen["mutant"].as_str().unwrap();
    for text in [
        "mutant 3 comparison comparison-operator split src/tree.rs, line 3",
        "survived every ranked technique",
        "How far it came on the study's data",
        "1 // One. 2 // Two. 3 − a < b + a >= b 4 // Four.",
        "permute blind: golf not infected: iris",
        "metamorphic blind The output differs from the original's",
        "killrate explain hand-made 3 --subject c45",
    ] {
        assert!(mutant.contains(text), "`{text}` is not in {mutant}");
    }
}

#[test]
fn mutants_of_several_subjects_stand_in_one_matrix() {
    let Some(browser) = browser() else { return };
    let record = record_of(&[
        made("c45", "2c", [("metamorphic", "permute", "iris", "1V 1.")]),
        made(
            "svm",
            "2c",
            [
                ("metamorphic", "permute", "iris", "2V"),
                ("metamorphic", "negate", "iris", "2V"),
                ("partial-oracle", "known-output", "golf-1", "2."),
            ],
        ),
    ]);
    let page = page_of(&record, "thesis", &PageContext::default());
    let script = include_str!("browser/several.js");
    let options = ["--window-size=1400,900", "--virtual-time-budget=20000"];
    let seen = seen(browser, &page, script, &options);
    check(&seen, "complaints", json!([]));
    // One of one property is more than two of three.
    check(&seen, "most", "c45 1, svm 1, svm 2, c45 2");
    check(&seen, "least", "c45 2, svm 1, svm 2, c45 1");
    check(&seen, "found", "svm 2");
    // Not in the matrix, so it stands among all mutants.
    check(
        &seen,
        "outside",
        json!([
            ["‹ previous", null],
            ["next ›", "#mutant/c45/2"],
            ["of all mutants: the matrix leaves this one out", null]
        ]),
    );
    // The only one of the matrix.
    check(
        &seen,
        "inside",
        json!([["‹ previous", null], ["next ›", null]]),
    );
    let told = "The address names a mutant that is not in this report:";
    check(
        &seen,
        "malformed",
        json!([format!("{told} %E0%A4%A 1"), false]),
    );
    check(&seen, "unknown", json!([format!("{told} c45 99"), false]));
    check(&seen, "isToldInView", true);
    check(&seen, "isOneRow", true);
}

#[test]
fn what_is_pointed_at_stays_in_view() {
    let Some(browser) = browser() else { return };
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("large");
    write(&folder, &large_record(600, 50)).unwrap();
    let policy = papers(None).policy("thesis").unwrap();
    let page = page(&[&folder], &papers(None), policy, &PageContext::default()).unwrap();
    let script = include_str!("browser/move.js");
    let seen = seen(browser, &page, script, &["--window-size=500,900"]);
    check(&seen, "complaints", json!([]));
    for claim in [
        "isHeldByPointer",
        "isHeldBackwards",
        "isAtEnd",
        "isAtRight",
        "isTipInWindow",
        "isAtLeft",
        "isHeldByKey",
        "isHeldByButton",
    ] {
        check(&seen, claim, true);
    }
    // As in the source, so by their numbers.
    for (name, mutant) in [
        ("home", "large 1 · function_1. "),
        ("end", "large 600 · function_0. "),
    ] {
        let said = seen[name].as_str().unwrap();
        assert!(said.starts_with(mutant), "{name}: {said}");
    }
    check(&seen, "right", "metamorphic, property-50");
}

/// Half of what people notice as a delay, and much more than it takes on an idle machine.
const NOTICED_MILLISECONDS: f64 = 250.0;

#[test]
fn two_thousand_mutants_and_fifty_properties_do_not_lag() {
    let Some(browser) = browser() else { return };
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("large");
    write(&folder, &large_record(2000, 50)).unwrap();
    let policy = papers(None).policy("thesis").unwrap();
    let page = page(&[&folder], &papers(None), policy, &PageContext::default()).unwrap();
    assert!(page.len() < 5_000_000, "the page has {} bytes", page.len());
    let script = include_str!("browser/time.js");
    let seen = seen(browser, &page, script, &["--window-size=1400,1000"]);
    check(&seen, "complaints", json!([]));
    check(&seen, "nMutants", 2000);
    check(&seen, "nColumns", 52);
    for (name, milliseconds) in seen["slowest"].as_object().unwrap() {
        let milliseconds = milliseconds.as_f64().unwrap();
        eprintln!("{name}: at most {milliseconds:.1} ms");
        assert!(
            milliseconds < NOTICED_MILLISECONDS,
            "{name} took {milliseconds} ms"
        );
    }
}
