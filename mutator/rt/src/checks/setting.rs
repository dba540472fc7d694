//! Which calls are tested, as the environment says.
#![expect(
    unsafe_code,
    reason = "the setting is a plain static, set before `main` and only read afterwards"
)]

use super::random::mixed;
use super::sandbox;

/// Which calls are tested, and how.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Setting {
    /// Every how many calls of a function one is tested.
    pub every: u64,
    /// The share of these that is tested.
    pub probability: f64,
    /// How many calls of a function are tested at most.
    pub budget: u64,
    /// What random choices follow from.
    pub seed: u64,
    /// Whether all tests run in a copy of the process, whatever their properties say.
    pub forks: bool,
}

const ALL: Setting = Setting {
    every: 1,
    probability: 1.0,
    budget: u64::MAX,
    seed: 0,
    forks: false,
};

static mut IS_ON: bool = false;
static mut SETTING: Setting = ALL;

/// Whether calls are tested at all.
#[inline(always)]
pub(super) fn is_on() -> bool {
    // SAFETY: written once by `open`, before `main`.
    unsafe { IS_ON }
}

/// Which calls are tested.
pub(super) fn setting() -> &'static Setting {
    // SAFETY: as in `is_on`.
    unsafe { &*std::ptr::addr_of!(SETTING) }
}

/// Turns checking on as this text says: words such as `every=3`, separated by spaces, or `all`.
///
/// Returns whether the text makes sense.
///
/// # Safety
/// No other thread may exist yet.
pub(crate) unsafe fn open(text: &str) -> bool {
    let Some(setting) = parse(text) else {
        return false;
    };
    // SAFETY: the caller promises that nobody reads meanwhile.
    unsafe {
        SETTING = setting;
        IS_ON = true;
    }
    sandbox::silence_panics();
    true
}

fn parse(text: &str) -> Option<Setting> {
    let mut setting = ALL;
    for word in text.split_whitespace() {
        match word.split_once('=') {
            None if word == "all" => {}
            None if word == "fork" => setting.forks = true,
            Some(("every", number)) => setting.every = number.parse().ok().filter(|&n| n > 0)?,
            Some(("probability", number)) => {
                let is_share = |share: &f64| (0.0..=1.0).contains(share);
                setting.probability = number.parse().ok().filter(is_share)?;
            }
            Some(("budget", number)) => setting.budget = number.parse().ok()?,
            Some(("seed", number)) => setting.seed = number.parse().ok()?,
            _ => return None,
        }
    }
    Some(setting)
}

impl Setting {
    /// Whether the call of this number, from 1, of a function is tested when so many were before.
    pub(super) fn chooses(&self, function: u32, call: u64, n_tested: u64) -> bool {
        if !call.is_multiple_of(self.every) || n_tested >= self.budget {
            return false;
        }
        let random = self.seed_of(function, call) >> 11;
        (random as f64) < self.probability * (1_u64 << 53) as f64
    }

    /// A seed for everything random about this call.
    pub(super) fn seed_of(&self, function: u32, call: u64) -> u64 {
        mixed(mixed(mixed(self.seed) ^ u64::from(function)) ^ call)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_word_by_word() {
        assert_eq!(parse("all"), Some(ALL));
        assert_eq!(
            parse("every=3 probability=0.5 budget=7 seed=9 fork"),
            Some(Setting {
                every: 3,
                probability: 0.5,
                budget: 7,
                seed: 9,
                forks: true
            })
        );
        for text in [
            "some",
            "every=0",
            "every=x",
            "probability=2",
            "budget=-1",
            "seed",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    fn chosen(text: &str, n_calls: u64) -> Vec<u64> {
        let setting = parse(text).unwrap();
        let mut chosen = Vec::new();
        for call in 1..=n_calls {
            if setting.chooses(4, call, chosen.len() as u64) {
                chosen.push(call);
            }
        }
        chosen
    }

    #[test]
    fn calls_are_chosen_by_number_share_and_budget() {
        assert_eq!(chosen("all", 4), [1, 2, 3, 4]);
        assert_eq!(chosen("every=3", 10), [3, 6, 9]);
        assert_eq!(chosen("budget=2 every=2", 10), [2, 4]);
        assert_eq!(chosen("probability=0", 100), []);
        assert_eq!(chosen("probability=0.5", 20), chosen("probability=0.5", 20));
        let n_chosen = chosen("probability=0.5", 10_000).len();
        assert!((4_800..5_200).contains(&n_chosen), "{n_chosen}");
        assert_ne!(
            chosen("probability=0.5 seed=1", 20),
            chosen("probability=0.5 seed=2", 20)
        );
    }
}
