//! Targets beyond the built-in examples, as a user meets them on the command line.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use autobva_testing::needs;
use rustix::process::Signal;

use crate::program::{self, stderr, stdout};
use crate::signal;

const PYTHON: &str = r#"
import os, random, sys, time

def grade(points: int) -> str:
    print("noise on standard output")
    if points < 0:
        raise ValueError("negative points")
    return "passed" if points >= 50 else "failed"

def untyped(points):
    return points

def flaky(n: int):
    return random.choice("abcdefgh") if 10 <= n < 20 else "steady"

def hangs(n: int):
    if os.fork() == 0:
        os.setsid()
    time.sleep(1000)

def dangerous(n: int):
    if n % 4 == 1:
        os._exit(3)
    if n % 4 == 2:
        time.sleep(1000)
    return n
"#;

/// A folder with the functions above, in `school.py`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("school.py"), PYTHON).unwrap();
    folder
}

fn autobva(folder: &tempfile::TempDir) -> Command {
    let mut command = program::autobva();
    command.current_dir(folder.path());
    command
}

fn run(arguments: &[&str]) -> Output {
    autobva(&folder()).args(arguments).output().unwrap()
}

fn refusal(arguments: &[&str]) -> String {
    program::refusal(&run(arguments))
}

/// The pairs that a run found, as `left|right`, and its run object.
fn pairs(arguments: &[&str]) -> (Vec<String>, serde_json::Value) {
    let output = run(arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let side = |candidate: &serde_json::Value, side: &str| {
        let values = candidate[side]["input"].as_array().unwrap();
        values.iter().map(|value| value.as_str().unwrap()).collect::<Vec<_>>().join(",")
    };
    let candidates = json["candidates"].as_array().unwrap();
    let pairs = candidates.iter().map(|c| format!("{}|{}", side(c, "left"), side(c, "right"))).collect();
    (pairs, json["run"].clone())
}

fn contains_all(found: &[String], wanted: &[&str]) {
    for pair in wanted {
        assert!(found.iter().any(|found| found == pair), "{pair} is missing in {found:?}");
    }
}

#[test]
fn a_python_function() {
    needs!("python3");
    let (found, run) =
        pairs(&["find", "school.py:grade", "--max-calls", "3000", "--seed", "1", "--format", "json"]);
    contains_all(&found, &["-1|0", "49|50"]);
    assert!(run["calls"].as_u64().unwrap() <= 3000, "{run}");
    assert_eq!(stdout(&run_call(&["school:grade", "50"])), "valid str: passed\n");
    assert_eq!(stdout(&run_call(&["./school.py:grade", "-1"])), "error ValueError: negative points\n");
    assert_eq!(stdout(&run_call(&["school.py:untyped", "--arg", "points:i8", "5"])), "valid int: 5\n");
}

fn run_call(arguments: &[&str]) -> Output {
    run(&[&["call"], arguments].concat())
}

#[test]
fn a_program() {
    needs!("numfmt");
    let words = ["--max-calls", "1000", "--seed", "1", "--format", "json", "--", "numfmt", "--to=si", "{n}"];
    let (found, run) = pairs(&[&["find", "--arg", "n:int[0..10000000]"], &words[..]].concat());
    // A number that gets longer, 9.9K | 10K, is no change of behaviour.
    assert_eq!(found, ["999|1000", "999000|999001"]);
    assert!(run["calls"].as_u64().unwrap() <= 1000, "{run}");
    let call = ["--arg", "n:int", "12345", "--", "numfmt", "--to=si", "{n}"];
    assert_eq!(stdout(&run_call(&call)), "valid String: 13K\n");
}

#[test]
fn the_calendar_of_python() {
    needs!("python3");
    let arguments = ["find", "datetime:date", "--arg", "year:int", "--arg", "month:int", "--arg", "day:int"];
    let (found, _) =
        pairs(&[&arguments[..], &["--max-calls", "40k", "--seed", "1", "--format", "json"]].concat());
    let changes = |argument: usize, from: &str, to: &str| {
        let differs = |pair: &String| {
            let (left, right) = pair.split_once('|').unwrap();
            left.split(',').nth(argument) == Some(from) && right.split(',').nth(argument) == Some(to)
        };
        assert!(found.iter().any(differs), "argument {argument} from {from} to {to} was not found");
    };
    changes(0, "0", "1");
    changes(0, "9999", "10000");
    changes(1, "0", "1");
    changes(1, "12", "13");
    for (from, to) in [("0", "1"), ("28", "29"), ("29", "30"), ("30", "31"), ("31", "32")] {
        changes(2, from, to);
    }
}

#[test]
fn a_worker() {
    needs!("python3");
    let example = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/workers/size.py");
    let target = format!("worker:python3 '{}'", example.display());
    assert_eq!(stdout(&run_call(&[&target, "1000"])), "valid str: 1 kB\n");
    let path = example.display().to_string();
    let arguments =
        ["find", "worker:python3", &path, "--max-calls", "2000", "--seed", "1", "--format", "json"];
    contains_all(&pairs(&arguments).0, &["-1|0", "999|1000", "999999|1000000"]);
}

#[test]
fn one_row_in_and_one_row_out_whatever_the_target_does() {
    needs!("python3");
    let folder = folder();
    let rows: String = (0..40).map(|n| format!("{n}\n")).collect();
    std::fs::write(folder.path().join("inputs.csv"), format!("n\n{rows}")).unwrap();
    let arguments = ["call", "school.py:dangerous", "--timeout", "300ms", "--inputs", "inputs.csv"];
    let output = autobva(&folder).args(arguments).output().unwrap();
    let wanted: String = (0..40)
        .map(|n| match n % 4 {
            1 => format!("{n},error,Exited(3),exit status 3\n"),
            2 => format!("{n},error,Timeout,no answer within 300ms\n"),
            _ => format!("{n},valid,int,{n}\n"),
        })
        .collect();
    assert_eq!(stdout(&output), format!("n,validity,type,output\n{wanted}"));
}

#[test]
fn flaky_targets_are_reported_with_the_input() {
    needs!("python3");
    let arguments =
        ["find", "school.py:flaky", "--arg", "n:int[0..30]", "--max-calls", "2000", "--seed", "1"];
    let output = run(&arguments);
    let message = stderr(&output);
    assert!(message.contains("when called again, e.g. n = 1"), "{message}");
    assert!(stdout(&output).contains('~'), "{}", stdout(&output));
    let json = run(&[&arguments[..], &["--format", "json"]].concat());
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let number = |side: &serde_json::Value| side["input"][0].as_str().unwrap().parse::<i64>().unwrap_or(0);
    for what in ["boundaries", "candidates"] {
        let marked: Vec<_> = json[what].as_array().unwrap().iter().filter(|c| c["flaky"] == true).collect();
        assert!(!marked.is_empty());
        assert!(marked.iter().all(|c| (9..=20).contains(&number(&c["left"]))), "{marked:?}");
    }
}

#[test]
fn what_cannot_work_is_refused_with_the_remedy() {
    needs!("python3");
    let cases: &[(&[&str], &str)] = &[
        (&["find", "school.py:untyped"], "declare it with --arg points:TYPE, for instance --arg points:int"),
        (&["find", "school.py:grad"], "school.py has no 'grad'; did you mean 'grade'?"),
        (&["find", "school.py"], "'school.py' names no function; write school.py:FUNCTION"),
        (&["find", "none.py:f"], "there is no file"),
        (&["find", "school.py:grade", "--python", "no-python"], "or choose one with --python"),
        (&["find", "a b:c"], "is no target; write file.py:function"),
        (&["find", "worker:"], "the worker has no program"),
        (&["find", "worker:'x"], "has a quote that is not closed"),
        (&["find", "worker:false"], "exited with code 1 before it was ready"),
        (&["find", "worker:no-such-worker"], "it is not on PATH"),
        (&["find", "date", "extra"], "'extra' is not expected after 'date'"),
        (&["find", "date", "--", "echo"], "both 'date' and a program after -- are given"),
        (
            &["find", "--arg", "n:int", "--", "echo", "{m}"],
            "{m} is not declared; declare it with --arg m:TYPE",
        ),
        (&["find", "--arg", "n:int", "--", "echo"], "argument 'n' is not used"),
        (&["find", "--", "no-such-program"], "it is not on PATH"),
        (&["find", "--", "echo", "hello"], "the target takes no arguments"),
        (
            &["find", "--output", "x.json", "--arg", "n:int", "--", "echo", "{n}"],
            "written to a file with -o FILE",
        ),
        (&["find", "date", "--output", "exit"], "--output is for programs after --"),
        (&["find", "date", "--ok-codes", "1"], "--ok-codes is for programs after --"),
        (&["find", "date", "--python", "python3"], "--python is for Python functions"),
        (&["find", "school.py:grade", "--timeout", "0s"], "--timeout is zero"),
        (&["find", "school.py:grade", "--memory", "much"], "write a number of bytes, or for instance 512K"),
        (&["find", "school.py:grade", "--memory", "1M"], "school.py:grade"),
        (&["find", "school.py:grade", "--cwd", "nowhere"], "--cwd nowhere is not a folder"),
        (&["find"], "no target is given"),
    ];
    for (arguments, wanted) in cases {
        let message = refusal(arguments);
        assert!(message.contains(wanted), "{arguments:?}: {message}");
        assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    }
}

#[test]
fn the_output_of_a_program_and_the_file_of_the_result_go_together() {
    let folder = folder();
    let program = ["--", "sh", "-c", "echo out; echo err >&2; exit $0", "{n}"];
    let arguments = ["call", "--arg", "n:int", "--output", "both", "--ok-codes", "0,3", "-o", "result", "3"];
    let output = autobva(&folder).args([&arguments[..], &program].concat()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(folder.path().join("result")).unwrap(), "valid String: out\nerr\n");
}

/// The processes of a run, by the mark that they carry.
fn processes(autobva: u32) -> Vec<PathBuf> {
    let mark = format!("AUTOBVA_TARGET={autobva}.");
    let folders = std::fs::read_dir("/proc").unwrap().flatten().map(|process| process.path());
    let is_marked = |process: &PathBuf| {
        let environment = std::fs::read(process.join("environ")).unwrap_or_default();
        environment.windows(mark.len()).any(|window| window == mark.as_bytes())
    };
    folders.filter(is_marked).collect()
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A search whose calls fork, leave their session and never end.
fn hanging_search(folder: &tempfile::TempDir, scratch: &tempfile::TempDir) -> Child {
    let mut command = autobva(folder);
    command.args(["find", "school.py:hangs", "--timeout", "1000s"]).env("TMPDIR", scratch.path());
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for("the target and its fork", || processes(child.id()).len() >= 2);
    assert!(scratch.path().read_dir().unwrap().count() > 0);
    child
}

#[test]
fn nothing_is_left_after_a_kill() {
    needs!("python3");
    for signals in [&[Signal::KILL][..], &[Signal::INT; 2], &[Signal::TERM; 2], &[Signal::QUIT]] {
        let (folder, scratch) = (folder(), tempfile::tempdir().unwrap());
        let mut child = hanging_search(&folder, &scratch);
        for &name in signals {
            signal::send(&child, name);
            std::thread::sleep(Duration::from_millis(100));
        }
        child.wait().unwrap();
        wait_for("all processes to end", || processes(child.id()).is_empty());
        wait_for("the temporary folder to go", || scratch.path().read_dir().unwrap().count() == 0);
    }
}

#[test]
fn an_interrupted_search_prints_what_it_found() {
    needs!("python3");
    let folder = folder();
    let mut command = autobva(&folder);
    command.args(["find", "school.py:grade", "--max-time", "100s", "--verbose"]).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.as_mut().unwrap()).lines().map(Result::unwrap);
    assert!(lines.any(|line| line.starts_with("autobva: saved ")));
    signal::send(&child, Signal::INT);
    let id = child.id();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(stdout(&output).contains("passed"), "{}", stdout(&output));
    assert_eq!(processes(id), Vec::<PathBuf>::new());
}
