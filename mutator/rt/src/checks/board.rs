//! Memory that a copy of the process shares with the program, on which it leaves its verdicts.
#![cfg(unix)]
#![expect(unsafe_code, reason = "the memory is shared between processes")]

use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::sandbox::Verdict;
use super::system;
use crate::probe;

/// Room for verdicts and their texts.
const NOTES: usize = 1 << 18;
/// What notes on tests inside a test leave free, so that every test has room for its own verdict.
const RESERVED: usize = 1 << 17;
/// The most bytes of a text that are kept.
const MOST_TEXT: usize = 1 << 10;
const SIZE: usize = size_of::<Header>() + NOTES + 2 * probe::N_BYTES;

const HOLDS: u8 = 0;
const ALARM: u8 = 1;
const INCONCLUSIVE: u8 = 2;

/// The note of a test that holds: its kind, that it is no inner one, and an empty text.
const HELD: [u8; 6] = [HOLDS, 0, 0, 0, 0, 0];

/// How much there is to read.
#[repr(C)]
struct Header {
    /// Bytes of complete notes.
    n_notes: AtomicU32,
    /// Bytes of each set of the reach probe.
    n_bits: AtomicU32,
    /// Whose turn it is while the copy is told something, in the place of the notes.
    turn: AtomicU32,
    /// Bytes that it is told now.
    n_told: AtomicU32,
}

/// A board; nothing of it is in use before something is written.
#[derive(Debug)]
pub(super) struct Board(*mut u8);

/// What a copy of the process noted.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// The test inside the test that it is about; `None` for the test itself.
    pub inner: Option<Inner>,
    pub verdict: Verdict,
}

/// A test inside a test.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Inner {
    pub index: u32,
    pub function: u32,
    pub call: u64,
    pub name: String,
}

// SAFETY: a board is memory that all threads see, and it has one user at a time.
unsafe impl Send for Board {}

/// The board that was given back last; a program with one thread needs no other.
static AT_HAND: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// Other boards that nobody uses now; as many as there were copies at once.
static FREE: Mutex<Vec<Board>> = Mutex::new(Vec::new());

/// The board of this process when it is a copy.
static OWN: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// The board that this process answers on, if it is a copy.
pub(super) fn own() -> Option<Board> {
    let start = OWN.load(Ordering::Relaxed);
    (!start.is_null()).then_some(Board(start))
}

impl Board {
    /// One that nobody uses, with nothing on it; `None` when there is no memory to share.
    pub(super) fn borrow() -> Option<Self> {
        let at_hand = AT_HAND.swap(std::ptr::null_mut(), Ordering::Acquire);
        let board = if at_hand.is_null() {
            let free = FREE.lock().unwrap_or_else(PoisonError::into_inner).pop();
            free.map_or_else(|| system::share(SIZE).map(Self), Some)?
        } else {
            Self(at_hand)
        };
        board.clear();
        Some(board)
    }

    /// Gives it back to be used again.
    pub(super) fn give_back(self) {
        let other = AT_HAND.swap(self.0, Ordering::Release);
        if !other.is_null() {
            let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
            free.push(Self(other));
        }
    }

    /// Makes it the one that this process answers on.
    pub(super) fn be_own(&self) {
        OWN.store(self.0, Ordering::Relaxed);
    }

    /// Forgets what is on it.
    pub(super) fn clear(&self) {
        let header = self.header();
        header.n_notes.store(0, Ordering::Relaxed);
        header.n_bits.store(0, Ordering::Relaxed);
        header.turn.store(0, Ordering::Relaxed);
        header.n_told.store(0, Ordering::Relaxed);
    }

    /// Whose turn it is to tell or to hear.
    pub(super) fn turn(&self) -> &AtomicU32 {
        &self.header().turn
    }

    /// Adds to what the copy, which has noted nothing yet, is told; what there is no room for is left.
    pub(super) fn add_told<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let n_told = self.header().n_told.load(Ordering::Relaxed) as usize;
        let (now, later) = bytes.split_at(bytes.len().min(NOTES - n_told));
        self.write(size_of::<Header>() + n_told, now);
        let n_told = (n_told + now.len()) as u32;
        self.header().n_told.store(n_told, Ordering::Relaxed);
        later
    }

    /// Lets the copy be told more.
    pub(super) fn clear_told(&self) {
        self.header().n_told.store(0, Ordering::Relaxed);
    }

    /// What the copy is told now.
    pub(super) fn told(&self) -> &[u8] {
        let n_told = self.header().n_told.load(Ordering::Relaxed) as usize;
        self.bytes(size_of::<Header>(), n_told.min(NOTES))
    }

    /// Notes a verdict, and what was reached so far.
    pub(super) fn add(&self, inner: Option<&Inner>, verdict: &Verdict) {
        // Nearly every test holds, and every page that a copy writes to costs a copy of that page.
        if inner.is_none() && *verdict == Verdict::Holds {
            self.push(&HELD, NOTES);
            return self.add_bits();
        }
        let (kind, text) = match verdict {
            Verdict::Holds => (HOLDS, ""),
            Verdict::Alarm(text) => (ALARM, text.as_str()),
            Verdict::Inconclusive(text) => (INCONCLUSIVE, text.as_str()),
        };
        let mut note = vec![kind, u8::from(inner.is_some())];
        if let Some(inner) = inner {
            note.extend_from_slice(&inner.index.to_le_bytes());
            note.extend_from_slice(&inner.function.to_le_bytes());
            note.extend_from_slice(&inner.call.to_le_bytes());
            push_text(&mut note, &inner.name);
        }
        push_text(&mut note, text);
        let room = if inner.is_some() {
            NOTES - RESERVED
        } else {
            NOTES
        };
        self.push(&note, room);
        self.add_bits();
    }

    /// Adds a note, if there is room for it.
    fn push(&self, note: &[u8], room: usize) {
        let used = self.header().n_notes.load(Ordering::Relaxed) as usize;
        if used + note.len() <= room {
            self.write(size_of::<Header>() + used, note);
            // Only now it counts: a process that ends half-way leaves nothing to misread.
            let n_notes = (used + note.len()) as u32;
            self.header().n_notes.store(n_notes, Ordering::Release);
        }
    }

    /// Whether the one thing that was noted is that a test holds, with nothing reached.
    pub(super) fn only_holds(&self) -> bool {
        let header = self.header();
        let n_notes = header.n_notes.load(Ordering::Acquire) as usize;
        header.n_bits.load(Ordering::Acquire) == 0
            && n_notes == HELD.len()
            && self.bytes(size_of::<Header>(), n_notes) == HELD
    }

    /// Everything that was noted; what was reached goes into the probe.
    pub(super) fn read(&self) -> Vec<Note> {
        let header = self.header();
        let n_bits = header.n_bits.load(Ordering::Acquire) as usize;
        if n_bits > 0 {
            let bits = self.bytes(size_of::<Header>() + NOTES, 2 * n_bits);
            let (reached, infected) = bits.split_at(n_bits);
            probe::add_bits(reached, infected);
        }
        let n_notes = header.n_notes.load(Ordering::Acquire) as usize;
        notes(self.bytes(size_of::<Header>(), n_notes))
    }

    fn add_bits(&self) {
        let (reached, infected) = probe::bits();
        if reached.is_empty() {
            return;
        }
        let place = size_of::<Header>() + NOTES;
        self.write(place, &reached);
        self.write(place + reached.len(), &infected);
        let n_bits = reached.len() as u32;
        self.header().n_bits.store(n_bits, Ordering::Release);
    }

    fn header(&self) -> &Header {
        // SAFETY: the memory is there as long as the board, starts at a page, and zeros are a header.
        unsafe { &*self.0.cast() }
    }

    /// Both places are within the board: notes are as many as fit, and bits as many as the probe has.
    fn write(&self, place: usize, bytes: &[u8]) {
        // SAFETY: as above, and nobody reads before the writer has ended or counted it.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.0.add(place), bytes.len()) };
    }

    fn bytes(&self, place: usize, length: usize) -> &[u8] {
        let length = length.min(SIZE - place);
        // SAFETY: it is within the board, and whoever wrote there has ended.
        unsafe { std::slice::from_raw_parts(self.0.add(place), length) }
    }
}

fn push_text(note: &mut Vec<u8>, text: &str) {
    let mut length = text.len().min(MOST_TEXT);
    while !text.is_char_boundary(length) {
        length -= 1;
    }
    note.extend_from_slice(&(length as u32).to_le_bytes());
    note.extend_from_slice(&text.as_bytes()[..length]);
}

/// All notes of which nothing is missing.
fn notes(mut bytes: &[u8]) -> Vec<Note> {
    let mut notes = Vec::new();
    while let Some(note) = take_note(&mut bytes) {
        notes.push(note);
    }
    notes
}

fn take_note(bytes: &mut &[u8]) -> Option<Note> {
    let [kind, is_inner] = take(bytes)?;
    let inner = match is_inner {
        0 => None,
        _ => Some(Inner {
            index: u32::from_le_bytes(take(bytes)?),
            function: u32::from_le_bytes(take(bytes)?),
            call: u64::from_le_bytes(take(bytes)?),
            name: take_text(bytes)?,
        }),
    };
    let text = take_text(bytes)?;
    let verdict = match kind {
        HOLDS => Verdict::Holds,
        ALARM => Verdict::Alarm(text),
        INCONCLUSIVE => Verdict::Inconclusive(text),
        _ => return None,
    };
    Some(Note { inner, verdict })
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}

fn take_text(bytes: &mut &[u8]) -> Option<String> {
    let length = u32::from_le_bytes(take(bytes)?) as usize;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(String::from_utf8_lossy(text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alarm(text: &str) -> Verdict {
        Verdict::Alarm(text.to_owned())
    }

    #[test]
    fn what_is_noted_is_read() {
        let board = Board::borrow().unwrap();
        let inner = || Inner {
            index: 1,
            function: 2,
            call: 3,
            name: "a".to_owned(),
        };
        board.add(Some(&inner()), &alarm("b"));
        board.add(None, &Verdict::Holds);
        let noted = [
            Note {
                inner: Some(inner()),
                verdict: alarm("b"),
            },
            Note {
                inner: None,
                verdict: Verdict::Holds,
            },
        ];
        assert_eq!(board.read(), noted);
        board.clear();
        assert_eq!(board.read(), []);
        board.give_back();
    }

    #[test]
    fn long_texts_are_cut_and_inner_notes_leave_room() {
        let board = Board::borrow().unwrap();
        let text = "ä".repeat(MOST_TEXT);
        let inner = Inner {
            index: 0,
            function: 0,
            call: 0,
            name: String::new(),
        };
        for _ in 0..1000 {
            board.add(Some(&inner), &alarm(&text));
        }
        board.add(None, &alarm(&text));
        let notes = board.read();
        let last = notes.last().unwrap();
        assert_eq!(last.inner, None);
        assert_eq!(last.verdict, alarm(&"ä".repeat(MOST_TEXT / 2)));
        board.give_back();
    }

    #[test]
    fn a_note_that_is_cut_short_is_not_read() {
        let note = b"\x01\0\x02\0\0\0no";
        let read = |length: usize| notes(&note[..length]);
        assert_eq!(read(note.len())[0].verdict, alarm("no"));
        for length in 0..note.len() {
            assert_eq!(read(length), []);
        }
    }
}
