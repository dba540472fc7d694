//! Reading logs back, around whatever is damaged.

use std::fs::{self, File, TryLockError};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use killrate_model::Digest;

use super::frame::{self, Frame, MAGIC};
use super::writer::Location;
use crate::{Damage, DamageKind, Fault};

/// A log in memory.
pub(crate) struct LogFile {
    bytes: Vec<u8>,
}

/// Reads a log.
pub(crate) fn read(path: &Path) -> Result<LogFile, Fault> {
    let bytes = fs::read(path).map_err(Fault::file("read the log", path))?;
    Ok(LogFile { bytes })
}

/// Reads the value at a place again; `None` when it is damaged.
pub(crate) fn read_at(location: &Location, key: Digest) -> Result<Option<Vec<u8>>, Fault> {
    let file = File::open(&location.file).map_err(Fault::file("open the log", &location.file))?;
    let mut bytes = vec![0; location.length as usize];
    if file.read_exact_at(&mut bytes, location.offset).is_err() {
        return Ok(None);
    }
    let frame = frame::decode(location.offset, &bytes).filter(|frame| frame.key == key);
    Ok(frame.map(|frame| frame.value.to_vec()))
}

/// Whether a harness that lives is writing this log.
pub(crate) fn is_being_written(path: &Path) -> bool {
    let locked = File::open(path).map(|file| file.try_lock_shared());
    matches!(locked, Ok(Err(TryLockError::WouldBlock)))
}

impl LogFile {
    /// These bytes as a log.
    #[cfg(fuzzing)]
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// Calls `found` with every unharmed frame and its offset, and `damaged` with every gap.
    pub(crate) fn scan<'a>(
        &'a self,
        path: &Path,
        mut found: impl FnMut(u64, Frame<'a>),
        mut damaged: impl FnMut(Damage),
    ) {
        let mut gap_start = None;
        let mut at = 0;
        while at < self.bytes.len() {
            let rest = &self.bytes[at..];
            if let Some(frame) = frame::decode(at as u64, rest) {
                if let Some(start) = gap_start.take() {
                    damaged(self.damage(path, start, at));
                }
                let length = frame.len();
                found(at as u64, frame);
                at += length;
            } else {
                gap_start.get_or_insert(at);
                let next = rest[1..].windows(MAGIC.len()).position(|w| w == MAGIC);
                at = next.map_or(self.bytes.len(), |distance| at + 1 + distance);
            }
        }
        if let Some(start) = gap_start {
            damaged(self.damage(path, start, at));
        }
    }

    fn damage(&self, path: &Path, start: usize, end: usize) -> Damage {
        let is_last = end == self.bytes.len();
        Damage {
            file: path.to_owned(),
            offset: start as u64,
            length: (end - start) as u64,
            kind: if is_last && frame::is_cut_off(&self.bytes[start..]) {
                DamageKind::Truncated
            } else {
                DamageKind::Corrupt
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(values: &[&[u8]]) -> Vec<u8> {
        values.iter().fold(Vec::new(), |mut log, value| {
            let frame = frame::encode(log.len() as u64, Digest::of(value), value).unwrap();
            log.extend(frame);
            log
        })
    }

    type Gap = (u64, u64, DamageKind);

    fn scan(bytes: Vec<u8>) -> (Vec<Vec<u8>>, Vec<Gap>) {
        let (mut values, mut damages) = (Vec::new(), Vec::new());
        LogFile { bytes }.scan(
            Path::new("log"),
            |_, frame| {
                assert_eq!(frame.key, Digest::of(frame.value));
                values.push(frame.value.to_vec());
            },
            |damage| damages.push((damage.offset, damage.length, damage.kind)),
        );
        (values, damages)
    }

    const VALUES: [&[u8]; 4] = [b"first", b"", b"KRX\xf1 the magic", b"last"];

    #[test]
    fn an_unharmed_log_is_read_whole() {
        assert_eq!(
            scan(log(&VALUES)),
            (VALUES.map(<[u8]>::to_vec).into(), vec![])
        );
    }

    #[test]
    fn a_flipped_byte_loses_the_record_it_is_in_and_no_other() {
        let bytes = log(&VALUES);
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x55;
            let (values, damages) = scan(flipped);
            let ends: Vec<usize> = (1..=4).map(|n| log(&VALUES[..n]).len()).collect();
            let lost = ends.iter().position(|&end| at < end).unwrap();
            let mut expected = VALUES.map(<[u8]>::to_vec).to_vec();
            expected.remove(lost);
            assert_eq!(values, expected, "byte {at}");
            let start = if lost == 0 { 0 } else { ends[lost - 1] };
            let length = (ends[lost] - start) as u64;
            assert_eq!(damages.len(), 1, "byte {at}");
            assert_eq!(damages[0].0, start as u64, "byte {at}");
            assert_eq!(damages[0].1, length, "byte {at}");
        }
    }

    #[test]
    fn a_truncated_log_loses_its_last_record_at_most() {
        let bytes = log(&VALUES);
        for length in 0..bytes.len() {
            let (values, damages) = scan(bytes[..length].to_vec());
            let n_whole = (0..4)
                .rfind(|&n| log(&VALUES[..n]).len() <= length)
                .unwrap();
            assert_eq!(
                values,
                VALUES[..n_whole]
                    .iter()
                    .map(|v| v.to_vec())
                    .collect::<Vec<_>>()
            );
            let whole = log(&VALUES[..n_whole]).len();
            let cut = (length > whole).then_some((
                whole as u64,
                (length - whole) as u64,
                DamageKind::Truncated,
            ));
            assert_eq!(damages, cut.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_frame_inside_the_value_of_a_damaged_frame_is_not_a_record() {
        let inner = log(&[b"inner"]);
        let mut bytes = log(&[&inner, b"next"]);
        bytes[5] ^= 1;
        assert_eq!(scan(bytes).0, [b"next".to_vec()]);
    }
}
