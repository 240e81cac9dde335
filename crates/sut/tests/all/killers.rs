//! Targets that crash, hang or kill, under load: every call gets exactly one outcome, other calls get theirs, and no
//! process is left.

use std::sync::Mutex;
use std::time::Duration;

use crate::support::{python, targets, wait_until_gone};
use autobva_core::{Input, Outcome, PythonFunction, Sut};
use autobva_sut::{Conditions, Limits, Worker};
use autobva_testing::needs;

/// Each bad call costs a restart; with this many, several restarts happen at the same time.
const CALLS: usize = 40;
const THREADS: usize = 2;
/// Long enough for a busy machine.
const PATIENT: Duration = Duration::from_secs(20);
/// The timeout for targets that never answer.
const SHORT: Duration = Duration::from_millis(500);

fn start(function: &str, timeout: Duration) -> Worker {
    let target: PythonFunction = format!("{}:{function}", targets("killers.py")).parse().unwrap();
    let limits = Limits { timeout, memory: 200 << 20, output: 1 << 20 };
    autobva_sut::python::start(&target, python(), &[], Conditions { limits, ..Conditions::default() })
        .unwrap()
}

fn input(sut: &dyn Sut, n: usize) -> Input {
    sut.signature().read(&[n.to_string()], None).unwrap()
}

/// Calls the function with 0, 1, 2, … from two threads at a time in batches, and checks every outcome. `bad` is what
/// the numbers that end in 7 give, or `None` if they are answered.
fn check(function: &str, bad: Option<(&str, &str)>) {
    check_within(PATIENT, function, bad);
}

fn check_within(timeout: Duration, function: &str, bad: Option<(&str, &str)>) {
    // Only one of these tests runs at a time: they would compete for the processors, and the time limit of a call is
    // real time.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
    let sut = start(function, timeout);
    let marker = sut.marker().to_string();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let sut = &sut;
            scope.spawn(move || {
                let numbers: Vec<usize> = (0..CALLS / THREADS).map(|i| i + thread * 1000).collect();
                let inputs: Vec<Input> = numbers.iter().map(|n| input(sut, *n)).collect();
                let unset = Outcome::error("nothing", "was written here");
                let mut outcomes = vec![unset; inputs.len()];
                sut.run_batch(&inputs, &mut outcomes).unwrap();
                for (n, outcome) in numbers.iter().zip(&outcomes) {
                    let wanted = match bad {
                        Some((ty, text)) if n % 10 == 7 => Outcome::error(ty.to_string(), text),
                        _ => Outcome::valid("str", format!("fine {n}")),
                    };
                    assert_eq!(*outcome, wanted, "{function}({n})");
                }
            });
        }
    });
    // Afterwards the pool still answers single calls.
    let mut outcome = Outcome::default();
    sut.run(&input(&sut, 5), &mut outcome).unwrap();
    assert_eq!(outcome, Outcome::valid("str", "fine 5"), "{function}");
    drop(sut);
    wait_until_gone(&marker);
}

#[test]
fn a_target_that_exits() {
    needs!("python3");
    check("exits", Some(("Exited(3)", "exit status 3")));
    check("exits_politely", Some(("Exited(4)", "exit status 4")));
}

#[test]
fn a_target_that_crashes() {
    needs!("python3");
    check("crashes", Some(("Crashed(SIGSEGV)", "killed by SIGSEGV")));
    check("aborts", Some(("Crashed(SIGABRT)", "killed by SIGABRT")));
}

#[test]
fn a_target_that_hangs() {
    needs!("python3");
    check_within(SHORT, "hangs", Some(("Timeout", "no answer within 500ms")));
}

#[test]
fn a_target_that_hangs_without_a_break() {
    needs!("python3");
    check_within(SHORT, "hangs_without_a_break", Some(("Timeout", "no answer within 500ms")));
}

#[test]
fn a_target_that_stops_itself() {
    needs!("python3");
    check_within(SHORT, "stops", Some(("Timeout", "no answer within 500ms")));
}

#[test]
fn a_target_that_eats_memory() {
    needs!("python3");
    check("eats", Some(("OutOfMemory", "more than 209715200 bytes of memory")));
    check("keeps", Some(("OutOfMemory", "more than 209715200 bytes of memory")));
}

#[test]
fn a_target_that_floods_its_output() {
    needs!("python3");
    check("floods", Some(("OutputTooLong", "more than 1048576 bytes of output")));
    check("floods_errors", Some(("OutputTooLong", "more than 1048576 bytes of output")));
    check("says_much", Some(("OutputTooLong", "more than 1048576 bytes of output")));
}

#[test]
fn a_target_that_recurses_or_interrupts() {
    needs!("python3");
    check("recurses", Some(("RecursionError", "too deep")));
    check("interrupts", Some(("KeyboardInterrupt", "")));
}

#[test]
fn a_target_that_closes_its_pipes() {
    needs!("python3");
    check("closes", Some(("ClosedPipe", "closed the pipe for the answer")));
}

#[test]
fn a_target_that_sends_garbage() {
    needs!("python3");
    check("babbles", Some(("BadAnswer", "sent what is no answer of the worker protocol")));
}

#[test]
fn a_target_that_forks() {
    needs!("python3");
    check("forks", None);
    check("forks_and_both_return", None);
    check("leaves_a_session", None);
    check("spawns", None);
}

#[test]
fn a_target_that_muddles_the_pipes_costs_one_outcome() {
    needs!("python3");
    check("muddles", Some(("Exited(1)", "exit status 1")));
}

#[test]
fn a_target_that_replaces_functions_of_the_system_is_answered() {
    needs!("python3");
    check("mocks", None);
}
