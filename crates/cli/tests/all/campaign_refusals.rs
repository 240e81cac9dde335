//! Files that are no campaign, or of another target, or cannot be written: refused in one sentence, never harmed.

use std::process::Command;

use crate::program::{BINARY, stderr, stdout};
use crate::workplace::Workplace;

#[test]
fn what_is_no_campaign_is_refused_and_never_overwritten() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "3000", "--seed", "1", "--campaign", "good"]);
    let good = std::fs::read(place.path("good")).unwrap();
    let changed = |place: usize, bytes: &[u8]| {
        let mut file = good.clone();
        file[place..place + bytes.len()].copy_from_slice(bytes);
        file
    };
    let middle = good.len() / 8192 * 4096;
    let cases: &[(&str, Vec<u8>, &str)] = &[
        ("empty", Vec::new(), "is no campaign: it is empty"),
        ("table.csv", b"n,output\n1,2\n".to_vec(), "is no campaign: it is some other kind of file"),
        ("picture.png", b"\x89PNG\r\n\x1a\n and more of it".to_vec(), "it is some other kind of file"),
        ("other.db", changed(68, b"abcd"), "it is a database of another program"),
        (
            "newer",
            changed(60, &99u32.to_be_bytes()),
            "was written by a newer autobva (format 99, this one knows up to 4)",
        ),
        ("version0", changed(60, &0u32.to_be_bytes()), "is damaged (its format has the number 0)"),
        ("cut", good[..good.len() / 2].to_vec(), "is damaged ("),
        ("short", good[..100].to_vec(), "is damaged ("),
        ("page", changed(middle, &[0x5a; 512]), "is damaged ("),
        ("text", replaced(&good, b"out of range", b"out of rage!"), "is not what was written"),
    ];
    for (name, content, expected) in cases {
        std::fs::write(place.path(name), content).unwrap();
        let file = place.path(name).display().to_string();
        let date = ["find", "date", "--max-calls", "100", "--campaign", &file];
        let message = place.refusal(&date);
        assert!(message.contains(expected) && message.contains(&file), "{name}: {message}");
        assert_eq!(message.lines().count(), 1, "{name}: {message}");
        assert!(place.refusal(&["decide", &file, "c1", "skip"]).contains(expected), "{name}");
        assert!(place.refusal(&["find", "--resume", "--campaign", &file]).contains(expected), "{name}");
        if content.starts_with(b"SQLite") {
            assert!(place.refusal(&["summarize", &file]).contains(expected), "{name}");
        }
        assert!(std::fs::read(place.path(name)).unwrap() == *content, "{name} was changed");
    }
    std::fs::create_dir(place.path("folder")).unwrap();
    let find = |file| place.refusal(&["find", "date", "--campaign", file]);
    assert!(find("folder").contains("is a folder; give the path of a campaign file"));
    assert!(find("no/such/folder/file").contains("cannot write no/such/folder/file"));
    assert!(find("/dev/null").contains("is no campaign: it is not an ordinary file"));
    std::os::unix::fs::symlink("nowhere", place.path("link")).unwrap();
    assert!(find("link").contains("link is a link to nowhere, which is not there; remove the link"));
    assert!(std::fs::read(place.path("good")).unwrap() == good);
}

#[test]
fn a_function_without_arguments_leaves_no_campaign() {
    autobva_testing::needs!("python3");
    let place = Workplace::new();
    std::fs::write(place.path("z.py"), "def noargs():\n    return 1\n").unwrap();
    assert!(place.refusal(&["find", "z.py:noargs"]).contains("the target takes no arguments"));
    assert!(!place.path(".autobva").exists());
}

#[test]
fn files_that_hold_no_candidates_are_named_for_what_they_are() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "2000", "--seed", "1", "--campaign", "good"]);
    std::fs::write(place.path("p.png"), b"\x89PNG\r\n\x1a\n and more of it").unwrap();
    std::fs::write(place.path("s.py"), "def f(a: int, b: int):\n    return a\n").unwrap();
    std::fs::write(place.path("empty"), "").unwrap();
    std::fs::create_dir(place.path("folder")).unwrap();
    let said = |arguments: &[&str]| {
        let message = place.refusal(arguments);
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(!message.contains("os error") && !message.contains("entity not found"), "{message}");
        message
    };
    place.run(&["find", "date", "--max-calls", "500", "--no-campaign", "--format", "csv", "-o", "good.csv"]);
    let message = said(&["accept", "good.csv", "--target", "./program {n}"]);
    assert!(message.contains("a program stands after --, as in '--arg n:int -- ./program {n}'"), "{message}");
    for file in ["p.png", "s.py", "empty"] {
        for command in [&["report"][..], &["summarize"], &["accept"], &["export", "--to", "pytest"]] {
            let message = said(&[command, &[file]].concat());
            let expected =
                "neither a campaign nor a candidate CSV; give a file that 'autobva find' has saved";
            assert!(message.contains(file) && message.contains(expected), "{message}");
        }
        for words in [["diff", file, "good"], ["diff", "good", file]] {
            assert!(said(&words).contains("nor a candidate CSV nor a lock file (.toml)"), "{words:?}");
        }
        let decisions = "decisions are kept in campaigns, which 'autobva find' saves";
        assert!(said(&["decide", file, "c1", "skip"]).contains(decisions));
        assert!(said(&["review", file]).contains(decisions));
        let message = said(&["find", "--resume", file]);
        assert!(
            message.contains(&format!("{file} is no campaign")) && !message.contains(".autobva"),
            "{message}"
        );
    }
    for command in [&["report"][..], &["accept"], &["export", "--to", "csv"], &["find", "--resume"]] {
        let message = said(&[command, &["folder"]].concat());
        assert!(message.contains("error: folder is a folder; give the path of a campaign"), "{message}");
    }
    assert!(said(&["find", "--resume", "none.autobva"]).contains("there is no campaign none.autobva; "));
    assert!(
        said(&["report", "none"]).contains("cannot read none (no such file or folder); give the path of")
    );
    assert!(
        said(&["check"]).contains("cannot read autobva.lock.toml (no such file or folder); 'autobva accept")
    );
    assert!(
        said(&["diff", "folder", "good"]).contains("folder is a folder; give a campaign, a candidate CSV")
    );
    assert!(said(&["diff", "good", "none.csv"]).contains("there is no file none.csv; give a campaign"));
    assert!(said(&["diff", "none", "good"]).contains("there is neither a file nor a target 'none'; give"));
    assert!(
        said(&["report", "good", "-o", "none/r.html"]).contains("(no such file or folder); does the folder")
    );
}

/// The bytes with every occurrence of some replaced by others of the same number.
fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for place in (0..bytes.len() - old.len()).filter(|place| bytes[*place..].starts_with(old)) {
        copy[place..place + new.len()].copy_from_slice(new);
    }
    copy
}

#[test]
fn a_result_does_not_replace_a_campaign_or_a_lock() {
    let place = Workplace::new();
    place.run(&["find", "bytecount", "--max-calls", "2000", "--seed", "1", "--campaign", "good"]);
    place.run(&["accept", "good"]);
    let kept = || ["good", "autobva.lock.toml"].map(|name| std::fs::read(place.path(name)).unwrap());
    let before = kept();
    for arguments in [
        &["report", "good", "-o", "good"][..],
        &["summarize", "good", "-o", "good"],
        &["export", "good", "--to", "csv", "-o", "good"],
        &["find", "bytecount", "--max-calls", "100", "--no-campaign", "-o", "good"],
        &["check", "--format", "json", "-o", "autobva.lock.toml"],
    ] {
        let message = place.refusal(arguments);
        assert!(message.contains("would be lost; give the result another name"), "{arguments:?}: {message}");
    }
    assert!(kept() == before);
}

#[test]
fn another_target_is_refused() {
    let place = Workplace::new();
    place.run(&["find", "date", "--max-calls", "100", "--campaign", "a"]);
    let before = std::fs::read(place.path("a")).unwrap();
    let message = place.refusal(&["find", "max", "--max-calls", "100", "--campaign", "a"]);
    assert!(
        message.contains("a is about 'date' (year:i64, month:i64, day:i64), not about 'max' ("),
        "{message}"
    );
    let narrower = ["find", "date", "--arg", "day:i64[0..9]", "--max-calls", "100", "--campaign", "a"];
    assert!(place.refusal(&narrower).contains("not about 'date --arg day:i64[0..9]'"));
    assert!(std::fs::read(place.path("a")).unwrap() == before, "the file was changed");
    place.run(&["find", "date", "--arg", "day:i64[0..9]", "--max-calls", "100"]);
    place.run(&["find", "date", "--max-calls", "100"]);
    assert_eq!(std::fs::read_dir(place.path(".autobva")).unwrap().count(), 3, "each has a file of its own");
}

#[test]
fn a_full_disk_is_one_sentence_and_harms_nothing() {
    let place = Workplace::new();
    place.run(&["find", "bmi", "--strategy", "lns", "--max-calls", "1000", "--seed", "1", "--campaign", "a"]);
    let before = place.read("a");
    // Files may have 128 KiB at most; the signal that comes with it is ignored, as on a full disk, where there is none.
    let line = format!(
        "trap '' XFSZ; ulimit -f 128; exec '{BINARY}' find bmi --strategy lns --max-calls 60k --seed 2 --campaign a"
    );
    let output = Command::new("bash").args(["-c", &line]).current_dir(&place.0).output().unwrap();
    let (out, err) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(out.contains("Cluster 1"), "what was found is shown all the same: {out}");
    let error: Vec<&str> = err.lines().filter(|line| line.starts_with("error: ")).collect();
    assert!(error.len() == 1 && error[0].contains("cannot write a"), "{err}");
    assert!(err.contains("the search goes on, but what it finds is not saved"), "{err}");
    let after = place.read("a");
    assert!(before.candidates.iter().all(|old| after.candidates.iter().any(|new| new.same_pair(old))));
    place.run(&["find", "--resume", "--campaign", "a", "--max-calls", "1000"]);
}

#[test]
fn a_folder_that_cannot_be_made_is_a_warning_unless_asked_for() {
    let place = Workplace::new();
    std::fs::write(place.path(".autobva"), "in the way").unwrap();
    let (out, err) = place.run(&["find", "date", "--max-calls", "3000", "--seed", "1"]);
    assert!(err.contains("cannot make the folder .autobva") && err.contains("nothing is saved"), "{err}");
    assert!(out.contains("  b1  "), "{out}");
}
