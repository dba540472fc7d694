//! What may stand in brackets behind `@meta`.

use killrate_model::{CallOrder, Sandbox};

/// Which calls of a function that calls itself are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Recursion {
    /// All of them.
    All,
    /// Those that no other call of the function is under way around.
    Outermost,
}

/// The choices made for one property; `None` leaves a choice to the weaver.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Options {
    pub name: Option<String>,
    pub sandbox: Option<Sandbox>,
    pub order: Option<CallOrder>,
    pub recursion: Option<Recursion>,
    /// Whether the properties of other functions are checked inside the test too.
    pub is_deep: bool,
    /// Whether many tests share a copy of the process.
    pub is_batched: bool,
}

impl Options {
    /// Reads what stands between the brackets.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut options = Self::default();
        for word in text.split(',').map(str::trim) {
            let is_new = match word {
                "clone" => options.sandbox.replace(Sandbox::Clone).is_none(),
                "fork" => options.sandbox.replace(Sandbox::Fork).is_none(),
                "pod" => options.sandbox.replace(Sandbox::Pod).is_none(),
                "before" => options.order.replace(CallOrder::Before).is_none(),
                "after" => options.order.replace(CallOrder::After).is_none(),
                "all" => options.recursion.replace(Recursion::All).is_none(),
                "outermost" => options.recursion.replace(Recursion::Outermost).is_none(),
                "deep" => !std::mem::replace(&mut options.is_deep, true),
                "batch" => !std::mem::replace(&mut options.is_batched, true),
                name if is_name(name) => options.name.replace(name.to_owned()).is_none(),
                other => {
                    return Err(format!(
                        "`{other}` is no choice and no name; write a name, `clone`, `fork` or \
                         `pod`, `before` or `after`, `all` or `outermost`, `deep`, `batch`"
                    ));
                }
            };
            if !is_new {
                return Err(format!(
                    "`{word}` comes after another word for the same thing; keep one"
                ));
            }
        }
        let is_batch_of_copies = options.sandbox != Some(Sandbox::Clone);
        if options.is_batched && !(is_batch_of_copies && options.order != Some(CallOrder::After)) {
            return Err(
                "`batch` goes with `fork` or `pod`, and with `before`: what the call left \
                        behind is gone when its test comes"
                    .to_owned(),
            );
        }
        Ok(options)
    }

    /// The choices in a fixed order, in brackets; nothing when there are none.
    pub(crate) fn canonical(&self) -> String {
        let sandbox = self.sandbox.map(Sandbox::name);
        let order = self.order.map(CallOrder::name);
        let recursion = self.recursion.map(|recursion| match recursion {
            Recursion::All => "all",
            Recursion::Outermost => "outermost",
        });
        let deep = self.is_deep.then_some("deep");
        let batch = self.is_batched.then_some("batch");
        let words: Vec<&str> = [self.name.as_deref(), sandbox, order, recursion, deep, batch]
            .into_iter()
            .flatten()
            .collect();
        match words.as_slice() {
            [] => String::new(),
            words => format!("[{}]", words.join(", ")),
        }
    }
}

/// Names go into records and tables, so they are plain.
fn is_name(word: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_come_in_any_order_and_have_one_canonical_text() {
        let options = Options::parse("after, M1, deep,fork , outermost").unwrap();
        assert_eq!(options.canonical(), "[M1, fork, after, outermost, deep]");
        assert_eq!(Options::parse("M-1").unwrap().canonical(), "[M-1]");
        let options = Options::parse("batch, pod").unwrap();
        assert_eq!(options.canonical(), "[pod, batch]");
        assert_eq!(Options::default().canonical(), "");
    }

    #[track_caller]
    fn check_refused(text: &str, expected: &str) {
        let error = Options::parse(text).unwrap_err();
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn a_word_that_is_no_choice_is_refused() {
        check_refused("", "`` is no choice and no name");
        check_refused("M1, 3", "`3` is no choice and no name");
        check_refused("M1, fork it", "`fork it` is no choice and no name");
    }

    #[test]
    fn two_words_for_one_thing_are_refused() {
        check_refused("fork, clone", "`clone` comes after another word");
        check_refused("M1, M2", "`M2` comes after another word");
        check_refused("deep, deep", "`deep` comes after another word");
        check_refused("pod, fork", "`fork` comes after another word");
    }

    #[test]
    fn tests_that_wait_need_a_copy_and_what_the_call_was_given() {
        check_refused("batch, clone", "`batch` goes with `fork` or `pod`");
        check_refused("fork, after, batch", "`batch` goes with `fork` or `pod`");
    }
}
