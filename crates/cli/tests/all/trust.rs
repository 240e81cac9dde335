//! What must hold whatever happens around autobva: faults of the surroundings are no outcomes, and nothing is left behind.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use autobva_testing::needs;
use rustix::process::{Pid, Signal, kill_process};

use crate::program::{BINARY, autobva, code, refusal, stderr};
use crate::school::{SCHOOL, folder, locked, read, write};
use crate::signal;

const FIND: [&str; 5] = ["find", "school.py:grade", "--max-calls", "200", "--no-campaign"];

/// Runs a line of shell in which `$0` is the binary.
fn shell(folder: &tempfile::TempDir, line: &str) -> Output {
    Command::new("sh").args(["-c", line, BINARY]).current_dir(folder.path()).output().unwrap()
}

#[test]
fn a_temporary_folder_that_cannot_be_used_is_named() {
    let Some(folder) = folder() else { return };
    let place = |place: &OsStr| {
        refusal(&autobva().args(FIND).env("TMPDIR", place).current_dir(folder.path()).output().unwrap())
    };
    assert!(place(OsStr::new("/no/such/folder")).contains("another one with TMPDIR"));
    let odd = folder.path().join(OsStr::from_bytes(b"not \xff UTF-8"));
    std::fs::create_dir(&odd).unwrap();
    assert!(place(odd.as_os_str()).contains("is not UTF-8; choose another one with TMPDIR"));
    let full = shell(&folder, "trap '' XFSZ; ulimit -f 0; exec \"$0\" find school.py:grade --no-campaign");
    assert!(refusal(&full).contains("make room there, or choose another one with TMPDIR"));
}

#[test]
fn handles_that_are_not_there_are_missed() {
    let Some(folder) = folder() else { return };
    let few = shell(&folder, "ulimit -n 12; exec \"$0\" find school.py:grade --no-campaign");
    let message = refusal(&few);
    assert!(message.contains("file handles") || message.contains("open files"), "{message}");
}

/// A function that kills the keeper, the process that cleans up after autobva, and then gives a wrong answer.
const MURDER: &str = "\
import os, signal
def grade(points: int) -> str:
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            if b'autobva-keeper' in open('/proc/%s/cmdline' % pid, 'rb').read() \\
                    and int(open('/proc/%s/stat' % pid).read().split(') ')[1].split()[1]) == os.getppid():
                os.kill(int(pid), signal.SIGKILL)
        except OSError:
            pass
    os.abort()
";

#[test]
fn a_check_without_its_keeper_says_nothing_of_boundaries() {
    let Some(folder) = locked() else { return };
    let before = read(&folder, "autobva.lock.toml");
    write(&folder, "school.py", MURDER);
    let check = autobva().args(["check", "--accept"]).current_dir(folder.path()).output().unwrap();
    assert!(refusal(&check).contains("autobva-keeper) was killed"), "{}", stderr(&check));
    assert_eq!(read(&folder, "autobva.lock.toml"), before);
}

#[test]
fn temporary_folders_are_private() {
    let Some(folder) = folder() else { return };
    let modes = "import os\ndef modes(n: int):\n    here = os.getcwd()\n    above = os.path.dirname(here)\n    \
                 return [oct(os.stat(p).st_mode)[-3:] for p in [here, above] + [os.path.join(above, f) \
                 for f in os.listdir(above) if f.startswith('progress')]]\n";
    write(&folder, "modes.py", modes);
    for umask in ["000", "777"] {
        let called = shell(&folder, &format!("umask {umask}; exec \"$0\" call modes.py:modes 1"));
        assert_eq!(String::from_utf8_lossy(&called.stdout), "valid list: ['700', '700', '600']\n", "{umask}");
    }
}

#[test]
fn a_full_device_is_a_fault() {
    let full = || Stdio::from(std::fs::File::options().write(true).open("/dev/full").unwrap());
    for words in [&["completions", "bash"][..], &["man"], &["--help"], &["find", "--help"], &["--version"]] {
        let output = autobva().args(words).stdout(full()).output().unwrap();
        assert!(refusal(&output).contains("No space left"), "{words:?}: {}", stderr(&output));
    }
}

#[test]
fn no_message_has_control_characters() {
    let Some(folder) = folder() else { return };
    write(&folder, "loud.py", "def f(n: int):\n    pass\nraise ValueError('\\x1b[31mred\\x07 \\u202e')\n");
    let clean = |words: &[&str]| {
        let message = refusal(&autobva().args(words).current_dir(folder.path()).output().unwrap());
        let is_raw = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!message.contains(is_raw), "{message:?}");
        message
    };
    assert!(clean(&["find", "loud.py:f"]).contains("\\u{1b}[31mred"));
    clean(&["summarize", "\x1b[2Jgone.csv"]);
    clean(&["find", "\x1b[2J"]);
    write(&folder, "odd.toml", "# autobva lock\nversion = \"\\u001b[2J\"\n\u{1b}[2J = 1\n");
    clean(&["check", "--lock", "odd.toml"]);
}

/// The processes that carry that in their environment.
fn carriers(text: &str) -> Vec<PathBuf> {
    let folders = std::fs::read_dir("/proc").unwrap().flatten().map(|process| process.path());
    let carries = |process: &PathBuf| {
        let environment = std::fs::read(process.join("environ")).unwrap_or_default();
        environment.windows(text.len()).any(|window| window == text.as_bytes())
    };
    folders.filter(carries).collect()
}

#[track_caller]
fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn is_empty(folder: &Path) -> bool {
    folder.read_dir().unwrap().next().is_none()
}

/// autobva under autobva: a kill of the outer one ends the targets of the inner one, too.
#[test]
fn nothing_is_left_of_a_nested_run() {
    needs!("python3");
    let (folder, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(&folder, "inner.py", "import time\ndef f(n: int):\n    time.sleep(1000)\n");
    let outer = "import os, subprocess\ndef f(n: int):\n    subprocess.run([os.environ['BINARY'], 'call', \
                 os.environ['HERE'] + '/inner.py:f', '1', '--timeout', '1000s'])\n";
    write(&folder, "outer.py", outer);
    let mut command = autobva();
    command.args(["call", "outer.py:f", "1", "--timeout", "1000s"]).current_dir(folder.path());
    command.env("BINARY", BINARY).env("HERE", folder.path()).env("TMPDIR", scratch.path());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mark = scratch.path().to_str().unwrap();
    // Two of autobva, with a keeper and a target each.
    wait_for("all processes", || carriers(mark).len() == 6);
    signal::send(&child, Signal::KILL);
    child.wait().unwrap();
    wait_for("all processes to end", || carriers(mark).is_empty());
    wait_for("the temporary folders to go", || is_empty(scratch.path()));
}

#[test]
fn programs_do_not_leave_daemons_during_a_run() {
    needs!("setsid");
    let folder = tempfile::tempdir().unwrap();
    let line = "echo {n}; setsid sleep 1000 >/dev/null 2>&1 </dev/null &";
    let mut command = autobva();
    command.args(["find", "--arg", "n:int", "--max-time", "100s", "--no-campaign", "--", "sh", "-c", line]);
    let mark = folder.path().to_str().unwrap();
    let mut child =
        command.env("TMPDIR", folder.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(1500) {
        most = most.max(carriers(mark).len());
    }
    signal::send(&child, Signal::INT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(most > 2 && most < 200, "{most} processes at a time");
    wait_for("all processes to end", || carriers(mark).is_empty());
}

/// The second Ctrl-C comes while the target is being started again and again, and a result is to be written.
#[test]
fn an_impatient_user_finds_no_temporary_file() {
    let Some(folder) = folder() else { return };
    write(&folder, "slow.py", "import time\ntime.sleep(1000)\n");
    let before = folder.path().read_dir().unwrap().count();
    let mut command = autobva();
    command.args(["find", "school.py:grade", "--max-time", "100s", "--no-campaign", "-o", "out.txt"]);
    let mut child = command.current_dir(folder.path()).stderr(Stdio::null()).spawn().unwrap();
    wait_for("the temporary file", || folder.path().read_dir().unwrap().count() > before);
    for _ in 0..2 {
        let _ = kill_process(Pid::from_child(&child), Signal::INT);
    }
    child.wait().unwrap();
    let left: Vec<_> = folder.path().read_dir().unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with(".tmp")), "{left:?}");
    // While a target starts, one signal ends the program.
    let mut command = autobva();
    let mut child = command.args(["find", "slow.py:f"]).current_dir(folder.path()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    signal::send(&child, Signal::TERM);
    let begun = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_run_names_what_it_could_not_start_in_time() {
    let Some(folder) = folder() else { return };
    write(&folder, "slow.py", &format!("import time\ntime.sleep(1000)\n{SCHOOL}"));
    let output = autobva()
        .args(["find", "slow.py:grade", "--max-time", "100ms"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(code(&output), 2);
    assert!(refusal(&output).contains("was not ready within 100ms; allow more with --max-time"));
}

/// What `summarize` says about a campaign after these statements have changed it.
fn spoilt(folder: &tempfile::TempDir, statements: &str) -> String {
    let path = folder.path().join("spoilt.autobva");
    let _ = std::fs::remove_file(&path);
    let find = ["find", "bytecount", "--max-calls", "500", "--quiet", "--campaign", "spoilt.autobva"];
    assert!(autobva().args(find).current_dir(folder.path()).output().unwrap().status.success());
    rusqlite::Connection::open(&path).unwrap().execute_batch(statements).unwrap();
    let summarize = ["summarize", "spoilt.autobva"];
    stderr(&autobva().args(summarize).current_dir(folder.path()).output().unwrap())
}

#[test]
fn a_campaign_from_elsewhere_runs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for (statements, told) in [
        (
            "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM candidate; END",
            "its trigger t is not autobva's",
        ),
        ("CREATE VIEW more AS SELECT 1", "its view more is not autobva's"),
        (
            "ALTER TABLE gone RENAME TO g; CREATE VIEW gone AS SELECT * FROM g",
            "it has no table gone as autobva",
        ),
        ("CREATE INDEX i ON run(abs(id))", "its index i is not autobva's"),
        ("UPDATE target SET invocation = '[1]'", "does not say how the target is called"),
        ("UPDATE target SET invocation = '7'", "does not say how the target is called"),
    ] {
        let message = spoilt(&folder, statements);
        assert!(message.contains(told) && message.contains("is damaged"), "{statements}: {message}");
    }
    assert!(!spoilt(&folder, "CREATE TABLE notes (text)").contains("error"), "a table does no harm");
}

#[test]
fn the_name_of_a_campaign_is_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let find = ["find", "bytecount", "--max-calls", "500", "--campaign", "file:x?mode=memory"];
    let found = autobva().args(find).current_dir(folder.path()).output().unwrap();
    assert!(found.status.success(), "{}", stderr(&found));
    let names: Vec<_> = folder.path().read_dir().unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["file:x?mode=memory"]);
}

#[test]
fn what_is_no_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, folder.path().join("pipe"), rustix::fs::Mode::RWXU).unwrap();
    for words in [
        &["summarize", "pipe"][..],
        &["check", "--lock", "pipe"],
        &["accept", "pipe"],
        &["diff", "pipe", "pipe"],
        &["call", "bytecount", "--inputs", "pipe"],
        &["summarize", "/dev/zero"],
        &["find", "pipe", "--resume"],
    ] {
        refusal(&autobva().args(words).current_dir(folder.path()).output().unwrap());
    }
}

#[test]
fn a_dry_run_says_what_would_be_run_and_runs_nothing() {
    let Some(folder) = locked() else { return };
    write(&folder, "school.py", "import pathlib\npathlib.Path('ran').touch()\n");
    let dry = |words: &[&str]| {
        let output = autobva().args(words).arg("--dry-run").current_dir(folder.path()).output().unwrap();
        crate::program::success(&output)
    };
    assert_eq!(dry(&["check"]), "would import and call: school.py:grade\n");
    let accept = ["accept", "found.csv", "--target", "--arg points:int -- ./grade '{points}'"];
    assert_eq!(dry(&accept), "would start once per call: --arg points:int -- ./grade '{points}'\n");
    assert_eq!(dry(&["find", "worker:./x y"]), "would start: 'worker:./x y'\n");
    assert!(!folder.path().join("ran").exists());
}
