//! A new choice out of two.

use crate::random::Generator;

/// The first files of one parent and the last files of the other, cut at a random place.
///
/// No file is chosen twice. With the parents the other way round, and the same random numbers, the
/// child has all of their files that this one lacks.
pub fn crossover(first: &[usize], second: &[usize], generator: &mut Generator) -> Vec<usize> {
    let shorter = first.len().min(second.len());
    let point = generator.below(shorter + 1);
    let mut child = first[..point].to_vec();
    for file in &second[point..] {
        if !child.contains(file) {
            child.push(*file);
        }
    }
    child
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A generator whose next number below 5 is 2.
    fn cuts_at_two() -> Generator {
        (0..)
            .map(Generator::new)
            .find(|generator| generator.clone().below(5) == 2)
            .expect("some seed does")
    }

    #[test]
    fn a_child_has_the_head_of_one_parent_and_the_tail_of_the_other() {
        let (first, second) = ([1, 2, 3, 4], [5, 6, 7, 8, 9]);
        let child = crossover(&first, &second, &mut cuts_at_two());
        assert_eq!(child, [1, 2, 7, 8, 9]);
        let other = crossover(&second, &first, &mut cuts_at_two());
        assert_eq!(other, [5, 6, 3, 4]);
    }

    #[test]
    fn no_file_comes_twice() {
        let child = crossover(&[1, 2, 3, 4], &[3, 4, 1, 2, 9], &mut cuts_at_two());
        assert_eq!(child, [1, 2, 9]);
    }

    #[test]
    fn parents_without_files_have_children_without_files() {
        assert_eq!(crossover(&[], &[], &mut Generator::new(1)), []);
    }
}
