//! All results of a table, whatever single calls do to the process that makes them.

use crate::error::CallsError;
use crate::protocol::Answer;

/// How many calls are made at a time while the one is looked for that ended the process.
const AFTER_AN_END: usize = 4096;

/// How many calls of a table may end their process.
const MOST_ENDS: usize = 2000;

/// How many calls of a table may go on until the clock stops them; each takes seconds.
const MOST_STOPS: usize = 3;

/// Who makes the calls of a table, until one of them ends the process.
pub(crate) trait Asking {
    /// How many arguments a call has.
    fn arity(&self) -> usize;

    /// Whether it can write each result before the next call, so that the first result that is
    /// missing is that of the call that ended the process.
    fn can_write_each(&self) -> bool;

    /// Makes calls.
    fn ask(&mut self, arguments: &[f64], writes_each: bool) -> Result<Answered, CallsError>;

    /// The error when too many calls end the process.
    fn ends_too_often(&self, n_ends: usize, n_calls: usize) -> CallsError;

    /// The error when too many calls are stopped by the clock, the last of them this one.
    fn does_not_return(&self, arguments: &[f64]) -> CallsError;
}

/// What came of a table: the results of the first calls, and how the process ended.
pub(crate) struct Answered {
    pub(crate) answers: Vec<Answer>,
    /// Whether a limit ended the process.
    pub(crate) is_by_limit: bool,
    /// Whether the limit was one of the machine, so that the results so far are not kept.
    pub(crate) is_by_clock: bool,
}

/// The results of all calls.
///
/// Where results are missing, the rest is asked for again: with each result written at once where
/// that is possible, in halves where it is not, until the call is known that ended the process.
pub(crate) fn complete(
    caller: &mut impl Asking,
    arguments: &[f64],
) -> Result<Vec<Answer>, CallsError> {
    let arity = caller.arity();
    let n_calls = arguments.len() / arity;
    let mut results = Vec::with_capacity(n_calls);
    let mut n_at_most = n_calls;
    let mut is_careful = false;
    let (mut n_ends, mut n_stops) = (0, 0);
    while results.len() < n_calls {
        let first = results.len();
        let n_asked = n_at_most.min(n_calls - first);
        let rows = &arguments[first * arity..(first + n_asked) * arity];
        let writes_each = is_careful && caller.can_write_each();
        let answered = caller.ask(rows, writes_each)?;
        let n_answered = answered.answers.len();
        results.extend(answered.answers);
        if n_answered == n_asked {
            n_at_most = n_at_most.saturating_mul(2).min(n_calls);
            is_careful &= n_at_most < n_calls;
            continue;
        }
        let left = &rows[n_answered * arity..];
        if n_asked == 1 || writes_each && !answered.is_by_clock {
            results.push(match answered.is_by_limit {
                true => Answer::OutOfFuel,
                false => Answer::Panicked,
            });
            n_ends += 1;
            n_stops += usize::from(answered.is_by_clock);
            if n_stops > MOST_STOPS {
                return Err(caller.does_not_return(&left[..arity]));
            }
            if n_ends > MOST_ENDS {
                return Err(caller.ends_too_often(n_ends, results.len()));
            }
        } else if caller.can_write_each() && !answered.is_by_clock {
            n_at_most = AFTER_AN_END;
        } else {
            n_at_most = (n_asked - n_answered).div_ceil(2);
        }
        is_careful = true;
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that gives back every argument, with results lost that it had not written yet.
    struct Program {
        can_write_each: bool,
        /// The argument that ends the process.
        deadly: fn(f64) -> bool,
        n_requests: usize,
    }

    impl Asking for Program {
        fn arity(&self) -> usize {
            1
        }

        fn can_write_each(&self) -> bool {
            self.can_write_each
        }

        fn ask(&mut self, arguments: &[f64], writes_each: bool) -> Result<Answered, CallsError> {
            self.n_requests += 1;
            let until = arguments
                .iter()
                .position(|&argument| (self.deadly)(argument));
            let n_answered = match until {
                None => arguments.len(),
                Some(place) if writes_each => place,
                Some(_) => 0,
            };
            let given = arguments[..n_answered].iter();
            Ok(Answered {
                answers: given.map(|&argument| Answer::Number(argument)).collect(),
                is_by_limit: false,
                is_by_clock: false,
            })
        }

        fn ends_too_often(&self, n_ends: usize, n_calls: usize) -> CallsError {
            CallsError::EndsTooOften {
                name: "f".to_owned(),
                n_ends,
                n_calls,
            }
        }

        fn does_not_return(&self, _: &[f64]) -> CallsError {
            unreachable!("no clock ends it")
        }
    }

    #[track_caller]
    fn check(can_write_each: bool, deadly: fn(f64) -> bool, n_requests: usize) {
        let mut program = Program {
            can_write_each,
            deadly,
            n_requests: 0,
        };
        let arguments: Vec<f64> = (0..16).map(f64::from).collect();
        let answers = complete(&mut program, &arguments).unwrap();
        let expected = arguments.iter().map(|&argument| match deadly(argument) {
            true => Answer::Panicked,
            false => Answer::Number(argument),
        });
        assert_eq!(answers, expected.collect::<Vec<_>>());
        assert_eq!(program.n_requests, n_requests);
    }

    #[test]
    fn a_table_without_an_end_is_one_request() {
        check(true, |_| false, 1);
        check(false, |_| false, 1);
    }

    #[test]
    fn a_program_that_writes_each_result_shows_which_call_ended_it() {
        // All, all once more with each result written, and the rest.
        check(true, |x| x == 9.0, 3);
        check(true, |x| x == 0.0 || x == 15.0, 3);
    }

    #[test]
    fn other_programs_are_asked_in_halves() {
        // All 16, 8 of them, 8 more, 4, 2, the ninth, 2, the tenth (it is the one), 1, 2, the rest.
        check(false, |x| x == 9.0, 11);
        // 16, 8, 4, 2, and then one by one.
        check(false, |_| true, 20);
    }

    #[test]
    fn a_process_that_ends_in_every_call_is_given_up() {
        let mut program = Program {
            can_write_each: true,
            deadly: |_| true,
            n_requests: 0,
        };
        let arguments = vec![0.0; 3000];
        let error = complete(&mut program, &arguments).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`f` ended its process in 2001 of 2001 calls, and each costs a process; have it return an error for such arguments, or panic"
        );
    }
}
