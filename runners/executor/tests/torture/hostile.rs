//! The hostile programs.

use std::fs;
use std::hint::black_box;
use std::io::{self, Read as _, Write as _};
use std::net::{TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener, UnixStream};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What a terminal would obey: it would clear the screen, call the window something, hide a line and
/// turn what follows around.
pub(crate) const ESCAPES: &str = "\u{1b}[2J\u{1b}]0;yours\u{7}hidden\r\u{9b}31mred\u{202e}\0\n";

/// Is the hostile program of this name.
pub(crate) fn be(name: &str, arguments: &[&str]) {
    match (name, arguments) {
        ("looper", []) => loop {
            black_box(());
        },
        ("recurser", []) => drop(black_box(recurse(1))),
        ("hoarder", []) => {
            let mut hoard = Vec::new();
            loop {
                hoard.push(black_box(vec![1_u8; 1 << 20]));
            }
        }
        ("fork-bomb", [n_processes]) => {
            // Of a bomb without an end, a failure of what is tested would end the machine.
            let n_others = n_processes.parse::<u32>().unwrap() - 1;
            let halves = [n_others / 2, n_others - n_others / 2];
            for half in halves.into_iter().filter(|&half| half > 0) {
                let _ = myself(&["fork-bomb", &half.to_string()]).spawn();
            }
            std::thread::sleep(Duration::from_secs(10));
        }
        ("folder-filler", []) => {
            // Each file is within its limit, and there is an end when nobody sets one.
            for number in 0..2000 {
                let file = fs::write(number.to_string(), vec![b'x'; 1 << 19]);
                if let Err(error) = file {
                    println!("{:?}", error.kind());
                    return;
                }
            }
        }
        ("gambler", []) => {
            let draw = || {
                let mut bytes = [0; 16];
                fs::File::open("/dev/urandom")
                    .unwrap()
                    .read_exact(&mut bytes)
                    .unwrap();
                bytes
            };
            let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
            let (start, first) = (now(), draw());
            while now() == start {}
            println!("the clock moves: {}", now() > start);
            println!("draws differ: {}", draw() != first);
        }
        ("disk-filler", [path]) => {
            let mut file = fs::File::create(path).unwrap();
            loop {
                file.write_all(&[b'x'; 1 << 16]).unwrap();
            }
        }
        ("printer", []) => {
            for _ in 0..1 << 14 {
                std::io::stdout().write_all(&[b'x'; 1 << 16]).unwrap();
            }
        }
        ("complainer", []) => {
            for _ in 0..1 << 14 {
                std::io::stderr().write_all(&[b'x'; 1 << 16]).unwrap();
            }
        }
        ("shouter", []) => {
            std::io::stdout().write_all(ESCAPES.as_bytes()).unwrap();
            std::io::stderr().write_all(ESCAPES.as_bytes()).unwrap();
        }
        ("stretcher", []) => {
            // A file with a size and nothing in it takes no room.
            let file = fs::File::create("stretched").unwrap();
            file.set_len(1 << 40).unwrap();
        }
        ("linker", []) => {
            // In place of outputs; whoever reads them reads for ever, or waits.
            std::os::unix::fs::symlink("/dev/zero", "endless").unwrap();
            std::os::unix::fs::symlink("/dev/stdin", "linked").unwrap();
            let mode = rustix::fs::Mode::from_raw_mode(0o600);
            rustix::fs::mkfifoat(rustix::fs::CWD, "waiting", mode).unwrap();
            println!("linked");
        }
        ("replacer", [path]) => {
            fs::write("own", "#!/bin/sh\necho replaced\n").unwrap();
            let open = || fs::File::options().write(true).open(path);
            for is_done in [
                open().and_then(|mut file| file.write_all(b"#!")).is_ok(),
                open().and_then(|file| file.set_len(0)).is_ok(),
                fs::File::create(path).is_ok(),
                fs::rename("own", path).is_ok(),
                fs::remove_file(path).is_ok(),
            ] {
                println!("{}", if is_done { "done" } else { "refused" });
            }
        }
        ("reader", []) => {
            let n_bytes = std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
            println!("{n_bytes} bytes");
        }
        ("aborter", []) => std::process::abort(),
        ("exiter", [code]) => std::process::exit(code.parse().unwrap()),
        // SAFETY: None, which is the point: the processor does not let it happen.
        ("segfaulter", []) => unsafe { black_box(std::ptr::null_mut::<u8>()).write_volatile(1) },
        ("sleeper", []) => sleep(),
        ("ignorer", []) => {
            for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGXCPU] {
                // SAFETY: Ignoring a signal runs no code.
                unsafe { libc::signal(signal, libc::SIG_IGN) };
            }
            sleep();
        }
        ("escapee", [name]) => {
            // A child of a child, of another session, that nobody waits for and that has neither the
            // folder nor the environment of the run.
            assert!(myself(&["escapee-child", name]).status().unwrap().success());
            println!("escaped");
        }
        ("escapee-child", [name]) => {
            rustix::process::setsid().unwrap();
            let mut escaped = myself(&["escaped", name]);
            drop(escaped.env_clear().current_dir("/").spawn().unwrap());
        }
        ("escaped", [_]) => sleep(),
        ("panicker", []) => panic!("as it should"),
        ("dialler", [tcp, udp, unix]) => {
            let name = SocketAddr::from_abstract_name(unix).unwrap();
            let local = UdpSocket::bind("0.0.0.0:0").unwrap();
            println!("{:?}", TcpStream::connect(tcp).map_err(|e| e.kind()).err());
            println!("{:?}", local.send_to(b"x", udp).map_err(|e| e.kind()).err());
            let unix = UnixStream::connect_addr(&name);
            println!("{:?}", unix.map_err(|e| e.kind()).err());
        }
        ("caller", [name, paths @ ..]) => {
            let show = |result: io::Result<()>| println!("{:?}", result.map_err(|e| e.kind()));
            for path in paths {
                show(UnixStream::connect(path).map(drop));
                show(UnixDatagram::unbound().and_then(|one| one.send_to(b"x", path).map(drop)));
                // A socket that nobody has to make anew.
                show(UnixDatagram::pair().and_then(|(one, _)| one.connect(path)));
            }
            let name = SocketAddr::from_abstract_name(name).unwrap();
            show(UnixStream::connect_addr(&name).map(drop));
            // Within its folder and among its own processes a program may do as it likes.
            show(UnixListener::bind("own").and_then(|_own| UnixStream::connect("own").map(drop)));
            show(UnixStream::pair().and_then(|(mut one, _other)| one.write_all(b"x")));
        }
        ("ring", []) => {
            let mut parameters = [0_u64; 64];
            // SAFETY: There is more room than the kernel writes to.
            let ring = unsafe { libc::syscall(libc::SYS_io_uring_setup, 1, &raw mut parameters) };
            println!(
                "{:?}",
                (ring < 0).then(|| io::Error::last_os_error().kind())
            );
        }
        ("peeker", paths) => {
            for path in paths {
                let seen = match fs::metadata(path) {
                    Ok(metadata) if metadata.is_dir() => fs::read_dir(path).map(drop),
                    _ => fs::read(path).map(drop),
                };
                println!("{:?}", seen.map_err(|error| error.kind()));
            }
        }
        ("toucher", others) => {
            // The number of init, or of the runner, as the file system of the harness shows it.
            let status = fs::read_to_string("/proc/self/status").unwrap();
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:\t"));
            for pid in others.iter().copied().chain(parent) {
                let memory = fs::File::open(format!("/proc/{pid}/mem"));
                println!("{:?}", memory.map_err(|error| error.kind()).err());
            }
        }
        _ => panic!("there is no hostile program `{name}`"),
    }
}

#[expect(unconditional_recursion, reason = "that is what it is for")]
fn recurse(depth: u64) -> u64 {
    black_box(recurse(black_box(depth + 1)) + 1)
}

/// Longer than any limit of these tests, but not for ever.
fn sleep() {
    std::thread::sleep(Duration::from_secs(100));
}

/// This program again, as another of them.
fn myself(arguments: &[&str]) -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.arg("be").args(arguments);
    command
}
