//! The worker protocol: the examples in four languages, and workers that break its rules.

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::support::{python, targets, wait_until_gone};
use autobva_codec::text::read_input;
use autobva_core::{Input, Outcome, Sut};
use autobva_sut::{Conditions, Limits, Worker};
use autobva_testing::needs;

fn words(line: &[&str]) -> Vec<String> {
    line.iter().map(|word| word.to_string()).collect()
}

fn example(file: &str) -> String {
    format!("{}/../../examples/workers/{file}", env!("CARGO_MANIFEST_DIR"))
}

fn inputs(sut: &dyn Sut, numbers: &[i64]) -> Vec<Input> {
    numbers.iter().map(|n| sut.signature().read(&[n.to_string()], None).unwrap()).collect()
}

fn call(sut: &dyn Sut, numbers: &[i64]) -> Vec<Outcome> {
    let inputs = inputs(sut, numbers);
    let mut outcomes = vec![Outcome::error("nothing", "was written here"); inputs.len()];
    sut.run_batch(&inputs, &mut outcomes).unwrap();
    outcomes
}

/// Every example has the same target.
fn check_example(line: &[&str]) {
    let sut = Worker::start(&words(line), &[], Conditions::default()).unwrap();
    assert_eq!(sut.name(), "size");
    let numbers: Vec<i64> =
        (-5..50).chain(900..1100).chain([999_999, 1_000_000, i64::MAX, i64::MIN]).collect();
    for (n, outcome) in numbers.iter().zip(call(&sut, &numbers)) {
        let text = match n {
            ..0 => "negative size".to_string(),
            0..1000 => format!("{n} B"),
            1000..1_000_000 => format!("{} kB", n / 1000),
            _ => format!("{} MB", n / 1_000_000),
        };
        assert_eq!((outcome.is_valid(), outcome.text()), (*n >= 0, text.as_str()), "{line:?} {n}");
    }
    let marker = sut.marker().to_string();
    drop(sut);
    wait_until_gone(&marker);
}

#[test]
fn the_example_in_python() {
    needs!("python3");
    check_example(&["python3", &example("size.py")]);
}

#[test]
fn the_example_with_a_list() {
    needs!("python3");
    let words = ["python3".to_string(), example("largest.py")];
    let sut = Worker::start(&words, &[], Conditions::default()).unwrap();
    assert_eq!(sut.signature().to_string(), "numbers:list[int; 0..20]");
    let run = |list: &str| {
        let mut outcome = Outcome::default();
        sut.run(&read_input(sut.signature(), &[list], None).unwrap(), &mut outcome).unwrap();
        outcome
    };
    assert_eq!(run("[3, 1]"), Outcome::valid("str", "the first"));
    // What a reader of JSON would round is sent as a string.
    assert_eq!(run("[3, \"340282366920938463463374607431768211455\"]"), Outcome::valid("str", "a later one"));
    assert_eq!(run("[]").type_name(), "ValueError");
}

#[test]
fn the_example_in_javascript() {
    needs!("node");
    check_example(&["node", &example("size.js")]);
}

#[test]
fn the_example_in_c() {
    needs!("cc");
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("size");
    let compiled = Command::new("cc").arg("-o").arg(&program).arg(example("size.c")).status().unwrap();
    assert!(compiled.success());
    check_example(&[program.to_str().unwrap()]);
}

#[test]
fn the_example_in_shell() {
    needs!("sh");
    check_example(&["sh", &example("size.sh")]);
}

fn start(mode: &str, timeout: Duration) -> Result<Worker, String> {
    let limits = Limits { timeout, memory: 100 << 20, output: 1 << 20 };
    let line = words(&[python(), &targets("worker.py"), mode]);
    Worker::start(&line, &[], Conditions { limits, ..Conditions::default() }).map_err(|e| e.to_string())
}

/// Numbers that end in 7 give `bad`, and all others their answer, however the worker ends.
fn check(mode: &str, timeout: Duration, bad: Option<&str>) {
    let sut = start(mode, timeout).unwrap();
    let numbers: Vec<i64> = (0..20).collect();
    for (n, outcome) in numbers.iter().zip(call(&sut, &numbers)) {
        match bad {
            Some(bad) if n % 10 == 7 => {
                assert_eq!((outcome.is_valid(), outcome.type_name()), (false, bad), "{mode} {n}");
            }
            _ => assert_eq!(outcome, Outcome::valid("str", format!("fine {n}")), "{mode} {n}"),
        }
    }
    let marker = sut.marker().to_string();
    drop(sut);
    wait_until_gone(&marker);
}

const PATIENT: Duration = Duration::from_secs(20);

#[test]
fn workers_that_end() {
    needs!("python3");
    check("exits", PATIENT, Some("Exited(3)"));
    check("crashes", PATIENT, Some("Crashed(SIGSEGV)"));
    check("closes", PATIENT, Some("ClosedPipe"));
    check("eats", PATIENT, Some("OutOfMemory"));
}

#[test]
fn workers_that_hang() {
    needs!("python3");
    check("hangs", Duration::from_secs(1), Some("Timeout"));
    check("answers nothing", Duration::from_secs(1), Some("Timeout"));
}

#[test]
fn a_start_takes_no_longer_than_it_may() {
    needs!("python3");
    let line = words(&[python(), &targets("worker.py"), "never greets"]);
    let conditions = Conditions { start_within: Some(Duration::from_millis(50)), ..Conditions::default() };
    let refused = Worker::start(&line, &[], conditions).map(drop).unwrap_err().to_string();
    assert!(refused.contains("was not ready within 50ms; allow more with --max-time"), "{refused}");
    assert!(start("greets without end", PATIENT).map(drop).unwrap_err().contains("without an end of line"));
}

/// Stopping a run does not wait for a worker that is being replaced, nor for one that keeps writing.
#[test]
fn a_run_stops_whatever_its_worker_does() {
    needs!("python3");
    let folder = tempfile::tempdir().unwrap();
    let once = format!("starts once {}", folder.path().join("started").display());
    for mode in [once.as_str(), "answers nothing"] {
        let mut sut = start(mode, Duration::from_secs(1000)).unwrap();
        let begun = Instant::now();
        sut.stop_when(Arc::new(move || begun.elapsed() > Duration::from_millis(300)));
        let mut outcomes = [Outcome::default(), Outcome::default()];
        sut.run_batch(&inputs(&sut, &[7, 8]), &mut outcomes).unwrap_err();
        assert!(begun.elapsed() < Duration::from_secs(10), "{mode}: {:?}", begun.elapsed());
    }
}

#[test]
fn workers_that_break_the_rules() {
    needs!("python3");
    check("sends garbage", PATIENT, Some("BadAnswer"));
    check("answers too much", PATIENT, Some("BadAnswer"));
    check("loses count", PATIENT, Some("BadAnswer"));
    check("floods", PATIENT, Some("OutputTooLong"));
}

#[test]
fn answers_may_come_in_parts() {
    needs!("python3");
    check("answers in parts", PATIENT, None);
}

#[test]
fn a_worker_that_does_not_start_says_why() {
    needs!("python3");
    let refused = |mode: &str| start(mode, PATIENT).map(drop).unwrap_err().replace(python(), "python3");
    assert_eq!(
        refused("dies at start"),
        "the worker 'python3' exited with code 9 before it was ready; it said: the disk is on fire"
    );
    assert_eq!(refused("crashes at start"), "the worker 'python3' was killed by SIGSEGV before it was ready");
    assert_eq!(
        refused("greets strangely"),
        "the worker 'python3' did not begin with a greeting of the worker protocol but with 'Hello!'; see \
         docs/worker-protocol.md"
    );
    assert!(refused("another version").contains("speaks version 3 of the worker protocol, not 1 to 2"));
    assert_eq!(refused("refuses"), "the worker 'python3' cannot work: there is no licence");
    let missing =
        Worker::start(&words(&["no-such-program"]), &[], Conditions::default()).map(drop).unwrap_err();
    assert!(missing.to_string().contains("it is not on PATH"), "{missing}");
}

#[test]
fn each_worker_starts_in_an_empty_folder_unless_told_otherwise() {
    needs!("python3");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("pwd.py"),
        "import os\ndef where(n: int):\n    return [os.getcwd(), os.listdir()]\n",
    )
    .unwrap();
    let target = format!("{}/pwd.py:where", folder.path().display()).parse().unwrap();
    let start = |conditions| autobva_sut::python::start(&target, "python3", &[], conditions).unwrap();
    let sut = start(Conditions::default());
    let outcome = call(&sut, &[1]).remove(0);
    assert!(outcome.text().contains("/autobva-") && outcome.text().ends_with("', []]"), "{outcome:?}");
    let cwd = Some(folder.path().to_path_buf());
    let sut = start(Conditions { cwd, ..Conditions::default() });
    assert_eq!(call(&sut, &[1])[0].text(), format!("['{}', ['pwd.py']]", folder.path().display()));
}

#[test]
fn a_worker_may_send_hints() {
    needs!("python3");
    let script = |hints: &str| {
        format!(
            "import sys; sys.stdin.readline(); print('{{\"autobva\":1,\"name\":\"x\",\"args\":[{{\"name\":\"n\",\"type\":\"int\"}}]{hints}}}', flush=True); sys.stdin.read()"
        )
    };
    let started = |hints: &str| {
        Worker::start(&words(&["python3", "-c", &script(hints)]), &[], Conditions::default()).unwrap()
    };
    let sut = started(r#","hints":{"numbers":["86400","2.5"],"texts":["DE"],"more":1}"#);
    assert_eq!(
        (&sut.hints().numbers[..], &sut.hints().texts[..]),
        (&words(&["86400", "2.5"])[..], &words(&["DE"])[..])
    );
    assert_eq!(started("").hints(), autobva_core::Hints::NONE);
    // Hints that are too long or too many are left out.
    let many = format!(",\"hints\":{{\"texts\":[\"{}\",{}\"y\"]}}", "x".repeat(201), "\"a\",".repeat(500));
    let texts = started(&many).hints().texts.clone();
    assert_eq!((texts.len(), texts[0].as_str()), (200, "a"));
}
