//! A word that nothing has, to be found too.

use crate::query::Query;
use crate::transforms::transform::{Action, Class, Constant, Example, Parameter, TransformInfo};

/// Adds `OR` and a word that is not there: nothing else is found.
pub(crate) const OR_ABSENT: TransformInfo = TransformInfo {
    name: "or-absent",
    class: Class::Inclusive,
    description: "adds `OR` and a word to every query: one that the named input lacks, made up or given in quotes",
    example: Example {
        format: "query",
        call: "or-absent(input, \"foo\")",
        before: "1\tromeo\n2\tnurse AND friar\n",
        after: "1\tromeo OR foo\n2\tnurse AND friar OR foo\n",
    },
    parameter: Parameter::Absent,
    action: Action::Queries {
        change: or_absent,
        idle: "it finds no query",
    },
};

fn or_absent(query: &mut Query<'_>, constant: Option<&Constant>) -> Result<bool, String> {
    let Some(Constant::Absent {
        word: Some(word), ..
    }) = constant
    else {
        unreachable!("the word stands in the place of what must lack it");
    };
    query.or_word(word);
    Ok(true)
}
