//! One run of a program, and the processor time it took.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use killrate_model::{DataSet, Interface, protocol};
use wait4::Wait4 as _;

/// A data set on disk and the command line that runs a subject on it.
pub(crate) struct Call {
    folder: tempfile::TempDir,
    arguments: Vec<String>,
}

impl Call {
    /// Writes the inputs, and names a place for every output.
    pub(crate) fn new(interface: &Interface, data_set: &DataSet) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut paths: BTreeMap<String, PathBuf> = BTreeMap::new();
        for (name, blob) in &data_set.inputs {
            let path = folder.path().join(format!("in-{name}"));
            fs::write(&path, blob.bytes()).unwrap();
            paths.insert(format!("{{{name}}}"), path);
        }
        for name in interface.outputs.keys() {
            let path = folder.path().join(format!("out-{name}"));
            paths.insert(format!("{{{name}}}"), path);
        }
        // Any seed will do: both programs draw the same numbers from it.
        let seed = ("{seed}".to_owned(), PathBuf::from("1"));
        paths.extend([seed]);
        let arguments = interface.arguments.iter().map(|argument| {
            let replace = |text: String, (name, path): (&String, &PathBuf)| {
                text.replace(name.as_str(), path.to_str().unwrap())
            };
            paths.iter().fold(argument.clone(), replace)
        });
        Self {
            arguments: arguments.collect(),
            folder,
        }
    }

    /// The processor time of one run, which must end normally.
    ///
    /// A woven program is asked for what a study asks of the original: a limit of fuel and a report.
    pub(crate) fn run(&self, binary: &Path) -> Duration {
        let child = Command::new(binary)
            .args(&self.arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env(protocol::FUEL, (u64::MAX / 2).to_string())
            .env(protocol::REPORT, self.folder.path().join("report"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let used = child.wait4().unwrap();
        assert!(used.status.success(), "{} fails", binary.display());
        used.rusage.utime + used.rusage.stime
    }
}

/// The processor time of everything this process started and waited for.
pub(crate) fn cpu_of_children() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let times = fields.split_ascii_whitespace().skip(13).take(2);
    let ticks: u64 = times.map(|time| time.parse::<u64>().unwrap()).sum();
    // proc(5) counts in hundredths of a second.
    Duration::from_millis(ticks * 10)
}
