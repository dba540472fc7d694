//! What a user notices of `mt deploy`: how much later the program starts, how much longer it takes.
//!
//! `cargo bench -p killrate --bench deploy` starts a program bare and through the stand-in, in turns.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark starts programs bare, measures them and prints"
)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

const SIZE: usize = 10_000_000;
const N_STARTS: usize = 41;
const N_RUNS: usize = 7;
/// How much later the program may start.
const MOST_DELAY: Duration = Duration::from_millis(10);
/// How much longer it may take while its tests run, in percent.
const MOST_GROWTH: f64 = 2.0;
/// Says when it started.
const CLOCK: &str = "date +%s%N";
/// Uses a processor for a second or two.
const WORK: &str = "awk 'BEGIN { for (i = 0; i < 20000000; i++) s += i; print s }'";

fn main() {
    let folder = tempfile::tempdir().expect("the temporary folder is writable");
    let bench = Bench {
        folder: folder.path(),
    };
    bench.prepare();
    let (bare, deployed) = bench.starts();
    let delay = deployed.saturating_sub(bare);
    println!(
        "start with an input of 10 MB, median of {N_STARTS}: {:.2} ms bare, {:.2} ms deployed, {:.2} ms later; the limit is {} ms: {}",
        milliseconds(bare),
        milliseconds(deployed),
        milliseconds(delay),
        MOST_DELAY.as_millis(),
        outcome(delay <= MOST_DELAY)
    );
    let (bare, deployed) = bench.runs();
    let growth = (deployed.div_duration_f64(bare) - 1.0) * 100.0;
    println!(
        "a run while its tests run, best of {N_RUNS}: {:.0} ms bare, {:.0} ms deployed, {growth:.1} % more; the limit is {MOST_GROWTH} %: {}",
        milliseconds(bare),
        milliseconds(deployed),
        outcome(growth <= MOST_GROWTH)
    );
}

fn outcome(is_met: bool) -> &'static str {
    if is_met { "met" } else { "missed" }
}

struct Bench<'a> {
    folder: &'a Path,
}

impl Bench<'_> {
    fn prepare(&self) {
        let line = "1.25,-3,yes\n";
        let rows = format!("a,b,label\n{}", line.repeat(SIZE / line.len()));
        fs::write(self.folder.join("rows.csv"), rows).expect("the folder is writable");
        let manifest = "command = \"sh -c x sh {rows}\"\n\
                        is-deterministic = false\n\
                        properties = [\"add: if add(rows, 1) then equal(output)\", \
                        \"multiply: if multiply(rows, 2) then equal(output)\"]\n\
                        [inputs]\nrows = { format = \"csv\", label = \"label\" }\n\
                        [deploy]\nspool = \"spool\"\n";
        fs::write(self.folder.join("m.mt.toml"), manifest).expect("the folder is writable");
    }

    /// The time from the start to when the program says that it has started, bare and deployed.
    fn starts(&self) -> (Duration, Duration) {
        let mut delays = [Vec::new(), Vec::new()];
        for _ in 0..N_STARTS {
            for (is_deployed, delays) in delays.iter_mut().enumerate() {
                let before = now();
                let said = self.command(is_deployed == 1, CLOCK).output();
                let said = String::from_utf8(said.expect("it starts").stdout);
                let nanoseconds = said.expect("digits are text").trim().parse();
                let started = Duration::from_nanos(nanoseconds.expect("a number"));
                delays.push(started.saturating_sub(before));
                self.wait_for_tests(is_deployed == 1);
            }
        }
        let median = |mut delays: Vec<Duration>| {
            delays.sort();
            delays[delays.len() / 2]
        };
        let [bare, deployed] = delays;
        (median(bare), median(deployed))
    }

    /// The time that the program takes, bare and while its tests run.
    fn runs(&self) -> (Duration, Duration) {
        let mut best = [Duration::MAX; 2];
        for _ in 0..N_RUNS {
            for (is_deployed, best) in best.iter_mut().enumerate() {
                let start = Instant::now();
                let mut command = self.command(is_deployed == 1, WORK);
                let status = command.stdout(Stdio::null()).status();
                assert!(status.expect("it starts").success());
                *best = start.elapsed().min(*best);
                self.wait_for_tests(is_deployed == 1);
            }
        }
        best.into()
    }

    fn command(&self, is_deployed: bool, script: &str) -> Command {
        let mut command = match is_deployed {
            true => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_killrate"));
                command.args(["mt", "deploy", "m.mt.toml", "--"]);
                command
            }
            false => Command::new("/usr/bin/sh"),
        };
        command.args(["-c", script, "sh", "rows.csv"]);
        command.current_dir(self.folder);
        command
    }

    /// Waits until the background is quiet again, so that it does not disturb what comes next.
    fn wait_for_tests(&self, is_deployed: bool) {
        let results = self.folder.join("spool/results.jsonl");
        while is_deployed && fs::read(&results).map_or(true, |lines| lines.is_empty()) {
            thread::sleep(Duration::from_millis(5));
        }
        let _ = fs::remove_file(&results);
    }
}

fn now() -> Duration {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("it is later than 1970")
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
