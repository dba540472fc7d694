//! A word that nothing has, not to be found.

use crate::query::Query;
use crate::transforms::transform::{Action, Class, Constant, Example, Parameter, TransformInfo};

/// Adds `NOT` and a word that is not there: nothing is kept out.
pub(crate) const NOT_ABSENT: TransformInfo = TransformInfo {
    name: "not-absent",
    class: Class::Inclusive,
    description: "adds `NOT` and a word to every query: one that the named input lacks, made up or given in quotes",
    example: Example {
        format: "query",
        call: "not-absent(input, \"foo\")",
        before: "1\tromeo\n2\tnurse AND friar\n",
        after: "1\tromeo NOT foo\n2\tnurse AND friar NOT foo\n",
    },
    parameter: Parameter::Absent,
    action: Action::Queries {
        change: not_absent,
        idle: "it finds no query",
    },
};

fn not_absent(query: &mut Query<'_>, constant: Option<&Constant>) -> Result<bool, String> {
    let Some(Constant::Absent {
        word: Some(word), ..
    }) = constant
    else {
        unreachable!("the word stands in the place of what must lack it");
    };
    query.not_word(word);
    Ok(true)
}
