//! All candidates as compact JSON inside the page: by column, and each distinct outcome once. The script shows them as
//! text, never as markup.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;

use autobva_core::{Action, Candidate, Decision, Scope};
use serde::Serialize;

use super::page::Page;
use crate::membership::Membership;
use crate::text::figures::score;
use crate::text::shorten::shorten_pair;
use crate::text::shown::{escaped, shown_value};

/// The maximum size of the data, so that the file stays under 20 MiB.
const MOST_BYTES: usize = 16 << 20;
/// Possible limits for the length of an output; the first one that keeps the data small enough is used.
const ROOMS: [usize; 6] = [400, 160, 80, 48, 32, 16];

/// The number of candidates from which the size of the data is estimated.
const SAMPLE: usize = 2000;

/// The data, escaped for a script element.
pub(super) fn json(page: &Page) -> io::Result<String> {
    Ok(embedded(&fitting(page, MOST_BYTES)?))
}

/// Escapes JSON for a script element, which only `<` could end or turn into a comment. It occurs only in strings, where
/// it can be escaped.
pub(crate) fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// The data with outputs as long as possible; if even the shortest are too much, without the last candidates.
fn fitting(page: &Page, most: usize) -> io::Result<String> {
    let all: Vec<usize> = (0..page.dossier.candidates.len()).collect();
    let sample: Vec<usize> = all.iter().copied().step_by(all.len() / SAMPLE + 1).collect();
    let share = all.len() as f64 / sample.len().max(1) as f64;
    for room in ROOMS {
        let expected = serde_json::to_string(&Data::new(page, &sample, room))?.len() as f64 * share;
        if expected <= most as f64 {
            let json = serde_json::to_string(&Data::new(page, &all, room))?;
            if json.len() <= most {
                return Ok(json);
            }
        }
    }
    let mut kept = &all[..];
    loop {
        let json = serde_json::to_string(&Data::new(page, kept, ROOMS[ROOMS.len() - 1]))?;
        if json.len() <= most || kept.is_empty() {
            return Ok(json);
        }
        kept = &kept[..(kept.len() as f64 * 0.98 * most as f64 / json.len() as f64) as usize];
    }
}

#[derive(Serialize)]
struct Data<'a> {
    names: Vec<String>,
    /// Whether each is a number.
    numeric: Vec<bool>,
    /// The total number of candidates; the columns may have fewer.
    total: usize,
    /// How many characters of a text are shown.
    room: usize,
    /// Whether any text is longer.
    shortened: bool,
    /// The titles of the two columns that classify candidates: `Cluster` and `Group`, or `Boundary` and `Kind`.
    columns: [&'static str; 2],
    /// The group and the decision of each cluster, or the kind and the decision of each boundary, by its number.
    clusters: Vec<(usize, &'static str, String)>,
    /// Validity (0 is an error), type, text.
    outcomes: Vec<ShownOutcome<'a>>,
    /// The values on the left, by argument.
    left: Vec<Vec<String>>,
    /// The values on the right, by argument; 0 if the value is the same as on the left.
    right: Vec<Vec<Right>>,
    /// Indices into `outcomes`.
    left_outcome: Vec<usize>,
    right_outcome: Vec<usize>,
    score: Vec<String>,
    count: Vec<u64>,
    cluster: Vec<usize>,
    /// The decisions about single candidates.
    decisions: Vec<(usize, String)>,
    /// The candidates that had another outcome when they were called again.
    flaky: Vec<usize>,
}

/// Validity, type and text of an outcome.
type ShownOutcome<'a> = (u8, Cow<'a, str>, String);

/// A text without invisible characters; most texts have nothing to escape.
fn visible(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains(|c: char| c.is_control()) {
        text.into()
    } else {
        escaped(text).into()
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Right {
    Same(u8),
    Other(String),
}

impl<'a> Data<'a> {
    fn new(page: &Page<'a>, indices: &[usize], room: usize) -> Data<'a> {
        let all = &page.dossier.candidates;
        let arguments = page.dossier.target.signature.arguments();
        let membership = Membership::of(all.len(), Some(&page.dossier.summary));
        let boundaries = page.dossier.boundaries_shown();
        let number = |index: usize| match page.landscape() {
            Some(_) => boundaries.get(&index).map_or(0, |id| *id as usize),
            None => membership.cluster(index).unwrap_or(0),
        };
        let mut data = Data {
            names: page.names().map(escaped).collect(),
            numeric: arguments.iter().map(|argument| argument.schema().is_number()).collect(),
            total: all.len(),
            room,
            shortened: false,
            columns: if page.landscape().is_some() { ["Boundary", "Kind"] } else { ["Cluster", "Group"] },
            clusters: clusters(page),
            outcomes: Vec::new(),
            left: vec![Vec::new(); arguments.len()],
            right: arguments.iter().map(|_| Vec::new()).collect(),
            left_outcome: Vec::new(),
            right_outcome: Vec::new(),
            score: Vec::new(),
            count: Vec::new(),
            cluster: Vec::new(),
            decisions: decisions(page),
            flaky: Vec::new(),
        };
        let mut places = HashMap::new();
        for &index in indices {
            let candidate = &all[index];
            data.push(candidate, &mut places);
            data.cluster.push(number(index));
            if page.is_flaky(candidate) {
                data.flaky.push(index);
            }
        }
        data
    }

    fn push(&mut self, candidate: &'a Candidate, places: &mut HashMap<ShownOutcome<'a>, usize>) {
        let inputs = candidate.left.input.iter().zip(candidate.right.input.iter());
        for (argument, (left, right)) in inputs.enumerate() {
            let is_same = left.reads_as(right);
            let (left, right) = self.shorten(shown_value(left), shown_value(right));
            self.left[argument].push(left);
            self.right[argument].push(if is_same { Right::Same(0) } else { Right::Other(right) });
        }
        let outcomes = (&candidate.left.outcome, &candidate.right.outcome);
        let texts = self.shorten(escaped(outcomes.0.text()), escaped(outcomes.1.text()));
        let [left, right] = [(outcomes.0, texts.0), (outcomes.1, texts.1)].map(|(outcome, text)| {
            let key = (u8::from(outcome.is_valid()), visible(outcome.type_name()), text);
            *places.entry(key).or_insert_with_key(|key| {
                self.outcomes.push(key.clone());
                self.outcomes.len() - 1
            })
        });
        self.left_outcome.push(left);
        self.right_outcome.push(right);
        self.score.push(score(candidate.score));
        self.count.push(candidate.count);
    }

    /// Shortens both texts by the same rule if they are long.
    fn shorten(&mut self, left: String, right: String) -> (String, String) {
        // A character takes at most two columns and four bytes, so most texts need not be measured.
        if left.len().max(right.len()) <= self.room / 2 {
            return (left, right);
        }
        let short = shorten_pair(&left, &right, self.room);
        self.shortened |= short.0 != left || short.1 != right;
        short
    }
}

fn clusters(page: &Page) -> Vec<(usize, &'static str, String)> {
    let decided = |decision: Option<&Decision>| decision.map_or(String::new(), |d| words(d.action, &d.note));
    if let Some(landscape) = page.landscape() {
        let boundaries = landscape.boundaries.iter();
        return boundaries
            .map(|b| (b.id as usize, b.kind.name(), decided(page.dossier.decision_on_boundary(b))))
            .collect();
    }
    let clusters = page.clusters();
    clusters
        .map(|(group, cluster)| (cluster.id, group.group.name(), decided(page.decision(cluster))))
        .collect()
}

fn decisions(page: &Page) -> Vec<(usize, String)> {
    let own = page.dossier.decisions.iter().filter(|decision| decision.scope == Scope::Candidate);
    own.map(|decision| (decision.candidate, words(decision.action, &decision.note))).collect()
}

fn words(action: Action, note: &str) -> String {
    if note.is_empty() { action.to_string() } else { format!("{action}: {}", escaped(note)) }
}

#[cfg(test)]
mod tests {
    use autobva_core::{Input, Observation, Outcome, Signature, TargetInfo};
    use autobva_summary::Summary;

    use super::*;
    use crate::dossier::Dossier;

    #[test]
    fn nothing_ends_the_script_element() {
        let json = serde_json::to_string("</script><!--\u{2028}").unwrap();
        let embedded = embedded(&json);
        assert!(!embedded.contains('<') && !embedded.contains('\u{2028}'), "{embedded}");
        assert_eq!(serde_json::from_str::<String>(&embedded).unwrap(), "</script><!--\u{2028}");
    }

    fn dossier(count: usize) -> Dossier {
        let side = |n: usize| Observation {
            input: Input(Vec::new()),
            outcome: Outcome::valid("String", format!("{n:06}{}", "é漢<&\"\\ ".repeat(30))),
        };
        let candidate = |n| Candidate { left: side(n), right: side(n + 1), score: 1.0, count: 1 };
        Dossier {
            target: TargetInfo { name: "target".into(), signature: Signature::default() },
            called: None,
            runs: Vec::new(),
            candidates: (0..count).map(candidate).collect(),
            summary: Summary::default(),
            decisions: Vec::new(),
            landscape: None,
        }
    }

    #[test]
    fn data_is_never_larger_than_it_may_be() {
        let dossier = dossier(500);
        let page = Page { dossier: &dossier };
        let data = |most: usize| {
            let json = fitting(&page, most).unwrap();
            assert!(json.len() <= most, "{} is more than {most}", json.len());
            let data: serde_json::Value = serde_json::from_str(&json).unwrap();
            assert_eq!(data["total"], 500);
            (
                data["room"].as_u64().unwrap(),
                data["score"].as_array().unwrap().len(),
                data["shortened"].clone(),
            )
        };
        assert_eq!(data(1_000_000), (400, 500, false.into()));
        assert_eq!(data(100_000), (80, 500, true.into()));
        let (room, kept, _) = data(20_000);
        assert!(room == 16 && (100..500).contains(&kept), "{kept} are kept");
    }
}
