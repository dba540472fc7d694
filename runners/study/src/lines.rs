//! Which lines of the original each data set runs.

use std::collections::BTreeMap;
use std::sync::Arc;

use killrate_catalogue::{SubjectDesign, weave_options};
use killrate_executor::Execution;
use killrate_model::{DataSet, Probe, Request, Variant};
use killrate_mutator::{Line, build_marked};
use killrate_record::LineRow;

use crate::baseline::{BaselineError, of_original};
use crate::error::StudyError;
use crate::event::Event;
use crate::session::Session;
use crate::weave::program;

/// One row per line and data set, the known cases among them.
pub(crate) fn trace_lines(session: &Session<'_>) -> Result<Vec<LineRow>, StudyError> {
    let (design, subject) = (session.design, session.subject);
    let surroundings = session.originals.surroundings();
    let name = &subject.manifest.name;
    (surroundings.on_event)(Event::Lines {
        subject: name.clone(),
    });
    let marked = build_marked(&weave_options(
        design,
        subject,
        surroundings.scratch.woven(),
    ))?;
    let program = program(marked.binary)?;
    let sources: Vec<(&DataSet, Request)> = sources(subject);
    let executions: Vec<Execution> = sources
        .iter()
        .map(|(_, request)| {
            // Marks are numbered like mutants, so the reach probe is what reports them.
            let request = Arc::new(request.clone().with_probe(Probe::Reach));
            Execution::new(&program, Variant::Original, &request, of_original())
        })
        .collect();
    let outcomes = surroundings.run(&executions)?;
    let mut rows = Vec::new();
    for ((data_set, request), outcome) in sources.iter().zip(&outcomes) {
        let observation = &outcome.observation;
        let expected = &session.originals.known(request).outcome.observation;
        // Marks that change what a program does would tell of another program.
        if subject.manifest.is_deterministic && !observation.shows_same(expected) {
            return Err(StudyError::Baseline(BaselineError::NotDeterministic {
                subject: name.clone(),
                difference: format!("with marks on its lines, on `{}`", data_set.name),
            }));
        }
        // A program that was ended before it could report says nothing of any line.
        let Some(reach) = &observation.reach else {
            continue;
        };
        let mut lines: BTreeMap<&Line, bool> = BTreeMap::new();
        for (number, line) in (1..).zip(&marked.lines) {
            // A line with several statements has several marks, and was run where one of them was
            // reached.
            *lines.entry(line).or_default() |= reach.is_reached(number);
        }
        rows.extend(lines.into_iter().map(|(line, reached)| LineRow {
            subject: name.clone(),
            file: line.file.clone(),
            line: line.line,
            data_set: data_set.name.clone(),
            reached,
        }));
    }
    Ok(rows)
}

/// The data sets of a subject and its known cases, with their source requests.
fn sources(subject: &SubjectDesign) -> Vec<(&DataSet, Request)> {
    let known = subject.known_cases.iter().map(|known| &known.data_set);
    let data_sets = subject.data_sets.iter().chain(known);
    data_sets
        .map(|data_set| {
            let request = Request::source(&subject.manifest.interface, data_set);
            (data_set, request)
        })
        .collect()
}
