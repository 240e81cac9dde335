//! A real browser that opens reports, plays their reader, and prints them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use autobva_testing::{on_path, skip};

/// The width of a phone.
pub const PHONE: u32 = 390;
/// The width of a window on a desk.
pub const DESK: u32 = 1200;

/// The browser; without one, the test that asks counts as skipped.
pub fn browser() -> Option<PathBuf> {
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(on_path);
    if found.is_none() {
        skip("chromium is not installed");
    }
    found
}

/// Opens a page without a window; the options say what becomes of it.
fn opened(browser: &Path, page: &Path, options: &[&str]) -> Output {
    let profile = tempfile::tempdir().unwrap();
    Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--allow-file-access-from-files", "--virtual-time-budget=20000"])
        .args(options)
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap()
}

/// Prints a page into a file.
pub fn printed(browser: &Path, page: &Path, to: &Path) {
    opened(browser, page, &[&format!("--print-to-pdf={}", to.display()), "--no-pdf-header-footer"]);
    assert!(to.is_file(), "the browser printed nothing");
}

/// Opens `report.html` of a folder in a frame of that width and lets a script play the reader: it gets `page`, the
/// document of the report, and `wait`, and returns what is compared.
pub fn played(browser: &Path, (folder, width): (&Path, u32), script: &str) -> serde_json::Value {
    played_each(browser, folder, &[("report.html", width)], script).remove(0)
}

/// The same for several pages and widths, one after the other: the browser takes longer to start than to play.
pub fn played_each(
    browser: &Path,
    folder: &Path,
    frames: &[(&str, u32)],
    script: &str,
) -> Vec<serde_json::Value> {
    let player = format!(
        r#"<!doctype html><main></main><pre></pre><script>
        const wait = (time) => new Promise((done) => setTimeout(done, time));
        const play = async (page) => {{ {script} }};
        const playAll = async () => {{
          const results = [];
          for (const [name, width] of {frames}) {{
            const frame = document.createElement("iframe");
            Object.assign(frame, {{ src: name, width, height: 700 }});
            const loaded = new Promise((done) => frame.addEventListener("load", done));
            document.querySelector("main").replaceChildren(frame);
            await loaded;
            results.push(await play(frame.contentDocument).catch((error) => String(error)));
          }}
          document.querySelector("pre").textContent = encodeURIComponent(JSON.stringify(results));
        }};
        playAll();
        </script>"#,
        frames = serde_json::json!(frames),
    );
    let path = folder.join("player.html");
    std::fs::write(&path, player).unwrap();
    let page = String::from_utf8(opened(browser, &path, &["--dump-dom"]).stdout).unwrap();
    let encoded = page.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next()).expect("a result");
    let results: Vec<serde_json::Value> =
        serde_json::from_str(&decoded(encoded)).unwrap_or_else(|_| panic!("no result in {page}"));
    assert_eq!(results.len(), frames.len());
    results
}

fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut at, mut out) = (0, Vec::new());
    while at < bytes.len() {
        match bytes[at] {
            b'%' => {
                out.push(u8::from_str_radix(&text[at + 1..at + 3], 16).unwrap());
                at += 3;
            }
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap()
}
