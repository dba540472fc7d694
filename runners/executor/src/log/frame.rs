//! One record of the log: magic, length, checksum, key, value.

use killrate_model::Digest;

/// Marks where a frame may start.
pub(crate) const MAGIC: [u8; 4] = *b"KRX\xf1";
const KEY_AT: usize = 12;
/// Bytes before the value: magic, length of the value, checksum (4 each, little-endian), key.
pub(crate) const HEADER: usize = KEY_AT + 32;

/// A frame that was read back unharmed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame<'a> {
    pub(crate) key: Digest,
    pub(crate) value: &'a [u8],
}

impl Frame<'_> {
    /// How long the frame is in the log.
    pub(crate) fn len(&self) -> usize {
        HEADER + self.value.len()
    }
}

/// The bytes of a frame that starts at `offset` of its file.
///
/// `None` when the value is too long for a frame.
pub(crate) fn encode(offset: u64, key: Digest, value: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(value.len()).ok()?.to_le_bytes();
    let checksum = checksum(offset, length, key.as_bytes(), value).to_le_bytes();
    Some([&MAGIC[..], &length, &checksum, key.as_bytes(), value].concat())
}

/// The frame at the start of `bytes`, which are found at `offset` of a file.
///
/// `None` when there is no whole and unharmed frame.
pub(crate) fn decode(offset: u64, bytes: &[u8]) -> Option<Frame<'_>> {
    let header = bytes.first_chunk::<HEADER>()?.strip_prefix(&MAGIC)?;
    let (&length, header) = header.split_first_chunk::<4>()?;
    let (&expected, key) = header.split_first_chunk::<4>()?;
    let key: [u8; 32] = key.try_into().expect("the key ends the header");
    let value = bytes[HEADER..].get(..u32::from_le_bytes(length) as usize)?;
    let is_unharmed = checksum(offset, length, &key, value) == u32::from_le_bytes(expected);
    is_unharmed.then_some(Frame {
        key: Digest::from_bytes(key),
        value,
    })
}

/// Whether `bytes` end before the frame that starts there does.
pub(crate) fn is_cut_off(bytes: &[u8]) -> bool {
    match bytes.split_at_checked(HEADER) {
        None => bytes.iter().zip(MAGIC).all(|(&byte, magic)| byte == magic),
        Some((header, value)) => header.strip_prefix(&MAGIC).is_some_and(|rest| {
            rest.first_chunk::<4>()
                .is_some_and(|&length| value.len() < u32::from_le_bytes(length) as usize)
        }),
    }
}

/// The checksum covers the place in the file too: an output that happens to hold a frame, as that
/// of a program which handles such logs, is never taken for one.
fn checksum(offset: u64, length: [u8; 4], key: &[u8; 32], value: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&offset.to_le_bytes());
    hasher.update(&length);
    hasher.update(key);
    hasher.update(value);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_read_back_at_its_own_place_only() {
        let key = Digest::of(b"key");
        let bytes = encode(7, key, b"value").unwrap();
        let value = b"value".as_slice();
        assert_eq!(decode(7, &bytes), Some(Frame { key, value }));
        assert_eq!(decode(8, &bytes), None);
    }

    #[test]
    fn a_flipped_bit_or_a_missing_byte_is_noticed() {
        let bytes = encode(0, Digest::of(b"key"), b"value").unwrap();
        for length in 0..bytes.len() {
            assert_eq!(decode(0, &bytes[..length]), None);
            assert!(is_cut_off(&bytes[..length]), "{length}");
        }
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(0, &flipped), None, "{bit}");
        }
    }
}
