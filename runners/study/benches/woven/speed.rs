//! Run time with no mutant active, against the plain release build.

use std::path::Path;
use std::time::Duration;

use crate::Subject;
use crate::measured::Call;

/// Every program runs at least this often on every data set, and longer as long as this has not
/// gone by; the shortest time counts, because the others waited for something else.
const N_ROUNDS: usize = 5;
const AT_LEAST: Duration = Duration::from_millis(300);

/// Runs both programs in turn on every data set, and gives the ratio of their processor times.
pub(crate) fn measure(subject: &Subject, plain: &Path, woven: &Path) -> f64 {
    let [mut of_plain, mut of_woven] = [Duration::ZERO; 2];
    let mut heaviest = (Duration::ZERO, String::new(), 0.0);
    for data_set in &subject.data_sets {
        let call = Call::new(&subject.manifest.interface, data_set);
        let [mut least_plain, mut least_woven] = [Duration::MAX; 2];
        let mut spent = Duration::ZERO;
        let mut n_rounds = 0;
        while n_rounds < N_ROUNDS || spent < AT_LEAST {
            // The two alternate, so that a busy moment of the machine hits both.
            let (plain, woven) = (call.run(plain), call.run(woven));
            (least_plain, least_woven) = (least_plain.min(plain), least_woven.min(woven));
            spent += plain;
            n_rounds += 1;
        }
        of_plain += least_plain;
        of_woven += least_woven;
        let ratio = least_woven.div_duration_f64(least_plain);
        if least_plain > heaviest.0 {
            heaviest = (least_plain, data_set.name.to_string(), ratio);
        }
    }
    let ratio = of_woven.div_duration_f64(of_plain);
    println!(
        "{}: {} data sets: plain {:.1} ms, woven {:.1} ms, {ratio:.3} times; on {}, the heaviest, {:.3} times",
        subject.manifest.name,
        subject.data_sets.len(),
        of_plain.as_secs_f64() * 1e3,
        of_woven.as_secs_f64() * 1e3,
        heaviest.1,
        heaviest.2,
    );
    ratio
}
