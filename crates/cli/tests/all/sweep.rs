//! Sweeps: what is found, run and left out, what survives a kill, and how shards are merged.

use std::process::Stdio;
use std::time::{Duration, Instant};

use autobva_testing::needs;
use serde_json::Value;

use crate::program::{code, stderr, stdout, success};
use crate::workplace::Workplace;

const SHOP: &str = "\
import os
def price(q: int) -> float:
    return q * (2.5 if q < 100 else 2.25)
def pick(items: list[int], at: int) -> int:
    return items[at]
def parcel(size: int, unit: str = 'cm') -> str:
    return 'letter' if size <= 24 else 'parcel'
def half(n):
    return 'none' if n == 0 else 'some'
def told(a):
    '''Tells.

    Args:
        a (int): a number
    '''
    return 'low' if a < 1234 else 'high'
def counted(n: int):
    yield n
def save_all(n: int) -> int:
    return n
def fetch(n: int) -> int:
    return n
def wipe_disk(n: int) -> int:
    return os.system('true') + n
def joined(to: 'socket') -> bool:
    return True
def now() -> int:
    return 1
def never(x):
    raise RuntimeError('never')
def _hidden(x: int) -> int:
    return x
";

/// A small sweep: what it wrote as JSON.
fn sweep(place: &Workplace, words: &[&str]) -> Value {
    let calls: &[&str] = if words.contains(&"--per-function") { &[] } else { &["--per-function", "600"] };
    let line = [&["sweep", "--format", "json", "-q"], calls, words].concat();
    serde_json::from_str(&place.run(&line).0).unwrap()
}

/// The result without running times, in which two sweeps of the same code differ.
fn timeless(mut sweep: Value) -> Value {
    for function in sweep["functions"].as_array_mut().unwrap() {
        for run in function["runs"].as_object_mut().unwrap().values_mut() {
            run.as_object_mut().unwrap().remove("elapsed_ms");
        }
    }
    sweep
}

fn names(sweep: &Value) -> Vec<&str> {
    sweep["functions"].as_array().unwrap().iter().map(|one| one["function"].as_str().unwrap()).collect()
}

fn function<'a>(sweep: &'a Value, name: &str) -> &'a Value {
    let all = sweep["functions"].as_array().unwrap();
    all.iter().find(|one| one["function"] == name).unwrap_or_else(|| panic!("no {name}: {:?}", names(sweep)))
}

#[test]
fn the_list_says_what_would_run_and_why_not() {
    needs!("python3");
    let marked = format!("{SHOP}\nopen('imported', 'w').close()\n");
    let place = Workplace::with(&[("shop.py", &marked), ("test_shop.py", "def f(n: int): return n\n")]);
    let (listed, _) = place.run(&["sweep", ".", "--list"]);
    for line in [
        "shop.py:price(q: int)  by annotations",
        "shop.py:parcel(size: int, unit: str)  by annotations",
        "shop.py:half(n: ?)  by trying",
        "shop.py:told(a: int)  by docstring",
        "left out: shop.py:counted: is a generator",
        "left out: shop.py:save_all: writes something, by its name",
        "left out: shop.py:fetch: needs a network, by its name",
        "left out: shop.py:wipe_disk: removes something, by its name",
        "left out: shop.py:joined: argument 'to' of shop.py:joined has a type that cannot be drawn",
        "left out: shop.py:now: has no arguments",
        "left out: test_shop.py: is test code",
    ] {
        assert!(listed.contains(line), "no '{line}' in\n{listed}");
    }
    assert!(!listed.contains("_hidden"), "{listed}");
    assert!(!place.path(".autobva").exists());
    let allowed =
        place.run(&["sweep", "shop.py", "--list", "--allow", "save_*", "--deny", "shop.py:price"]).0;
    assert!(allowed.contains("\nshop.py:save_all(n: int)"), "{allowed}");
    assert!(allowed.contains("left out: shop.py:price: is denied"), "{allowed}");
    // A function that the user names is run although others of its kind are left out.
    assert!(place.run(&["sweep", "shop.py:fetch", "--list"]).0.starts_with("shop.py:fetch(n: int)"));
}

#[test]
fn packages_modules_folders_and_patterns_are_the_same_functions() {
    needs!("python3");
    let place = Workplace::with(&[
        ("src/pack/__init__.py", "from .inner import deep\n"),
        ("src/pack/inner.py", "def deep(n: int) -> int:\n    return n // 2\n"),
        ("tools/one.py", "def one(n: int) -> int:\n    return n + 1\n"),
        ("tools/two.py", "def two(n: int) -> int:\n    return n + 2\n"),
    ]);
    let list = |targets: &[&str]| {
        let told = place.run(&[&["sweep", "--list", "--format", "json"], targets].concat()).0;
        let plan: Value = serde_json::from_str(&told).unwrap();
        let all = plan["functions"].as_array().unwrap().iter();
        let mut names: Vec<String> = all.map(|one| one["name"].as_str().unwrap().to_string()).collect();
        names.sort();
        names
    };
    assert_eq!(list(&["src/"]), ["pack.inner:deep"]);
    assert_eq!(list(&["tools/*.py"]), ["tools/one.py:one", "tools/two.py:two"]);
    assert_eq!(list(&["tools", "tools/one.py"]), ["tools/one.py:one", "tools/two.py:two"]);
    assert!(list(&["textwrap"]).contains(&"textwrap:wrap".to_string()));
    let found = sweep(&place, &["src/", "--per-function", "100"]);
    assert_eq!(function(&found, "pack.inner:deep")["state"], "done", "{found}");
}

#[test]
fn functions_are_ranked_by_surprise_with_their_sentences() {
    needs!("python3");
    let place = Workplace::with(&[("shop.py", SHOP)]);
    let found = sweep(&place, &["shop.py", "--out", "out", "--pages"]);
    assert_eq!((&found["schema"], names(&found)[0]), (&"autobva-sweep/1".into(), "shop.py:pick"), "{found}");
    let pick = function(&found, "shop.py:pick");
    assert_eq!(pick["surprises"][0]["what"], "internal", "{pick}");
    let price = function(&found, "shop.py:price");
    assert_eq!(price["boundaries"][0]["sentence"], "q 99 | 100: 2.5 · q → 2.25 · q");
    assert_eq!((price["score"].as_u64(), &price["args"][0]["how"]), (Some(0), &"annotation".into()));
    let half = function(&found, "shop.py:half");
    assert_eq!(
        (&half["args"][0]["type"], &half["args"][0]["how"]),
        (&"int".into(), &"trying".into()),
        "{half}"
    );
    let never = function(&found, "shop.py:never");
    assert_eq!(never["state"], "dropped", "{never}");
    let totals = &found["totals"];
    let counts = ["functions", "dropped", "failed", "missing"].map(|key| totals[key].as_u64().unwrap());
    assert_eq!(counts, [6, 1, 0, 0], "{totals}");
    // The folder has the result as a page, as campaigns, and as lines that can be shown again.
    let index = std::fs::read_to_string(place.path("out/index.html")).unwrap();
    assert!(index.contains("q 99 | 100: 2.5 · q → 2.25 · q"), "{index}");
    assert!(index.contains("\"page\":\"pages/shop.py-price"), "{index}");
    let campaigns = std::fs::read_dir(place.path("out/campaigns")).unwrap().count();
    assert!(campaigns >= 5, "{campaigns}");
    let text = place.run(&["sweep", "--resume", "--out", "out"]).0;
    assert!(text.starts_with("shop.py:pick(items: list[int], at: int): "), "{text}");
    assert!(text.contains("  ! internal: IndexError for ("), "{text}");
    let csv = place.run(&["sweep", "--resume", "--out", "out", "--format", "csv", "-q"]).0;
    assert!(csv.starts_with("function,score,surprises,"), "{csv}");
    assert!(csv.contains("shop.py:price,0,,done,annotations,"), "{csv}");
    let junit = place.run(&["sweep", "--resume", "--out", "out", "--format", "junit", "-q"]).0;
    let xml = roxmltree::Document::parse(&junit).unwrap();
    let failed: Vec<&str> = xml
        .descendants()
        .filter(|node| node.has_tag_name("failure"))
        .filter_map(|node| node.parent()?.attribute("name"))
        .collect();
    assert_eq!(failed, ["shop.py:pick"], "{junit}");
}

#[test]
fn kinds_are_found_by_trying() {
    needs!("python3");
    let code = "\
def number(n):
    return n // 1000
def text(s):
    return s.upper() if s.startswith('a') else s.casefold()
def raw(b):
    return b.decode('latin-1')
def numbers(data):
    return sum(data) / len(data)
def table(d):
    return sorted(d.items())
def day(d):
    return d.isoformat()
def both(data, at):
    return data[at % len(data)]
";
    let place = Workplace::with(&[("guess.py", code)]);
    let found = sweep(&place, &["guess.py", "--per-function", "200"]);
    for (name, kinds) in [
        ("number", &["int"][..]),
        ("text", &["str"]),
        ("raw", &["bytes"]),
        ("numbers", &["list[f64]"]),
        ("table", &["dict[int]"]),
        ("day", &["date"]),
        ("both", &["str", "int"]),
    ] {
        let entry = function(&found, &format!("guess.py:{name}"));
        let args = entry["args"].as_array().unwrap().iter();
        let types: Vec<&str> = args.map(|arg| arg["type"].as_str().unwrap_or("?")).collect();
        assert_eq!(types, kinds, "{entry}");
    }
}

const KILLERS: &str = "\
import os
def good(n: int) -> str:
    return 'low' if n < 77 else 'high'
def dies(n: int) -> int:
    if n > 1000:
        os.kill(os.getpid(), 9)
    return n
def kills_its_search(n: int) -> int:
    os.kill(os.getppid(), 9)
    return n
def leaves(n: int) -> int:
    os._exit(3)
";

#[test]
fn a_function_that_kills_costs_itself() {
    needs!("python3");
    let place = Workplace::with(&[("killers.py", KILLERS)]);
    // Each call of one of the functions starts a process, so the budget is small and the time limit generous.
    let words = ["killers.py", "--allow", "*", "--longest", "90s", "--per-function", "60"];
    let found = sweep(&place, &words);
    assert_eq!(function(&found, "killers.py:good")["boundaries"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(function(&found, "killers.py:dies")["surprises"][0]["what"], "crash", "{found}");
    let killed = function(&found, "killers.py:kills_its_search");
    assert_eq!(
        (&killed["state"], &killed["why"]),
        (&"failed".into(), &"its search was killed by signal 9".into())
    );
    assert_eq!(found["totals"]["killers"], 3, "{found}");
}

const SLOW: &str = "\
import time
def busy(n: int) -> str:
    end = time.process_time() + 0.004
    while time.process_time() < end:
        pass
    return 'low' if n < 77 else 'high'
def quick(n: int) -> str:
    return 'low' if n < 77 else 'high'
";

/// How many calls a slow function gets depends on the machine; what is reported about it does not.
#[test]
fn slow_functions_come_to_the_same_each_time() {
    needs!("python3");
    let place = Workplace::with(&[("slow.py", SLOW)]);
    let words = ["slow.py", "--longest", "3s", "--per-function", "2000"];
    let found = ["one", "other"].map(|out| sweep(&place, &[&words[..], &["--out", out]].concat()));
    let [busy, quick] = ["busy", "quick"].map(|name| function(&found[0], &format!("slow.py:{name}")));
    assert_eq!((&busy["state"], &quick["state"]), (&"slow".into(), &"done".into()), "{}", found[0]);
    assert_eq!(busy["why"], "its 2000 calls take longer than 3 s; fewer were made");
    assert_eq!(busy["boundaries"][0]["sentence"], "n 76 | 77: low → high", "{busy}");
    assert_eq!(busy["runs"].as_object().unwrap().values().next().unwrap()["calls"], 200, "{busy}");
    let totals = &found[0]["totals"];
    assert_eq!((&totals["slow"], &totals["searched"]), (&1.into(), &2.into()));
    let [one, other] = found.map(timeless);
    assert_eq!(one, other);
    let text = place.run(&["sweep", "--resume", "--out", "one"]).0;
    assert!(text.contains("slow.py:busy: its 2000 calls take longer than 3 s; fewer were made"), "{text}");
}

const COUNTING: &str = "\
def counted(width: int, year: int) -> str:
    for _ in range(width):
        pass
    return 'low' if width < 77 else 'high' if year < 2222 else 'late'
";

/// A call that loops over a huge number exceeds the time limit; the function is searched again with smaller numbers.
#[test]
fn a_function_whose_calls_exceed_a_limit_is_searched_with_smaller_numbers() {
    needs!("python3");
    let place = Workplace::with(&[("counting.py", COUNTING)]);
    let found = sweep(&place, &["counting.py", "--per-function", "600"]);
    let counted = function(&found, "counting.py:counted");
    assert_eq!(counted["state"], "done", "{counted}");
    let sentences: Vec<_> =
        counted["boundaries"].as_array().unwrap().iter().map(|one| &one["sentence"]).collect();
    assert!(sentences.iter().any(|one| one.as_str().unwrap().starts_with("width 76 | 77")), "{counted}");
    assert!(sentences.iter().any(|one| one.as_str().unwrap().starts_with("year 2221 | 2222")), "{counted}");
    // Only the argument that was large in the slow call is restricted.
    assert_eq!(counted["args"][0]["type"], "int[-1000..1000]", "{counted}");
    assert_eq!(counted["args"][1]["type"], "int", "{counted}");
    assert_eq!(counted["surprises"][0]["what"], "hang", "{counted}");
}

#[test]
fn an_import_that_ends_python_costs_itself() {
    needs!("python3");
    let place = Workplace::with(&[
        ("code/bad.py", "import os\nos._exit(1)\n"),
        ("code/faulty.py", "import nothing_of_that_name\n"),
        ("code/good.py", "def good(n: int) -> int:\n    return n\n"),
    ]);
    let (listed, _) = place.run(&["sweep", "code", "--list"]);
    assert!(listed.contains("code/good.py:good(n: int)"), "{listed}");
    assert!(listed.contains("left out: code/bad.py: its import ends Python"), "{listed}");
    assert!(listed.contains("left out: code/faulty.py: cannot be imported: ModuleNotFoundError"), "{listed}");
}

/// Ten functions that take a while.
fn many(count: usize) -> String {
    let one = |n: usize| {
        let limit = 1000 + 37 * n;
        format!("def f{n}(n: int, m: int) -> str:\n    return 'low' if n < {limit} else str(m % {})\n", n + 2)
    };
    (0..count).map(one).collect()
}

#[test]
fn a_sweep_that_is_killed_goes_on_to_the_same_result() {
    needs!("python3");
    let place = Workplace::with(&[("many.py", &many(8))]);
    let whole = sweep(&place, &["many.py", "--out", "whole"]);
    let begun = ["sweep", "many.py", "--per-function", "600", "--out", "cut", "-q"];
    let resumed = ["sweep", "--resume", "--out", "cut", "-q"];
    let mut cut_short = 0;
    for (round, words) in [&begun[..], &resumed, &resumed].into_iter().enumerate() {
        let mut child = place.autobva(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // Wait for one more result, so that the kill hits the next function.
        let lines =
            || std::fs::read_to_string(place.path("cut/results.jsonl")).map_or(0, |t| t.lines().count());
        let before = if round == 0 { 0 } else { lines() };
        let patience = Instant::now();
        while lines() <= before && patience.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        cut_short += usize::from(lines() < 8);
    }
    assert!(cut_short > 0, "nothing was killed in the middle");
    let on = sweep_on(&place, "cut");
    assert_eq!(timeless(on), timeless(whole));
}

/// Resumes a sweep and returns its result.
fn sweep_on(place: &Workplace, folder: &str) -> Value {
    let words = ["sweep", "--resume", "--out", folder, "--format", "json", "-q"];
    serde_json::from_str(&place.run(&words).0).unwrap()
}

#[test]
fn an_interrupted_sweep_shows_what_it_has_and_goes_on() {
    needs!("python3");
    let place = Workplace::with(&[("many.py", &many(8))]);
    let whole = sweep(&place, &["many.py", "--out", "whole"]);
    let words = ["sweep", "many.py", "--per-function", "600", "--out", "cut", "--jobs", "1"];
    let child = place.autobva(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !std::fs::read_to_string(place.path("cut/results.jsonl")).is_ok_and(|text| text.contains('\n')) {
        std::thread::sleep(Duration::from_millis(5));
    }
    crate::signal::send(&child, rustix::process::Signal::INT);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", stderr(&output));
    assert!(stdout(&output).contains(" not run yet\n"), "{}", stdout(&output));
    assert!(stderr(&output).contains("'autobva sweep --resume --out cut' goes on"), "{}", stderr(&output));
    assert_eq!(timeless(sweep_on(&place, "cut")), timeless(whole));
}

#[test]
fn a_line_that_was_cut_is_run_again() {
    needs!("python3");
    let place = Workplace::with(&[("many.py", &many(2))]);
    let whole = sweep(&place, &["many.py", "--out", "out"]);
    let file = place.path("out/results.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 10]).unwrap();
    assert_eq!(timeless(sweep_on(&place, "out")), timeless(whole));
    std::fs::write(&file, format!("nonsense\n{text}")).unwrap();
    let told = place.refusal(&["sweep", "--resume", "--out", "out"]);
    assert!(told.contains("line 1 is damaged"), "{told}");
}

#[test]
fn shards_come_to_the_whole_in_any_order() {
    needs!("python3");
    let place = Workplace::with(&[("many.py", &many(6)), ("other.py", &many(1))]);
    let whole = timeless(sweep(&place, &["many.py", "--out", "whole"]));
    for shard in ["1/3", "2/3", "3/3"] {
        sweep(&place, &["many.py", "--shard", shard, "--out", &format!("s{}", &shard[..1])]);
    }
    let merge = |shards: &[&str]| {
        let line = [&["merge"], shards, &["--format", "json", "-q"]].concat();
        timeless(serde_json::from_str(&place.run(&line).0).unwrap())
    };
    assert_eq!(merge(&["s1", "s2", "s3"]), whole);
    assert_eq!(merge(&["s3", "s1", "s2", "s1", "whole"]), whole);
    let part = merge(&["s2", "s1"]);
    let (missing, all) =
        (part["missing"].as_array().unwrap().len(), whole["functions"].as_array().unwrap().len());
    assert_eq!(part["functions"].as_array().unwrap().len() + missing, all);
    // One shard is missing: resuming the merged folder runs it. A shard may also be the output of `--format json`.
    place.run(&[
        "sweep", "--resume", "--out", "s1", "--shard", "1/3", "--format", "json", "-o", "s1.json", "-q",
    ]);
    place.run(&["merge", "s1.json", "s2", "--out", "rest", "-q"]);
    assert_eq!(timeless(sweep_on(&place, "rest")), whole);
    sweep(&place, &["other.py", "--out", "other"]);
    let told = place.refusal(&["merge", "s1", "other"]);
    assert!(told.contains("cannot merge s1 and other: they are shards of different sweeps"), "{told}");
    let plan = std::fs::read_to_string(place.path("s2/sweep.json")).unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    std::fs::write(place.path("s2/sweep.json"), plan.replace(&version, "\"version\":\"9.9.9\"")).unwrap();
    let told = place.refusal(&["merge", "s1", "s2"]);
    assert!(told.contains("they were made by autobva 0.1.0 and 9.9.9"), "{told}");
    assert!(place.refusal(&["merge", "s1", "nowhere"]).contains("cannot read nowhere"));
}

#[test]
fn two_sweeps_are_compared() {
    needs!("python3");
    let place = Workplace::with(&[("shop.py", SHOP)]);
    sweep(&place, &["shop.py", "--out", "old"]);
    assert_eq!(
        place.run(&["sweep", "--diff", "old", "old"]).0,
        "0 functions changed, 0 added, 0 removed, 6 the same\n"
    );
    let newer = SHOP.replace("q < 100", "q < 120").replace("def half", "def third");
    std::fs::write(place.path("shop.py"), newer).unwrap();
    sweep(&place, &["shop.py", "--out", "new"]);
    let output = place.autobva(&["sweep", "--diff", "old", "new"]).output().unwrap();
    let told = stdout(&output);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(told.starts_with("- shop.py:half\n+ shop.py:third\nshop.py:price\n"), "{told}");
    assert!(told.contains("  - q 99 | 100: ") && told.contains("  + q 119 | 120: "), "{told}");
    let json = place.autobva(&["sweep", "--diff", "old", "new", "--format", "json"]).output().unwrap();
    let told: Value = serde_json::from_str(&stdout(&json)).unwrap();
    assert_eq!((&told["changed"], &told["added"][0]), (&true.into(), &"shop.py:third".into()), "{told}");
}

#[test]
fn what_cannot_be_swept_is_a_sentence() {
    needs!("python3");
    let place = Workplace::with(&[
        ("empty.py", "x = 1\n"),
        ("broken/__init__.py", "raise RuntimeError('no way')\n"),
        ("good.py", "def good(n: int) -> int:\n    return n\n"),
        ("foreign/notes.txt", "mine\n"),
    ]);
    for (words, told) in [
        (&["sweep"][..], "no target is given"),
        (&["sweep", "empty.py"], "empty.py has no function that can be swept"),
        (&["sweep", "nowhere.py"], "there is no 'nowhere.py'"),
        (&["sweep", "no_such_module"], "there is no module 'no_such_module'"),
        (&["sweep", "broken"], "broken cannot be imported: RuntimeError: no way"),
        (&["sweep", "*.txt"], "nothing here matches '*.txt'"),
        (&["sweep", "good.py", "--python", "no-python"], "cannot start no-python"),
        (&["sweep", "--resume", "--out", "foreign"], "foreign holds no sweep"),
        (&["sweep", "--diff", "good.py", "good.py"], "good.py: it is no sweep"),
    ] {
        let message = place.refusal(words);
        assert!(message.contains(told), "{words:?}: {message}");
    }
    // Only an interpreter without the Python package cannot start an engine.
    let bare = "import sys; sys.exit('autobva' in sys.modules or __import__('importlib.util').util.find_spec('autobva') is not None)";
    if std::process::Command::new("python3").args(["-c", bare]).status().unwrap().success() {
        let told = place.refusal(&["sweep", "good.py", "--on", "ray", "--out", "on", "-q"]);
        assert!(
            told.contains(
                "the engine ray ended with 1 function to go (is the Python package autobva installed"
            ),
            "{told}"
        );
        assert!(
            success(&place.autobva(&["sweep", "--resume", "--out", "on"]).output().unwrap())
                .contains("1 function searched")
        );
    }
    for (words, told) in [
        (&["sweep", "good.py", "--on", "sun"][..], "'sun' is no engine"),
        (&["sweep", "good.py", "--shard", "4/3"], "'4/3' is no share"),
        (&["sweep", "good.py", "--per-function", "much"], "'much' is neither a time"),
        (&["sweep", "good.py", "--per-function", "0"], "'0' is no budget at all"),
    ] {
        let output = place.autobva(words).output().unwrap();
        assert!(code(&output) == 2 && stderr(&output).contains(told), "{words:?}: {}", stderr(&output));
    }
    sweep(&place, &["good.py"]);
    let told = place.refusal(&["sweep", "good.py"]);
    assert!(told.contains(".autobva/sweep holds a sweep already; --resume goes on with it"), "{told}");
    let _ = success(&place.autobva(&["sweep", "--resume"]).output().unwrap());
}

/// This function once crashed the search: its two arguments have limits that are 2^63 apart.
#[test]
fn limits_of_machine_integers_end_no_search() {
    needs!("python3");
    let place = Workplace::new();
    let words = ["find", "operator:length_hint", "--arg", "obj:int", "--arg", "default:int", "--no-campaign"];
    let found = place.run(&[&words[..], &["--max-calls", "2000", "--seed", "1"]].concat()).0;
    assert!(found.contains("length_hint(obj: int, default: int)"), "{found}");
}
