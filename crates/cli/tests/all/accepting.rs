//! Which boundaries `accept` takes, what it says about the others, and how it treats flaky targets.

use crate::program::{code, stderr, stdout};
use crate::school::{SCHOOL, locked, read, refusal, run, write};
use crate::workplace::Workplace;

const HEADER: &str = "n,output,outputtype,datatype,metric,n_n,n_output,n_outputtype,n_datatype,count";

/// A program that answers low and high in turns, and a candidate CSV with so many of its boundaries.
fn steps(place: &Workplace, count: usize) {
    std::fs::write(
        place.path("step.sh"),
        "n=$1; [ \"$MOVED$n\" = yes200 ] && n=199\n[ $(( n / 10 % 2 )) = 0 ] && echo low || echo high\n",
    )
    .unwrap();
    let rows = (0..count).map(|step| {
        let (left, right) = if step % 2 == 0 { ("low", "high") } else { ("high", "low") };
        let edge = 10 * (step + 1);
        format!("{},{left},Valid,String,1,{edge},{right},Valid,String,1\n", edge - 1)
    });
    std::fs::write(place.path("found.csv"), format!("{HEADER}\n{}", rows.collect::<String>())).unwrap();
}

const STEPS: &str = "--arg n:int --cwd . -- sh step.sh {n}";

/// How many boundaries are accepted, and what is said.
fn accept(place: &Workplace, more: &[&str]) -> (usize, String) {
    let (_, said) = place.run(&[&["accept", "found.csv", "--target", STEPS], more].concat());
    let lock = std::fs::read_to_string(place.path("autobva.lock.toml")).unwrap();
    (lock.matches("[[target.boundary]]").count(), said)
}

#[test]
fn few_are_all_accepted_and_of_many_the_rest_is_told() {
    let place = Workplace::new();
    steps(&place, 24);
    let (count, said) = accept(&place, &[]);
    assert_eq!((count, said.lines().count()), (24, 1), "{said}");
    assert!(said.contains("24 boundaries of sh step.sh {n} accepted"), "{said}");
    // Boundaries that resemble each other are all guarded while there are only a few.
    let moved = place.autobva(&["check"]).env("MOVED", "yes").output().unwrap();
    assert!(stdout(&moved).contains("  moved            199 | 200  →  200 | 201\n"), "{}", stdout(&moved));

    steps(&place, 25);
    let (count, said) = accept(&place, &[]);
    assert!(count < 24, "{count}");
    let more = 25 - count;
    let rest = format!("{more} more boundaries of the same kinds are not guarded; --all accepts every one\n");
    assert!(said.ends_with(&rest), "{said}");
    let (count, said) = accept(&place, &["--all"]);
    assert_eq!((count, said.lines().count()), (25, 1), "{said}");
    assert_eq!(accept(&place, &["--quiet"]).1, "");
    // `--per-kind` applies however few boundaries there are.
    steps(&place, 24);
    assert!(accept(&place, &["--per-kind", "1"]).0 < 24);
}

#[test]
fn an_export_says_what_it_leaves_out() {
    let place = Workplace::new();
    steps(&place, 25);
    let export = ["export", "found.csv", "--to", "csv"];
    let (table, said) = place.run(&export);
    let more = 25 - (table.lines().count() - 1);
    let rest = format!("{more} more boundaries of the same kinds are not exported; --all exports every one");
    assert!(more > 1 && said.contains(&rest), "{said}");
    let (_, said) = place.run(&[&export[..], &["--all"]].concat());
    assert!(!said.contains("more"), "{said}");
}

#[test]
fn what_wavers_is_not_accepted() {
    let place = Workplace::new();
    // From 20 on the third answer is another one.
    std::fs::write(
        place.path("step.sh"),
        "[ $1 -lt 10 ] && echo low && exit\n[ $1 -lt 20 ] && echo high && exit\n\
         echo call >> calls; [ $(wc -l < calls) -lt 3 ] && echo huge || echo gone\n",
    )
    .unwrap();
    let rows = "9,low,Valid,String,1,10,high,Valid,String,1\n19,high,Valid,String,1,20,huge,Valid,String,1\n";
    std::fs::write(place.path("found.csv"), format!("{HEADER}\n{rows}")).unwrap();
    let (count, said) = accept(&place, &[]);
    assert_eq!(count, 1, "{said}");
    assert!(said.contains("1 left out") && said.contains("or not each time"), "{said}");
    assert!(!said.contains("more boundar"), "{said}");
    let lock = std::fs::read_to_string(place.path("autobva.lock.toml")).unwrap();
    assert!(lock.contains("\"low\"") && !lock.contains("output = \"huge\""), "{lock}");
}

#[test]
fn arguments_of_another_type_are_not_checked() {
    let Some(folder) = locked() else { return };
    let lock = read(&folder, "autobva.lock.toml");
    let texts = SCHOOL.replace("points: int", "points: str").replace("points <", "int(points) <");
    write(&folder, "school.py", &texts.replace("points >=", "int(points) >="));
    let expected = "school.py:grade: its arguments were points:int and are points:str; find and accept";
    for command in [&["check"][..], &["check", "--accept"]] {
        let message = refusal(&folder, command);
        assert!(message.contains(expected), "{message}");
        assert_eq!(read(&folder, "autobva.lock.toml"), lock);
    }
    // Renaming an argument changes neither types nor behaviour, so `check` passes.
    write(
        &folder,
        "school.py",
        &SCHOOL.replace("points", "score").replace("negative score", "negative points"),
    );
    let check = run(&folder, &["check"]);
    assert_eq!(code(&check), 0, "{}{}", stdout(&check), stderr(&check));
}

#[test]
fn accepting_at_the_same_time_loses_nothing() {
    let place = Workplace::new();
    let targets = ["bytecount", "date", "bmi", "bmi_class", "max"];
    for target in targets {
        place.run(&["find", target, "--seed", "1", "--max-calls", "1000", "--quiet"]);
    }
    for _ in 0..3 {
        let _ = std::fs::remove_file(place.path("autobva.lock.toml"));
        let campaigns = targets.map(|target| format!(".autobva/{target}.autobva"));
        let children = campaigns.map(|campaign| place.autobva(&["accept", &campaign, "-q"]).spawn().unwrap());
        for mut child in children {
            assert!(child.wait().unwrap().success());
        }
        let lock = std::fs::read_to_string(place.path("autobva.lock.toml")).unwrap();
        assert_eq!(lock.matches("[[target]]").count(), 5, "{lock}");
    }
    let files = std::fs::read_dir(&place.0).unwrap().count();
    assert_eq!(files, 2, "the campaigns and the lock file, and nothing else");
}

#[test]
fn a_link_stays_a_link_and_a_mode_stays() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let place = Workplace::new();
    place.run(&["find", "bytecount", "--seed", "1", "--max-calls", "1000", "--quiet"]);
    std::fs::create_dir(place.path("shared")).unwrap();
    symlink("shared/real.toml", place.path("autobva.lock.toml")).unwrap();
    let accept = ["accept", ".autobva/bytecount.autobva"];
    let real = place.path("shared/real.toml");
    place.run(&accept);
    assert!(real.is_file(), "a link that led nowhere leads to the new file");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o664)).unwrap();
    std::fs::write(&real, "version = 1\n").unwrap();
    place.run(&accept);
    assert!(std::fs::read_to_string(&real).unwrap().contains("bytecount"));
    assert!(place.path("autobva.lock.toml").is_symlink());
    assert_eq!(real.metadata().unwrap().permissions().mode() & 0o777, 0o664);
}

#[test]
fn flaky_candidates_are_not_left_out_silently() {
    let place = Workplace::new();
    // Below 50 it is always the same, from 50 on every answer is another one.
    let script = "[ $1 -lt 20 ] && echo low && exit\n[ $1 -lt 50 ] && echo high && exit\n\
                  echo call >> calls; [ $(( $(wc -l < calls) % 2 )) = 0 ] && echo even || echo odd number\n";
    std::fs::write(place.path("step.sh"), script).unwrap();
    let words = ["--arg", "n:int[0..99]", "--campaign", "found.autobva", "--seed", "1", "--max-calls", "300"];
    place.run(
        &[&["find"], &words[..], &["--cwd", ".", "--jobs", "1", "--quiet", "--", "sh", "step.sh", "{n}"]]
            .concat(),
    );
    let flaky = place.run(&["export", "found.autobva", "--to", "csv", "--all"]).1;
    assert!(flaky.contains(" left out because they are answered differently each time"), "{flaky}");
    let (_, said) = place.run(&["accept", "found.autobva"]);
    let expected = " answered differently each time\n";
    assert!(said.contains("accepted into") && said.ends_with(expected), "{said}");
    let (_, said) = place.run(&["accept", "found.autobva", "--quiet"]);
    assert_eq!(said, "");
}

#[test]
fn a_single_candidate_is_one() {
    let place = Workplace::new();
    let words = ["--arg", "n:int[0..99]", "--campaign", "found.autobva", "--seed", "1", "--max-calls", "300"];
    std::fs::write(place.path("step.sh"), "[ $1 -lt 20 ] && echo low || echo high\n").unwrap();
    place.run(&[&["find"], &words[..], &["--quiet", "--", "sh", "step.sh", "{n}"]].concat());
    let (said, _) = place.run(&["decide", "found.autobva", "1", "skip", "--note", " "]);
    assert_eq!(said, "candidate 1: skip\n");
    assert!(place.run(&["summarize", "found.autobva"]).0.contains("decided: skip\n"));
    let message = place.refusal(&["accept", "found.autobva"]);
    assert!(message.contains("nothing to accept: 1 boundary, and none left"), "{message}");
}
