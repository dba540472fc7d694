//! Services and the bytes that are usual in their packets.

use generate_common::random::Generator;

/// Something that listens on a port.
#[derive(Clone, Copy, Debug)]
pub struct Service {
    /// The port.
    pub port: u16,
    /// The bytes that occur, each as often as it is listed.
    pub bytes: &'static [u8],
}

/// Requests for pages.
pub const WEB: Service = Service {
    port: 80,
    bytes: b"eeeeeetttttaaaaoooonnnniiissssrrrhhlldccumfpgwybv////....::  0112=&?-HTGP\r\n",
};

/// Lines of letters.
pub const MAIL: Service = Service {
    port: 25,
    bytes: b"            eeeeeeeetttttaaaaaooooonnnniiiissssrrrrhhhlllddccuummffppgwybv.,@<>\r\n",
};

/// Names in a binary envelope.
pub const NAMES: Service = Service {
    port: 53,
    bytes: b"\x00\x00\x00\x00\x00\x00\x00\x00\x01\x01\x01\x01\x03\x03\x06\x07\x0c\x10\x80\x81\xc0\
             abcdeeghilmnoorstuw",
};

/// Files as they are, half of them zeros and all ones.
pub const FILES: Service = Service {
    port: 445,
    bytes:
        b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\x01\x02\x04\x08\x10\x18\x20\x2e\
             \x40\x53\x4d\x42\x72\x80\xfe",
};

impl Service {
    /// A byte that is usual here.
    pub fn usual_byte(&self, generator: &mut Generator) -> u8 {
        self.bytes[generator.below(self.bytes.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_byte_is_listed() {
        let mut generator = Generator::new(1);
        for _ in 0..200 {
            let byte = NAMES.usual_byte(&mut generator);
            assert!(NAMES.bytes.contains(&byte));
        }
    }
}
