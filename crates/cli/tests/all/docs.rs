//! Every command on the pages of `docs/` is run, and prints what the page says.
//!
//! A ```` ```console ```` block is a session: lines that begin with `$ ` are commands for the shell (a `\` at the end goes
//! on in the next line), the lines below are what the command prints, errors included. A line `…` stands for any number
//! of lines, a `…` within a line for anything. A command must succeed, unless the next one is `echo $?`. All sessions of
//! a page run in order in one temporary folder, which holds the files that the page shows in blocks with a title, such
//! as ```` ```python title="ages.py" ````; one that is shown again later changes there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use autobva_testing::skip;

/// What a page asks for, in its order.
#[derive(Debug, PartialEq)]
enum Step {
    File { name: String, content: String },
    Session(Vec<Exchange>),
}

/// A command and what it prints.
#[derive(Debug, PartialEq)]
struct Exchange {
    line: usize,
    command: String,
    expected: Vec<String>,
}

fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((_, line)) = lines.next() {
        let Some(info) = line.trim_start().strip_prefix("```") else { continue };
        let indent = line.len() - line.trim_start().len();
        let block: Vec<(usize, &str)> = lines
            .by_ref()
            .take_while(|(_, line)| line.trim() != "```")
            .map(|(number, line)| (number + 1, line.get(indent..).unwrap_or("")))
            .collect();
        if let Some(name) = info.split_once("title=\"").and_then(|(_, rest)| rest.split_once('"')) {
            let content = block.iter().map(|(_, line)| format!("{line}\n")).collect();
            steps.push(Step::File { name: name.0.to_string(), content });
        } else if info.trim() == "console" {
            steps.push(Step::Session(exchanges(&block)));
        }
    }
    steps
}

fn exchanges(block: &[(usize, &str)]) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    let mut goes_on = false;
    for (number, text) in block {
        match (text.strip_prefix("$ "), exchanges.last_mut()) {
            (_, Some(last)) if goes_on => {
                last.command.push('\n');
                last.command.push_str(text);
            }
            (Some(command), _) => {
                let command = command.to_string();
                exchanges.push(Exchange { line: *number, command, expected: Vec::new() });
            }
            (None, Some(last)) => last.expected.push(text.trim_end().to_string()),
            (None, None) => panic!("line {number}: a console block begins with a command, '$ …'"),
        }
        let is_command = text.starts_with("$ ") || goes_on;
        goes_on = is_command && text.ends_with('\\');
    }
    exchanges
}

fn is_gap(line: &str) -> bool {
    line.trim() == "…"
}

fn lines_match(expected: &[String], actual: &[&str]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((gap, rest)) if is_gap(gap) => {
            (0..=actual.len()).any(|skipped| lines_match(rest, &actual[skipped..]))
        }
        Some((line, rest)) => actual
            .split_first()
            .is_some_and(|(first, more)| line_matches(line, first.trim_end()) && lines_match(rest, more)),
    }
}

fn line_matches(expected: &str, actual: &str) -> bool {
    match expected.split_once('…') {
        None => expected == actual,
        Some((start, rest)) => actual.strip_prefix(start).is_some_and(|left| {
            let ends = (0..=left.len()).filter(|end| left.is_char_boundary(*end));
            ends.into_iter().any(|end| line_matches(rest, &left[end..]))
        }),
    }
}

/// What a command printed, and its exit code.
fn run(folder: &Path, command: &str, exit_before: i32) -> (String, i32) {
    let binary = Path::new(crate::program::BINARY);
    let folders = binary.parent().map(Path::to_path_buf).into_iter();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(folders.chain(std::env::split_paths(&path))).unwrap();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n(exit {exit_before})\n{command}\n")])
        .current_dir(folder)
        .env("PATH", path)
        .env("COLUMNS", "80")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

/// Whether a shell knows that word.
fn is_installed(program: &str) -> bool {
    let find = format!("command -v '{program}'");
    Command::new("sh").args(["-c", &find]).stdout(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The program that a command needs and that is not here.
fn missing(command: &str) -> Option<&str> {
    let word = command.split_whitespace().find(|word| !word.contains('='))?;
    let needs_python = command.contains(".py") && !is_installed("python3");
    match word {
        "autobva" if needs_python => Some("python3"),
        "autobva" => None,
        word => (!is_installed(word)).then_some(word),
    }
}

/// Runs a page; returns what was not as it says, and the program for want of which the rest of it was not run.
fn check(page: &Path) -> (Vec<String>, Option<String>) {
    let steps = steps(&std::fs::read_to_string(page).unwrap());
    let folder = tempfile::tempdir().unwrap();
    // Files are there from the start; one that is shown twice changes where it is shown again.
    for step in steps.iter().rev() {
        write_file(folder.path(), step);
    }
    let mut faults = Vec::new();
    for step in &steps {
        write_file(folder.path(), step);
        let Step::Session(exchanges) = step else { continue };
        if let Err(program) = play(folder.path(), page, exchanges, &mut faults) {
            return (faults, Some(program));
        }
    }
    (faults, None)
}

fn write_file(folder: &Path, step: &Step) {
    let Step::File { name, content } = step else { return };
    let file = folder.join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, content).unwrap();
}

/// Plays a session; an error is the name of a program that it needs and that is not here.
fn play(folder: &Path, page: &Path, session: &[Exchange], faults: &mut Vec<String>) -> Result<(), String> {
    let mut exit = 0;
    for (i, Exchange { line, command, expected }) in session.iter().enumerate() {
        if let Some(program) = missing(command) {
            return Err(program.to_string());
        }
        let (printed, code) = run(folder, command, exit);
        exit = code;
        let asks = session.get(i + 1).is_some_and(|next| next.command.trim() == "echo $?");
        let lines: Vec<&str> = printed.lines().collect();
        if !lines_match(expected, &lines) || (code != 0 && !asks) {
            let (page, expected) = (page.display(), expected.join("\n"));
            faults.push(format!(
                "{page}:{line}: $ {command}\nexit code {code}\n--- printed\n{printed}--- expected\n{expected}\n"
            ));
        }
    }
    Ok(())
}

#[test]
fn every_command_of_every_page_prints_what_the_page_says() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(docs).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    assert!(!pages.is_empty());
    let (faults, missing): (Vec<_>, Vec<_>) = std::thread::scope(|scope| {
        let checks: Vec<_> = pages.iter().map(|page| scope.spawn(|| check(page))).collect();
        checks.into_iter().map(|check| check.join().unwrap()).unzip()
    });
    let faults = faults.concat();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for (page, program) in pages.iter().zip(missing) {
        if let Some(program) = program {
            skip(format_args!("{program} is not installed, for the rest of {}", page.display()));
        }
    }
}

#[test]
fn pages_are_read_as_they_are_meant() {
    let page = "\
# A page
```python title=\"a.py\"
def f(): ...
```
```
$ not run
```
```console
$ autobva find x \\
    --seed 7
some output
…
last line
$ echo $?
0
```
";
    let exchange = |line, command: &str, expected: &[&str]| Exchange {
        line,
        command: command.into(),
        expected: expected.iter().map(|line| line.to_string()).collect(),
    };
    let session = vec![
        exchange(9, "autobva find x \\\n    --seed 7", &["some output", "…", "last line"]),
        exchange(14, "echo $?", &["0"]),
    ];
    let file = Step::File { name: "a.py".into(), content: "def f(): ...\n".into() };
    assert_eq!(steps(page), [file, Step::Session(session)]);
}

#[test]
fn gaps_stand_for_anything_and_nothing_else_does() {
    let matches = |expected: &[&str], actual: &[&str]| {
        lines_match(&expected.iter().map(|line| line.to_string()).collect::<Vec<_>>(), actual)
    };
    assert!(matches(&["a", "…", "c"], &["a", "c"]) && matches(&["a", "…", "c"], &["a", "b", "c", "c"]));
    assert!(!matches(&["a", "…", "c"], &["a", "c", "d"]) && !matches(&[], &["a"]) && !matches(&["a"], &[]));
    assert!(matches(&["in … s (…)"], &["in 0.31 s (4k/s)"]) && !matches(&["in … s"], &["in 0.31 m"]));
    assert!(matches(&["…B"], &["9…B"]) && !matches(&["9B"], &["9…B"]));
}
