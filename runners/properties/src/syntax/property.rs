//! A property as a whole.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use killrate_model::{
    Blob, InputName, Interface, Observation, OutputName, PropertyName, Request, Verdict,
};

use crate::functions::NoFunctions;
use crate::syntax::calls::{Argument, Expression, RelationCall, Setting};
use crate::syntax::grammar;
use crate::tolerance::Tolerance;
use crate::{
    FollowUp, FunctionNames, Functions, ParseError, PropertyError, check, follow_up, judge,
    renumber,
};

/// How an input is changed and how the output must follow.
///
/// `Display` prints the canonical form, which parses as the same property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    pub(crate) name: Option<PropertyName>,
    pub(crate) inputs: Vec<Expression>,
    pub(crate) settings: Vec<Setting>,
    pub(crate) relations: Vec<RelationCall>,
    pub(crate) within: Option<Tolerance>,
}

impl Property {
    /// Reads a property such as `if permute(train) then equal(predictions)`.
    ///
    /// # Errors
    /// When the text is not a property; the error points at the column.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        grammar::parse(text, &FunctionNames::default())
    }

    /// Reads a property that may call functions that somebody brings.
    ///
    /// # Errors
    /// When the text is not a property; the error points at the column.
    pub fn parse_with(text: &str, functions: &FunctionNames) -> Result<Self, ParseError> {
        grammar::parse(text, functions)
    }

    /// The name before the colon.
    pub fn name(&self) -> Option<&PropertyName> {
        self.name.as_ref()
    }

    /// Whether another property says the same of this subject, whatever the two are called.
    ///
    /// Short names stand for what they mean; whether different words come to the same is not looked
    /// into.
    pub fn says_same(&self, other: &Self, interface: &Interface) -> bool {
        self.in_full(interface) == other.in_full(interface)
    }

    /// Whether a transform makes random choices, so that another seed gives another follow-up.
    pub fn is_seeded(&self) -> bool {
        self.inputs.iter().any(Expression::is_seeded)
    }

    /// Whether functions that somebody brings change its inputs.
    pub fn transforms_by_commands(&self) -> bool {
        let mut calls = self.inputs.iter().flat_map(|input| &input.calls);
        calls.any(|call| call.known().is_none())
    }

    /// The outputs that its relations look at.
    ///
    /// # Errors
    /// When the subject has no output of such a name.
    pub fn outputs(&self, interface: &Interface) -> Result<BTreeSet<OutputName>, PropertyError> {
        let relations = self.relations.iter();
        relations
            .map(|call| Ok(check::resolve_output(&call.output.name, interface)?.name))
            .collect()
    }

    /// Whether the names, formats and options fit this subject.
    ///
    /// # Errors
    /// When an input, output, format or option is unknown, or a format does not fit.
    pub fn check(&self, interface: &Interface) -> Result<(), PropertyError> {
        check::check(self, interface)
    }

    /// The request whose outputs must follow from those of `source`.
    ///
    /// # Errors
    /// When the property does not fit the subject, or an input cannot be read in its format.
    pub fn follow_up(
        &self,
        interface: &Interface,
        source: &Request,
        seed: u64,
    ) -> Result<FollowUp, PropertyError> {
        self.follow_up_with(interface, source, seed, &NoFunctions)
    }

    /// As [`Property::follow_up`], with functions that somebody brings.
    ///
    /// # Errors
    /// As there, and when a function fails.
    pub fn follow_up_with(
        &self,
        interface: &Interface,
        source: &Request,
        seed: u64,
        functions: &dyn Functions,
    ) -> Result<FollowUp, PropertyError> {
        follow_up::follow_up(self, interface, source, seed, functions)
    }

    /// What a follow-up run showed, as it is judged: where `same-rows` looks at a ranking, with the
    /// numbers that the rows have in the source run's input.
    pub fn renumbered<'a>(
        &self,
        interface: &Interface,
        source: &Request,
        follow_up: &Request,
        seen: &'a Observation,
    ) -> Cow<'a, Observation> {
        renumber::renumbered(self, interface, source, follow_up, seen)
    }

    /// Whether the outputs of the follow-up run relate to those of the source run as they must, and
    /// whether they would without the property's tolerances.
    ///
    /// What an output must be may depend on inputs, which are those of the source run.
    ///
    /// # Panics
    /// When the property does not pass [`Property::check`] for this interface.
    pub fn judge(
        &self,
        interface: &Interface,
        inputs: &BTreeMap<InputName, Blob>,
        source: &Observation,
        follow_up: &Observation,
    ) -> Verdict {
        self.judge_with(interface, inputs, source, follow_up, &NoFunctions)
    }

    /// As [`Property::judge`], with functions that somebody brings; one that fails makes the verdict
    /// inconclusive.
    ///
    /// # Panics
    /// As there.
    pub fn judge_with(
        &self,
        interface: &Interface,
        inputs: &BTreeMap<InputName, Blob>,
        source: &Observation,
        follow_up: &Observation,
        functions: &dyn Functions,
    ) -> Verdict {
        let judge = |property: &Self| {
            judge::judge(property, interface, inputs, source, follow_up, functions)
        };
        match (judge(self), self.without_tolerance()) {
            // A second judgement is made only where the first leaves the question open.
            (Verdict::Satisfied, Some(exact)) if judge(&exact) != Verdict::Satisfied => {
                Verdict::SatisfiedByTolerance
            }
            (verdict, _) => verdict,
        }
    }

    /// The same property without a name and with the full names of inputs and outputs.
    fn in_full(&self, interface: &Interface) -> Self {
        let mut full = self.clone();
        full.name = None;
        for expression in &mut full.inputs {
            if let Ok(input) = check::resolve_input(&expression.name, interface) {
                expression.name = input.name.to_string();
            }
        }
        for call in &mut full.relations {
            for expression in [&mut call.output].into_iter().chain(&mut call.follow_up) {
                if let Ok(output) = check::resolve_output(&expression.name, interface) {
                    expression.name = output.name.to_string();
                }
            }
        }
        full
    }

    /// The same property without its tolerances; `None` where it has none.
    fn without_tolerance(&self) -> Option<Self> {
        let mut exact = self.clone();
        exact.within = None;
        for call in &mut exact.relations {
            if let Some(Argument::Tolerance(_)) = call.argument {
                call.argument = None;
            }
        }
        (exact != *self).then_some(exact)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}: ")?;
        }
        f.write_str("if")?;
        write_list(f, " ", " and ", &self.inputs)?;
        write_list(f, " with ", ", ", &self.settings)?;
        write_list(f, " then ", " and ", &self.relations)?;
        match self.within {
            Some(tolerance) => write!(f, " within {tolerance}"),
            None => Ok(()),
        }
    }
}

impl std::str::FromStr for Property {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

fn write_list(
    f: &mut fmt::Formatter<'_>,
    start: &str,
    separator: &str,
    items: &[impl fmt::Display],
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        let before = if index == 0 { start } else { separator };
        write!(f, "{before}{item}")?;
    }
    Ok(())
}
