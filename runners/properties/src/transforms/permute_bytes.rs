//! A random order of bytes.

use killrate_model::Rng;

use crate::transforms::transform::{Action, Class, Example, Parameter, TransformInfo};

/// Puts the bytes within each value into a random order, as in payloads of packets.
pub(crate) const PERMUTE_BYTES: TransformInfo = TransformInfo {
    name: "permute-bytes",
    class: Class::Permutative,
    description: "puts the bytes of each hexadecimal value into another order, chosen by the seed",
    example: Example {
        format: "csv",
        call: "permute-bytes(input, columns payload)",
        before: "port,payload,class\n80,00ff10,a\n25,07,b\n",
        after: "port,payload,class\n80,1000ff,a\n25,07,b\n",
    },
    parameter: Parameter::None,
    action: Action::Bytes {
        change: permute_bytes,
    },
};

fn permute_bytes(value: &str, rng: &mut Rng) -> Option<String> {
    let mut pairs = hexadecimal_pairs(value)?;
    rng.shuffle(&mut pairs);
    Some(pairs.concat())
}

/// The bytes of a value, two digits each; `None` for any other text.
fn hexadecimal_pairs(value: &str) -> Option<Vec<&str>> {
    let is_hexadecimal = value.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_whole = value.len().is_multiple_of(2) && !value.is_empty();
    (is_hexadecimal && is_whole).then(|| {
        (0..value.len())
            .step_by(2)
            .map(|at| &value[at..at + 2])
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_byte_is_lost_and_none_is_cut_in_two() {
        for seed in 0..20 {
            let permuted = permute_bytes("0102ABff02", &mut Rng::new(seed)).unwrap();
            let mut pairs = hexadecimal_pairs(&permuted).unwrap();
            pairs.sort_unstable();
            assert_eq!(pairs, ["01", "02", "02", "AB", "ff"]);
        }
    }

    #[test]
    fn what_is_not_whole_bytes_is_refused() {
        for value in ["", "0", "abc", "0g", "?", "é", "0x10"] {
            assert_eq!(permute_bytes(value, &mut Rng::new(1)), None, "{value}");
        }
    }
}
