//! The readers of logs and messages, for the fuzz targets.

use std::path::Path;

use killrate_model::{Blob, Digest};

use crate::log::{LogFile, encode_frame};
use crate::runner::{Answer, Order, SetUp};
use crate::{Fault, codec};

/// Reads the bytes of a log and every value in it.
pub fn read_log(bytes: &[u8]) {
    let log = LogFile::new(bytes.to_vec());
    log.scan(
        Path::new("log"),
        |_, frame| read_value(frame.value),
        |damage| drop(damage.to_string()),
    );
}

/// A log of one value, with the checksum that no fuzzer guesses.
pub fn log_of(value: &[u8]) -> Option<Vec<u8>> {
    encode_frame(0, Digest::of(value), value)
}

/// Reads the value of a record of the log.
pub fn read_value(value: &[u8]) {
    let ending = codec::decode_ending(value);
    let load = |_: Digest, _: u64| Ok::<_, Fault>(Blob::new([]));
    if codec::decode(value, load).is_ok() {
        assert!(ending.is_some(), "what is read whole is read in part");
    }
}

/// Reads a message as whatever harness and runners tell each other.
pub fn read_message(message: &[u8]) {
    if let Some(order) = Order::decode(message) {
        assert_eq!(order.encode(), message);
    }
    if let Some(set_up) = SetUp::decode(message) {
        assert_eq!(set_up.encode(), message);
    }
    let _ = Answer::decode(message);
}
