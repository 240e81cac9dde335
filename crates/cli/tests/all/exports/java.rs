//! JUnit, where it is installed.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use autobva_testing::{on_path, skip};

use super::runners::{Ran, beside, with_binary};
use super::subjects::Bench;
use super::{check_program, direct, literals};

/// Flags for short runs: no second compiler and no threads of the garbage collector.
const QUICK_START: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// JUnit by its class path, and the process that runs it in the folder where it was last asked to.
pub struct Junit {
    class_path: String,
    tools: RefCell<Option<JavaTools>>,
}

/// JUnit from the variable or from where Linux distributions put it; without it, the test that asks counts as skipped.
pub fn junit() -> Option<Junit> {
    let class_path = class_path();
    if class_path.is_none() {
        skip("JUnit 5 is not installed; AUTOBVA_JUNIT can be its class path");
    }
    Some(Junit { class_path: class_path?, tools: RefCell::default() })
}

fn class_path() -> Option<String> {
    const PARTS: [&str; 9] = [
        "junit-jupiter-api",
        "junit-jupiter-engine",
        "junit-jupiter-params",
        "junit-platform-commons",
        "junit-platform-console",
        "junit-platform-engine",
        "junit-platform-launcher",
        "junit-platform-reporting",
        "opentest4j",
    ];
    if let Ok(path) = std::env::var("AUTOBVA_JUNIT") {
        return Some(path);
    }
    let jars = PARTS.map(|part| format!("/usr/share/java/{part}.jar"));
    if !jars.iter().all(|jar| Path::new(jar).exists()) || on_path("javac").is_none() {
        return None;
    }
    let more = ["apiguardian-api", "opentest4j-reporting-events", "picocli", "univocity-parsers"];
    let more = more.map(|part| format!("/usr/share/java/{part}.jar"));
    Some([&jars[..], &more[..]].concat().join(":"))
}

impl Junit {
    /// Compiles Java files of a folder and runs the tests of a class.
    pub fn run(&self, folder: &Path, files: &[&str], class: &str) -> Ran {
        let mut tools = self.tools.borrow_mut();
        let tools = match &mut *tools {
            Some(tools) if tools.folder == folder => tools,
            other => other.insert(JavaTools::start(&self.class_path, folder)),
        };
        let options = ["javac", "-cp", &self.class_path, "-d", "out", "-Xlint:all,-path", "-Werror"];
        tools.run(&[&options[..], files].concat()).passes(&[]);
        let options = ["junit", "--class-path", "out", "--disable-banner", "--disable-ansi-colors"];
        tools.run(&[&options[..], &["--select-class", class]].concat())
    }
}

/// The tools of Java in one process, which takes longer to start than most of what it is asked for.
struct JavaTools {
    folder: PathBuf,
    process: Child,
    answers: BufReader<ChildStdout>,
}

impl JavaTools {
    fn start(class_path: &str, folder: &Path) -> JavaTools {
        let mut java = Command::new("java");
        java.current_dir(folder).args(QUICK_START).args(["-cp", class_path]).arg(beside("JavaTools.java"));
        java.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = with_binary(&mut java).spawn().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        JavaTools { folder: folder.to_path_buf(), process, answers }
    }

    fn run(&mut self, words: &[&str]) -> Ran {
        writeln!(self.process.stdin.as_mut().unwrap(), "{}", words.join("\t")).unwrap();
        let mut text = String::new();
        loop {
            let mut line = Vec::new();
            let length = self.answers.read_until(b'\n', &mut line).unwrap();
            assert!(length > 0, "Java ended: {text}");
            let line = String::from_utf8_lossy(&line);
            if let Some(code) = line.strip_prefix("exit code ") {
                return Ran { passed: code.trim() == "0", text };
            }
            text += &line;
        }
    }
}

impl Drop for JavaTools {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// All that is tried in Java, in one folder: what its tools take longest for is their start.
#[test]
fn junit_starts_programs_calls_methods_and_reads_texts_and_numbers() {
    let Some(junit) = junit() else { return };
    let bench = &Bench::new(&[]);
    let run = |name: &str| junit.run(bench.path(), &[&format!("{name}.java")], name);
    check_program(bench, "junit5", "SizeTest.java", |_| run("SizeTest"));
    literals::check(bench, "junit5", "TextsTest.java", |_| run("TextsTest"));
    junit_calls_a_method(&junit, bench);
    numbers_in_java(&junit, bench);
}

fn junit_calls_a_method(junit: &Junit, bench: &Bench) {
    let source = r#"
package com.acme;

class Shop {
  static String size(long bytes) {
    if (bytes < 0) throw new IllegalArgumentException("a \"negative\" size: " + bytes);
    return bytes < 1000 ? bytes + "B" : bytes / 1000 + ".0 kB";
  }
}
"#;
    let (call, error) = ("com.acme.Shop.size", "IllegalArgumentException");
    direct::check(bench, "junit5", "ShopTest.java", call, error, ("Shop.java", source), |bench| {
        junit.run(bench.path(), &["Shop.java", "ShopTest.java"], "com.acme.ShopTest")
    });
}

fn numbers_in_java(junit: &Junit, bench: &Bench) {
    let source = r#"
package com.acme;

class Shop {
  static String show(java.math.BigInteger n, double x) {
    return n + " " + (Double.isNaN(x) ? "NaN" : String.format("%016x", Double.doubleToRawLongBits(x)));
  }
}
"#;
    bench.write("Shop.java", source);
    bench.export(&direct::numbers(), "junit5", Some("com.acme.Shop.show"), "ShopTest.java");
    junit
        .run(bench.path(), &["Shop.java", "ShopTest.java"], "com.acme.ShopTest")
        .passes(&["6 tests successful"]);
}
