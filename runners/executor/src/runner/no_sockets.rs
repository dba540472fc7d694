//! A filter of system calls for the tier `landlock`: no Unix sockets.
//!
//! The kernel's rules of that tier know files and TCP, but neither paths nor names of Unix sockets (the
//! latter since Linux 6.12), and a filter cannot see the path that a program connects to. What it can
//! see is that a socket is made. Without one a program reaches nobody; pairs of sockets between its
//! own processes stay, unless they are of the kind that can be connected once more.

#![expect(unsafe_code, reason = "nobody here wraps putting a filter in force")]

use std::io;
use std::mem::offset_of;

use libc::{c_long, sock_filter, sock_fprog};

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: Option<u32> = Some(0xc000_003e);
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: Option<u32> = Some(0xc000_00b7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: Option<u32> = None;

/// From here on numbers of calls are those of the same processor with short pointers.
const OTHER_NUMBERS: u32 = 0x4000_0000;
/// The bits of a socket's type that are its kind.
const KINDS: u32 = 0xf;

const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
const AND: u32 = libc::BPF_ALU | libc::BPF_AND | libc::BPF_K;
const IF_EQUAL: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
const IF_AT_LEAST: u32 = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
const RETURN: u32 = libc::BPF_RET | libc::BPF_K;

/// From now on this process and all that it starts can make no Unix socket.
///
/// Fails where the filter cannot be in force, so that the tier does not promise what it does not hold.
pub(crate) fn forbid() -> io::Result<()> {
    let architecture = ARCHITECTURE.ok_or(io::ErrorKind::Unsupported)?;
    let mut filter = filter(architecture);
    let program = sock_fprog {
        len: filter.len() as u16,
        filter: filter.as_mut_ptr(),
    };
    // SAFETY: The program lives as long as the call, which copies it.
    let result = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            0,
            &raw const program,
        )
    };
    match result {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

fn filter(architecture: u32) -> [sock_filter; 19] {
    let number = offset_of!(libc::seccomp_data, nr);
    let arch = offset_of!(libc::seccomp_data, arch);
    let arguments = offset_of!(libc::seccomp_data, args);
    // The kernel looks at the lower half of these arguments, which comes first.
    let (family, kind) = (arguments, arguments + size_of::<u64>());
    let call = |number: c_long| number as u32;
    let unknown = error(libc::ENOSYS);
    [
        // 32-bit programs would come by other numbers; one that has none of its calls does nothing.
        load(arch),
        when(IF_EQUAL, architecture, 1, 0),
        unknown,
        load(number),
        when(IF_AT_LEAST, OTHER_NUMBERS, 0, 1),
        unknown,
        // It makes sockets without a call that could be seen here.
        when(IF_EQUAL, call(libc::SYS_io_uring_setup), 0, 1),
        unknown,
        when(IF_EQUAL, call(libc::SYS_socket), 2, 0),
        when(IF_EQUAL, call(libc::SYS_socketpair), 3, 0),
        then(RETURN, libc::SECCOMP_RET_ALLOW),
        // socket
        load(family),
        when(IF_EQUAL, libc::AF_UNIX as u32, 4, 5),
        // socketpair
        load(kind),
        then(AND, KINDS),
        when(IF_EQUAL, libc::SOCK_STREAM as u32, 2, 0),
        when(IF_EQUAL, libc::SOCK_SEQPACKET as u32, 1, 0),
        error(libc::EACCES),
        then(RETURN, libc::SECCOMP_RET_ALLOW),
    ]
}

fn load(offset: usize) -> sock_filter {
    then(LOAD, offset as u32)
}

fn error(number: i32) -> sock_filter {
    then(RETURN, libc::SECCOMP_RET_ERRNO | number as u32)
}

fn then(code: u32, k: u32) -> sock_filter {
    when(code, k, 0, 0)
}

/// How many instructions are skipped when it is so, and when not.
fn when(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    let code = code as u16;
    sock_filter { code, jt, jf, k }
}
