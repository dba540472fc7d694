//! Many inputs in one process: `main` is called for one after the other, each as if it were alone.
//!
//! What a process has besides its memory is set before each call: the arguments, the working folder,
//! the variables that name it, and the fuel. What `main` prints goes where it would go alone; how far
//! the streams are after each call tells whose it is. A call that ends the process in any way ends the
//! batch: the harness sees how far it came, and runs the rest again.
#![expect(
    unsafe_code,
    reason = "the standard library reads the arguments from where the system has put them, and nowhere else can they be changed"
)]

use std::ffi::{CString, c_char, c_int};
use std::fs::File;
use std::io::Write as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::{ExitCode, Termination};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::{fuel, report};

/// The file that is written beside the orders: what has become of each input.
const ANSWERS: &str = "killrate.answers";
/// The exit code of a program that panicked.
const PANIC_CODE: u8 = 101;
/// What the standard library says below the first panic of a process.
const NOTE: &str =
    "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";

/// What there is to do, until `main` is called for the first time.
static BATCH: Mutex<Option<Batch>> = Mutex::new(None);

/// Whether no call of `main` has panicked yet, and whether this one has not.
static IS_FIRST_OF_PROCESS: AtomicBool = AtomicBool::new(true);
static IS_FIRST_OF_CALL: AtomicBool = AtomicBool::new(true);

/// The inputs of a batch, and what they need.
struct Batch {
    inputs: Vec<Input>,
    answers: File,
    arguments: Arguments,
}

/// What is different for each input.
struct Input {
    folder: CString,
    fuel: u64,
    /// Without the name of the program.
    arguments: Vec<CString>,
}

/// Where the system has put the arguments.
#[derive(Clone, Copy)]
pub(crate) struct Arguments {
    pub(crate) count: c_int,
    pub(crate) place: *mut *mut c_char,
}

// SAFETY: the place is that of the process, and nobody else writes there.
unsafe impl Send for Arguments {}

unsafe extern "C" {
    fn setenv(name: *const c_char, value: *const c_char, overwrites: c_int) -> c_int;
    fn chdir(path: *const c_char) -> c_int;
    fn lseek(handle: c_int, offset: i64, whence: c_int) -> i64;
}

/// Reads what there is to do; whether it makes sense.
pub(crate) fn open(path: &str, arguments: Arguments) -> bool {
    // Only the C library of GNU tells code that runs before `main` where the arguments are.
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        return false;
    }
    let orders = std::fs::read(path).ok().and_then(|orders| read(&orders));
    let answers = File::create(Path::new(path).with_file_name(ANSWERS));
    let (Some(inputs), Ok(answers)) = (orders, answers) else {
        return false;
    };
    // The program's own name comes first.
    let most = inputs.iter().map(|input| input.arguments.len() + 1).max();
    if most > usize::try_from(arguments.count).ok() {
        return false;
    }
    *BATCH.lock().unwrap_or_else(PoisonError::into_inner) = Some(Batch {
        inputs,
        answers,
        arguments,
    });
    true
}

/// Calls `main` for every input of the batch and ends the process, if there is a batch.
///
/// Called at the beginning of `main` itself, which is called by this again.
pub fn serve<T: Termination>(main: fn() -> T) {
    let batch = BATCH.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(mut batch) = batch else { return };
    complete_panics();
    for input in &batch.inputs {
        set_up(input, batch.arguments);
        let ended = panic::catch_unwind(AssertUnwindSafe(|| main().report()));
        let code = ended.map_or(PANIC_CODE, code_of);
        // As at the end of a process: what cannot be written is lost.
        let _ = std::io::stdout().flush();
        let mut answer = vec![code];
        answer.extend(fuel::burnt().to_le_bytes());
        for stream in [1, 2] {
            // SAFETY: asks where a stream is and changes nothing.
            let end = unsafe { lseek(stream, 0, 1) };
            answer.extend(end.to_le_bytes());
        }
        if batch.answers.write_all(&answer).is_err() {
            break;
        }
    }
    report::leave(0)
}

/// Makes the process what it would be if this were its only input.
fn set_up(input: &Input, arguments: Arguments) {
    for (index, argument) in (1..).zip(&input.arguments) {
        // SAFETY: `open` has seen that there is so much room, and whoever reads only reads the text,
        // which lives as long as the process.
        unsafe { *arguments.place.add(index) = argument.as_ptr().cast_mut() };
    }
    let n_arguments = input.arguments.len() + 1;
    if usize::try_from(arguments.count).is_ok_and(|count| n_arguments < count) {
        // SAFETY: as above; the standard library stops at this.
        unsafe { *arguments.place.add(n_arguments) = std::ptr::null_mut() };
    }
    // SAFETY: the texts end in a null character, and there is one thread.
    let is_set = unsafe {
        setenv(c"HOME".as_ptr(), input.folder.as_ptr(), 1) == 0
            && setenv(c"TMPDIR".as_ptr(), input.folder.as_ptr(), 1) == 0
            && chdir(input.folder.as_ptr()) == 0
    };
    if !is_set {
        report::leave(0);
    }
    // SAFETY: there is one thread.
    unsafe { fuel::start_over(input.fuel) };
    IS_FIRST_OF_CALL.store(true, Ordering::Relaxed);
}

/// Lets the first panic of each call say what the first panic of a process says.
fn complete_panics() {
    let standard = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        standard(info);
        let is_first_of_call = IS_FIRST_OF_CALL.swap(false, Ordering::Relaxed);
        let is_first_of_process = IS_FIRST_OF_PROCESS.swap(false, Ordering::Relaxed);
        if is_first_of_call && !is_first_of_process {
            let _ = std::io::stderr().write_all(NOTE.as_bytes());
        }
    }));
}

/// The number that stands for how a program says that it ended.
fn code_of(code: ExitCode) -> u8 {
    let mut numbers = 0..=u8::MAX;
    let is_same = |&number: &u8| ExitCode::from(number) == code;
    numbers.find(is_same).unwrap_or(PANIC_CODE)
}

/// The inputs of a file of orders: for each its fuel, its folder, the number of its arguments and these.
/// Numbers have eight bytes, little-endian, and texts their length before them.
fn read(mut orders: &[u8]) -> Option<Vec<Input>> {
    let mut inputs = Vec::new();
    while !orders.is_empty() {
        let fuel = number(&mut orders)?;
        let folder = text(&mut orders)?;
        let n_arguments = number(&mut orders)?;
        let arguments = (0..n_arguments).map(|_| text(&mut orders));
        inputs.push(Input {
            folder,
            fuel,
            arguments: arguments.collect::<Option<_>>()?,
        });
    }
    Some(inputs)
}

fn number(rest: &mut &[u8]) -> Option<u64> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u64::from_le_bytes(*bytes))
}

fn text(rest: &mut &[u8]) -> Option<CString> {
    let length = usize::try_from(number(rest)?).ok()?;
    let (text, after) = rest.split_at_checked(length)?;
    *rest = after;
    CString::new(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two inputs, the second without arguments.
    fn orders() -> Vec<u8> {
        let text = |text: &str| [&(text.len() as u64).to_le_bytes(), text.as_bytes()].concat();
        [
            7_u64.to_le_bytes().to_vec(),
            text("/runs/1"),
            2_u64.to_le_bytes().to_vec(),
            text("--a"),
            text(""),
            u64::MAX.to_le_bytes().to_vec(),
            text("/runs/2"),
            0_u64.to_le_bytes().to_vec(),
        ]
        .concat()
    }

    #[test]
    fn orders_are_read_and_what_is_cut_short_is_not() {
        let inputs = read(&orders()).unwrap();
        assert_eq!(
            (inputs.len(), inputs[0].fuel, inputs[1].fuel),
            (2, 7, u64::MAX)
        );
        assert_eq!(inputs[0].folder.as_c_str(), c"/runs/1");
        assert_eq!(inputs[0].arguments, [c"--a".to_owned(), c"".to_owned()]);
        assert!(inputs[1].arguments.is_empty());
        let of_one = orders().len() - 31;
        for length in (1..orders().len()).filter(|&length| length != of_one) {
            assert!(read(&orders()[..length]).is_none(), "{length}");
        }
    }

    #[test]
    fn exit_codes_are_those_of_the_program() {
        assert_eq!(code_of(ExitCode::SUCCESS), 0);
        assert_eq!(code_of(ExitCode::FAILURE), 1);
        assert_eq!(code_of(ExitCode::from(255)), 255);
    }
}
