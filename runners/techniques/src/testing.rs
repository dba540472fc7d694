//! What the tests of techniques need: observations without programs.

use std::collections::BTreeMap;

use killrate_model::{
    Blob, DataSet, DataSetName, Exit, FormatName, InputName, InputSpec, Interface, Observation,
    OutputName, OutputSpec,
};

/// A program that reads `rows` and writes `out`.
pub(crate) fn interface() -> Interface {
    let csv = InputSpec {
        format: FormatName("csv".to_owned()),
        label: None,
    };
    let labels = OutputSpec {
        format: FormatName("labels".to_owned()),
    };
    Interface {
        arguments: vec!["{rows}".to_owned(), "{out}".to_owned()],
        inputs: [(InputName::new("rows").unwrap(), csv)].into(),
        outputs: [(OutputName::new("out").unwrap(), labels)].into(),
    }
}

pub(crate) fn data_set(name: &str, rows: &str) -> DataSet {
    DataSet {
        name: DataSetName::new(name).unwrap(),
        inputs: [(InputName::new("rows").unwrap(), Blob::new(rows.as_bytes()))].into(),
    }
}

/// A run that ended so and wrote this to `out`, or did not write it.
pub(crate) fn observation(exit: Exit, out: Option<&str>) -> Observation {
    let outputs: BTreeMap<OutputName, Blob> = out
        .map(|out| (OutputName::new("out").unwrap(), Blob::new(out.as_bytes())))
        .into_iter()
        .collect();
    let blank = || Blob::new([].as_slice());
    Observation {
        exit,
        outputs,
        stdout: blank(),
        stderr: blank(),
        fuel: None,
        reach: None,
        checks: None,
    }
}

/// A normal run that wrote this to `out`.
pub(crate) fn wrote(out: &str) -> Observation {
    observation(Exit::Exited { code: 0 }, Some(out))
}
