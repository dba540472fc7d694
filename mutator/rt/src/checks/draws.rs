//! Random numbers from outside of the process: kept while a call that is tested draws them, and given
//! back inside its tests.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::mem::{ManuallyDrop, take};
use std::sync::atomic::{AtomicU64, Ordering};

use super::carry::Carry;
use super::sandbox::Verdict;
use super::setting::is_on;

/// Bytes before each value: the number of the function that drew it, and its length.
const N_HEADER: usize = size_of::<u32>() + size_of::<u64>();

/// What a call drew, in the order in which it did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Draws {
    bytes: Vec<u8>,
    /// Whether another thread drew meanwhile, perhaps for this call.
    is_partial: bool,
}

/// From where on numbers are drawn for a call that is under way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Since {
    n_bytes: usize,
    n_elsewhere: u64,
}

/// Keeps what is drawn as long as it is there.
#[derive(Debug)]
pub(super) struct Keeper(Since);

/// A draw from outside that is under way.
struct Live {
    function: u32,
    /// How much of what is kept stays when it ends: whoever is given its value back does not draw what
    /// that was made of.
    n_bytes: usize,
    /// What the test around it is given back otherwise.
    replay: Option<Replay>,
}

/// What a test is given back.
#[derive(Debug, Default)]
struct Replay {
    draws: Draws,
    /// Where the next value of each function may start.
    next: BTreeMap<u32, usize>,
    /// Whether a value was not of the type that was asked for.
    is_unlike: bool,
}

#[derive(Debug)]
struct State {
    kept: Vec<u8>,
    n_keepers: u32,
    replay: Option<Replay>,
}

impl State {
    const fn new(replay: Option<Replay>) -> Self {
        Self {
            kept: Vec::new(),
            n_keepers: 0,
            replay,
        }
    }
}

thread_local! {
    /// Never dropped, because tests that wait are run when their thread ends.
    static STATE: RefCell<ManuallyDrop<State>> =
        const { RefCell::new(ManuallyDrop::new(State::new(None))) };
    /// How many numbers this thread drew.
    static N_HERE: Cell<u64> = const { Cell::new(0) };
}

/// How many numbers all threads drew.
static N_DRAWN: AtomicU64 = AtomicU64::new(0);

/// What a function returns that draws from outside of the process, or inside a test what it returned
/// in the call.
#[inline(always)]
pub fn draw<T: Carry>(function: u32, body: impl FnOnce() -> T) -> T {
    let mut live = None;
    if is_on() {
        match replayed(function) {
            Ok(value) => return value,
            Err(found_none) => live = Some(found_none),
        }
    }
    let value = body();
    if let Some(live) = live {
        live.keep(&value);
    }
    value
}

/// The next value that a test is given back.
#[cold]
#[inline(never)]
fn replayed<T: Carry>(function: u32) -> Result<T, Live> {
    STATE.with_borrow_mut(|state| {
        let replay = state.replay.as_mut();
        match replay.and_then(|replay| replay.next(function)) {
            Some(value) => {
                // A call inside the test may have tests of its own.
                state.keep(function, &value);
                Ok(value)
            }
            None => {
                N_DRAWN.fetch_add(1, Ordering::Relaxed);
                N_HERE.set(N_HERE.get() + 1);
                Err(Live {
                    function,
                    n_bytes: state.kept.len(),
                    replay: state.replay.take(),
                })
            }
        }
    })
}

impl Live {
    #[cold]
    #[inline(never)]
    fn keep<T: Carry>(mut self, value: &T) {
        STATE.with_borrow_mut(|state| {
            state.kept.truncate(self.n_bytes);
            state.keep(self.function, value);
            self.n_bytes = state.kept.len();
        });
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        STATE.with_borrow_mut(|state| {
            state.kept.truncate(self.n_bytes);
            state.replay = self.replay.take();
        });
    }
}

impl State {
    fn keep<T: Carry>(&mut self, function: u32, value: &T) {
        if self.n_keepers == 0 {
            return;
        }
        let start = self.kept.len() + N_HEADER;
        self.kept.extend_from_slice(&function.to_le_bytes());
        self.kept.extend_from_slice(&[0; size_of::<u64>()]);
        value.put(&mut |piece| self.kept.extend_from_slice(piece));
        let length = (self.kept.len() - start) as u64;
        self.kept[start - size_of::<u64>()..start].copy_from_slice(&length.to_le_bytes());
    }
}

impl Replay {
    /// The next value that a function drew; `None` when there is none.
    fn next<T: Carry>(&mut self, function: u32) -> Option<T> {
        let next = self.next.entry(function).or_default();
        while let Some((drew, value)) = first(&self.draws.bytes[*next..]) {
            *next += N_HEADER + value.len();
            if drew == function {
                let mut rest = value;
                let value = T::take(&mut rest).filter(|_| rest.is_empty());
                self.is_unlike |= value.is_none();
                return value;
            }
        }
        None
    }
}

/// The first value of some that were kept, and the function that drew it.
fn first(mut kept: &[u8]) -> Option<(u32, &[u8])> {
    let function = u32::take(&mut kept)?;
    let length = u64::take(&mut kept)?;
    Some((function, kept.get(..length as usize)?))
}

impl Keeper {
    /// Keeps what is drawn from now on.
    pub(super) fn new() -> Self {
        STATE.with_borrow_mut(|state| {
            state.n_keepers += 1;
            Self(Since {
                n_bytes: state.kept.len(),
                n_elsewhere: n_elsewhere(),
            })
        })
    }

    /// From where on it keeps.
    pub(super) fn since(&self) -> Since {
        self.0
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        STATE.with_borrow_mut(|state| {
            state.n_keepers -= 1;
            if state.n_keepers == 0 {
                state.kept.clear();
            }
        });
    }
}

impl Since {
    /// What was drawn since then.
    pub(super) fn draws(self) -> Draws {
        STATE.with_borrow(|state| Draws {
            bytes: state.kept[self.n_bytes..].to_vec(),
            is_partial: n_elsewhere() != self.n_elsewhere,
        })
    }
}

impl Carry for Draws {
    fn put(&self, tell: &mut dyn FnMut(&[u8])) {
        self.is_partial.put(tell);
        self.bytes.len().put(tell);
        tell(&self.bytes);
    }
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let is_partial = bool::take(bytes)?;
        let length = usize::take(bytes)?;
        let (drawn, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(Self {
            bytes: drawn.to_vec(),
            is_partial,
        })
    }
}

/// Runs a test that is given back what its call drew.
///
/// A number that cannot be given back may make a right function look wrong, so it is no alarm then.
pub(super) fn replay(draws: Draws, test: impl FnOnce() -> Verdict) -> Verdict {
    let n_before = n_elsewhere();
    let replay = Replay {
        draws,
        ..Replay::default()
    };
    let outer = STATE.replace(ManuallyDrop::new(State::new(Some(replay))));
    let verdict = test();
    let mut state = ManuallyDrop::into_inner(STATE.replace(outer));
    let replay = take(&mut state.replay).unwrap_or_default();
    let reason = if replay.is_unlike {
        "another type of random number was drawn than in the call"
    } else if replay.draws.is_partial || n_elsewhere() != n_before {
        "another thread drew random numbers, which cannot be replayed"
    } else {
        return verdict;
    };
    match verdict {
        Verdict::Alarm(_) => Verdict::Inconclusive(reason.to_owned()),
        verdict => verdict,
    }
}

/// How many numbers other threads drew.
fn n_elsewhere() -> u64 {
    N_DRAWN.load(Ordering::Relaxed).wrapping_sub(N_HERE.get())
}

#[cfg(test)]
mod tests {
    use std::panic::{self, AssertUnwindSafe};
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use super::*;

    /// These tests count what other threads draw.
    static ALONE: Mutex<()> = Mutex::new(());

    fn alone() -> MutexGuard<'static, ()> {
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws as a program does whose calls are checked.
    fn drawn<T: Carry>(function: u32, value: T) -> T {
        match replayed(function) {
            Ok(value) => value,
            Err(live) => {
                live.keep(&value);
                value
            }
        }
    }

    fn draws(call: impl FnOnce()) -> Draws {
        let keeper = Keeper::new();
        call();
        keeper.since().draws()
    }

    /// What a test says in which a property does not hold.
    fn alarm(draws: Draws, test: impl FnOnce()) -> Verdict {
        replay(draws, || {
            test();
            Verdict::Alarm("does not hold".to_owned())
        })
    }

    #[track_caller]
    fn check_alarm(draws: Draws, test: impl FnOnce()) {
        let expected = Verdict::Alarm("does not hold".to_owned());
        assert_eq!(alarm(draws, test), expected);
    }

    #[track_caller]
    fn check_inconclusive(draws: Draws, test: impl FnOnce(), expected: &str) {
        let expected = Verdict::Inconclusive(expected.to_owned());
        assert_eq!(alarm(draws, test), expected);
    }

    #[test]
    fn values_come_back_in_order_for_each_function_and_then_new_ones() {
        let _alone = alone();
        let draws = draws(|| {
            drawn(1, 10_u64);
            drawn(2, "a".to_owned());
            drawn(1, 11_u64);
        });
        for _ in 0..2 {
            check_alarm(draws.clone(), || {
                assert_eq!(drawn(2, "x".to_owned()), "a");
                assert_eq!([drawn(1, 0_u64), drawn(1, 0), drawn(1, 0)], [10, 11, 0]);
                assert_eq!(drawn(2, "x".to_owned()), "x");
                assert_eq!(drawn(3, 7_u8), 7);
            });
        }
    }

    #[test]
    fn a_call_inside_another_is_given_what_it_drew_itself() {
        let _alone = alone();
        let outer = Keeper::new();
        drawn(1, 1_u8);
        let inner = draws(|| {
            drawn(1, 2_u8);
        });
        drawn(1, 3_u8);
        check_alarm(inner, || {
            assert_eq!([drawn(1, 0_u8), drawn(1, 0)], [2, 0]);
        });
        check_alarm(outer.since().draws(), || {
            // A test inside the test is given what its own call was given.
            drawn(1, 0_u8);
            let inside = draws(|| {
                drawn(1, 0_u8);
            });
            check_alarm(inside, || assert_eq!([drawn(1, 0_u8), drawn(1, 9)], [2, 9]));
            assert_eq!([drawn(1, 0_u8), drawn(1, 0)], [3, 0]);
        });
        drop(outer);
        assert!(STATE.with_borrow(|state| state.kept.is_empty()));
    }

    #[test]
    fn what_a_value_was_made_of_is_not_given_back() {
        let _alone = alone();
        let both = |first: u8| {
            draw_within(1, || {
                drawn(2, first);
                first + 1
            })
        };
        let draws = draws(|| {
            both(4);
            drawn(2, 6_u8);
        });
        check_alarm(draws, || {
            assert_eq!((both(0), drawn(2, 0_u8)), (5, 6));
            // The second is new altogether.
            assert_eq!(both(8), 9);
        });
    }

    fn draw_within(function: u32, body: impl FnOnce() -> u8) -> u8 {
        match replayed(function) {
            Ok(value) => value,
            Err(live) => {
                let value = body();
                live.keep(&value);
                value
            }
        }
    }

    #[test]
    fn a_draw_that_panics_leaves_nothing_behind() {
        let _alone = alone();
        let unwinds = || {
            let body = || -> u8 { panic::resume_unwind(Box::new(drawn(2, 1_u8))) };
            assert!(panic::catch_unwind(AssertUnwindSafe(|| draw_within(1, body))).is_err());
        };
        let draws = draws(|| {
            unwinds();
            drawn(2, 2_u8);
        });
        check_alarm(draws, || {
            unwinds();
            assert_eq!(drawn(2, 0_u8), 2);
        });
    }

    #[test]
    fn a_value_of_another_type_makes_an_alarm_inconclusive() {
        let _alone = alone();
        let draws = draws(|| {
            drawn(1, [1_u8, 2]);
        });
        let reason = "another type of random number was drawn than in the call";
        check_inconclusive(draws.clone(), || assert_eq!(drawn(1, [7_u8]), [7]), reason);
        let holds = replay(draws, || {
            drawn(1, [7_u8]);
            Verdict::Holds
        });
        assert_eq!(holds, Verdict::Holds);
    }

    #[test]
    fn what_another_thread_draws_makes_an_alarm_inconclusive() {
        let _alone = alone();
        let elsewhere = || {
            std::thread::scope(|scope| {
                scope.spawn(|| drawn(1, 1_u8));
            });
        };
        let reason = "another thread drew random numbers, which cannot be replayed";
        check_inconclusive(draws(elsewhere), || (), reason);
        check_inconclusive(Draws::default(), elsewhere, reason);
    }

    #[test]
    fn draws_can_be_told() {
        let draws = Draws {
            bytes: vec![1, 2, 3],
            is_partial: true,
        };
        let mut told = Vec::new();
        draws.put(&mut |piece| told.extend_from_slice(piece));
        told.push(9);
        let mut rest = told.as_slice();
        assert_eq!(Draws::take(&mut rest), Some(draws));
        assert_eq!(rest, [9]);
        assert_eq!(Draws::take(&mut &told[..5]), None);
    }
}
