//! `diff` as a user meets it.

use crate::program::{code, stderr, stdout};
use crate::school::{SCHOOL, folder, locked, refusal, run, write};

#[test]
fn two_python_functions() {
    let Some(folder) = folder() else { return };
    write(&folder, "new.py", &SCHOOL.replace(">= 50", "> 50"));
    let budget = ["--max-calls", "2000"];
    let diff = run(&folder, &[&["diff", "school.py:grade", "new.py:grade"][..], &budget[..]].concat());
    assert_eq!(code(&diff), 1, "{}", stderr(&diff));
    assert!(
        stdout(&diff).starts_with("school.py:grade → new.py:grade: 2 boundaries, 1 moved ("),
        "{}",
        stdout(&diff)
    );
    assert!(stdout(&diff).contains("  moved            points 49 | 50  →  50 | 51: failed → passed\n"));
    let same = run(&folder, &[&["diff", "school.py:grade", "school.py:grade"][..], &budget[..]].concat());
    assert_eq!(code(&same), 0, "{}", stdout(&same));
    assert!(refusal(&folder, &["diff", "school.py:grade", "date"]).contains("the arguments differ"));
    assert!(refusal(&folder, &["diff", "school.py:grade", "no.py:grade"]).contains("no.py"));
}

#[test]
fn a_path_may_have_blanks() {
    let Some(folder) = folder() else { return };
    std::fs::create_dir(folder.path().join("sp ace")).unwrap();
    write(&folder, "sp ace/school 1.py", &SCHOOL.replace(">= 50", "> 50"));
    let diff = ["diff", "school.py:grade", "sp ace/school 1.py:grade", "--max-calls", "2000"];
    let diff = run(&folder, &diff);
    assert_eq!(code(&diff), 1, "{}", stderr(&diff));
    assert!(stdout(&diff).contains("49 | 50  →  50 | 51"), "{}", stdout(&diff));
}

#[test]
fn two_files_or_a_file_and_a_target() {
    let Some(folder) = locked() else { return };
    std::fs::rename(folder.path().join("autobva.lock.toml"), folder.path().join("old.toml")).unwrap();
    write(&folder, "school.py", &SCHOOL.replace(">= 50", "> 50"));
    let against_target = run(&folder, &["diff", "old.toml", "school.py:grade"]);
    assert_eq!(code(&against_target), 1);
    assert!(stdout(&against_target).contains("49 | 50  →  50 | 51"));
    assert_eq!(code(&run(&folder, &["check", "--lock", "old.toml"])), 1);
    std::fs::copy(folder.path().join("old.toml"), folder.path().join("new.toml")).unwrap();
    assert_eq!(code(&run(&folder, &["diff", "old.toml", "new.toml"])), 0);
    assert_eq!(code(&run(&folder, &["check", "--lock", "new.toml", "--accept"])), 0);
    let diff = run(&folder, &["diff", "old.toml", "new.toml"]);
    assert_eq!(code(&diff), 1);
    assert!(stdout(&diff).contains("49 | 50  →  50 | 51"), "{}", stdout(&diff));
    assert_eq!(code(&run(&folder, &["diff", "found.csv", "found.csv"])), 0);
    assert!(refusal(&folder, &["diff", "school.py:grade", "old.toml"]).contains("give the file first"));
}

/// If a change occurs at many values of the other argument, it is one line: each place has the same words before and
/// after.
#[test]
fn a_change_that_is_met_often_hides_no_other() {
    let Some(folder) = folder() else { return };
    let text = "def fee(a: int, b: int):\n    age = 'child' if a < 18 else 'adult'\n    \
                return age + (' heavy' if b > 100 else ' light')\n";
    write(&folder, "old.py", text);
    write(&folder, "new.py", &text.replace("a < 18", "a < 21").replace("b > 100", "b > 110"));
    let diff = run(&folder, &["diff", "old.py:fee", "new.py:fee", "--max-calls", "4000"]);
    let told = stdout(&diff);
    assert_eq!(code(&diff), 1, "{told}{}", stderr(&diff));
    assert!(told.starts_with("old.py:fee → new.py:fee: 2 boundaries, 2 moved ("), "{told}");
    for moved in ["a 17 | 18  →  20 | 21 (b ", "b 100 | 101  →  110 | 111 (a "] {
        assert_eq!(told.matches(moved).count(), 1, "{moved}: {told}");
    }
}

/// Each search has its own time, and only a user interrupts.
#[test]
fn the_second_search_has_its_own_time() {
    let Some(folder) = folder() else { return };
    write(
        &folder,
        "new.py",
        &SCHOOL.replace("return", "if points == 77:\n        return 'lucky'\n    return"),
    );
    // Half a second is enough unless the machine is very busy.
    let found = ["500ms", "5s", "30s"].iter().any(|time| {
        let diff = run(&folder, &["diff", "school.py:grade", "new.py:grade", "--max-time", time]);
        assert!(code(&diff) < 2, "{}", stderr(&diff));
        code(&diff) == 1 && stdout(&diff).contains("  new              points 76 | 77: ")
    });
    assert!(found);
}

#[test]
#[cfg(unix)]
fn two_programs() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "old.sh", "[ $1 -lt 5 ] && echo \"a $2\" || echo \"b $2\"\n");
    write(&folder, "new.sh", "[ $1 -lt 7 ] && echo \"a $2\" || echo \"b $2\"\n");
    let options = ["--arg", "n:int[0..20]", "--max-calls", "200"];
    let (old, new) = ("sh old.sh {n} 'x y'", "sh new.sh {n} 'x y'");
    let diff = run(&folder, &[&["diff", old, new], &options[..]].concat());
    assert_eq!(code(&diff), 1, "{}", stderr(&diff));
    assert!(stdout(&diff).starts_with(&format!("{old} → {new}: 1 boundary, 1 moved (")), "{}", stdout(&diff));
    assert!(
        stdout(&diff).contains("  moved            n 4 | 5  →  6 | 7: a x y → b x y\n"),
        "{}",
        stdout(&diff)
    );
    let exit = run(&folder, &[&["diff", old, new, "--output", "exit"], &options[..]].concat());
    assert_eq!(code(&exit), 0, "{}", stdout(&exit));
    assert!(refusal(&folder, &["diff", old, new]).contains("declare it with --arg n:TYPE"));
    assert!(refusal(&folder, &["diff", "sh 'x", new]).contains("has a quote that is not closed"));
    let message = refusal(&folder, &["diff", "date --timeout 2s", "date"]);
    assert!(message.contains("'--timeout' is not expected after a target"), "{message}");
}

#[test]
fn the_rounding_fault() {
    let folder = tempfile::tempdir().unwrap();
    let diff = run(&folder, &["diff", "bytecount_so", "bytecount", "--max-calls", "20000", "--all"]);
    assert_eq!(code(&diff), 1);
    for to in [
        "999949 | 999950",
        "999949999 | 999950000",
        "999949999999 | 999950000000",
        "999949999999999 | 999950000000000",
    ] {
        assert!(stdout(&diff).contains(&format!("→  {to}")), "{to} in {}", stdout(&diff));
    }
}
