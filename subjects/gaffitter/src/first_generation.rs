//! The choices to begin with.

use crate::random::Generator;

/// Files in a random order, each of them that still fits when its turn comes.
pub fn random_choice(sizes: &[u64], target: u64, generator: &mut Generator) -> Vec<usize> {
    let mut chosen = Vec::new();
    fill_up(&mut chosen, sizes, target, generator);
    chosen
}

/// Adds files in a random order, each of them that still fits when its turn comes.
pub fn fill_up(chosen: &mut Vec<usize>, sizes: &[u64], target: u64, generator: &mut Generator) {
    let mut used = 0;
    for file in chosen.iter() {
        used += sizes[*file];
    }
    for file in shuffled(sizes.len(), generator) {
        if used + sizes[file] <= target && !chosen.contains(&file) {
            used += sizes[file];
            chosen.push(file);
        }
    }
}

/// The numbers below `n` in a random order, each order as likely.
fn shuffled(n: usize, generator: &mut Generator) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for place in (1..n).rev() {
        order.swap(place, generator.below(place + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_order_comes_up_as_often() {
        let mut generator = Generator::new(1);
        let mut n_times: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
        for _ in 0..6000 {
            *n_times.entry(shuffled(3, &mut generator)).or_default() += 1;
        }
        assert_eq!(n_times.len(), 6);
        // Six standard deviations around 1000.
        assert!(
            n_times.values().all(|&n| (827..1173).contains(&n)),
            "{n_times:?}"
        );
    }

    #[test]
    fn choices_fit_and_have_no_room_for_another_file() {
        let sizes = [1, 2, 4, 8, 16];
        for seed in 0..50 {
            let chosen = random_choice(&sizes, 11, &mut Generator::new(seed));
            let total: u64 = chosen.iter().map(|&file| sizes[file]).sum();
            assert!(total <= 11, "{chosen:?}");
            let fits = |file: &usize| total + sizes[*file] <= 11;
            assert!(!(0..5).any(|file| !chosen.contains(&file) && fits(&file)));
        }
    }
}
