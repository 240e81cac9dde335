//! Fault injection: the n-th system call of a kind fails, and files are whole or not there, with the right exit code.

use std::path::Path;
use std::process::{Command, Output};

use autobva_testing::needs;

use crate::program::{BINARY, code, run_in, stderr};

/// What is made to fail, how, and how many calls are passed over from one trial to the next.
const FAULTS: [(&str, &str, usize); 6] = [
    ("write", "ENOSPC", 1),
    ("pwrite64", "ENOSPC", 9),
    ("rename,renameat,renameat2,link,linkat", "EIO", 1),
    ("fsync,fdatasync", "EIO", 3),
    ("openat", "EMFILE", 5),
    ("clone,clone3,vfork", "EAGAIN", 1),
];

const FIND: [&str; 11] = [
    "find",
    "bytecount",
    "--max-calls",
    "300",
    "--quiet",
    "--campaign",
    "c.autobva",
    "--format",
    "json",
    "-o",
    "out.json",
];

/// Runs the search with the n-th of these system calls failing; nothing if there are not so many.
fn with_fault(folder: &Path, (calls, error, _): (&str, &str, usize), n: usize) -> Option<Output> {
    let output = Command::new("strace")
        .args(["-f", "-qq", "-o", "trace", "-e", &format!("trace={calls}")])
        .args(["-e", &format!("inject={calls}:error={error}:when={n}"), BINARY])
        .args(FIND)
        .current_dir(folder)
        .output()
        .unwrap();
    let trace = std::fs::read_to_string(folder.join("trace")).unwrap();
    trace.contains("INJECTED").then_some(output)
}

#[test]
fn whatever_call_fails_files_are_whole() {
    needs!("strace");
    for fault in FAULTS {
        let mut n = 1;
        loop {
            let folder = tempfile::tempdir().unwrap();
            let Some(output) = with_fault(folder.path(), fault, n) else { break };
            let told = format!("{fault:?} {n}: {}", stderr(&output));
            assert!([0, 2].contains(&code(&output)) && !told.contains("panicked"), "{told}");
            let result = std::fs::read_to_string(folder.path().join("out.json"));
            assert!(result.is_ok() || code(&output) == 2, "{told}");
            if let Ok(result) = result {
                serde_json::from_str::<serde_json::Value>(&result).expect(&told);
            }
            if folder.path().join("c.autobva").exists() {
                let read = run_in(folder.path(), &["summarize", "c.autobva"]);
                assert_eq!(code(&read), 0, "{told}, then {}", stderr(&read));
            }
            let left = folder.path().read_dir().unwrap().flatten().map(|entry| entry.file_name());
            let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains(".tmp")).collect();
            assert!(left.is_empty(), "{told}: {left:?}");
            n += fault.2;
        }
        assert!(n > 1, "{fault:?} was never met");
    }
}
