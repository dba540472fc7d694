//! Hostile programs: each is observed exactly, leaves nothing behind and disturbs nobody.
//!
//! Started with `be` and a name this program is that hostile program; else it is the tests.

#![expect(clippy::unwrap_used, reason = "a test fails when its set-up does")]
#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    unsafe_code,
    reason = "a fork bomb starts programs, a segmentation fault is unsafe, and the tests report like other tests"
)]

mod hostile;
#[path = "../lab/mod.rs"]
mod lab;

use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use killrate_executor::{Execution, Executor, Program, Tier};
use killrate_model::{Exit, Limit, Limits, Variant};
use lab::{LIMITS, Lab, TIERS, execution, observe, program, request, run};

const TESTS: [(&str, fn()); 17] = [
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
        "no_socket_outside_the_run_folder_is_reached",
        no_socket_outside_the_run_folder_is_reached,
    ),
    (
        "only_a_short_list_of_files_can_be_read",
        only_a_short_list_of_files_can_be_read,
    ),
    (
        "what_cannot_be_started_because_it_is_hidden_is_told",
        what_cannot_be_started_because_it_is_hidden_is_told,
    ),
    (
        "no_program_replaces_a_program",
        no_program_replaces_a_program,
    ),
    (
        "outputs_that_never_end_are_missing",
        outputs_that_never_end_are_missing,
    ),
    (
        "escapes_are_kept_byte_for_byte",
        escapes_are_kept_byte_for_byte,
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
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let ["be", name, rest @ ..] = &words[..] {
        hostile::be(name, rest);
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
        silent(hostile(&["complainer"], LIMITS), exceeded(Limit::Output)),
        silent(hostile(&["stretcher"], LIMITS), exceeded(Limit::Output)),
        (hostile(&["reader"], LIMITS), exited(0), "0 bytes\n".into()),
        silent(hostile(&["aborter"], LIMITS), killed(6)),
        silent(hostile(&["panicker"], LIMITS), exited(101)),
        silent(hostile(&["segfaulter"], LIMITS), killed(11)),
        silent(hostile(&["exiter", "255"], LIMITS), exited(255)),
        silent(hostile(&["sleeper"], idle), exceeded(Limit::Wall)),
        silent(hostile(&["ignorer"], idle), exceeded(Limit::Wall)),
        silent(script("kill -KILL $$", LIMITS), killed(9)),
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

/// Does this in a tier, or says why not.
fn in_tier(tier: Tier, test: impl FnOnce(&Lab, &Executor)) {
    let lab = Lab::new();
    if let Some(executor) = lab.open_in(tier) {
        test(&lab, &executor);
        drop(executor);
        assert_eq!(lab.leftovers(), Vec::<PathBuf>::new());
    }
}

fn in_full(test: impl FnOnce(&Lab, &Executor)) {
    in_tier(Tier::Full, test);
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
        let program = lab.script("echo $KILLRATE_MUTANT > note; sleep 0.02; cat note; ls");
        let honest = lab::mutants(&program, 40).into_iter();
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
    for tier in [Tier::Landlock, Tier::Full] {
        in_tier(tier, |_, executor| {
            let name = std::process::id().to_string();
            let escapee = hostile(&["escapee", &name], LIMITS);
            check_stdout(executor, escapee, "escaped\n");
            assert_eq!(
                processes(&format!("be escaped {name}")),
                Vec::<PathBuf>::new()
            );
        });
    }
}

fn nothing_is_written_outside_the_run_folder() {
    // In tier `full` the shared folders are others, and go away with the program.
    check_written(Tier::Full, "refused\nrefused\nrefused\nwritten\nwritten\n");
    check_written(
        Tier::Landlock,
        "refused\nrefused\nrefused\nrefused\nrefused\n",
    );
    in_full(|_, executor| {
        let filler = hostile(&["disk-filler", "/tmp/disk"], LIMITS);
        assert_eq!(observe(executor, filler).exit, exceeded(Limit::Output));
    });
}

/// Writes to a file of the lab, the home folder, `/var/tmp`, `/tmp` and `/dev/shm`, and where it may.
fn check_written(tier: Tier, expected: &str) {
    in_tier(tier, |lab, executor| {
        let name = format!("killrate-torture-{}", std::process::id());
        let home = std::env::home_dir().unwrap();
        let folders = [
            &*home,
            "/var/tmp".as_ref(),
            "/tmp".as_ref(),
            "/dev/shm".as_ref(),
        ];
        let new = folders.map(|folder: &Path| folder.join(&name));
        let kept = lab.path("kept");
        fs::write(&kept, "kept").unwrap();
        let write = |path: &PathBuf| {
            let path = path.to_str().unwrap();
            format!("(echo x > {path}) 2> /dev/null && echo written || echo refused\n")
        };
        let commands: String = [&kept].into_iter().chain(&new).map(write).collect();
        let script = lab.script(&commands);
        check_stdout(
            executor,
            execution(script, request(&[], &[]), LIMITS),
            expected,
        );
        // Where it may it can also make folders, move files between them and remove them, and its
        // standard streams can be opened by their names.
        let script = lab.script(
            "mkdir -p a/b c; echo x > a/b/d; mv a/b/d c/d; ln c/d e; rm -r a; ls; cat c/d >> /dev/stdout",
        );
        check_stdout(
            executor,
            execution(script, request(&[], &[]), LIMITS),
            "c\ne\nx\n",
        );
        assert_eq!(fs::read_to_string(&kept).unwrap(), "kept");
        for path in new {
            assert!(!path.exists(), "{} is there", path.display());
        }
    });
}

fn a_run_folder_has_a_size_of_its_own() {
    in_full(|lab, executor| {
        let observation = observe(executor, hostile(&["folder-filler"], LIMITS));
        assert_eq!(observation.exit, exceeded(Limit::Folder));
        assert_eq!(observation.stdout.to_text(), "StorageFull\n");
        // The next program in the same cell has all the room again.
        let script = lab.script("head -c 1000000 /dev/zero > some; wc -c < some");
        let next = execution(script, request(&[], &[]), LIMITS);
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
        let address = SocketAddr::from_abstract_name(&name).unwrap();
        let unix = UnixListener::bind_addr(&address).unwrap();
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
    in_tier(Tier::Landlock, |lab, executor| {
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        tcp.set_nonblocking(true).unwrap();
        let port = tcp.local_addr().unwrap().port();
        let dial = format!("(exec 3<> /dev/tcp/127.0.0.1/{port}) 2> /dev/null || echo refused");
        let script = lab.script(&format!("exec bash -c '{dial}'"));
        check_stdout(
            executor,
            execution(script, request(&[], &[]), LIMITS),
            "refused\n",
        );
        assert!(tcp.accept().is_err());
    });
}

fn no_socket_outside_the_run_folder_is_reached() {
    let (absent, refused, no_ring) = (
        "Err(NotFound)\n",
        "Err(PermissionDenied)\n",
        "Some(Unsupported)\n",
    );
    let reached = "Ok(())\n";
    // By path, by name, the program's own in its folder, and a pair of its own.
    let expected =
        |path: &str, name: &str, own: &str| [&path.repeat(6), name, own, reached].concat();
    check_called(
        Tier::Full,
        &expected(absent, "Err(ConnectionRefused)\n", reached),
    );
    check_called(Tier::Landlock, &expected(refused, refused, refused));
    in_tier(Tier::Landlock, |_, executor| {
        check_stdout(executor, hostile(&["ring"], LIMITS), no_ring);
    });
    // This one cannot prevent it, as its documentation says; a datagram does not fit a stream.
    let each = [reached, "Err(Uncategorized)\n", "Err(Uncategorized)\n"].concat();
    let all = [each.repeat(2), reached.repeat(3)].concat();
    check_called(Tier::ProcessGroup, &all);
}

/// Calls a server of the lab, one beside the program, and one with a name and no path.
fn check_called(tier: Tier, expected: &str) {
    in_tier(tier, |lab, executor| {
        let name = format!("killrate-torture-{}-{tier}", std::process::id());
        let beside = myself().binary.with_file_name(&name);
        let paths = [lab.path("socket"), beside.clone()];
        let mut servers = Vec::from(paths.clone().map(|path| UnixListener::bind(path).unwrap()));
        let address = SocketAddr::from_abstract_name(&name).unwrap();
        servers.push(UnixListener::bind_addr(&address).unwrap());
        let [one, other] = paths.each_ref().map(|path| path.to_str().unwrap());
        let caller = hostile(&["caller", &name, one, other], LIMITS);
        let observation = observe(executor, caller);
        fs::remove_file(beside).unwrap();
        assert_eq!(
            observation.stdout.to_text(),
            expected,
            "{tier} {observation:?}"
        );
        if tier != Tier::ProcessGroup {
            for server in servers {
                server.set_nonblocking(true).unwrap();
                assert!(server.accept().is_err());
            }
        }
    });
}

fn only_a_short_list_of_files_can_be_read() {
    for (tier, expected) in [
        (Tier::Full, "Err(NotFound)\n"),
        (Tier::Landlock, "Err(PermissionDenied)\n"),
    ] {
        in_tier(tier, |lab, executor| {
            // The runner of this is that of the next program.
            observe(executor, hostile(&["exiter", "0"], LIMITS));
            let secret = lab.path("secret");
            fs::write(&secret, "secret").unwrap();
            let mut hidden = vec![
                secret,
                "/etc/shadow".into(),
                "/var/lib".into(),
                "/boot".into(),
            ];
            hidden.extend(files_of_home(&myself().binary));
            hidden.retain(|path| path.exists());
            // Past the root of somebody else nothing is to be had, either.
            let others = [std::process::id(), runner(), 1];
            let roots = others.map(|pid| format!("/proc/{pid}/root/etc/shadow"));
            let hidden: Vec<&str> = hidden.iter().map(|path| path.to_str().unwrap()).collect();
            let open = ["/usr/bin/env", "/etc/passwd", "/dev/null", "."];
            let all = [
                &["peeker"],
                &hidden[..],
                &roots.each_ref().map(String::as_str),
                &open,
            ];
            let lines = [
                expected.repeat(hidden.len()),
                "Err(PermissionDenied)\n".repeat(roots.len()),
                "Ok(())\n".repeat(open.len()),
            ];
            check_stdout(executor, hostile(&all.concat(), LIMITS), &lines.concat());
        });
    }
}

/// The home folder and what is in it, keys included, except what leads to this file.
fn files_of_home(program: &Path) -> Vec<PathBuf> {
    let home = std::env::home_dir().unwrap();
    let mut paths = lab::files(&home);
    paths.extend([home.join(".ssh/id_ed25519"), home]);
    paths.retain(|path| !program.starts_with(path));
    paths
}

fn what_cannot_be_started_because_it_is_hidden_is_told() {
    for tier in [Tier::Full, Tier::Landlock] {
        in_tier(tier, |lab, executor| {
            let script = lab.script("exit 0").binary.clone();
            fs::write(&script, "#!/no/such/interpreter\n").unwrap();
            let script = program(script.to_str().unwrap());
            let hidden = execution(Arc::clone(&script), request(&[], &[]), LIMITS);
            let error = run(executor, &[hidden]).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "cannot start `{}` in the sandbox, although it is there: what starts it, such \
                     as the interpreter in its first line or its loader, is not among the files \
                     that a program can read; name it in `readable` of the manifest, or install \
                     it under `/usr`",
                    script.binary.display()
                )
            );
        });
    }
}

/// A subject in tier `process-group` can write wherever the user can, as its warning says.
fn no_program_replaces_a_program() {
    for tier in [Tier::Full, Tier::Landlock] {
        in_tier(tier, |lab, executor| {
            let victim = lab.path("victim");
            fs::copy(&myself().binary, &victim).unwrap();
            let before = fs::read(&victim).unwrap();
            let path = victim.to_str().unwrap();
            let itself = program(path);
            let run = |arguments: &[&str]| {
                let request = request(&[&["be"], arguments].concat(), &[]);
                observe(executor, execution(Arc::clone(&itself), request, LIMITS))
            };
            // Another program's file is not even there for it, or may not be written.
            let other = hostile(&["replacer", path], LIMITS);
            for observation in [run(&["replacer", path]), observe(executor, other)] {
                let stdout = observation.stdout.to_text();
                assert_eq!(stdout, "refused\n".repeat(5), "{tier} {observation:?}");
            }
            assert!(fs::read(&victim).unwrap() == before, "{tier}");
            assert_eq!(run(&["exiter", "7"]).exit, exited(7));
        });
    }
}

fn outputs_that_never_end_are_missing() {
    for tier in TIERS {
        in_tier(tier, |_, executor| {
            let outputs = ["endless", "linked", "waiting"];
            let request = request(&["be", "linker"], &outputs);
            let observation = observe(executor, execution(myself(), request, LIMITS));
            assert_eq!(observation.stdout.to_text(), "linked\n", "{observation:?}");
            assert_eq!(observation.exit, exited(0));
            assert!(observation.outputs.is_empty(), "{tier} {observation:?}");
        });
    }
}

/// Whoever shows them writes them out; in an observation they are what the program wrote.
fn escapes_are_kept_byte_for_byte() {
    for tier in TIERS {
        in_tier(tier, |_, executor| {
            let observation = observe(executor, hostile(&["shouter"], LIMITS));
            for stream in [&observation.stdout, &observation.stderr] {
                assert_eq!(stream.bytes(), hostile::ESCAPES.as_bytes(), "{tier}");
            }
        });
    }
}

fn the_harness_cannot_be_touched() {
    for tier in [Tier::Full, Tier::Landlock] {
        in_tier(tier, |_, executor| {
            // The runner of this is that of the next program.
            observe(executor, hostile(&["exiter", "0"], LIMITS));
            let [harness, runner] = [std::process::id(), runner()].map(|pid| pid.to_string());
            check_stdout(
                executor,
                hostile(&["toucher", &harness, &runner], LIMITS),
                &"Some(PermissionDenied)\n".repeat(3),
            );
        });
    }
    in_full(|lab, executor| {
        // Its number means nothing inside, and init cannot be killed from there.
        let script = lab.script(&format!(
            "kill -KILL {} 2> /dev/null && echo killed; kill -KILL 1; kill -TERM 1; echo alive",
            std::process::id()
        ));
        let execution = execution(script, request(&[], &[]), LIMITS);
        check_stdout(executor, execution, "alive\n");
    });
    if !has_scopes() {
        return;
    }
    in_tier(Tier::Landlock, |lab, executor| {
        // Neither the harness nor the runner; a signal of number 0 would tell and not kill.
        let script = lab.script(&format!(
            "for pid in {} $PPID; do kill -0 $pid 2> /dev/null && echo reached; done; kill -0 $$",
            std::process::id()
        ));
        check_stdout(executor, execution(script, request(&[], &[]), LIMITS), "");
    });
}

/// A runner of this process.
fn runner() -> u32 {
    let threads = lab::files(Path::new("/proc/self/task")).into_iter();
    let children: String = threads
        .map(|thread| fs::read_to_string(thread.join("children")).unwrap())
        .collect();
    children
        .split_ascii_whitespace()
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

/// Whether the kernel's rules can be about signals: since Linux 6.12.
fn has_scopes() -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
    let mut numbers = release
        .split(['.', '-'])
        .map_while(|part| part.parse::<u32>().ok());
    (numbers.next(), numbers.next()) >= (Some(6), Some(12))
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
    let works = |tier: &Tier| lab.open_in(*tier).is_some_and(|e| e.tier() == tier.name());
    let best = Tier::ALL.into_iter().find(works).unwrap();
    let settings = killrate_executor::Settings {
        scratch: lab.path("scratch"),
        threads: std::num::NonZeroUsize::MIN,
    };
    assert_eq!(Executor::open(settings).unwrap().tier(), best.name());
}
