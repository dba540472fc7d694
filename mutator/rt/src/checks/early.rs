//! Copies of the process that are made before a call, so that a test sees all as the call found it.
#![cfg(unix)]

use std::ffi::c_int;

use super::board::Board;
use super::call::{Check, Sandbox};
use super::carry::{Carried, Carry};
use super::sandbox::Verdict;
use super::system::{self, Side};
use super::{fork, tally};

/// A copy of the process that waits to be told what the call returned.
#[derive(Debug)]
pub struct Early {
    check: &'static Check,
    function: u32,
    call: u64,
    child: c_int,
    /// Where the copy is told; -1 when it was.
    question: c_int,
    board: Option<Board>,
}

impl Early {
    /// Copies the process; the copy runs the test when it is told the result, and never returns.
    pub(super) fn start(
        check: &'static Check,
        (function, call): (u32, u64),
        test: impl FnOnce(Carried) -> Verdict,
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
        let Some((answer, question)) = system::new_pipe() else {
            board.give_back();
            return fail("no pipe can be had");
        };
        let (memory, _) = fork::memory_of_copy();
        match system::copy_process() {
            None => {
                system::shut(answer);
                system::shut(question);
                board.give_back();
                fail("the process cannot be copied")
            }
            Some(Side::Child) => {
                system::shut(question);
                board.be_own();
                let mut told = Vec::new();
                let mut buffer = [0; 4096];
                while let Some(n_read) = system::read_some(answer, &mut buffer) {
                    told.extend_from_slice(&buffer[..n_read]);
                }
                // A call that did not return tells nothing.
                if told.is_empty() {
                    system::leave();
                }
                fork::become_child(&board, check.sandbox == Sandbox::Pod, memory);
                board.add(None, &test(Carried::new(told)));
                system::leave()
            }
            Some(Side::Parent(child)) => {
                system::shut(answer);
                Some(Self {
                    check,
                    function,
                    call,
                    child,
                    question,
                    board: Some(board),
                })
            }
        }
    }

    /// Tells the copy what the call returned, and notes what the test says.
    pub fn finish<T: Carry>(mut self, result: &T) {
        // The first byte says that there is a result, which may take no bytes itself.
        let mut told = vec![1];
        result.put(&mut told);
        system::write_all(self.question, &told);
        self.shut();
        let end = fork::wait_for(self.child, self.check.sandbox == Sandbox::Pod);
        if let Some(board) = self.board.take() {
            for verdict in fork::verdicts(&board, end, 1) {
                tally::note(self.check, self.function, self.call, verdict);
            }
            board.give_back();
        }
    }

    fn shut(&mut self) {
        if self.question >= 0 {
            system::shut(self.question);
            self.question = -1;
        }
    }
}

impl Drop for Early {
    fn drop(&mut self) {
        self.shut();
        // The call unwound: without a result there is nothing to test.
        if let Some(board) = self.board.take() {
            system::end_process(self.child);
            fork::wait_for(self.child, self.check.sandbox == Sandbox::Pod);
            board.give_back();
        }
    }
}
