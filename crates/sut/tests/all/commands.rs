//! Programs as targets: what counts as their output, what becomes of those that misbehave, and what is refused.

use std::time::Duration;

use crate::support::{python, wait_until_gone};
use autobva_core::{Argument, Input, Outcome, Sut};
use autobva_sut::{Captured, Command, Conditions, Limits};
use autobva_testing::needs;

const PATIENT: Duration = Duration::from_secs(20);

fn conditions(timeout: Duration) -> Conditions {
    Conditions { limits: Limits { timeout, memory: 200 << 20, output: 1 << 16 }, ..Conditions::default() }
}

fn start_within(timeout: Duration, words: &[&str], declared: &[&str]) -> Result<Command, String> {
    let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    let declared: Vec<Argument> = declared.iter().map(|text| text.parse().unwrap()).collect();
    Command::new(&words, &declared, conditions(timeout)).map_err(|e| e.to_string())
}

fn start(words: &[&str], declared: &[&str]) -> Command {
    start_within(PATIENT, words, declared).unwrap()
}

fn input(sut: &dyn Sut, values: &[&str]) -> Input {
    sut.signature().read(values, None).unwrap()
}

fn call(sut: &dyn Sut, values: &[&str]) -> Outcome {
    let mut outcome = Outcome::error("nothing", "was written here");
    sut.run(&input(sut, values), &mut outcome).unwrap();
    outcome
}

#[test]
fn values_are_words_and_no_shell_sees_them() {
    let echo = start(&["printf", "%s|%s", "{t}", "n={n}"], &["t:str", "n:int"]);
    assert_eq!(
        call(&echo, &["a b; $(rm -rf /) '\"", "-5"]),
        Outcome::valid("String", "a b; $(rm -rf /) '\"|n=-5")
    );
    let cat = start(&["cat", "{-}"], &["t:str"]);
    let long = "é".repeat(20_000);
    for text in ["", "no newline at the end", long.as_str()] {
        assert_eq!(call(&cat, &[text]), Outcome::valid("String", text));
    }
    let deaf = start(&["true", "{-}"], &["t:str[0..999999]"]);
    assert_eq!(call(&deaf, &[&"x".repeat(999_999)]), Outcome::valid("String", ""), "it need not be read");
}

#[test]
fn the_output_is_what_was_chosen() {
    const SCRIPT: &str = "echo out; echo err >&2; exit $0";
    let program = || start(&["sh", "-c", SCRIPT, "{n}"], &["n:int"]);
    assert_eq!(call(&program(), &["0"]), Outcome::valid("String", "out"));
    assert_eq!(call(&program(), &["3"]), Outcome::error("Exited(3)", "exit status 3: err"));
    assert_eq!(call(&program().accepting(&[0, 3]), &["3"]), Outcome::valid("String", "out"));
    assert_eq!(call(&program().accepting(&[3]), &["0"]), Outcome::error("Exited(0)", "exit status 0: err"));
    let chosen = |captured| call(&program().capturing(captured), &["0"]);
    assert_eq!(chosen(Captured::Stderr), Outcome::valid("String", "err"));
    assert_eq!(chosen(Captured::Both), Outcome::valid("String", "out\nerr"));
    assert_eq!(chosen(Captured::Exit), Outcome::valid("String", "0"));
    let exit = program().capturing(Captured::Exit);
    assert_eq!(call(&exit, &["3"]), Outcome::error("Exited(3)", "exit status 3"));
}

#[test]
fn programs_that_misbehave() {
    needs!("python3");
    let shell = |script: &str, n: &str| call(&start(&["sh", "-c", script, "{n}"], &["n:int"]), &[n]);
    let crashed = Outcome::error("Crashed(SIGSEGV)", "killed by SIGSEGV: oh");
    assert_eq!(shell("echo oh >&2; kill -SEGV $$", "1"), crashed);
    assert_eq!(shell("while :; do echo water; done", "1").type_name(), "OutputTooLong");
    assert_eq!(shell("while :; do echo water >&2; done", "1").type_name(), "OutputTooLong");
    assert_eq!(shell("exec >&- 2>&-; sleep 0.1; exit 4", "1"), Outcome::error("Exited(4)", "exit status 4"));
    let hoard = "x = []\nwhile True: x.append(b'x' * (1 << 20))";
    assert_eq!(call(&start(&[python(), "-c", hoard, "{n}"], &["n:int"]), &["1"]).type_name(), "OutOfMemory");
    let brief = Duration::from_millis(300);
    let hanging = start_within(brief, &["sleep", "1000{n}"], &["n:int"]).unwrap();
    assert_eq!(call(&hanging, &["1"]), Outcome::error("Timeout", "no answer within 300ms"));
    let quiet = start_within(brief, &["sh", "-c", "exec >&- 2>&-; sleep 1000", "{n}"], &["n:int"]).unwrap();
    assert_eq!(call(&quiet, &["1"]).type_name(), "Timeout");
    let marker = quiet.marker().to_string();
    drop(quiet);
    wait_until_gone(&marker);
}

#[test]
fn those_left_behind_are_ended_and_not_waited_for() {
    for script in [
        "sleep 1000 & echo done",
        "setsid sleep 1000 & echo done",
        "setsid sleep 1000 >&- 2>&- <&- & echo done",
    ] {
        let sut = start(&["sh", "-c", script, "{n}"], &["n:int"]);
        for n in 0..3 {
            assert_eq!(call(&sut, &[&n.to_string()]), Outcome::valid("String", "done"), "{script}");
        }
        let marker = sut.marker().to_string();
        drop(sut);
        wait_until_gone(&marker);
    }
}

#[test]
fn every_call_has_its_outcome_under_load() {
    let script = "case $0 in *3) kill -KILL $$;; *5) exit 5;; *7) sleep 1000;; *) echo fine $0;; esac";
    let sut = start_within(Duration::from_secs(1), &["sh", "-c", script, "{n}"], &["n:int"]).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let sut = &sut;
            scope.spawn(move || {
                let numbers: Vec<usize> = (0..30).map(|i| i + 1000 * thread).collect();
                let inputs: Vec<Input> = numbers.iter().map(|n| input(sut, &[&n.to_string()])).collect();
                let mut outcomes = vec![Outcome::error("nothing", "was written here"); inputs.len()];
                sut.run_batch(&inputs, &mut outcomes).unwrap();
                for (n, outcome) in numbers.iter().zip(outcomes) {
                    match n % 10 {
                        3 => assert_eq!(outcome.type_name(), "Crashed(SIGKILL)", "{n}"),
                        5 => assert_eq!(outcome.type_name(), "Exited(5)", "{n}"),
                        7 => assert_eq!(outcome.type_name(), "Timeout", "{n}"),
                        _ => assert_eq!(outcome, Outcome::valid("String", format!("fine {n}")), "{n}"),
                    }
                }
            });
        }
    });
}

#[test]
fn each_call_starts_in_an_empty_folder() {
    let sut = start(&["sh", "-c", "ls; touch left-{n}; pwd", "{n}"], &["n:int"]);
    for n in ["1", "2"] {
        let outcome = call(&sut, &[n]);
        assert!(outcome.text().contains("/autobva-") && outcome.text().lines().count() == 1, "{outcome:?}");
    }
}

#[test]
fn values_that_no_program_can_be_given_are_outcomes() {
    let echo = start(&["echo", "{t}"], &["t:str[0..300000]"]);
    assert_eq!(call(&echo, &["a\0b"]).type_name(), "NotStarted");
    assert_eq!(call(&echo, &[&"x".repeat(300_000)]).type_name(), "NotStarted");
}

#[test]
fn what_cannot_be_started_is_refused() {
    let refused = |words: &[&str]| start_within(PATIENT, words, &["n:int"]).map(drop).unwrap_err();
    assert!(
        refused(&["no-such-program", "{n}"]).contains("it is not on PATH; install it or give its full path")
    );
    assert!(refused(&["./no-such-file", "{n}"]).contains("there is no such file; check the path"));
    assert!(refused(&["/etc/passwd", "{n}"]).contains("it is not executable"));
    assert!(refused(&["", "{n}"]).contains("the name of the program is empty"));
    assert!(refused(&[]).contains("there is no program after --"));
    assert!(refused(&["echo", "{m}"]).contains("{m} is not declared"));
    assert!(refused(&["echo"]).contains("argument 'n' is not used"));
}
