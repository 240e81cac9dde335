//! What a tester decides, kept by candidate; ids of candidates never change, so that decisions outlive any new run.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use autobva_core::{Action, Decision, Scope};
use rusqlite::{Connection, params};

use super::error::{CampaignError, Trouble};
use super::file::open_to_write;

/// A campaign that is open for decisions. Each is saved at once.
pub struct DecisionBook {
    path: PathBuf,
    connection: Connection,
}

impl DecisionBook {
    /// Opens a campaign, also one that a search is adding to.
    pub fn open(path: &Path) -> Result<DecisionBook, CampaignError> {
        Ok(DecisionBook { connection: open_to_write(path)?, path: path.to_path_buf() })
    }

    /// Saves a decision about the candidate of that id. A decision about a cluster replaces those that any of its
    /// members, given by their ids, stood for.
    pub fn decide(
        &mut self,
        candidate: i64,
        scope: Scope,
        (action, note): (Action, &str),
        members: &[i64],
    ) -> Result<(), CampaignError> {
        let mut save = || {
            let change = self.connection.transaction()?;
            if scope == Scope::Cluster {
                let mut remove =
                    change.prepare("DELETE FROM decision WHERE candidate = ? AND scope = 'cluster'")?;
                members.iter().try_for_each(|member| remove.execute([member]).map(drop))?;
            }
            let values = params![candidate, scope_name(scope), action.name(), note, now()];
            change.execute("INSERT OR REPLACE INTO decision VALUES (?, ?, ?, ?, ?)", values)?;
            change.commit()
        };
        save().map_err(|error| CampaignError::sqlite(&self.path, error))
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Candidate => "candidate",
        Scope::Cluster => "cluster",
    }
}

/// What has been decided about the candidates with these ids, the latest first. Others that something was decided about
/// stay in the file, but are not among the best that the run keeps.
pub(super) fn decisions_on(connection: &Connection, ids: &[i64]) -> Result<Vec<Decision>, Trouble> {
    let stored = stored(connection)?;
    // Most campaigns have few decisions or none, and many candidates.
    let decided: HashSet<i64> = stored.iter().map(|(id, _)| *id).collect();
    let places: HashMap<i64, usize> =
        ids.iter().enumerate().filter(|(_, id)| decided.contains(id)).map(|(at, id)| (*id, at)).collect();
    let placed = |(id, decision): (i64, Decision)| {
        places.get(&id).map(|&candidate| Decision { candidate, ..decision })
    };
    Ok(stored.into_iter().filter_map(placed).collect())
}

/// Reads all decisions, the latest first; `places` are the indices of candidates by their id.
pub(super) fn read_decisions(
    connection: &Connection,
    places: &HashMap<i64, usize>,
) -> Result<Vec<Decision>, Trouble> {
    let placed = |(id, decision): (i64, Decision)| match places.get(&id) {
        Some(&candidate) => Ok(Decision { candidate, ..decision }),
        None => Err(Trouble::Content(format!("candidate {id} is missing"))),
    };
    stored(connection)?.into_iter().map(placed).collect()
}

/// All decisions but those about candidates that are gone, the latest first, with the ids of their candidates; the
/// indices are not known yet.
fn stored(connection: &Connection) -> Result<Vec<(i64, Decision)>, Trouble> {
    let mut query = connection
        .prepare(
            "SELECT candidate, scope, action, note FROM decision WHERE candidate NOT IN (SELECT candidate FROM gone) \
             ORDER BY decided DESC, rowid DESC",
        )?;
    let mut rows = query.query([])?;
    let mut decisions = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, scope, action): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let scope = match scope.as_str() {
            "candidate" => Scope::Candidate,
            "cluster" => Scope::Cluster,
            other => return Err(Trouble::Content(format!("'{other}' cannot be decided about"))),
        };
        let action: Action = action.parse().map_err(|error| Trouble::Content(format!("{error}")))?;
        decisions.push((id, Decision { candidate: 0, scope, action, note: row.get(3)? }));
    }
    Ok(decisions)
}
