//! Packages that are built in unusual ways: they are woven like any other, or the reason is told.
#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]

mod package;

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::Command;

use killrate_model::protocol;
use killrate_mutator::{CheckOptions, build_plain, source_digest, weave, weave_tests};
use package::{MANIFEST, message, package, package_in};
use tempfile::TempDir;

/// Weaves a package, and compares the original and one mutant with what they should print.
#[track_caller]
fn check(files: &[(&str, &str)], original: &str, (id, mutated): (&str, &str)) {
    let (_folder, options) = package(files);
    let before = source_digest(&options.package).unwrap();
    let woven = weave(&options, &|_| ()).unwrap();
    let plain = build_plain(&options).unwrap();
    assert_eq!(shown(&plain, &[]), (Some(0), original.to_owned()));
    assert_eq!(shown(&woven.binary, &[]), (Some(0), original.to_owned()));
    let mutant = woven.mutants.iter().find(|mutant| mutant.id.0 == id);
    let number = mutant.unwrap_or_else(|| panic!("no {id}")).number;
    let chosen = (protocol::MUTANT, number.to_string());
    assert_eq!(
        shown(&woven.binary, &[chosen]),
        (Some(0), mutated.to_owned())
    );
    assert_eq!(source_digest(&options.package).unwrap(), before);
}

#[test]
fn a_build_script_runs_and_what_it_makes_is_used() {
    let script = "fn main() {\n\
        let folder = std::env::var(\"OUT_DIR\").unwrap();\n\
        std::fs::write(format!(\"{folder}/made.rs\"), \"pub fn made() -> u8 { 40 }\").unwrap();\n\
        println!(\"cargo:rustc-cfg=scripted\");\n}\n";
    let program = "include!(concat!(env!(\"OUT_DIR\"), \"/made.rs\"));\n\
        fn main() { println!(\"{} {}\", made() + 2, cfg!(scripted)); }\n";
    check(
        &[
            ("Cargo.toml", MANIFEST),
            ("build.rs", script),
            ("src/main.rs", program),
        ],
        "42 true\n",
        ("src/main.rs::main/add-to-sub/1", "38 true\n"),
    );
}

#[test]
fn procedural_macros_are_expanded_after_weaving() {
    let manifest = format!("{MANIFEST}\n[dependencies]\nspell = {{ path = \"spell\" }}\n");
    let spell = "extern crate proc_macro;\nuse proc_macro::TokenStream;\n\
        #[proc_macro_derive(Seven)]\npub fn seven(_: TokenStream) -> TokenStream {\n\
        \"impl Dwarf { fn number(&self) -> u8 { 7 } }\".parse().unwrap()\n}\n\
        #[proc_macro_attribute]\npub fn kept(_: TokenStream, item: TokenStream) -> TokenStream { item }\n";
    let program = "#[derive(spell::Seven)]\nstruct Dwarf;\n\
        #[spell::kept]\nfn twice(n: u8) -> u8 { n * 2 }\n\
        fn main() { println!(\"{}\", twice(Dwarf.number()) - 1); }\n";
    check(
        &[
            ("Cargo.toml", &manifest),
            (
                "spell/Cargo.toml",
                "[package]\nname = \"spell\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[lib]\nproc-macro = true\n",
            ),
            ("spell/src/lib.rs", spell),
            ("src/main.rs", program),
        ],
        "13\n",
        ("src/main.rs::twice/mul-to-div/1", "2\n"),
    );
}

#[test]
fn lints_that_are_forbidden_or_denied_do_not_stop_mutants() {
    let program = "#![forbid(unsafe_code)]\n#![deny(warnings, unused, unconditional_recursion)]\n\
        #![deny(arithmetic_overflow, unused_comparisons, clippy::all)]\n\
        fn is_small(n: u8) -> bool { n <= 9 }\n\
        fn main() { println!(\"{} {}\", is_small(3), 250_u8 + 5); }\n";
    check(
        &[("Cargo.toml", MANIFEST), ("src/main.rs", program)],
        "true 255\n",
        ("src/main.rs::is_small/le-to-gt/1", "false 255\n"),
    );
}

#[test]
fn a_library_without_the_standard_library_is_woven() {
    let library = "#![no_std]\n#![forbid(unsafe_code)]\n\
        pub fn sum(numbers: &[u8]) -> u8 {\n\
        let mut sum = 0;\n for number in numbers { sum += number; }\n sum\n}\n";
    check(
        &[
            ("Cargo.toml", MANIFEST),
            ("src/lib.rs", library),
            (
                "src/main.rs",
                "fn main() { println!(\"{}\", sample::sum(&[1, 2, 3])); }\n",
            ),
        ],
        "6\n",
        ("src/lib.rs::sum/add-assign-to-sub-assign/1", "250\n"),
    );
}

#[test]
fn a_program_without_the_standard_library_is_refused_with_the_reason() {
    let program = "#![no_std]\n#![no_main]\n\
        #[panic_handler]\nfn panic(_: &core::panic::PanicInfo) -> ! { loop {} }\n\
        fn add(a: i32, b: i32) -> i32 { a + b }\n\
        #[unsafe(no_mangle)]\npub extern \"C\" fn main() -> i32 { add(1, -1) }\n";
    let manifest = format!(
        "{MANIFEST}\n[profile.release]\npanic = \"abort\"\n\n[profile.dev]\npanic = \"abort\"\n"
    );
    let (folder, options) = package(&[("Cargo.toml", &manifest), ("src/main.rs", program)]);
    let before = source_digest(&options.package).unwrap();
    let error = weave(&options, &|_| ()).unwrap_err();
    assert_eq!(
        message(&error, folder.path()),
        "package `sample` is a program without the standard library, which the woven runtime needs; \
         write a driver that has it, and mutate the library"
    );
    assert_eq!(source_digest(&options.package).unwrap(), before);
}

#[test]
fn every_edition_is_woven_with_its_own_syntax() {
    let old = "extern crate core;\nmod inner {\n    pub fn next(n: u8) -> u8 { n + 1 }\n}\n\
        fn main() { let shown: Box<::std::fmt::Display> = Box::new(::inner::next(4)); println!(\"{}\", shown); }\n";
    let middle = "fn main() { let gen = [1, 2].iter().map(|n| n + 3).max(); println!(\"{}\", gen.unwrap()); }\n";
    let new = "fn pick(n: Option<u8>) -> u8 { if let Some(n) = n && n > 1 { n + 1 } else { 0 } }\n\
        unsafe extern \"C\" {}\nfn main() { println!(\"{}\", pick(Some(4))); }\n";
    for (edition, program, id, mutated) in [
        ("2015", old, "src/main.rs::inner::next/add-to-sub/1", "3\n"),
        ("2018", middle, "src/main.rs::main/add-to-sub/1", "-1\n"),
        ("2021", middle, "src/main.rs::main/add-to-sub/1", "-1\n"),
        ("2024", new, "src/main.rs::pick/add-to-sub/1", "3\n"),
    ] {
        let manifest = MANIFEST.replace("2021", edition);
        check(
            &[("Cargo.toml", &manifest), ("src/main.rs", program)],
            "5\n",
            (id, mutated),
        );
    }
}

#[test]
fn a_name_that_later_became_a_keyword_is_pointed_at() {
    let manifest = MANIFEST.replace("2021", "2015");
    let (folder, options) = package(&[
        ("Cargo.toml", &manifest),
        ("src/main.rs", "fn async() {}\nfn main() { async() }\n"),
    ]);
    let error = weave(&options, &|_| ()).unwrap_err();
    assert_eq!(
        message(&error, folder.path()),
        "cannot parse `src/main.rs` at line 1, column 4: expected identifier, found keyword `async`; \
         write `r#async` if it is a name of the 2015 edition"
    );
}

#[test]
fn a_package_at_a_path_that_is_not_utf_8_is_woven_from_its_copy() {
    let name = Path::new(OsStr::from_bytes(b"caf\xe9"));
    let program = "fn main() { println!(\"{}\", 40 + 2); }\n";
    let (_folder, options) =
        package_in(name, &[("Cargo.toml", MANIFEST), ("src/main.rs", program)]);
    let before = source_digest(&options.package).unwrap();
    let woven = weave(&options, &|_| ()).unwrap();
    assert_eq!(shown(&woven.binary, &[]), (Some(0), "42\n".to_owned()));
    assert_eq!(source_digest(&options.package).unwrap(), before);
}

#[test]
fn scratch_at_a_path_that_is_not_utf_8_is_refused_with_the_reason() {
    let program = "fn main() { println!(\"{}\", 40 + 2); }\n";
    let (folder, mut options) = package(&[("Cargo.toml", MANIFEST), ("src/main.rs", program)]);
    options.scratch = folder.path().join(OsStr::from_bytes(b"caf\xe9"));
    let error = weave(&options, &|_| ()).unwrap_err();
    let cause = std::error::Error::source(&error).map(ToString::to_string);
    assert_eq!(
        cause.as_deref(),
        Some("a Cargo manifest can only name paths that are UTF-8")
    );
    assert!(!fs::exists(&options.scratch).unwrap());
}

/// How a program ends and what it prints.
#[expect(
    clippy::disallowed_methods,
    reason = "these tests are about what woven programs do when they run"
)]
fn shown(binary: &Path, settings: &[(&str, String)]) -> (Option<i32>, String) {
    let folder = TempDir::new().unwrap();
    let output = Command::new(binary)
        .current_dir(folder.path())
        .envs(settings.iter().map(|(name, value)| (name, value)))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text)
}

#[test]
fn tests_are_woven_with_what_the_program_s_build_left_and_leave_nothing_themselves() {
    let source = "fn twice(x: i32) -> i32 {\n    x + x\n}\n\nfn main() {\n    println!(\"{}\", twice(2));\n}\n\n\
                  #[test]\nfn two_is_four() {\n    assert_eq!(twice(2), 4);\n}\n";
    let (_folder, mut options) = package(&[("Cargo.toml", MANIFEST), ("src/main.rs", source)]);
    options.tests = true;
    let woven = weave(&options, &|_| ()).unwrap();
    let target = woven.binary.ancestors().nth(2).unwrap().join("target");
    assert!(target.is_dir());
    for _ in 0..2 {
        let programs = weave_tests(&options, &woven).unwrap();
        let names: Vec<&str> = programs.iter().map(|program| &*program.name).collect();
        assert_eq!(names, ["bin/sample"]);
        assert!(programs[0].binary.is_file());
        assert!(!target.exists());
    }
}

#[test]
fn a_type_that_cannot_be_observed_stands_in_the_way_of_no_property() {
    let text = "\
struct Pair(#[cfg(windows)] u16, u32);

/// @meta twice(a + 1) == \\result + 2
fn twice(a: u32) -> u32 {
    a + a
}

fn main() {
    println!(\"{}\", twice(Pair(4).0));
}
";
    let (_folder, mut options) = package(&[("Cargo.toml", MANIFEST), ("src/main.rs", text)]);
    options.checks = Some(CheckOptions::default());
    options.watches = true;
    let woven = weave(&options, &|_| ()).unwrap();
    let properties = woven.function_properties.iter();
    let names: Vec<&str> = properties.map(|property| property.name.as_str()).collect();
    assert_eq!(names, ["twice-1"]);
    let unwatched = woven.unwatched.iter();
    let names: Vec<&str> = unwatched.map(|unwatched| unwatched.name.as_str()).collect();
    assert_eq!(names, ["src/main.rs::Pair"]);
    assert_eq!(shown(&woven.binary, &[]), (Some(0), "8\n".to_owned()));
}
