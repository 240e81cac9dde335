//! The Python tests, run with pytest alone on the module that cargo has just built. Tests that need more packages are
//! skipped here; `.ci/wheel` runs all of them on the installed package.

use std::path::{Path, PathBuf};
use std::process::Command;

use autobva_testing::skip;

/// The words that start pytest, if any do.
fn pytest() -> Option<Vec<String>> {
    let told = std::env::var("AUTOBVA_PYTEST").unwrap_or_else(|_| "python3 -m pytest".into());
    let words: Vec<String> = told.split_whitespace().map(String::from).collect();
    let version = Command::new(&words[0]).args(&words[1..]).arg("--version").output();
    version.is_ok_and(|output| output.status.success()).then_some(words)
}

/// The module, beside this program.
fn module() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.with_file_name(format!("{}_native{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX))
}

#[test]
fn the_tests_in_python_pass() {
    let Some(pytest) = pytest() else { return skip("pytest is not installed") };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().unwrap();
    let package = place.path().join("autobva");
    std::fs::create_dir(&package).unwrap();
    for file in std::fs::read_dir(here.join("autobva")).unwrap() {
        let file = file.unwrap();
        if file.file_type().unwrap().is_file() {
            std::fs::copy(file.path(), package.join(file.file_name())).unwrap();
        }
    }
    std::fs::copy(module(), package.join("_native.abi3.so")).unwrap();
    let output = Command::new(&pytest[0])
        .args(&pytest[1..])
        .args(["-q", "-p", "no:cacheprovider", "-p", "autobva.pytest_plugin"])
        .arg(here.join("tests"))
        .env("PYTHONPATH", place.path())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(place.path())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}\n{}", String::from_utf8_lossy(&output.stderr));
    println!("{}", told.lines().next_back().unwrap_or_default());
}
