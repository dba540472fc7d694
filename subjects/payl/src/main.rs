//! Learns what is normal from one packet file and judges the packets of another.

use payl::detect::judge;
use payl::error::InputError;
use payl::options::{Options, parse_options};
use payl::packet::read_packets;
use payl::render::{render_judgement, render_model};
use payl::tcp_model::train_tcp_model;
use std::env;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

/// Exit code for everything the user can fix.
const UNUSABLE_INPUT: u8 = 2;

fn main() -> ExitCode {
    let mut arguments = Vec::new();
    for argument in env::args_os().skip(1) {
        arguments.push(argument.to_string_lossy().into_owned());
    }
    match parse_options(&arguments).and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do when even the message cannot be written.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(UNUSABLE_INPUT)
        }
    }
}

fn run(options: &Options) -> Result<(), InputError> {
    let training = read_packets(&options.train)?;
    let packets = read_packets(&options.test)?;
    let model = train_tcp_model(&training);
    write(&options.model, &render_model(&model))?;

    let mut alerts = String::new();
    for packet in &packets {
        alerts.push_str(&render_judgement(judge(&model, packet)));
        alerts.push('\n');
    }
    write(&options.alerts, &alerts)
}

fn write(path: &str, text: &str) -> Result<(), InputError> {
    fs::write(path, text).map_err(|cause| InputError::Write {
        path: path.to_owned(),
        cause,
    })
}
