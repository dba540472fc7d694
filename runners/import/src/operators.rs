//! The classes of other tools' operators.

use killrate_model::MutantClass;

/// The parts of operators' names, in small letters without `_` and `-`, and their classes; the first
/// that fits counts.
///
/// Major's are three letters; PIT's and Stryker's are words.
const OPERATORS: [(&str, MutantClass); 27] = [
    ("conditionalsboundary", MutantClass::Comparison),
    ("equalityoperator", MutantClass::Comparison),
    ("negateconditional", MutantClass::NegatedCondition),
    ("removeconditional", MutantClass::NegatedCondition),
    ("conditionalexpression", MutantClass::NegatedCondition),
    ("booleanliteral", MutantClass::NegatedCondition),
    ("mathmutator", MutantClass::Arithmetic),
    ("invertnegs", MutantClass::Arithmetic),
    ("arithmeticoperator", MutantClass::Arithmetic),
    ("assignmentoperator", MutantClass::Arithmetic),
    ("incrementsmutator", MutantClass::OffByOne),
    ("updateoperator", MutantClass::OffByOne),
    ("logicaloperator", MutantClass::LogicalConnective),
    ("methodcall", MutantClass::StatementDeletion),
    ("constructorcall", MutantClass::StatementDeletion),
    ("blockstatement", MutantClass::StatementDeletion),
    ("inlineconstant", MutantClass::ConstantReplacement),
    ("stringliteral", MutantClass::ConstantReplacement),
    ("returnvals", MutantClass::ReturnValue),
    ("return", MutantClass::ReturnValue),
    ("aor", MutantClass::Arithmetic),
    ("ror", MutantClass::Comparison),
    ("cor", MutantClass::LogicalConnective),
    ("lvr", MutantClass::ConstantReplacement),
    ("evr", MutantClass::ConstantReplacement),
    ("std", MutantClass::StatementDeletion),
    ("sdl", MutantClass::StatementDeletion),
];

/// The class of an operator of another tool, or of a class by its own name.
pub(crate) fn class_of(operator: &str) -> MutantClass {
    let named = MutantClass::RECORDED.into_iter();
    if let Some(class) = { named }.find(|class| class.name() == operator) {
        return class;
    }
    // PIT names a mutator by its class, whose package says nothing.
    let last = operator.rsplit('.').next().unwrap_or(operator);
    let plain: String = last
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let fits = |(part, _): &&(&str, MutantClass)| match part.len() {
        // Three letters stand within many words, such as `ror` in `error`.
        3 => plain == *part,
        _ => plain.contains(part),
    };
    let known = OPERATORS.iter().find(fits);
    known.map_or(MutantClass::Other, |(_, class)| *class)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_of_the_tools_have_the_classes_of_ours() {
        let pit = "org.pitest.mutationtest.engine.gregor.mutators";
        for (operator, class) in [
            (format!("{pit}.MathMutator"), MutantClass::Arithmetic),
            (
                format!("{pit}.ConditionalsBoundaryMutator"),
                MutantClass::Comparison,
            ),
            (format!("{pit}.IncrementsMutator"), MutantClass::OffByOne),
            (
                format!("{pit}.VoidMethodCallMutator"),
                MutantClass::StatementDeletion,
            ),
            (
                format!("{pit}.returns.NullReturnValsMutator"),
                MutantClass::ReturnValue,
            ),
            ("AOR".into(), MutantClass::Arithmetic),
            ("COR".into(), MutantClass::LogicalConnective),
            ("EqualityOperator".into(), MutantClass::Comparison),
            ("off-by-one".into(), MutantClass::OffByOne),
            ("ORU".into(), MutantClass::Other),
            ("Decorator".into(), MutantClass::Other),
            (String::new(), MutantClass::Other),
        ] {
            assert_eq!(class_of(&operator), class, "{operator}");
        }
    }
}
