//! Build time, against the plain release build.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::Duration;

use killrate_model::{Mutant, MutantStatus};
use killrate_mutator::{WeaveEvent, Woven, build_plain, weave};

use crate::Subject;
use crate::measured::cpu_of_children;

/// Both programs, and what the woven one took to build.
pub(crate) struct Built {
    pub(crate) plain: PathBuf,
    pub(crate) woven: Woven,
    pub(crate) n_woven: usize,
    /// Over the plain build.
    pub(crate) ratio: f64,
}

/// Builds both programs and says what each took; cargo starts from nothing both times.
pub(crate) fn measure(subject: &Subject) -> Built {
    let start = cpu_of_children();
    let plain = build_plain(&subject.options).unwrap();
    let of_plain = cpu_of_children() - start;

    let start = cpu_of_children();
    let at_build = Cell::new(start);
    let woven = weave(&subject.options, &|event| {
        if let WeaveEvent::Building { .. } = event {
            at_build.set(cpu_of_children());
        }
    })
    .unwrap();
    let of_build = cpu_of_children() - at_build.get();
    let of_checks = at_build.get() - start;

    let is_woven = |mutant: &&Mutant| mutant.status == MutantStatus::Woven;
    let n_woven = woven.mutants.iter().filter(is_woven).count();
    let ratio = of_build.div_duration_f64(of_plain);
    let seconds = |duration: Duration| duration.as_secs_f64();
    println!(
        "{}: {} of {} mutants woven in {} rounds and {} confirmations ({:.2} s); build: plain {:.2} s, woven {:.2} s, {ratio:.2} times",
        subject.manifest.name,
        n_woven,
        woven.mutants.len(),
        woven.n_rounds,
        woven.n_confirmations,
        seconds(of_checks),
        seconds(of_plain),
        seconds(of_build),
    );
    Built {
        plain,
        woven,
        n_woven,
        ratio,
    }
}
