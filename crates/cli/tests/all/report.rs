//! `autobva report`, also as a browser shows it.

use std::path::Path;

use crate::browser::{PHONE, browser, played};
use crate::program::{run_in, success};

/// A target that would like to run something in the browser of whoever reads the report.
const HOSTILE: &str = r#"s,n,output,outputtype,datatype,metric,n_s,n_n,n_output,n_outputtype,n_datatype,count
<b id=in>,1,<script>document.title='pwned'</script>,valid,String,2.0,<b id=in>,2,"</script><script>document.title='pwned'</script>",valid,String,3
<!--,1,"<img src=x onerror=""document.title='pwned'"">",error,<i id=type>Error,1.0,<!--,2,"]]> </style><svg onload=""document.title='pwned'"">",error,<i id=type>Error,1
"#;

/// Runs a command that must succeed.
fn done(folder: &Path, arguments: &[&str]) {
    success(&run_in(folder, arguments));
}

/// A folder with the candidates of a run as `found.csv`, and their report.
fn reported(find: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let find: Vec<&str> = ["find"].iter().chain(find).copied().collect();
    done(folder.path(), &[&find[..], &["--format", "csv", "-o", "found.csv"]].concat());
    done(folder.path(), &["report", "found.csv", "-o", "report.html"]);
    folder
}

#[test]
fn the_table_can_be_searched_sorted_and_paged() {
    let Some(browser) = browser() else { return };
    let folder = reported(&["date", "--max-calls", "4000", "--seed", "1"]);
    let result = played(
        &browser,
        (folder.path(), PHONE),
        r##"
        const by = (id) => page.getElementById(id);
        const rows = () => [...page.querySelectorAll("#table tbody tr")];
        const texts = (column) => rows().map((row) => row.cells[column].textContent);
        const all = { ready: Number(page.documentElement.dataset.ready) >= 0, rows: rows().length };
        all.sideways = page.documentElement.scrollWidth - page.documentElement.clientWidth;
        const head = [...page.querySelectorAll("#table thead th")];
        head[5].querySelector("button").click();
        all.sort = head.map((cell) => cell.getAttribute("aria-sort"));
        const years = texts(5).map((text) => BigInt(text.split(" ")[0]));
        all.ascending = years.every((year, at) => at === 0 || years[at - 1] <= year);
        head[5].querySelector("button").click();
        all.turned = head[5].getAttribute("aria-sort");
        by("next").click();
        all.place = by("place").textContent.split(" of ")[0];
        by("search").value = "Month: 13";
        by("search").dispatchEvent(new Event("input"));
        await wait(500);
        all.found = rows().length > 0 && rows().every((row) => ["Month:", "13"].every((word) => row.textContent.includes(word)));
        const link = page.querySelector("[data-cluster]");
        link.click();
        all.filtered = new Set(texts(1)).size === 1 && texts(1)[0] === `c${link.dataset.cluster}`;
        all.shown = by("status").textContent.includes("match");
        all.marks = page.querySelectorAll("#table mark").length > 0;
        return all;
        "##,
    );
    let wanted = serde_json::json!({
        "ready": true, "rows": 50, "sideways": 0, "ascending": true, "turned": "descending", "place": "Page 2",
        "sort": ["none", "none", "none", "none", "none", "ascending", "none", "none", "none", "none", "none"],
        "found": true, "filtered": true, "shown": true, "marks": true
    });
    assert_eq!(result, wanted);
}

#[test]
fn what_a_target_says_is_shown_and_not_run() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("hostile.csv"), HOSTILE).unwrap();
    done(folder.path(), &["report", "hostile.csv", "-o", "report.html"]);
    let result = played(
        &browser,
        (folder.path(), PHONE),
        r##"
        const count = (selector) => page.querySelectorAll(selector).length;
        const text = page.getElementById("table").tBodies[0].textContent;
        return {
          title: page.title,
          foreign: count("img") + count("#in") + count("#type") + count("svg[onload]"),
          scripts: count("script"),
          rows: count("#table tbody tr"),
          shown: ["<script>document.title='pwned'</scr" + "ipt>", "<b id=in>", "<!--", "<i id=type>"]
            .map((part) => text.includes(part)),
        };
        "##,
    );
    let wanted = serde_json::json!({
        "title": "hostile: 2 boundary candidates", "foreign": 0, "scripts": 2, "rows": 2,
        "shown": [true, true, true, true]
    });
    assert_eq!(result, wanted);
}

#[test]
fn a_report_is_one_file_on_standard_output_too() {
    let folder = reported(&["bytecount", "--max-calls", "4000", "--seed", "1"]);
    let output = run_in(folder.path(), &["report", "found.csv"]);
    let file = std::fs::read(folder.path().join("report.html")).unwrap();
    assert!(output.status.success() && output.stdout == file);
    let page = String::from_utf8(file).unwrap();
    assert!(page.contains("Boundaries along bytes") && page.contains("http") == page.contains("http-equiv"));
}

#[test]
fn a_campaign_says_how_it_was_run_and_what_was_decided() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| done(folder.path(), arguments);
    let by_derivative = ["--output-distance", "strlen", "--campaign", "c.autobva"];
    run(&[&["find", "date", "--seed", "7", "--max-calls", "3000"], &by_derivative[..]].concat());
    run(&["decide", "c.autobva", "c1", "debug", "--note", "<script>who</script>"]);
    run(&["report", "c.autobva", "-o", "report.html"]);
    let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    let parts = ["3,000", "--seed 7", "Boundaries along day"];
    parts.iter().for_each(|part| assert!(page.contains(part), "{part} is missing"));
    assert!(page.contains("<strong>debug</strong>: &lt;script&gt;who&lt;/script&gt;"));
}

#[test]
fn a_page_begins_with_what_the_target_does_and_where_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| done(folder.path(), arguments);
    run(&["find", "bmi_class", "--seed", "7", "--max-calls", "4000", "--campaign", "c.autobva"]);
    run(&["decide", "c.autobva", "b1", "debug", "--note", "<script>who</script>"]);
    run(&["report", "c.autobva", "-o", "report.html"]);
    let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    let at = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part} is missing"));
    let order =
        ["<h1>6 behaviours, ", "Along h<", "Along w<", "h and w together<", "id=\"b1\"", "id=\"run\""];
    assert!(order.map(at).is_sorted(), "{:?}", order.map(at));
    assert!(page.contains("<strong>debug</strong>: &lt;script&gt;who&lt;/script&gt;"));
}

/// A program that leaves a trace of every call.
#[cfg(feature = "processes")]
#[test]
fn a_report_does_not_call_the_target() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let program =
        format!("echo x >> '{}'; test {{a}} -gt {{b}} && echo more || echo not more", log.display());
    let arguments =
        ["--arg", "a:int[0..9]", "--arg", "b:int[0..9]", "--max-calls", "60", "--campaign", "c.autobva"];
    done(folder.path(), &[&["find"], &arguments[..], &["--seed", "1", "--", "sh", "-c", &program]].concat());
    let calls = || std::fs::read_to_string(&log).unwrap().lines().count();
    let before = calls();
    done(folder.path(), &["report", "c.autobva", "-o", "report.html"]);
    assert_eq!(calls(), before);
}
