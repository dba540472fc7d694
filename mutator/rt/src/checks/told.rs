//! How a copy of the process, made before a call, is told what the call returned.
//!
//! Both sides write to the board that they share, in turn, so that a result of any length fits and a
//! short one, told before the copy has even begun to run, needs no waiting at all.
#![cfg(unix)]

use std::borrow::Cow;
use std::ffi::c_int;
use std::sync::atomic::Ordering;

use super::board::Board;
use super::system::{self, End};
use super::word;

/// The program may write.
const TELLS: u32 = 0;
/// The copy may read, and there is more to come.
const HEARS: u32 = 1;
/// The copy may read, and that is all.
const HEARS_LAST: u32 = 2;

/// Tells a copy of the process something, piece by piece.
///
/// Pieces go straight to the board: memory of the program's own would be copied when it is written to.
pub(super) struct Teller<'a> {
    board: &'a Board,
    child: c_int,
    /// How the copy ended, where it did not live to hear everything.
    end: Option<End>,
}

impl<'a> Teller<'a> {
    pub(super) fn new(board: &'a Board, child: c_int) -> Self {
        let end = None;
        Self { board, child, end }
    }

    /// Tells one piece.
    pub(super) fn tell(&mut self, mut piece: &[u8]) {
        loop {
            piece = self.board.add_told(piece);
            if piece.is_empty() || self.end.is_some() {
                return;
            }
            self.pass_turn(HEARS);
            self.end = self.wait_for_turn();
            self.board.clear_told();
        }
    }

    /// Lets the copy know that this was all; how it ended, where it did not live to hear everything.
    pub(super) fn finish(self) -> Option<End> {
        self.pass_turn(HEARS_LAST);
        self.end
    }

    fn pass_turn(&self, whose: u32) {
        let turn = self.board.turn();
        turn.store(whose, Ordering::Release);
        word::wake(turn);
    }

    fn wait_for_turn(&self) -> Option<End> {
        let turn = self.board.turn();
        while turn.load(Ordering::Acquire) != TELLS {
            word::wait_while(turn, HEARS);
            let end = match turn.load(Ordering::Acquire) {
                TELLS => None,
                _ => system::end_so_far(self.child),
            };
            if end.is_some() {
                return end;
            }
        }
        None
    }
}

/// What the program, whose number it is, tells this copy; `None` when it ended without a word.
///
/// It may be on the board, where it is until the copy notes something.
pub(super) fn hear(board: &Board, program: u32) -> Option<Cow<'_, [u8]>> {
    let turn = board.turn();
    let mut heard = Cow::Borrowed([].as_slice());
    loop {
        match turn.load(Ordering::Acquire) {
            TELLS => {
                word::wait_while(turn, TELLS);
                // Whoever takes over the copies of a program that is gone has another number.
                if turn.load(Ordering::Acquire) == TELLS && system::parent() != program {
                    return None;
                }
            }
            HEARS_LAST if heard.is_empty() => return Some(Cow::Borrowed(board.told())),
            whose => {
                heard.to_mut().extend_from_slice(board.told());
                if whose == HEARS_LAST {
                    return Some(heard);
                }
                turn.store(TELLS, Ordering::Release);
                word::wake(turn);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::system::Side;

    /// Tells a copy of the process this, in two pieces; how the copy ended.
    fn told(board: &Board, child: c_int, bytes: &[u8]) -> Option<End> {
        let mut teller = Teller::new(board, child);
        let (first, second) = bytes.split_at(bytes.len() / 3);
        teller.tell(first);
        teller.tell(second);
        teller.finish().or_else(|| system::wait(child))
    }

    /// Has a copy of the process hear this and compare it with what it should hear.
    #[track_caller]
    fn check(bytes: &[u8]) {
        let board = Board::borrow().unwrap();
        let program = std::process::id();
        match system::copy_process().unwrap() {
            Side::Child => {
                if hear(&board, program).as_deref() != Some(bytes) {
                    std::process::abort();
                }
                system::leave()
            }
            Side::Parent(child) => {
                assert_eq!(told(&board, child, bytes), Some(End::Exited(0)));
            }
        }
        board.give_back();
    }

    #[test]
    fn what_is_told_is_heard_however_long_it_is() {
        check(b"");
        check(b"short");
        let long: Vec<u8> = (0..1_000_003_u32).map(|n| (n % 251) as u8).collect();
        check(&long[..1 << 18]);
        check(&long);
    }

    #[test]
    fn a_copy_that_ends_is_not_told_for_ever() {
        let board = Board::borrow().unwrap();
        match system::copy_process().unwrap() {
            Side::Child => std::process::abort(),
            Side::Parent(child) => {
                let end = told(&board, child, &vec![0; 1 << 20]);
                assert_eq!(end, Some(End::Killed(6)));
            }
        }
        board.give_back();
    }

    #[test]
    fn a_copy_of_a_program_that_is_gone_hears_nothing() {
        let board = Board::borrow().unwrap();
        // No process has the number of one that cannot be a parent.
        assert_eq!(hear(&board, u32::MAX), None);
        board.give_back();
    }
}
