//! Identity by content.

use std::fmt;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The SHA-256 of some content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest([u8; 32]);

/// Why a text is not a digest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a SHA-256 digest; write 64 hexadecimal digits")]
pub struct ParseDigestError(String);

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Of everything that a reader gives, which need not fit into memory.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of_reader(mut reader: impl Read) -> io::Result<Self> {
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return Ok(Self(hasher.finalize().into())),
                Ok(n_bytes) => hasher.update(&buffer[..n_bytes]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The digest as raw bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// A digest from its raw bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The first twelve hexadecimal digits, for people and folder names.
    pub fn short(&self) -> String {
        let mut text = self.to_string();
        text.truncate(12);
        text
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({})", self.short())
    }
}

impl TryFrom<String> for Digest {
    type Error = ParseDigestError;

    fn try_from(text: String) -> Result<Self, ParseDigestError> {
        let mut bytes = [0; 32];
        // `from_str_radix` alone would take a sign in the place of a digit.
        let is_hex = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hex {
            return Err(ParseDigestError(text));
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(pair).expect("hexadecimal digits are ASCII");
            *byte = u8::from_str_radix(digits, 16).expect("both characters are hexadecimal");
        }
        Ok(Self(bytes))
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> String {
        digest.to_string()
    }
}

/// Builds a digest from fields, so that no two different lists of fields give the same one.
#[derive(Default)]
pub struct DigestBuilder(Sha256);

impl DigestBuilder {
    /// A builder for the kind of thing named by `domain`: things of two kinds never have one
    /// digest, even if their fields are equal.
    pub fn new(domain: &str) -> Self {
        Self::default().field(domain.as_bytes())
    }

    /// Adds one field; its length goes first, so fields cannot run into each other.
    #[must_use]
    pub fn field(mut self, bytes: &[u8]) -> Self {
        // The length has eight bytes on every machine, so a digest is the same on all of them.
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// Adds one number.
    #[must_use]
    pub fn number(self, number: u64) -> Self {
        self.field(&number.to_le_bytes())
    }

    /// The digest of all fields so far.
    pub fn finish(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-4's example: the digest of `abc`.
    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    #[test]
    fn the_digest_is_sha_256() {
        assert_eq!(Digest::of(b"abc").to_string(), ABC);
    }

    #[test]
    fn what_is_read_has_the_digest_of_all_of_it() {
        let long = [7; (1 << 16) + 1];
        // A reader may give less than it is asked for.
        let in_two = long[..10].chain(&long[10..]);
        assert_eq!(Digest::of_reader(in_two).unwrap(), Digest::of(&long));
        assert_eq!(Digest::of_reader(io::empty()).unwrap(), Digest::of(b""));
    }

    #[test]
    fn a_digest_survives_printing_and_reading() {
        assert_eq!(Digest::try_from(ABC.to_owned()), Ok(Digest::of(b"abc")));
        assert!(Digest::try_from(ABC[1..].to_owned()).is_err());
        assert!(Digest::try_from(ABC.replace('b', "x")).is_err());
    }

    #[test]
    fn fields_do_not_run_into_each_other() {
        let digest = |fields: [&[u8]; 2]| {
            fields
                .into_iter()
                .fold(DigestBuilder::new("t"), DigestBuilder::field)
                .finish()
        };
        assert_ne!(digest([b"ab", b"c"]), digest([b"a", b"bc"]));
    }
}
