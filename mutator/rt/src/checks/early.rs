//! Copies of the process that are made before a call, so that a test sees all as the call found it.
#![cfg(unix)]

use std::ffi::c_int;

use super::board::Board;
use super::call::{Check, Sandbox};
use super::carry::{Carried, Carry};
use super::draws::{Draws, Since};
use super::sandbox::Verdict;
use super::system::{self, Side};
use super::told::{self, Teller};
use super::{fork, tally};

/// A copy of the process that waits to be told what the call returned.
#[derive(Debug)]
pub struct Early {
    check: &'static Check,
    function: u32,
    call: u64,
    /// From where on the call draws what the copy is told too.
    since: Since,
    child: c_int,
    board: Option<Board>,
}

impl Early {
    /// Copies the process; the copy runs the test when it is told the result, and never returns.
    pub(super) fn start(
        check: &'static Check,
        (function, call): (u32, u64),
        since: Since,
        test: impl FnOnce(Carried<'_>, Draws) -> Verdict,
    ) -> Option<Self> {
        let fail = |text: &str| {
            tally::note(
                check,
                function,
                call,
                Verdict::Inconclusive(text.to_owned()),
            );
            None
        };
        let Some(board) = Board::borrow() else {
            return fail("no memory can be shared");
        };
        let (memory, _) = fork::memory_of_copy();
        let program = std::process::id();
        match system::copy_process() {
            None => {
                board.give_back();
                fail("the process cannot be copied")
            }
            Some(Side::Child) => {
                board.be_own();
                let Some(told) = told::hear(&board, program) else {
                    system::leave()
                };
                fork::become_child(&board, check.sandbox == Sandbox::Pod, memory);
                let (carried, draws) = Carried::new(told);
                board.add(None, &test(carried, draws));
                system::leave()
            }
            Some(Side::Parent(child)) => Some(Self {
                check,
                function,
                call,
                since,
                child,
                board: Some(board),
            }),
        }
    }

    /// Tells the copy what the call drew and returned, and notes what the test says.
    pub fn finish<T: Carry>(mut self, result: &T) {
        let Some(board) = self.board.take() else {
            return;
        };
        let mut teller = Teller::new(&board, self.child);
        let mut tell = |piece: &[u8]| teller.tell(piece);
        self.since.draws().put(&mut tell);
        result.put(&mut tell);
        let is_pod = self.check.sandbox == Sandbox::Pod;
        let end = match teller.finish() {
            None => fork::wait_for(self.child, is_pod),
            end => end,
        };
        let verdict = if board.only_holds() {
            Verdict::Holds
        } else {
            fork::verdicts(&board, end, 1).remove(0)
        };
        tally::note(self.check, self.function, self.call, verdict);
        board.give_back();
    }
}

impl Drop for Early {
    fn drop(&mut self) {
        // The call unwound: without a result there is nothing to test.
        if let Some(board) = self.board.take() {
            system::end_process(self.child);
            fork::wait_for(self.child, self.check.sandbox == Sandbox::Pod);
            board.give_back();
        }
    }
}
