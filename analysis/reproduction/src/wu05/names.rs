//! The paper's names, and ours.

/// The program.
pub(super) const SUBJECT: &str = "sparse-matrix";

/// The chains that are counted as the paper counts them: all of up to three, repeated tests too, on the
/// special cases.
pub(super) const CHAINS: &str = "wu";
/// Longer chains of fresh tests alone, on the same special cases.
pub(super) const LONGER: &str = "rounds-5";
/// The same special cases with negative values, which the paper does not have.
pub(super) const SIGNED: &str = "signed";

/// Mutants 4 and 5: the accumulating product becomes its first operand, or its second.
pub(super) const MUTANTS: [(&str, &str, &str); 2] = [
    (
        "Mutant 4",
        "src/multiply.rs::multiply/mul-to-left/2",
        "wu05_1_mutant4.csv",
    ),
    (
        "Mutant 5",
        "src/multiply.rs::multiply/mul-to-right/2",
        "wu05_2_mutant5.csv",
    ),
];

/// The relations in the paper's order, which gives their numbers.
const RELATIONS: [&str; 9] = [
    "transpose",
    "swap-rows",
    "swap-columns",
    "scale-row",
    "scale-column",
    "scale-a",
    "scale-b",
    "add-diagonal-a",
    "add-diagonal-b",
];

/// A sequence as the paper writes it, such as `2-8`; `None` where it has another relation.
pub(super) fn sequence(ours: &str) -> Option<String> {
    let numbers = ours.split(", ").map(|name| {
        let place = RELATIONS.iter().position(|known| *known == name)?;
        Some((place + 1).to_string())
    });
    Some(numbers.collect::<Option<Vec<String>>>()?.join("-"))
}

/// A special case as the paper writes it, such as `SC3`; `None` for other data.
pub(super) fn special_case(data_set: &str) -> Option<String> {
    let number = data_set.strip_prefix("sparse-sc")?;
    number
        .parse::<u32>()
        .ok()
        .map(|number| format!("SC{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_and_special_cases_are_called_as_in_the_paper() {
        assert_eq!(
            sequence("swap-rows, add-diagonal-a").as_deref(),
            Some("2-8")
        );
        assert_eq!(sequence("transpose").as_deref(), Some("1"));
        assert_eq!(sequence("swap-rows, negate"), None);
        assert_eq!(special_case("sparse-sc3").as_deref(), Some("SC3"));
        assert_eq!(special_case("sparse-sc3-signed"), None);
        assert_eq!(special_case("sparse-random1"), None);
    }
}
