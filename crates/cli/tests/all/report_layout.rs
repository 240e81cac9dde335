//! How a browser lays out reports: on a desk, on a phone, and on paper.

use std::process::Command;

use autobva_testing::needs;

use crate::browser::{DESK, PHONE, browser, played_each, printed};
use crate::workplace::{DATE, Workplace};

/// What is out of place: whatever reaches beyond the page, and in the pictures texts that are cut off or cover others.
const FAULTS: &str = r##"
    const faults = [];
    page.querySelectorAll("details").forEach((details) => { details.open = true; });
    await wait(300);
    const width = page.documentElement.clientWidth;
    if (page.documentElement.scrollWidth > width) faults.push("the page scrolls sideways");
    for (const scroll of page.querySelectorAll("figure, .scroll, pre")) {
      if (scroll.scrollWidth > scroll.clientWidth + 1) faults.push(`${scroll.tagName} scrolls sideways`);
    }
    let texts = 0;
    for (const picture of page.querySelectorAll("figure, .behaviours")) {
      if (!picture.getClientRects().length) continue;
      const frame = picture.getBoundingClientRect();
      if (frame.left < 0 || frame.right > width) faults.push("a picture is cut off");
      const parts = [...picture.querySelectorAll(".key, .heading, .stretch, .place, .map th, .map td")].filter((one) => one.textContent);
      const boxes = parts.map((one) => {
        const range = page.createRange();
        range.selectNodeContents(one);
        return [one.textContent, range.getBoundingClientRect()];
      });
      texts += boxes.length;
      boxes.forEach(([text, box], at) => {
        if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
          faults.push(`${text} is cut off`);
        for (const [other, place] of boxes.slice(0, at)) {
          const across = Math.min(box.right, place.right) - Math.max(box.left, place.left);
          const down = Math.min(box.bottom, place.bottom) - Math.max(box.top, place.top);
          if (across > 1 && down > box.height / 3) faults.push(`${text} covers ${other}`);
        }
      });
    }
    if (texts < 30) faults.push(`only ${texts} texts in pictures`);
    const [search, cluster] = ["search", "cluster"].map((id) => page.getElementById(id).getBoundingClientRect());
    if (width > 800 && (search.top !== cluster.top || search.height !== cluster.height)) faults.push("fields are out of line");
    return faults;
"##;

/// A campaign of several runs, one with the longest seed, and its report.
fn reported() -> Workplace {
    let place = Workplace::new();
    for (seed, calls) in [("1", "600"), ("2", "600"), ("3", "1500"), ("18446744073709551615", "4000")] {
        place.run(&["find", "date", "--seed", seed, "--max-calls", calls, "--quiet"]);
    }
    place.run(&["report", DATE, "-o", "report.html"]);
    place
}

#[test]
fn nothing_is_cut_off_or_covered_on_a_desk_or_a_phone() {
    let Some(browser) = browser() else { return };
    let place = reported();
    std::fs::rename(place.path("report.html"), place.path("many-behaviours.html")).unwrap();
    let by_length = ["--max-calls", "1500", "--output-distance", "strlen"];
    place.run(&[&["find", "date", "--seed", "1", "--quiet"], &by_length[..]].concat());
    place.run(&["report", DATE, "-o", "clusters.html"]);
    for target in ["bytecount", "bmi_class"] {
        place.run(&["find", target, "--seed", "1", "--max-calls", "4000", "--quiet", "--campaign", target]);
        place.run(&["report", target, "-o", &format!("{target}.html")]);
    }
    let pages = ["many-behaviours.html", "clusters.html", "bytecount.html", "bmi_class.html"];
    let frames: Vec<(&str, u32)> = pages.iter().flat_map(|page| [(*page, DESK), (*page, PHONE)]).collect();
    let faults = played_each(&browser, place.0.path(), &frames, FAULTS);
    for ((page, width), faults) in frames.iter().zip(faults) {
        assert_eq!(faults, serde_json::json!([]), "{page} at a width of {width}");
    }
}

/// Twelve arguments, of which one has a very long name, and outputs and types without a space.
fn wide_candidates() -> String {
    let names: Vec<String> =
        (1..=12).map(|n| if n == 5 { "e".repeat(60) } else { format!("name{n}") }).collect();
    let other = names.iter().map(|name| format!("n_{name}"));
    let mut rows = names.join(",") + ",output,outputtype,datatype,metric,";
    rows += &other.collect::<Vec<_>>().join(",");
    rows += ",n_output,n_outputtype,n_datatype,count\n";
    for row in 0..30 {
        let input = |change: u64| {
            let value = |n: u64| row * 7u64.pow(n as u32) + if n == row % 12 { change } else { 0 };
            (0..12).map(|n| value(n).to_string()).collect::<Vec<_>>().join(",")
        };
        let (left, right) = (input(0), input(1));
        let long = "x".repeat(row as usize * 20);
        rows +=
            &format!("{left},{long}a{row},valid,String,{row}.5,{right},{long}b{row},error,Fault{long},1\n");
    }
    rows
}

#[test]
fn many_arguments_and_long_names_fit_as_well() {
    let Some(browser) = browser() else { return };
    let place = Workplace::new();
    std::fs::write(place.path("wide.csv"), wide_candidates()).unwrap();
    place.run(&["report", "wide.csv", "-o", "report.html"]);
    let frames = [DESK, PHONE].map(|width| ("report.html", width));
    let faults = played_each(&browser, place.0.path(), &frames, FAULTS);
    // The table of all candidates has a place of its own to be moved in.
    assert_eq!(faults, [serde_json::json!(["DIV scrolls sideways"]), serde_json::json!([])]);
}

#[test]
fn no_page_ends_with_a_heading_and_tables_repeat_their_head() {
    let Some(browser) = browser() else { return };
    needs!("pdftotext");
    let place = reported();
    // More candidates than are printed.
    place.run(&[
        "find",
        "date",
        "--seed",
        "5",
        "--max-calls",
        "4000",
        "--quiet",
        "--output-distance",
        "strlen",
    ]);
    place.run(&["report", DATE, "-o", "report.html"]);
    let (page, paper) = (place.path("report.html"), place.path("report.pdf"));
    printed(&browser, &page, &paper);
    let read = Command::new("pdftotext").arg("-layout").arg(&paper).arg("-").output().unwrap();
    let text = String::from_utf8(read.stdout).unwrap();
    let sheets: Vec<Vec<&str>> = text
        .split('\u{c}')
        .map(|sheet| sheet.lines().map(str::trim).filter(|line| !line.is_empty()).collect())
        .filter(|lines: &Vec<&str>| !lines.is_empty())
        .collect();
    let html = std::fs::read_to_string(page).unwrap();
    let headings: Vec<&str> = ["</h2>", "</h3>"]
        .iter()
        .flat_map(|end| html.split(end))
        .filter_map(|before| before.rsplit('>').next())
        .filter(|heading| !heading.is_empty())
        .collect();
    assert!(headings.contains(&"All candidates") && headings.len() > 12 && sheets.len() > 4, "{headings:?}");
    for sheet in &sheets {
        let last = sheet[sheet.len() - 1];
        let is_heading = headings.contains(&last) || last.starts_with("To repeat");
        assert!(!is_heading && !last.contains("Types of the outputs:"), "a page ends with '{last}'");
    }
    let heads = sheets.iter().flatten().filter(|line| line.starts_with("# ") && line.contains("Left output"));
    assert!(heads.count() > 3, "the head of the table comes again on each page");
    assert!(text.contains("The first 200 are printed."));
}
