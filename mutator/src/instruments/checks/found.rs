//! All that is written about the functions of a package, with every choice made.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use killrate_model::{CallOrder, PropertyName, Sandbox};

use super::options::Recursion;
use super::reach_out::ReachOut;
use super::{
    Annotation, CheckError, Declared, Property, RandomFunction, Translated, Written, in_comments,
    in_side_file, translate,
};
use crate::instruments::SideFile;
use crate::scan::Function;
use crate::sites::{FunctionId, SiteFile, function_ids};

/// Where properties of functions are taken from, besides the doc comments of the package.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// A file that names functions and their properties, for code that is not to be changed.
    pub side_file: Option<PathBuf>,
}

/// A property of a function, to be checked while the program runs.
#[derive(Debug, Clone)]
pub(crate) struct Check {
    /// Its number among the checks of the package.
    pub index: u32,
    /// Its name in alarms, records and tables; no other check of the package has it.
    pub name: String,
    pub function: FunctionId,
    pub sandbox: Sandbox,
    /// Whether a test on copies is run in a copy of the process all the same, because it may end it.
    pub is_guarded: bool,
    pub order: CallOrder,
    pub recursion: Recursion,
    /// Whether the properties of other functions are checked inside the test too.
    pub is_deep: bool,
    /// Whether many tests share a copy of the process.
    pub is_batched: bool,
    pub property: Property,
    pub translated: Translated,
}

/// What is written about the functions of a package.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    /// Their properties, in the order of functions.
    pub checks: Vec<Check>,
    /// Those that draw random numbers from outside of the process.
    pub random_functions: Vec<RandomFunction>,
}

/// What a property of a function says, and where.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FunctionProperty {
    /// Its name in alarms, records and tables.
    pub name: String,
    /// The function that it is about: its file, and its name in it.
    pub function: String,
    /// The property in one line.
    pub text: String,
    /// The file in which it is written.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// Where its tests run.
    pub sandbox: Sandbox,
    /// Which state its tests see.
    pub order: CallOrder,
}

impl FunctionProperty {
    /// Its name, as a name.
    pub fn property_name(&self) -> PropertyName {
        PropertyName::new(&self.name)
            .expect("names in brackets are read as names, others are made so")
    }

    /// The file of its function, and the function's name in it.
    pub fn place(&self) -> (&str, &str) {
        self.function
            .split_once("::")
            .unwrap_or(("", &self.function))
    }
}

impl Check {
    /// Whether its tests start in a copy of the process from before the call.
    pub(crate) fn is_early(&self) -> bool {
        self.sandbox != Sandbox::Clone && self.order == CallOrder::Before && !self.is_batched
    }

    /// Where its tests run.
    pub(crate) fn place_of_tests(&self) -> Sandbox {
        if self.is_guarded {
            Sandbox::Fork
        } else {
            self.sandbox
        }
    }

    /// The error when the compiler refuses it, in these words.
    pub(crate) fn refused(&self, message: &str) -> CheckError {
        let text = self.property.canonical();
        let message = format!(
            "`{text}` does not compile; correct it\n{}",
            message.trim_end()
        );
        self.property.error_at_start(message)
    }

    /// What it says, and where.
    pub(crate) fn describe(&self, files: &[SiteFile]) -> FunctionProperty {
        let (line, column) = self.property.position();
        FunctionProperty {
            name: self.name.clone(),
            function: name_of(files, self.function),
            text: self.property.canonical(),
            file: self.property.written.path.clone(),
            line,
            column,
            sandbox: self.place_of_tests(),
            order: self.order,
        }
    }
}

/// What the properties of these files say, and where.
pub(crate) fn describe(files: &[SiteFile]) -> Vec<FunctionProperty> {
    let checks = files.iter().flat_map(|file| &file.found.checks.checks);
    checks.map(|check| check.describe(files)).collect()
}

/// All that is written in the comments of these files and in a side file.
pub(crate) fn find(
    files: &[SiteFile],
    side_file: Option<&SideFile>,
) -> Result<Findings, CheckError> {
    let mut aside = aside(files, side_file)?;
    let reach_out = ReachOut::of(files);
    let mut found = Findings::default();
    for id in function_ids(files) {
        let file = &files[id.file];
        let function = Annotated {
            id,
            function: &file.functions[id.function],
            declared: &file.found.checks.declared[id.function],
        };
        let mut written = in_comments(&file.source, &function.declared.comments);
        written.extend(aside.remove(&id).unwrap_or_default());
        let is_property = |written: &Written| written.annotation == Annotation::Property;
        let (properties, marks) = written.into_iter().partition(is_property);
        found.add_random_function(marks, !properties.is_empty(), &function)?;
        for (number, written) in (1..).zip(properties) {
            // There are fewer properties than bytes in a file.
            let index = found.checks.len() as u32;
            let check = check(written, (index, number), &function, &reach_out)?;
            found.checks.push(check);
        }
    }
    refuse_repeated_names(&found.checks)?;
    Ok(found)
}

/// A function about which something is written.
struct Annotated<'a> {
    id: FunctionId,
    function: &'a Function,
    declared: &'a Declared,
}

impl Findings {
    fn add_random_function(
        &mut self,
        marks: Vec<Written>,
        has_property: bool,
        function: &Annotated<'_>,
    ) -> Result<(), CheckError> {
        if let [_, second, ..] = marks.as_slice() {
            return Err(second.error(0, "it is there twice; keep one"));
        }
        for written in marks {
            let index = self.random_functions.len() as u32;
            let declared = function.declared;
            let random = RandomFunction::parse(written, index, function.id, declared)?;
            if has_property {
                return Err(random.with_property(declared));
            }
            self.random_functions.push(random);
        }
        Ok(())
    }
}

/// The check of a property, by its number among those of the package and of its function.
fn check(
    written: Written,
    (index, number): (u32, u32),
    annotated: &Annotated<'_>,
    reach_out: &ReachOut,
) -> Result<Check, CheckError> {
    let Annotated {
        id,
        function,
        declared,
    } = annotated;
    let property = Property::parse(written)?;
    if let Some(reason) = declared.refusal {
        let message = format!("{reason}, so nothing can be checked; take it out");
        return Err(property.error(0, message));
    }
    let translated = translate(&property, declared)?;
    let default_name = format!("{}-{number}", plain(&function.name));
    let options = &property.options;
    let chosen = || match reach_out.sandbox(function, &property) {
        Sandbox::Clone if options.is_batched => Sandbox::Fork,
        chosen => chosen,
    };
    let sandbox = options.sandbox.unwrap_or_else(chosen);
    let order = options.order.unwrap_or(match sandbox {
        Sandbox::Clone => CallOrder::Before,
        Sandbox::Fork | Sandbox::Pod if options.is_batched => CallOrder::Before,
        Sandbox::Fork | Sandbox::Pod => CallOrder::After,
    });
    let is_batched = options.is_batched;
    let is_guarded = sandbox == Sandbox::Clone && reach_out.may_end(function, &property);
    let is_early = sandbox != Sandbox::Clone && order == CallOrder::Before && !is_batched;
    if is_early && !translated.new.is_empty() {
        let message = "a copy of the process from before the call cannot tell what it left behind; \
                       use `after`, or `clone`";
        return Err(property.error_at_start(message));
    }
    Ok(Check {
        index,
        name: property.options.name.clone().unwrap_or(default_name),
        function: *id,
        sandbox,
        is_guarded,
        order,
        recursion: property.options.recursion.unwrap_or(Recursion::All),
        is_deep: property.options.is_deep,
        is_batched,
        property,
        translated,
    })
}

/// What is written in a side file by the function that it is about.
fn aside(
    files: &[SiteFile],
    side_file: Option<&SideFile>,
) -> Result<BTreeMap<FunctionId, Vec<Written>>, CheckError> {
    let mut aside: BTreeMap<FunctionId, Vec<Written>> = BTreeMap::new();
    let Some(SideFile { path, text }) = side_file else {
        return Ok(aside);
    };
    for (name, written) in in_side_file(path, text)? {
        match function_ids(files).find(|&id| name_of(files, id) == name) {
            Some(id) => aside.entry(id).or_default().push(written),
            None => {
                let message = format!(
                    "there is no function `{name}`; write its file and its name, such as \
                     `src/main.rs::sine` or `src/tree.rs::Tree::prune`"
                );
                return Err(written.error(0, message));
            }
        }
    }
    Ok(aside)
}

/// The file of a function and its name in it.
fn name_of(files: &[SiteFile], id: FunctionId) -> String {
    let file = &files[id.file];
    let name = &file.functions[id.function].name;
    format!("{}::{name}", file.source.path)
}

/// The name of a function with nothing in it that a record could not hold.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let parts: Vec<&str> = name
        .split(|c| !is_plain(c))
        .filter(|part| !part.is_empty())
        .collect();
    let joined = parts.join("-");
    // Names of properties start with a letter.
    if joined.starts_with('_') {
        format!("f{joined}")
    } else {
        joined
    }
}

fn refuse_repeated_names(checks: &[Check]) -> Result<(), CheckError> {
    let mut names = BTreeSet::new();
    match checks.iter().find(|check| !names.insert(&check.name)) {
        Some(check) => {
            let message = format!(
                "another property is named `{}` too; give it a name in brackets, such as \
                 `@meta[M1] …`",
                check.name
            );
            Err(check.property.error(0, message))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sites::Sites;
    use crate::source::Source;

    fn found(text: &str, side_file: Option<&str>) -> Result<Vec<FunctionProperty>, CheckError> {
        let source = Source::new("src/main.rs", text);
        let sites = Sites::of_sources(vec![source], &BTreeSet::new()).unwrap();
        let side_file = side_file.map(|text| SideFile {
            path: "checks.txt".to_owned(),
            text: text.to_owned(),
        });
        let checks = find(&sites.files, side_file.as_ref())?.checks;
        let described = checks.iter().map(|check| check.describe(&sites.files));
        Ok(described.collect())
    }

    #[track_caller]
    fn check_lines(text: &str, side_file: Option<&str>, expected: &[&str]) {
        let lines: Vec<String> = found(text, side_file)
            .unwrap()
            .iter()
            .map(|p| {
                format!(
                    "{} {} {}:{}:{} {} {}: {}",
                    p.name, p.function, p.file, p.line, p.column, p.sandbox, p.order, p.text
                )
            })
            .collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn properties_come_from_comments_and_side_files() {
        check_lines(
            "/// @meta[M1, after] f(x) == \\result\n/// @meta f(-x) > 0\nfn f(x: i8) -> i8 { x }\n\
             impl T { fn g(&self) -> i8 { 1 } }",
            Some("src/main.rs::T::g\n  @meta self.g() == \\result\n"),
            &[
                "M1 src/main.rs::f src/main.rs:1:22 clone after: @meta[M1, after] f(x) == \\result",
                "f-2 src/main.rs::f src/main.rs:2:11 clone before: @meta f(-x) > 0",
                "T-g-1 src/main.rs::T::g checks.txt:2:9 clone before: @meta self.g() == \\result",
            ],
        );
    }

    #[test]
    fn what_reaches_out_of_its_arguments_is_forked_and_what_reaches_for_files_gets_a_pod() {
        check_lines(
            "/// @meta f(x)\nfn f(x: u8) -> bool { g(x) }\nfn g(x: u8) -> bool { h(); true }\n\
             fn h() { println!() }\n/// @meta k(1)\nfn k(x: u8) -> bool { k(x) }\n\
             static TOTAL: u8 = 1;\n/// @meta m(1)\nfn m(x: u8) -> bool { TOTAL > x }\n\
             /// @meta test_n()\nfn n() {}\nfn test_n() -> bool { std::process::exit(1) }\n\
             /// @meta p()\nfn p() -> bool { q() }\nfn q() -> bool { std::fs::read(\"a\").is_ok() }\n\
             /// @meta[batch] r(1)\nfn r(x: u8) -> bool { x > 0 }\n\
             /// @meta[clone] s(1)\nfn s(x: u8) -> bool { f(x) }\n\
             /// @meta[clone] t(1)\nfn t(x: u8) -> bool { u(x) }\n\
             fn u(x: u8) -> bool { std::process::abort() }\n\
             /// @meta[clone, after] v(1)\nfn v(x: u8) -> bool { x == 0 || v(x - 1) }\n",
            None,
            &[
                "f-1 src/main.rs::f src/main.rs:1:11 fork after: @meta f(x)",
                "k-1 src/main.rs::k src/main.rs:5:11 fork after: @meta k(1)",
                "m-1 src/main.rs::m src/main.rs:8:11 fork after: @meta m(1)",
                "n-1 src/main.rs::n src/main.rs:10:11 fork after: @meta test_n()",
                "p-1 src/main.rs::p src/main.rs:13:11 pod after: @meta p()",
                "r-1 src/main.rs::r src/main.rs:16:18 fork before: @meta[batch] r(1)",
                "s-1 src/main.rs::s src/main.rs:18:18 clone before: @meta[clone] s(1)",
                "t-1 src/main.rs::t src/main.rs:20:18 fork before: @meta[clone] t(1)",
                "v-1 src/main.rs::v src/main.rs:23:25 clone after: @meta[clone, after] v(1)",
            ],
        );
    }

    #[track_caller]
    fn check_refused(text: &str, side_file: Option<&str>, expected: &str) {
        let error = found(text, side_file).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn what_cannot_be_checked_is_refused_with_its_place() {
        check_refused(
            "/// @meta f() == 1\nconst fn f() -> u8 { 1 }",
            None,
            "cannot use the property at line 1, column 10 of `src/main.rs`: the compiler evaluates",
        );
        check_refused(
            "/// @meta[A] f()\nfn f() {}\n/// @meta[A] g()\nfn g() {}",
            None,
            "cannot use the property at line 3, column 13 of `src/main.rs`: another property",
        );
        check_refused(
            "/// @meta[fork, before] \\new(x) == 1\nfn f(x: &mut u8) {}",
            None,
            "cannot use the property at line 1, column 25 of `src/main.rs`: a copy of the process",
        );
        check_refused(
            "fn f() {}",
            Some("src/main.rs::g\n  @meta g()"),
            "cannot use the property at line 2, column 8 of `checks.txt`: there is no function",
        );
    }
}
