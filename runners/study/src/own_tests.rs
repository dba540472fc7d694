//! The technique `tests`: the package's own tests, woven, run and judged like everything else.
//!
//! A test program is not the subject's program, so it has an observer, a plan and a matrix of its
//! own; the mutants are the same.

use std::sync::Arc;

use killrate_executor::Program;
use killrate_model::{DataSet, DataSetName, Exit, Interface, Request};
use killrate_mutator::{TestProgram, WeaveOptions, weave_tests};
use killrate_record::CostRow;
use killrate_techniques::{OwnTests, Setting, TechniqueKind, same_results};

use crate::assemble::{SubjectRows, costs, skipped, verdicts};
use crate::design::{Roster, SubjectDesign};
use crate::error::StudyError;
use crate::event::Event;
use crate::matrix::Matrix;
use crate::observer::{BaselineError, Observer};
use crate::planned::Planned;
use crate::session::{Session, Surroundings};

/// One test program, its original observed and its cases planned.
pub(crate) struct TestSession<'a> {
    pub(crate) observer: Observer<'a>,
    pub(crate) planned: Planned,
}

/// Builds the test programs of a subject that the technique is used on, and plans their cases.
pub(crate) fn open<'a>(
    session: &Session<'a>,
    options: &WeaveOptions,
    surroundings: Surroundings<'a>,
) -> Result<Vec<TestSession<'a>>, StudyError> {
    let subject = session.subject;
    if !subject.techniques.contains(&TechniqueKind::Tests) {
        return Ok(Vec::new());
    }
    let programs = weave_tests(options, &session.woven)?;
    let sessions = programs
        .into_iter()
        .map(|program| open_one(subject, program, surroundings))
        .collect::<Result<Vec<_>, _>>()?;
    if sessions.iter().all(|tests| tests.planned.cases.is_empty()) {
        return Err(StudyError::NoTests {
            subject: subject.manifest.name.clone(),
        });
    }
    Ok(sessions)
}

/// Runs and judges the tests on every variant and adds what came out to the subject's rows.
pub(crate) fn run(
    session: &Session<'_>,
    sessions: Vec<TestSession<'_>>,
    surroundings: Surroundings<'_>,
    rows: &mut SubjectRows,
) -> Result<(), StudyError> {
    let mut total: Option<CostRow> = None;
    for mut tests in sessions {
        let planned = &tests.planned;
        let matrix = Matrix::observe(session.variants(), planned, &mut tests.observer)?;
        (surroundings.on_event)(Event::Judging {
            subject: session.subject.manifest.name.clone(),
            n_verdicts: matrix.variants.len() * planned.cases.len(),
        });
        let judged = matrix.judge(planned);
        rows.verdicts
            .extend(verdicts(session, planned, &matrix, judged));
        rows.skipped.extend(skipped(session, planned));
        for row in costs(session, planned, &matrix) {
            match &mut total {
                Some(total) => add(total, &row),
                None => total = Some(row),
            }
        }
    }
    rows.costs.extend(total);
    Ok(())
}

fn open_one<'a>(
    subject: &'a SubjectDesign,
    program: TestProgram,
    surroundings: Surroundings<'a>,
) -> Result<TestSession<'a>, StudyError> {
    let Surroundings {
        executor,
        stop,
        on_event,
        ..
    } = surroundings;
    let name = DataSetName::new(&*program.name).expect("targets of cargo have names");
    let interface = Interface {
        arguments: OwnTests::ARGUMENTS.map(str::to_owned).to_vec(),
        inputs: [].into(),
        outputs: [].into(),
    };
    let data_set = DataSet {
        name,
        inputs: [].into(),
    };
    let setting = Setting {
        interface: &interface,
        data_sets: std::slice::from_ref(&data_set),
    };
    let binary = program.binary;
    let digest = program.digest;
    let program = Program::new(binary, digest).with_alone(program.alone);
    let mut observer = Observer::new(
        executor,
        &subject.manifest.name,
        subject.manifest.is_deterministic,
        program,
        stop,
        on_event,
    );
    observer.shows_same = same_results;
    let roster = Roster {
        techniques: Vec::new(),
        learners: vec![Box::new(OwnTests::new())],
    };
    observer.learn(&[Arc::new(Request::source(&interface, &data_set))])?;
    let planned = Planned::new(roster, &setting, &mut observer)?;
    check_original(subject, &setting, &observer)?;
    Ok(TestSession { observer, planned })
}

/// The tests of the original may fail, which makes them unsound, but they must all be run.
fn check_original(
    subject: &SubjectDesign,
    setting: &Setting<'_>,
    observer: &Observer<'_>,
) -> Result<(), StudyError> {
    let data_set = &setting.data_sets[0];
    let request = Request::source(setting.interface, data_set);
    let exit = observer.known(&request).observation.exit;
    if matches!(
        exit,
        Exit::Exited {
            code: 0 | FAILED_TESTS
        }
    ) {
        return Ok(());
    }
    Err(StudyError::Baseline(BaselineError::Fails {
        subject: subject.manifest.name.clone(),
        data_set: data_set.name.clone(),
        exit,
        complaint: String::new(),
    }))
}

/// The exit code of a test program when some test fails.
const FAILED_TESTS: i32 = 101;

fn add(total: &mut CostRow, row: &CostRow) {
    total.n_asked += row.n_asked;
    total.n_distinct += row.n_distinct;
    total.n_saved += row.n_saved;
    total.n_cached += row.n_cached;
    total.n_run += row.n_run;
    total.cpu_seconds += row.cpu_seconds;
}
