//! Values as bytes, for the log and for what harness and runners tell each other.

use std::time::Duration;

pub(crate) fn push_bytes(value: &mut Vec<u8>, bytes: &[u8]) {
    value.extend((bytes.len() as u64).to_le_bytes());
    value.extend(bytes);
}

pub(crate) fn push_duration(value: &mut Vec<u8>, time: Duration) {
    value.extend(time.as_secs().to_le_bytes());
    value.extend(time.subsec_nanos().to_le_bytes());
}

/// What is left to read of a value; every read is `None` when there is not enough.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*array)
    }

    pub(crate) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub(crate) fn i32(&mut self) -> Option<i32> {
        self.array().map(i32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    pub(crate) fn bool(&mut self) -> Option<bool> {
        match self.u8()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    pub(crate) fn duration(&mut self) -> Option<Duration> {
        let seconds = self.u64()?;
        let nanoseconds = u32::from_le_bytes(self.array()?);
        // More would carry into the seconds, which may overflow.
        (nanoseconds < 1_000_000_000).then(|| Duration::new(seconds, nanoseconds))
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.u64()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    /// `None` when something is left.
    pub(crate) fn end(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}
