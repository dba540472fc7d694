//! The page in a real browser: it is used as a reader would use it, and says what it showed.
//!
//! Where there is no Chromium the tests say so and pass: what the page holds is tested without one.

use std::path::Path;
use std::process::{Command, Stdio};

use killrate_analysis::{PageContext, Policy, page};
use killrate_record::write;
use serde_json::{Value, json};

use crate::fixture::record;
use crate::large::large_record;
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
    check(&seen, "survived", "c3");
    check(&seen, "found", "c1");
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
        "isOpenOnPaper",
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
    let mutant = seen["mutant"].as_str().unwrap();
    for text in [
        "mutant 3 comparison comparison-operator split src/tree.rs, line 3",
        "survived every ranked technique",
        "1 // One. 2 // Two. 3 a < b a >= b 4 // Four.",
        "metamorphic blind The output differs from the original's",
        "killrate explain hand-made 3 --subject c45",
    ] {
        assert!(mutant.contains(text), "`{text}` is not in {mutant}");
    }
}

/// Half of what people notice as a delay, and much more than it takes on an idle machine.
const NOTICED_MILLISECONDS: f64 = 250.0;

#[test]
fn two_thousand_mutants_and_fifty_properties_do_not_lag() {
    let Some(browser) = browser() else { return };
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("large");
    write(&folder, &large_record(2000, 50)).unwrap();
    let policy = Policy::named("thesis").unwrap();
    let page = page(&folder, None, policy, &PageContext::default()).unwrap();
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
