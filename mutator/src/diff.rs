//! A mutant as people read it.

use killrate_model::Mutant;

use crate::error::MutatorError;
use crate::package::Package;
use crate::single::source_of;
use crate::source::Source;
use crate::weave::WeaveOptions;

/// How many unchanged lines are shown on either side.
const N_CONTEXT: usize = 3;

/// The mutant as a unified diff with three lines of context.
pub fn diff(options: &WeaveOptions, mutant: &Mutant) -> Result<String, MutatorError> {
    let package = Package::of(options)?;
    Ok(unified(&source_of(&package, mutant)?, mutant))
}

fn unified(source: &Source, mutant: &Mutant) -> String {
    let range = mutant.start as usize..mutant.end as usize;
    // A negative literal may stand where only a term can.
    let replacement = if mutant.after.starts_with('-') && !mutant.before.starts_with('-') {
        format!("({})", mutant.after)
    } else {
        mutant.after.clone()
    };
    let changed = source.with(&range, &replacement);
    let old: Vec<&str> = source.text.lines().collect();
    let new: Vec<&str> = changed.lines().collect();
    let n_before = common(old.iter(), new.iter());
    let n_after = common(old[n_before..].iter().rev(), new[n_before..].iter().rev());
    let first = n_before.saturating_sub(N_CONTEXT);
    let n_shown_after = n_after.min(N_CONTEXT);
    let old_end = old.len() - n_after;
    let new_end = new.len() - n_after;
    let (n_old, n_new) = (
        old_end + n_shown_after - first,
        new_end + n_shown_after - first,
    );
    let path = &mutant.file;
    let mut text = format!(
        "--- a/{path}\n+++ b/{path}\n@@ -{start},{n_old} +{start},{n_new} @@\n",
        start = first + 1
    );
    let mut add = |mark: char, lines: &[&str]| {
        for line in lines {
            text.push(mark);
            text.push_str(line);
            text.push('\n');
        }
    };
    add(' ', &old[first..n_before]);
    add('-', &old[n_before..old_end]);
    add('+', &new[n_before..new_end]);
    add(' ', &old[old_end..old_end + n_shown_after]);
    text
}

/// How many items two sequences share at the start.
fn common<'a, T: PartialEq + 'a>(
    a: impl Iterator<Item = &'a T>,
    b: impl Iterator<Item = &'a T>,
) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use killrate_model::MutantClass;

    use super::*;
    use crate::sites::Sites;

    #[track_caller]
    fn check(text: &str, id: &str, expected: &str) {
        let source = Source::new("src/main.rs", text);
        let sites = Sites::of_sources(vec![source.clone()], &MutantClass::PAPERS.into()).unwrap();
        let mut mutants = sites.mutants.iter();
        let mutant = mutants.find(|mutant| mutant.id.0 == id).unwrap();
        assert_eq!(unified(&source, mutant), expected);
    }

    #[test]
    fn a_change_over_several_lines_shows_them_all() {
        check(
            "fn f() -> i32 {\n    a\n        + b\n}\n",
            "src/main.rs::f/add-to-sub/1",
            "\
--- a/src/main.rs
+++ b/src/main.rs
@@ -1,4 +1,4 @@
 fn f() -> i32 {
     a
-        + b
+        - b
 }
",
        );
    }

    #[test]
    fn a_literal_that_becomes_negative_is_in_parentheses() {
        check(
            "fn f() { x - 0 }",
            "src/main.rs::f/literal-minus-one/1",
            "\
--- a/src/main.rs
+++ b/src/main.rs
@@ -1,1 +1,1 @@
-fn f() { x - 0 }
+fn f() { x - (-1) }
",
        );
    }
}
