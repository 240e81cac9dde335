//! What the tests of targets in processes of their own share.

use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The path of a file in `tests/targets`.
pub fn targets(file: &str) -> String {
    format!("{}/tests/targets/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// The interpreter itself, without a script on the way to it that takes longer than the interpreter does.
pub fn python() -> &'static str {
    static PATH: OnceLock<String> = OnceLock::new();
    PATH.get_or_init(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        String::from_utf8(asked.expect("python3 is needed").stdout).unwrap().trim().to_string()
    })
}

/// The processes whose environment has that text.
pub fn processes(marker: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let marked = processes.filter(|process| {
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        environment.windows(marker.len()).any(|window| window == marker.as_bytes())
    });
    marked.map(|process| process.file_name().to_string_lossy().into_owned()).collect()
}

/// Fails if a process with that mark is still there after a while.
pub fn wait_until_gone(marker: &str) {
    assert!(!marker.is_empty());
    let deadline = Instant::now() + Duration::from_secs(20);
    while !processes(marker).is_empty() {
        assert!(Instant::now() < deadline, "left behind: {:?}", processes(marker));
        std::thread::sleep(Duration::from_millis(10));
    }
}
