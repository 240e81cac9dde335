//! A campaign whose target changes: what is not true any more is not shown, and nothing that was decided is lost.

use crate::program::{code, stderr, stdout};
use crate::school::{SCHOOL, folder, run, write};
use autobva_report::campaign::Campaign;

const FILE: &str = ".autobva/school.py-grade.autobva";
const FIND: [&str; 6] = ["find", "school.py:grade", "--seed", "1", "--max-calls", "2000"];

fn lefts(folder: &tempfile::TempDir) -> Vec<String> {
    let campaign = Campaign::read(&folder.path().join(FILE)).unwrap();
    campaign.candidates.iter().map(|candidate| candidate.left.input.to_string()).collect()
}

#[test]
fn a_boundary_that_moved_is_not_at_its_old_place() {
    let Some(folder) = folder() else { return };
    assert_eq!(code(&run(&folder, &FIND)), 0);
    let before = lefts(&folder);
    assert!(before.contains(&"49".to_string()), "{before:?}");
    let place = before.iter().position(|left| left == "49").unwrap() + 1;
    let decide = ["decide", FILE, &place.to_string(), "debug", "--note", "why 50?"];
    assert_eq!(code(&run(&folder, &decide)), 0);

    write(&folder, "school.py", &SCHOOL.replace("points >= 50", "points >= 60"));
    let again = run(&folder, &FIND);
    assert!(
        stderr(&again).contains("1 candidate of earlier runs is not shown any more"),
        "{}",
        stderr(&again)
    );
    let after = lefts(&folder);
    assert!(after.contains(&"59".to_string()) && !after.contains(&"49".to_string()), "{after:?}");
    assert!(!stdout(&again).contains("why 50?"), "{}", stdout(&again));
    let tests = stdout(&run(&folder, &["export", FILE, "--to", "pytest"]));
    assert!(tests.contains("59") && !tests.contains("49"), "{tests}");

    write(&folder, "school.py", SCHOOL);
    let back = run(&folder, &FIND);
    assert_eq!(lefts(&folder), before);
    assert!(stdout(&back).contains("decided: debug (why 50?)"), "{}", stdout(&back));
    assert!(!stdout(&back).contains('~'), "nothing is flaky: {}", stdout(&back));
}

#[test]
fn running_again_takes_no_more_than_the_budget() {
    let Some(folder) = folder() else { return };
    let count = "open(__file__ + '.calls', 'a').write('.')";
    let source = SCHOOL.replacen(") -> str:\n", &format!(") -> str:\n    {count}\n"), 1);
    assert_ne!(source, SCHOOL);
    write(&folder, "school.py", &source);
    let find = |calls: &str| run(&folder, &["find", "school.py:grade", "--seed", "1", "--max-calls", calls]);
    assert_eq!(code(&find("2000")), 0);
    let known = lefts(&folder).len();
    assert_eq!(known, 2);
    let calls = folder.path().join("school.py.calls");
    std::fs::remove_file(&calls).unwrap();
    let again = find("3");
    assert_eq!(code(&again), 0);
    let said = "1 candidate of earlier runs was not run again, because the budget is small";
    assert!(stderr(&again).contains(said), "{}", stderr(&again));
    let made = std::fs::read(&calls).unwrap().len();
    assert!(made <= 6, "{made} calls");
    assert_eq!(lefts(&folder).len(), known, "what was not run again stays");
}
