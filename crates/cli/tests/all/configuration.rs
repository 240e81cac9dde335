//! The configuration file: what it is read as, what is refused, and what is run.

use autobva_testing::needs;

use crate::program::{code, refusal, run_in, stderr, stdout, success};
use crate::workplace::Workplace;

const TICKETS: &str = "\
def fare(age: int) -> str:
    if age < 0 or age > 130:
        raise ValueError('no such age')
    if age < 6:
        return 'free'
    return 'full' if age < 65 else 'senior'
";

const SHOP: &str = "\
import socket
def price(q: int) -> float:
    return q * (2.5 if q < 100 else 2.25)
def parcel(size: int, unit: str = 'cm') -> str:
    return 'letter' if size * (1 if unit == 'cm' else 2.54) <= 24 else 'parcel'
def connect(to: socket.socket) -> bool:
    return True
def now() -> int:
    return 1
def _hidden(x: int) -> int:
    return x
print('imported')
";

#[test]
fn find_without_a_target_runs_those_of_the_file() {
    let place = Workplace::with(&[(
        "autobva.toml",
        "seed = 1\nmax-calls = 500\n[[target]]\nname = 'bytecount'\nargs = ['bytes:int[0..2_000]']\n\
         [[target]]\nname = 'date'\nmax-calls = 300\nfix = ['month=2']\n",
    )]);
    let output = place.autobva(&["find"]).output().unwrap();
    let (found, said) = (success(&output), stderr(&output));
    let headings: Vec<&str> = found.lines().filter(|line| line.starts_with('[')).collect();
    assert_eq!(headings, ["[1 of 2] bytecount", "[2 of 2] date"], "{found}");
    assert!(
        found.contains("bytecount(bytes: int[0..2000])") && found.contains("\n\n[2 of 2] date\n"),
        "{found}"
    );
    assert!(said.contains("date with lines, seed 1\n") && said.contains("in 300 calls"), "{said}");
    // An option of the command line takes precedence over the file, and a single target is printed without a heading.
    let output =
        place.autobva(&["find", "--target", "date", "--seed", "2", "--max-calls", "200"]).output().unwrap();
    assert!(success(&output).starts_with("date("), "{}", stdout(&output));
    assert!(stderr(&output).contains("seed 2\n") && stderr(&output).contains("in 200 calls"));
    let (dry, _) = place.run(&["find", "--dry-run"]);
    assert_eq!(dry, "would call: bytecount --arg 'bytes:int[0..2_000]'\nwould call: date\n");
    // A target that is named on the command line gets no settings from the file.
    assert!(place.run(&["find", "bytecount", "--dry-run"]).0.ends_with("call: bytecount\n"));
    assert!(place.refusal(&["find", "bytecont", "--dry-run"]).contains("unknown target 'bytecont'"));
    let told = place.refusal(&["find", "--target", "dat"]);
    assert!(told.contains("autobva.toml: unknown target 'dat'; did you mean 'date'?"), "{told}");
    for words in [&["-o", "x"][..], &["--campaign", "x"], &["--observe", "x"], &["--format", "json"]] {
        let told = place.refusal(&[&["find"], words].concat());
        assert!(told.contains("is for one target, and autobva.toml has 2; pick one with --target"), "{told}");
    }
    assert!(place.refusal(&["find", "date", "--target", "date"]).contains("leave it out"));
}

#[test]
fn a_target_that_cannot_be_run_does_not_keep_the_others_from_it() {
    let place = Workplace::with(&[(
        "autobva.toml",
        "max-calls = 200\n[[target]]\nname = 'nowhere.py:f'\n[[target]]\nname = 'max'\n",
    )]);
    let output = place.autobva(&["find"]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("[2 of 2] max\nmax("), "{}", stdout(&output));
    assert!(stderr(&output).contains("error: nowhere.py:f: "), "{}", stderr(&output));
}

#[test]
fn faults_are_told_with_the_line_and_nothing_runs() {
    let ok = "[[target]]\nname = 'max'\nmax-calls = 100\n";
    for (more, wanted) in [
        ("max-cals = 3", "line 4: unknown key 'max-cals'; did you mean 'max-calls'?"),
        ("max_time = '1s'", "line 4: unknown key 'max_time'; did you mean 'max-time'?"),
        ("arg = ['x:int']", "line 4: unknown key 'arg'; did you mean 'args'?"),
        ("format = 'json'", "line 4: unknown key 'format'; known are name, program, ignore, args, "),
        ("timeout = 'soon'", "line 4: invalid value 'soon' for '--timeout <TIME>': 'soon' is not a time"),
        (
            "rules = 'maybe'",
            "line 4: invalid value 'maybe' for '--rules <ON|OFF>' [possible values: on, off]",
        ),
        ("args = ['x:itn']", "line 4: argument 'x': unknown type 'itn'; did you mean 'int'?"),
        ("seed = [1, 2]", "line 4: 'seed' is one value, not a list"),
        ("seed = {}", "line 4: 'seed' is a text or a number; put it into quotes"),
        ("fresh = 'on'", "line 4: 'fresh' is true or false"),
        ("ignore = ['']", "line 4: an empty text would ignore every boundary"),
        ("program = ['echo']", "line 1: a target has either 'name' or 'program'; give one of the two"),
        ("seed = 1\nseed = 2", "line 5: duplicate key; the file is TOML, see docs/configuration.md"),
        ("seed = ", "line 4: "),
        ("[[target]]\nseed = 1", "line 4: a target has either 'name' or 'program'"),
        ("[[target]]\nname = '--seed'", "line 5: '--seed' names no target"),
    ] {
        let place = Workplace::with(&[("autobva.toml", &format!("{ok}{more}\n"))]);
        let told = place.refusal(&["find"]);
        assert!(told.starts_with(&format!("error: autobva.toml: {wanted}")), "{more}: {told}");
        assert!(!place.path(".autobva").exists(), "{more}");
    }
    for (whole, wanted) in [
        ("", "autobva.toml has no targets; add [[target]]"),
        ("name = 'max'", "line 1: 'name' is about one target; put it under [[target]]"),
        ("[target]\nname = 'max'", "line 1: each target is one of several; write [[target]]"),
        ("target = ['max']", "line 1: a target is a table"),
        ("\u{0}\u{1}", "line 1: "),
    ] {
        let place = Workplace::with(&[("autobva.toml", whole)]);
        assert!(place.refusal(&["find"]).contains(wanted), "{whole}");
    }
    let place = Workplace::with(&[("autobva.toml", ok), ("pyproject.toml", "[tool.autobva]\nseed = 1\n")]);
    assert!(place.refusal(&["find"]).contains("has both autobva.toml and [tool.autobva] in pyproject.toml"));
    let place = Workplace::with(&[("autobva.toml", ok)]);
    std::fs::write(place.path("autobva.toml"), b"\xff\xfe").unwrap();
    assert!(place.refusal(&["find"]).contains("cannot read "));
}

#[test]
fn the_file_of_a_folder_above_counts_and_its_targets_are_named_from_there() {
    needs!("python3");
    let settings = "[project]\nname = 'x'\n[tool.autobva]\nseed = 1\n[[tool.autobva.target]]\nname = 'tickets.py:fare'\n\
                    max-calls = 1e3\n";
    let settings = settings.replace("1e3", "1_000");
    let place = Workplace::with(&[
        ("tickets.py", TICKETS),
        ("pyproject.toml", &settings),
        ("src/deep/pyproject.toml", ""),
    ]);
    let inside = place.path("src/deep");
    let output = run_in(&inside, &["find", "-o", "found.txt"]);
    success(&output);
    let found = std::fs::read_to_string(inside.join("found.txt")).unwrap();
    assert!(found.contains("64 | 65"), "{found}");
    assert!(place.path(".autobva/tickets.py-fare.autobva").exists() && !inside.join(".autobva").exists());
    place.run(&["accept", "tickets.py:fare"]);
    let checked = success(&run_in(&inside, &["check"]));
    assert!(checked.starts_with("tickets.py:fare: 4 boundaries, nothing changed"), "{checked}");
    let told = refusal(&run_in(&std::env::temp_dir(), &["find", "--target", "x"]));
    assert!(told.contains("'autobva init MODULE' writes one"), "{told}");
}

#[test]
fn boundaries_that_are_ignored_are_neither_accepted_nor_missed() {
    needs!("python3");
    let settings = "seed = 1\nmax-calls = 1000\n[[target]]\nname = 'tickets.py:fare'\nignore = ['no such age', 'b9']\n\
                    [[target]]\nname = 'date'\n";
    let place = Workplace::with(&[("tickets.py", TICKETS), ("autobva.toml", settings)]);
    let output = place.autobva(&["find", "--target", "./tickets.py:fare"]).output().unwrap();
    let found = success(&output);
    assert_eq!(found.matches("decided: skip (ignored in autobva.toml)").count(), 2, "{found}");
    assert!(stderr(&output).contains("autobva.toml ignores 'b9', which is no boundary here"));
    let (_, said) = place.run(&["accept", "tickets.py:fare"]);
    assert!(said.contains("2 boundaries of tickets.py:fare accepted"), "{said}");
    let output = place.autobva(&["check"]).output().unwrap();
    success(&output);
    assert!(stderr(&output).contains("autobva.lock.toml does not guard date; "), "{}", stderr(&output));
    assert_eq!(place.run(&["check", "--quiet"]).1, "");
    // An ignored boundary that has moved does not make `check` fail.
    std::fs::write(place.path("tickets.py"), TICKETS.replace("age < 6:", "age < 7:")).unwrap();
    let changed = place.autobva(&["check", "--target", "tickets.py:fare"]).output().unwrap();
    assert_eq!((code(&changed), stderr(&changed)), (1, String::new()), "{}", stdout(&changed));
    let settings = settings.replace("'b9'", "'age 5 | 6'");
    std::fs::write(place.path("autobva.toml"), &settings).unwrap();
    place.run(&["check"]);
    // The search also finds the boundaries with an error, which the file ignores, and the moved one, which it does not.
    let searched = place.autobva(&["check", "--search", "--format", "json"]).output().unwrap();
    let told = stdout(&searched);
    assert!(!told.contains("age 130 | 131") && told.contains("tickets.py:fare"), "{told}");
    assert!(place.refusal(&["check", "--target", "fare"]).contains("unknown target 'fare'"));
}

#[test]
fn a_search_of_check_has_the_settings_of_the_file() {
    needs!("python3");
    let code_of = "def far(n: int) -> str:\n    return 'low' if n < 5 else 'high'\n";
    let settings = "[[target]]\nname = 'far.py:far'\nhints = false\nargs = ['n:int[0..99]']\nmax-calls = 700\nseed = 3\n";
    let place = Workplace::with(&[("far.py", code_of), ("autobva.toml", settings)]);
    place.run(&["find"]);
    place.run(&["accept", "far.py:far"]);
    let calls = |words: &[&str]| {
        let (told, _) = place.run(&[&["check", "--search", "--format", "json", "--quiet"], words].concat());
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        told["targets"][0]["calls"].as_u64().unwrap()
    };
    std::fs::write(place.path("autobva.toml"), settings.replace("700", "20")).unwrap();
    let by_file = calls(&[]);
    assert!(by_file < 40, "{by_file}");
    assert!(calls(&["--max-calls", "60"]) > by_file);
}

#[test]
fn init_writes_a_file_with_the_functions_of_a_module() {
    needs!("python3");
    let place = Workplace::with(&[("shop.py", SHOP), ("store/__init__.py", ""), ("store/prices.py", SHOP)]);
    let (_, said) = place.run(&["init", "shop.py"]);
    assert!(said.contains("shop.py:connect left out: argument 'to' ") && !said.contains("def try"), "{said}");
    assert!(said.contains("shop.py:now left out: it has no arguments\n"), "{said}");
    assert!(
        said.ends_with("autobva: 2 targets in autobva.toml; 'autobva find' searches all of them\n"),
        "{said}"
    );
    let (dry, _) = place.run(&["find", "--dry-run"]);
    assert_eq!(dry, "would import and call: shop.py:price\nwould import and call: shop.py:parcel\n");
    // `init` writes declarations as comments, for users to uncomment and narrow; after that the file is theirs.
    let text = std::fs::read_to_string(place.path("autobva.toml")).unwrap();
    std::fs::write(place.path("autobva.toml"), text.replace("# args", "args")).unwrap();
    place.run(&["find", "--max-calls", "300", "--quiet"]);
    let told = place.refusal(&["init", "shop.py"]);
    assert!(told.contains("autobva.toml was not written by autobva, and would be lost"), "{told}");
    place.run(&["init", "store.prices", "--force"]);
    assert!(place.run(&["find", "--dry-run"]).0.contains("call: store.prices:price\n"));
    // Without a module, `init` writes the targets that already have a campaign.
    place.run(&[
        "find",
        "--max-calls",
        "50",
        "--quiet",
        "--arg",
        "n:int[0..9]",
        "--ok-codes",
        "0,1",
        "--",
        "echo",
        "{n}",
    ]);
    let (known, _) = place.run(&["init", "-o", "-"]);
    assert!(
        known.contains("program = [\"echo\", \"{n}\"]\nargs = [\"n:int[0..9]\"]\nok-codes = \"0,1\"\n"),
        "{known}"
    );
    assert!(known.contains("name = \"shop.py:price\"\nargs = [\"q:int\"]\n"), "{known}");
    std::fs::write(place.path("autobva.toml"), &known).unwrap();
    let (dry, _) = place.run(&["find", "--dry-run"]);
    assert!(dry.contains("--ok-codes '0,1' -- echo '{n}'\n"), "{dry}");
}

#[test]
fn init_refuses_what_it_cannot_list() {
    needs!("python3");
    let place = Workplace::with(&[("empty.py", ""), ("wrong.py", "def f(:\n"), ("shop.py", SHOP)]);
    for (words, wanted) in [
        (&["init"][..], "there is no campaign here to take targets from; name a module"),
        (&["init", "gone.py"], "cannot read gone.py: FileNotFoundError"),
        (&["init", "no.such"], "cannot read no.such: ModuleNotFoundError"),
        (&["init", "wrong.py"], "cannot read wrong.py: SyntaxError"),
        (&["init", "sys"], "cannot read sys: it is not written in Python"),
        (&["init", "empty.py"], "empty.py has no function whose arguments can be drawn"),
        (&["init", "shop.py:price"], "'shop.py:price' is a function; give its module"),
        (&["init", "shop.py", "--python", "nopython"], "cannot start nopython"),
        (&["init", "shop.py", "-o", "autobva.lock.toml"], "is a lock file"),
    ] {
        let told = place.refusal(words);
        assert!(told.contains(wanted), "{words:?}: {told}");
        assert!(!place.path("autobva.toml").exists());
    }
    std::fs::write(place.path("pyproject.toml"), "[tool.autobva]\n").unwrap();
    assert!(place.refusal(&["init", "shop.py"]).contains("pyproject.toml has [tool.autobva] already"));
}
