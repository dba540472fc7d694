//! Functions that draw random numbers from outside of the process.

use super::{CheckError, Declared, Written};
use crate::sites::FunctionId;

/// A function that is marked with `@random`: what it returns during a call is given back in the tests
/// of that call.
#[derive(Debug, Clone)]
pub(crate) struct RandomFunction {
    /// Its number among those of the package.
    pub index: u32,
    pub function: FunctionId,
    written: Written,
    /// The type it returns.
    output: String,
}

impl RandomFunction {
    /// Reads a mark.
    pub(crate) fn parse(
        written: Written,
        index: u32,
        function: FunctionId,
        declared: &Declared,
    ) -> Result<Self, CheckError> {
        let behind = written.text.trim_start_matches("@random").trim_start();
        if !behind.trim_start_matches(';').is_empty() {
            let n_before = written.text.chars().count() - behind.chars().count();
            let message = "nothing belongs behind it; put words above it or on the next line";
            return Err(written.error(n_before, message));
        }
        let error = |message: String| Err(written.error(0, message));
        if let Some(reason) = declared.refusal {
            return error(format!("{reason}, so nothing can be kept; take it out"));
        }
        match declared.output.as_deref() {
            None => error(format!(
                "`{}` hides the type that it returns; write the type",
                declared.name
            )),
            Some("()" | "!") => error(format!(
                "`{}` returns nothing that could be kept; mark a function that returns what it draws",
                declared.name
            )),
            Some(output) => Ok(Self {
                index,
                function,
                output: output.to_owned(),
                written,
            }),
        }
    }

    /// What stands before the body: a closure, so that `return` and `?` in the body end the body.
    pub(crate) fn before_body(&self) -> String {
        let Self { index, output, .. } = self;
        format!(" ::killrate_rt::checks::draw::<{output}>({index}, || -> {output} {{")
    }

    /// What stands after the body.
    pub(crate) fn after_body(&self) -> &'static str {
        "}) "
    }

    /// The error when the compiler refuses it, in these words.
    pub(crate) fn refused(&self, message: &str) -> CheckError {
        let message = format!(
            "`{}` cannot be kept; return numbers, texts, times, collections, options, results or \
             tuples\n{}",
            self.output,
            message.trim_end()
        );
        self.written.error(0, message)
    }

    /// The error when its function has a property too.
    pub(crate) fn with_property(&self, declared: &Declared) -> CheckError {
        let message = format!(
            "`{}` has a property too, and its tests would be given what they are to test; mark the \
             function that it draws with",
            declared.name
        );
        self.written.error(0, message)
    }
}

#[cfg(test)]
mod tests {
    use crate::instruments::{Settings, SideFile, Standing};
    use crate::render::render;
    use crate::sites::Sites;
    use crate::source::Source;

    fn sites(text: &str, side_file: Option<&str>) -> Result<Sites, String> {
        let source = Source::new("src/main.rs", text);
        let side_file = side_file.map(|text| SideFile {
            path: "checks.txt".to_owned(),
            text: text.to_owned(),
        });
        let found = Sites::of_sources_with(vec![source], &Settings::checks(side_file));
        found.map_err(|error| error.to_string())
    }

    #[track_caller]
    fn check_woven(text: &str, side_file: Option<&str>, expected: &str) {
        let sites = sites(text, side_file).unwrap();
        let woven = render(0, &sites.files[0], &Standing::default()).text;
        assert!(syn::parse_file(&woven).is_ok(), "{woven}");
        assert_eq!(woven.replace("::killrate_rt::checks::", ""), expected);
    }

    #[test]
    fn the_body_of_a_marked_function_draws_unless_it_is_replayed() {
        check_woven(
            "/// Words.\n/// @random\n/// Words.\nfn f() -> u8 { 1 }\n\
             impl T {\n/** @random; */\nfn g(&self, n: u8) -> Vec<u8> { h(n) } }\n\
             /// @randomly\nfn h() {}",
            None,
            "/// Words.\n/// @random\n/// Words.\n\
             #[inline] fn f() -> u8 { draw::<u8>(0, || -> u8 { 1 }) }\nimpl T {\n/** @random; */\n\
             #[inline] fn g(&self, n: u8) -> Vec<u8> { draw::<Vec<u8>>(1, || -> Vec<u8> { h(n) }) } }\n\
             /// @randomly\n#[inline] fn h() {}",
        );
    }

    #[test]
    fn a_side_file_marks_functions_too() {
        check_woven(
            "fn f() -> u8 { 1 }",
            Some("src/main.rs::f\n    @random\n"),
            "#[inline] fn f() -> u8 { draw::<u8>(0, || -> u8 { 1 }) }",
        );
    }

    #[test]
    fn a_mark_ends_a_property() {
        let text = "/// @meta f() == 1\n/// @random\nfn f() -> u8 { 1 }";
        let error = sites(text, None).unwrap_err();
        assert!(error.contains("`f` has a property too"), "{error}");
    }

    #[track_caller]
    fn check_refused(text: &str, side_file: Option<&str>, expected: &str) {
        let error = sites(text, side_file).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn a_mark_that_makes_no_sense_is_refused_with_its_place() {
        let check = |text: &str, expected: &str| check_refused(text, None, expected);
        check(
            "///  @random\nfn f() {}",
            "cannot use `@random` at line 1, column 6 of `src/main.rs`: `f` returns nothing",
        );
        check(
            "/// @random\nfn f() -> ! { loop {} }",
            "cannot use `@random` at line 1, column 5 of `src/main.rs`: `f` returns nothing",
        );
        check(
            "/// Words.\n/// @random\nfn f() -> impl Fn() { || () }",
            "cannot use `@random` at line 2, column 5 of `src/main.rs`: `f` hides the type",
        );
        check(
            "/// @random\nconst fn f() -> u8 { 1 }",
            "cannot use `@random` at line 1, column 5 of `src/main.rs`: the compiler evaluates",
        );
        check(
            "/// @random\n/// @meta f() == 1\nfn f() -> u8 { 1 }",
            "cannot use `@random` at line 1, column 5 of `src/main.rs`: `f` has a property too",
        );
        check(
            "/// @random  system\nfn f() -> u8 { 1 }",
            "cannot use `@random` at line 1, column 14 of `src/main.rs`: nothing belongs behind it",
        );
        check(
            "/// @random[fork]\nfn f() -> u8 { 1 }",
            "cannot use `@random` at line 1, column 12 of `src/main.rs`: nothing belongs behind it",
        );
        check(
            "/// @random\n/// @random\nfn f() -> u8 { 1 }",
            "cannot use `@random` at line 2, column 5 of `src/main.rs`: it is there twice",
        );
        check_refused(
            "fn f() {}",
            Some("src/main.rs::g\n  @random"),
            "cannot use `@random` at line 2, column 3 of `checks.txt`: there is no function",
        );
        check_refused(
            "/// @meta f() == 1\nfn f() -> u8 { 1 }",
            Some("src/main.rs::f\n  @random"),
            "cannot use `@random` at line 2, column 3 of `checks.txt`: `f` has a property too",
        );
    }
}
