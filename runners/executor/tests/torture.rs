//! Hostile programs: each is observed exactly, leaves nothing behind and disturbs nobody.
//!
//! Started with `be` and a name this program is that hostile program; else it is the tests.

#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a fork bomb starts programs, and the tests report like other tests"
)]

mod lab;

use std::fs;
use std::hint::black_box;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use killrate_executor::{Execution, Executor, Program, Tier};
use killrate_model::{Exit, Limit, Limits, Variant};
use lab::{LIMITS, Lab, TIERS, execution, observe, program, request, run};

const TESTS: [(&str, fn()); 11] = [
    (
        "every_hostile_program_is_observed_exactly",
        every_hostile_program_is_observed_exactly,
    ),
    (
        "neighbours_of_hostile_programs_are_unaffected",
        neighbours_of_hostile_programs_are_unaffected,
    ),
    (
        "an_escapee_ends_with_its_execution",
        an_escapee_ends_with_its_execution,
    ),
    (
        "nothing_is_written_outside_the_run_folder",
        nothing_is_written_outside_the_run_folder,
    ),
    (
        "a_run_folder_has_a_size_of_its_own",
        a_run_folder_has_a_size_of_its_own,
    ),
    (
        "the_next_program_finds_no_trace_of_the_last",
        the_next_program_finds_no_trace_of_the_last,
    ),
    (
        "nobody_is_reached_over_a_network",
        nobody_is_reached_over_a_network,
    ),
    (
        "the_harness_cannot_be_touched",
        the_harness_cannot_be_touched,
    ),
    (
        "every_program_sees_itself_as_nobody_without_rights",
        every_program_sees_itself_as_nobody_without_rights,
    ),
    (
        "a_program_is_found_wherever_it_is",
        a_program_is_found_wherever_it_is,
    ),
    (
        "the_best_tier_that_works_is_used",
        the_best_tier_that_works_is_used,
    ),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let ["be", name, rest @ ..] = &arguments[..] {
        be(name, rest);
        return ExitCode::SUCCESS;
    }
    let is_wanted = |name: &str| {
        let mut filters = arguments.iter().filter(|filter| !filter.starts_with('-'));
        filters.clone().next().is_none() || filters.any(|filter| name.contains(filter))
    };
    let mut code = ExitCode::SUCCESS;
    for (name, test) in TESTS.into_iter().filter(|(name, _)| is_wanted(name)) {
        let is_ok = catch_unwind(test).is_ok();
        println!("test {name} ... {}", if is_ok { "ok" } else { "FAILED" });
        if !is_ok {
            code = ExitCode::FAILURE;
        }
    }
    code
}

/// The hostile programs.
fn be(name: &str, arguments: &[&str]) {
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
                let _ = Command::new("/proc/self/exe")
                    .args(["be", "fork-bomb", &half.to_string()])
                    .spawn();
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
        ("reader", []) => {
            let n_bytes = std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
            println!("{n_bytes} bytes");
        }
        ("aborter", []) => std::process::abort(),
        ("panicker", []) => panic!("as it should"),
        ("dialler", [tcp, udp, unix]) => {
            let name = SocketAddr::from_abstract_name(unix).unwrap();
            let local = UdpSocket::bind("0.0.0.0:0").unwrap();
            println!("{:?}", TcpStream::connect(tcp).map_err(|e| e.kind()).err());
            println!("{:?}", local.send_to(b"x", udp).map_err(|e| e.kind()).err());
            let unix = UnixStream::connect_addr(&name);
            println!("{:?}", unix.map_err(|e| e.kind()).err());
        }
        ("toucher", [path]) => {
            let file = fs::File::open(path);
            println!("{:?}", file.map_err(|error| error.kind()).err());
            // The number of init as the file system of the harness shows it.
            let status = fs::read_to_string("/proc/self/status").unwrap();
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:\t"));
            let memory = format!("/proc/{}/mem", parent.unwrap());
            let file = fs::File::open(memory);
            println!("{:?}", file.map_err(|error| error.kind()).err());
        }
        _ => panic!("there is no hostile program `{name}`"),
    }
}

#[expect(unconditional_recursion, reason = "that is what it is for")]
fn recurse(depth: u64) -> u64 {
    black_box(recurse(black_box(depth + 1)) + 1)
}

/// This very program.
fn myself() -> Arc<Program> {
    program(std::env::current_exe().unwrap().to_str().unwrap())
}

fn hostile(arguments: &[&str], limits: Limits) -> Execution {
    let arguments = [&["be"], arguments].concat();
    execution(myself(), request(&arguments, &[]), limits)
}

fn exited(code: i32) -> Exit {
    Exit::Exited { code }
}

fn exceeded(limit: Limit) -> Exit {
    Exit::Exceeded { limit }
}

/// The hostile programs that are the same in every tier: exit and standard output.
fn cases(lab: &Lab) -> Vec<(Execution, Exit, String)> {
    let busy = Limits {
        cpu: Duration::from_millis(300),
        ..LIMITS
    };
    let idle = Limits {
        wall: Duration::from_millis(300),
        ..LIMITS
    };
    let small = Limits {
        memory: 64 << 20,
        ..LIMITS
    };
    let script =
        |commands: &str, limits| execution(lab.script(commands), request(&[], &[]), limits);
    let silent = |execution, exit| (execution, exit, String::new());
    let killed = |signal| Exit::Killed { signal };
    vec![
        silent(hostile(&["looper"], busy), exceeded(Limit::Cpu)),
        silent(
            hostile(&["fork-bomb", "300"], LIMITS),
            exceeded(Limit::Processes),
        ),
        (
            hostile(&["gambler"], LIMITS),
            exited(0),
            "the clock moves: true\ndraws differ: true\n".into(),
        ),
        silent(hostile(&["recurser"], LIMITS), killed(6)),
        silent(hostile(&["hoarder"], small), killed(6)),
        silent(
            hostile(&["disk-filler", "disk"], LIMITS),
            exceeded(Limit::Output),
        ),
        (
            hostile(&["printer"], LIMITS),
            exceeded(Limit::Output),
            "x".repeat(4096),
        ),
        (hostile(&["reader"], LIMITS), exited(0), "0 bytes\n".into()),
        silent(hostile(&["aborter"], LIMITS), killed(6)),
        silent(hostile(&["panicker"], LIMITS), exited(101)),
        silent(script("kill -SEGV $$", LIMITS), killed(11)),
        silent(script("kill -KILL $$", LIMITS), killed(9)),
        silent(script("exit 255", LIMITS), exited(255)),
        silent(script("exec sleep 100", idle), exceeded(Limit::Wall)),
        silent(
            script("trap '' TERM INT HUP; sleep 100; sleep 100", idle),
            exceeded(Limit::Wall),
        ),
        silent(script("kill -STOP $$", idle), exceeded(Limit::Wall)),
    ]
}

/// The numbers of all processes whose command line has this text.
fn processes(text: &str) -> Vec<PathBuf> {
    let processes = lab::files(Path::new("/proc")).into_iter();
    processes
        .filter(|process| {
            let line = fs::read(process.join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line)
                .replace('\0', " ")
                .contains(text)
        })
        .collect()
}

/// Does this in tier `full`, or says why not.
fn in_full(test: impl FnOnce(&Lab, &Executor)) {
    let lab = Lab::new();
    if let Some(executor) = lab.open_in(Tier::Full) {
        test(&lab, &executor);
        drop(executor);
        assert_eq!(lab.leftovers(), Vec::<PathBuf>::new());
    }
}

#[track_caller]
fn check_stdout(executor: &Executor, execution: Execution, expected: &str) {
    let observation = observe(executor, execution);
    assert_eq!(observation.stdout.to_text(), expected, "{observation:?}");
    assert_eq!(observation.exit, exited(0));
}

fn every_hostile_program_is_observed_exactly() {
    for tier in TIERS {
        let lab = Lab::new();
        let Some(executor) = lab.open_in(tier) else {
            continue;
        };
        for (execution, exit, stdout) in cases(&lab) {
            let name = format!("{tier} {:?}", execution.request.arguments);
            let observation = observe(&executor, execution);
            assert_eq!(observation.exit, exit, "{name}: {observation:?}");
            assert_eq!(observation.stdout.to_text(), stdout, "{name}");
            assert_eq!(processes("be fork-bomb"), Vec::<PathBuf>::new());
        }
        drop(executor);
        assert_eq!(lab.leftovers(), Vec::<PathBuf>::new());
    }
}

fn neighbours_of_hostile_programs_are_unaffected() {
    for tier in TIERS {
        let lab = Lab::new();
        let Some(executor) = lab.open_in(tier) else {
            continue;
        };
        let honest = lab.script("echo $KILLRATE_MUTANT > note; sleep 0.02; cat note; ls");
        let honest = lab::mutants(&honest, 40).into_iter();
        let mut hostile = cases(&lab).into_iter().map(|(execution, ..)| execution);
        let executions: Vec<Execution> = honest
            .flat_map(|honest| [Some(honest), hostile.next()])
            .flatten()
            .collect();
        let outcomes = run(&executor, &executions).unwrap();
        for (execution, outcome) in executions.iter().zip(outcomes) {
            if let Variant::Mutant(number) = execution.variant {
                let stdout = outcome.observation.stdout.to_text().into_owned();
                assert_eq!(stdout, format!("{number}\nnote\n"), "{tier}");
            }
        }
    }
}

fn an_escapee_ends_with_its_execution() {
    in_full(|lab, executor| {
        // Out of its group, its session, its folder and its environment.
        let name = format!("100.{:06}", std::process::id());
        let escape = format!(
            "here=$PWD
            (cd /; setsid env -i sh -c '(sleep {name} & echo up > $0/up; wait) &' $here &)
            until [ -s up ]; do :; done; cat up"
        );
        let script = lab.script(&escape);
        check_stdout(
            executor,
            execution(script, request(&[], &[]), LIMITS),
            "up\n",
        );
        assert_eq!(processes(&format!("sleep {name}")), Vec::<PathBuf>::new());
    });
}

fn nothing_is_written_outside_the_run_folder() {
    in_full(|lab, executor| {
        let name = format!("killrate-torture-{}", std::process::id());
        let home = std::env::home_dir().unwrap();
        let kept = [
            lab.path("kept"),
            home.join(&name),
            PathBuf::from("/var/tmp").join(&name),
        ];
        let private = ["/tmp", "/dev/shm"].map(|folder| Path::new(folder).join(&name));
        fs::write(&kept[0], "kept").unwrap();
        let write = |path: &PathBuf| {
            let path = path.to_str().unwrap();
            format!("(echo x > {path}) 2> /dev/null && echo written || echo refused\n")
        };
        let commands: String = kept.iter().chain(&private).map(write).collect();
        let script = lab.script(&commands);
        check_stdout(
            executor,
            execution(script, request(&[], &[]), LIMITS),
            "refused\nrefused\nrefused\nwritten\nwritten\n",
        );
        assert_eq!(fs::read_to_string(&kept[0]).unwrap(), "kept");
        for path in kept[1..].iter().chain(&private) {
            assert!(!path.exists(), "{} is there", path.display());
        }
        let filler = hostile(&["disk-filler", "/tmp/disk"], LIMITS);
        assert_eq!(observe(executor, filler).exit, exceeded(Limit::Output));
    });
}

fn a_run_folder_has_a_size_of_its_own() {
    in_full(|lab, executor| {
        let observation = observe(executor, hostile(&["folder-filler"], LIMITS));
        assert_eq!(observation.exit, exceeded(Limit::Folder));
        assert_eq!(observation.stdout.to_text(), "StorageFull\n");
        // The next program in the same cell has all the room again.
        let next = lab.script("head -c 1000000 /dev/zero > some; wc -c < some");
        let next = execution(next, request(&[], &[]), LIMITS);
        check_stdout(executor, next, "1000000\n");
    });
}

fn the_next_program_finds_no_trace_of_the_last() {
    in_full(|lab, executor| {
        let script = lab.script(
            "for folder in /tmp /dev/shm; do ls $folder | grep trace; echo > $folder/trace; done
            ls; mkdir -m 000 closed; mkdir -p /tmp/trace-2/x; ipcs -m | grep -c 0x0000; ipcmk -M 8 > made
            [ -s made ] && echo made",
        );
        let executions = lab::mutants(&script, 6);
        for outcome in run(executor, &executions).unwrap() {
            let stdout = outcome.observation.stdout.to_text().into_owned();
            assert_eq!(stdout, "0\nmade\n", "{:?}", outcome.observation);
        }
    });
}

fn nobody_is_reached_over_a_network() {
    in_full(|_, executor| {
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
        let name = format!("killrate-torture-{}", std::process::id());
        let unix = SocketAddr::from_abstract_name(&name).unwrap();
        let unix = UnixListener::bind_addr(&unix).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        unix.set_nonblocking(true).unwrap();
        let [tcp_address, udp_address] =
            [tcp.local_addr(), udp.local_addr()].map(|address| address.unwrap().to_string());
        check_stdout(
            executor,
            hostile(&["dialler", &tcp_address, &udp_address, &name], LIMITS),
            "Some(NetworkUnreachable)\nSome(NetworkUnreachable)\nSome(ConnectionRefused)\n",
        );
        assert!(tcp.accept().is_err());
        assert!(udp.recv(&mut [0]).is_err());
        assert!(unix.accept().is_err());
    });
}

fn the_harness_cannot_be_touched() {
    in_full(|lab, executor| {
        let memory = format!("/proc/{}/mem", std::process::id());
        check_stdout(
            executor,
            hostile(&["toucher", &memory], LIMITS),
            "Some(PermissionDenied)\nSome(PermissionDenied)\n",
        );
        // Its number means nothing inside, and init cannot be killed from there.
        let script = lab.script(&format!(
            "kill -KILL {} 2> /dev/null && echo killed; kill -KILL 1; kill -TERM 1; echo alive",
            std::process::id()
        ));
        check_stdout(
            executor,
            execution(script, request(&[], &[]), LIMITS),
            "alive\n",
        );
    });
}

fn every_program_sees_itself_as_nobody_without_rights() {
    in_full(|lab, executor| {
        let script = lab.script(
            "id -u; id -g; echo $$; grep -E 'Cap(Prm|Eff)|NoNewPrivs' /proc/self/status
            head -c 1 /dev/zero | wc -c; ls /dev/[svx]da* 2> /dev/null | while read disk; do
                (head -c 1 $disk > /dev/null) 2> /dev/null && echo read $disk
            done; exit 0",
        );
        check_stdout(
            executor,
            execution(script, request(&[], &[]), LIMITS),
            "65534\n65534\n2\nCapPrm:\t0000000000000000\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n1\n",
        );
    });
}

fn a_program_is_found_wherever_it_is() {
    in_full(|lab, executor| {
        let script = lab.script("echo found").binary.clone();
        // A file of its own in a folder of which the program sees nothing else, and links to it.
        let alone = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        fs::copy(&script, &alone).unwrap();
        let links = tempfile::tempdir().unwrap();
        let link = links.path().join("link");
        std::os::unix::fs::symlink(&alone, &link).unwrap();
        for binary in [&*script, &*alone, &*link] {
            let binary = program(binary.to_str().unwrap());
            let execution = execution(binary, request(&[], &[]), LIMITS);
            check_stdout(executor, execution, "found\n");
        }
    });
}

fn the_best_tier_that_works_is_used() {
    let lab = Lab::new();
    let tiers = [Tier::Full, Tier::ProcessGroup];
    let works = |tier: &Tier| lab.open_in(*tier).is_some_and(|e| e.tier() == tier.name());
    let best = tiers.into_iter().find(works).unwrap();
    let settings = killrate_executor::Settings {
        scratch: lab.path("scratch"),
        threads: std::num::NonZeroUsize::MIN,
    };
    assert_eq!(Executor::open(settings).unwrap().tier(), best.name());
}
