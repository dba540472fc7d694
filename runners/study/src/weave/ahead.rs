//! Programs that a study will need, built before it comes to them.

use std::sync::atomic::{AtomicBool, Ordering};

use killrate_catalogue::{Design, SubjectDesign, second_options, weave_options};
use killrate_mutator::{
    MutatorError, WeaveOptions, build_marked, build_plain, weave, weave_placebos,
};

use crate::surroundings::Surroundings;

/// Does something while the programs of all subjects are built, in the order in which they are needed.
///
/// Compiling one program leaves a processor idle most of the time, and running mutants of another
/// leaves none. Whoever needs a program asks for it all the same and finds it there, waits for it, or
/// meets the error that it cannot be built by; so nothing is told here.
pub(crate) fn while_building<T>(
    design: &Design,
    surroundings: Surroundings<'_>,
    then: impl FnOnce() -> T,
) -> T {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| build(design, surroundings, &is_over));
        let done = then();
        // Where it ended early, nobody waits for more than what is being built.
        is_over.store(true, Ordering::Relaxed);
        done
    })
}

/// Builds until it is over, somebody stops it, or something cannot be built.
fn build(design: &Design, surroundings: Surroundings<'_>, is_over: &AtomicBool) {
    let Surroundings { scratch, stop, .. } = surroundings;
    let is_stopped = || is_over.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
    for (place, subject) in design.subjects.iter().enumerate() {
        let options = weave_options(design, subject, scratch.woven());
        // The study itself begins with weaving the first, and with its placebos.
        if is_stopped() || place > 0 && weave_with_placebos(subject, &options).is_err() {
            return;
        }
        // Test programs are no part of this: they are made from what weaving has settled.
        for entry in &subject.seconds {
            let options = second_options(subject, entry, scratch.woven());
            if is_stopped() || build_plain(&options).is_err() {
                return;
            }
        }
        if is_stopped() || design.records_lines && build_marked(&options).is_err() {
            return;
        }
    }
}

fn weave_with_placebos(
    subject: &SubjectDesign,
    options: &WeaveOptions,
) -> Result<(), MutatorError> {
    let woven = weave(options, &|_| {})?;
    let placebos = subject.manifest.placebos(&subject.folder);
    weave_placebos(options, &placebos, &woven, &|_| {})?;
    Ok(())
}
