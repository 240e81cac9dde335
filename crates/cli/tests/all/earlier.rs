//! Files of earlier versions are still understood: a campaign and a lock file that version 0.1.0 wrote, never to be written
//! anew.
//!
//! `parcel.autobva` is a campaign of `parcel.sh` with whole numbers of every width, floats and texts, `parcel.csv` what
//! 0.1.0 exported from it, and `autobva.lock.toml` guards that program, `bytecount` and `date`.

use std::path::{Path, PathBuf};

use autobva::{Action, Scope};
use autobva_report::Lock;
use autobva_report::campaign::Campaign;

use crate::workplace::Workplace;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// A folder with copies of these files.
fn with_copies(names: &[&str]) -> Workplace {
    let workplace = Workplace::new();
    for name in names {
        std::fs::copy(fixture(name), workplace.path(name)).unwrap();
    }
    workplace
}

fn text(name: &str) -> String {
    std::fs::read_to_string(fixture(name)).unwrap()
}

/// The decisions, by the id of the pair that they belong to.
fn decisions(campaign: &Campaign) -> Vec<(i64, Scope, Action, &str)> {
    let decided = campaign.decisions.iter().map(|decision| {
        (campaign.ids[decision.candidate], decision.scope, decision.action, decision.note.as_str())
    });
    let mut decided: Vec<_> = decided.collect();
    decided.sort_by_key(|(id, ..)| *id);
    decided
}

#[test]
fn a_campaign_is_read_as_it_was_written() {
    let workplace = with_copies(&["parcel.autobva"]);
    let campaign = workplace.read("parcel.autobva");
    let mut ids = campaign.ids.clone();
    ids.sort_unstable();
    assert_eq!(ids, (1..=40).collect::<Vec<i64>>());
    let first = campaign.ids.iter().position(|id| *id == 1).map(|at| &campaign.candidates[at]).unwrap();
    assert_eq!(
        format!("{:?}", &first.left.input.0),
        "[UInt16(9999), Float64(1.0901272376590116e-286), String(qM\")]"
    );
    let decided = [
        (2, Scope::Candidate, Action::Debug, "code \"\" is late, is it?"),
        (4, Scope::Candidate, Action::Skip, ""),
        (23, Scope::Cluster, Action::Extend, "guard it"),
    ];
    assert_eq!(decisions(&campaign), decided);

    let all = "skip,extend,debug,clarify,refine,zoom,undecided";
    let (exported, _) =
        workplace.run(&["export", "parcel.autobva", "--to", "csv", "--all", "--only", all, "-q"]);
    assert_eq!(exported, text("parcel.csv"));
}

#[cfg(feature = "processes")]
#[test]
fn a_search_goes_on_in_a_campaign_and_what_was_decided_stays() {
    let workplace = with_copies(&["parcel.autobva", "parcel.sh"]);
    let before = workplace.read("parcel.autobva");
    let declared = ["--arg", "pieces:int", "--arg", "weight:f64[0..50]", "--arg", "code:str[0..9]"];
    let search = ["find", "--campaign", "parcel.autobva", "--strategy", "lns", "--max-calls", "50", "-q"];
    let program = ["--", "sh", "parcel.sh", "{pieces}", "{weight}", "{code}"];
    workplace.run(&[&search[..], &declared, &program].concat());
    let after = workplace.read("parcel.autobva");
    assert_eq!(after.runs.len(), before.runs.len() + 1);
    assert_eq!(decisions(&after), decisions(&before));
    for (id, candidate) in before.ids.iter().zip(&before.candidates) {
        let now = after.ids.iter().position(|known| known == id).map(|at| &after.candidates[at]).unwrap();
        assert_eq!((&now.left, &now.right), (&candidate.left, &candidate.right), "candidate {id}");
    }
}

#[cfg(feature = "processes")]
#[test]
fn a_lock_file_is_checked_and_written_as_it_was() {
    let workplace = with_copies(&["autobva.lock.toml", "parcel.sh"]);
    let written = text("autobva.lock.toml");
    assert_eq!(Lock::read(&written).unwrap().write(), written);
    let (checked, _) = workplace.run(&["check"]);
    let expected = "sh parcel.sh {pieces} {weight} {code}: 29 boundaries, nothing changed (58 calls)\n\
                    bytecount: 18 boundaries, nothing changed (36 calls)\n\
                    date: 41 boundaries, nothing changed (82 calls)\n\
                    all: 88 boundaries, nothing changed (176 calls)\n";
    assert_eq!(checked, expected);
}
