//! One verdict of a record, named by a person.

use killrate_model::{DataSetName, Mutant, PropertyName, SubjectName, nearest};

use crate::lookup_error::LookupError;

/// What to explain.
#[derive(Debug, Clone)]
pub struct Cell {
    /// The mutant: its id, its number, or a part of its id that no other has.
    pub mutant: String,
    /// Of which subject; may be left out where only one has such a mutant.
    pub subject: Option<SubjectName>,
    /// By which property; the one that says most when left out.
    pub property: Option<PropertyName>,
    /// On which data set; the one that says most when left out.
    pub data_set: Option<DataSetName>,
}

/// The mutant of the study that is written so; `woven` are all of the subject.
///
/// # Errors
/// When there is none, or several fit.
pub fn find_mutant<'a>(
    mutants: &'a [Mutant],
    woven: &[Mutant],
    written: &str,
) -> Result<&'a Mutant, LookupError> {
    let is_meant = |mutant: &&Mutant| is_written_so(mutant, written);
    if let Some(mutant) = mutants.iter().find(is_meant) {
        return Ok(mutant);
    }
    // A whole id that the study leaves out is answered with the reason, before its text is taken
    // for a part of other ids.
    if let Some(mutant) = woven.iter().find(is_meant) {
        let why = if mutant.is_thesis {
            "it is not in the sample or the selection that the study makes"
        } else {
            "the study takes only changes that the papers describe, or makes a selection"
        };
        return Err(LookupError::Cell(format!(
            "mutant `{}` is not in the study: {why}",
            mutant.id
        )));
    }
    let partly: Vec<&Mutant> = mutants
        .iter()
        .filter(|mutant| mutant.id.0.contains(written))
        .collect();
    match partly.as_slice() {
        [mutant] => Ok(mutant),
        [] => {
            let hint = match nearest(written, mutants.iter().map(|m| m.id.0.as_str())) {
                Some(near) => format!("the nearest is `{near}`"),
                None => "`killrate mutants` lists them".to_owned(),
            };
            Err(LookupError::Cell(format!(
                "there is no mutant `{written}` in the study; {hint}"
            )))
        }
        [first, second, ..] => Err(LookupError::Cell(format!(
            "`{written}` fits {} mutants, `{}` and `{}` among them; write more of the id",
            partly.len(),
            first.id,
            second.id
        ))),
    }
}

/// Whether this is the id or the number of a mutant.
pub(crate) fn is_written_so(mutant: &Mutant, written: &str) -> bool {
    mutant.id.0 == written || mutant.number.to_string() == written
}

#[cfg(test)]
mod tests {
    use killrate_model::{MutantClass, MutantId, MutantStatus, OperatorName};

    use super::*;

    fn mutant(number: u32, is_thesis: bool) -> Mutant {
        Mutant {
            id: MutantId(format!("src/main.rs::main/add-to-sub/{number}")),
            number,
            class: MutantClass::Arithmetic,
            operator: OperatorName("add-to-sub".to_owned()),
            is_thesis,
            site_kind: None,
            file: "src/main.rs".to_owned(),
            function: "main".to_owned(),
            line: 1,
            column: 1,
            start: 0,
            end: 5,
            before: "a + b".to_owned(),
            after: "a - b".to_owned(),
            status: MutantStatus::Woven,
        }
    }

    #[test]
    fn a_mutant_that_the_study_leaves_out_is_told_from_one_that_is_not_there() {
        let woven = [mutant(1, true), mutant(2, true), mutant(3, false)];
        let found = |written| find_mutant(&woven[..1], &woven, written);
        assert_eq!(found("1").unwrap().number, 1);
        let refused = |written| found(written).unwrap_err().to_string();
        assert_eq!(
            refused("2"),
            "mutant `src/main.rs::main/add-to-sub/2` is not in the study: it is not in the sample or the selection that the study makes"
        );
        assert_eq!(
            refused("3"),
            "mutant `src/main.rs::main/add-to-sub/3` is not in the study: the study takes only changes that the papers describe, or makes a selection"
        );
        assert_eq!(
            refused("99"),
            "there is no mutant `99` in the study; `killrate mutants` lists them"
        );
    }
}
