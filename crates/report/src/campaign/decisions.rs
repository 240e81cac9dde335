//! The decisions of testers, stored by candidate. Ids of candidates never change, so decisions outlive any new run.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use autobva_core::behaviour::Landscape;
use autobva_core::{Action, Decision, Scope};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

use super::error::{CampaignError, Trouble};
use super::file::open_to_write;

/// A campaign that is open for decisions. Each decision is saved at once.
pub struct DecisionBook {
    path: PathBuf,
    connection: Connection,
}

impl DecisionBook {
    /// Opens a campaign, even while a search is adding to it.
    pub fn open(path: &Path) -> Result<DecisionBook, CampaignError> {
        Ok(DecisionBook { connection: open_to_write(path)?, path: path.to_path_buf() })
    }

    /// Saves a decision about the candidate with this id, or about the boundary that it shows. A decision about a
    /// cluster replaces earlier ones that were made through any of its members, whose ids are given.
    pub fn decide(
        &mut self,
        candidate: i64,
        scope: Scope,
        (action, note): (Action, &str),
        members: &[i64],
    ) -> Result<(), CampaignError> {
        let mut save = || {
            let change = self.connection.transaction()?;
            if let Scope::Boundary(id) = scope {
                let values = params![id, action.name(), note, now()];
                change.execute("INSERT OR REPLACE INTO boundary_decision VALUES (?, ?, ?, ?)", values)?;
                return change.commit();
            }
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

    /// Withdraws a decision about the candidate with this id, or about the boundary that it shows.
    pub fn forget(&mut self, candidate: i64, scope: Scope) -> Result<(), CampaignError> {
        let gone = match scope {
            Scope::Boundary(id) => {
                self.connection.execute("DELETE FROM boundary_decision WHERE boundary = ?", [id])
            }
            Scope::Candidate | Scope::Cluster => self.connection.execute(
                "DELETE FROM decision WHERE candidate = ? AND scope = ?",
                params![candidate, scope_name(scope)],
            ),
        };
        gone.map(drop).map_err(|error| CampaignError::sqlite(&self.path, error))
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Candidate => "candidate",
        Scope::Cluster => "cluster",
        Scope::Boundary(_) => "boundary",
    }
}

/// The decisions about the candidates with these ids, the latest first. Decisions about other candidates stay in the
/// file, but those candidates are not among the best that the run keeps.
pub(super) fn decisions_on(connection: &Connection, ids: &[i64]) -> Result<Vec<Decision>, Trouble> {
    let stored = stored(connection)?;
    // Most campaigns have few decisions or none, but many candidates.
    let decided: HashSet<i64> = stored.iter().map(|(id, _)| *id).collect();
    let places: HashMap<i64, usize> =
        ids.iter().enumerate().filter(|(_, id)| decided.contains(id)).map(|(at, id)| (*id, at)).collect();
    let placed = |(id, decision): (i64, Decision)| {
        places.get(&id).map(|&candidate| Decision { candidate, ..decision })
    };
    Ok(stored.into_iter().filter_map(placed).collect())
}

/// Reads all decisions, the latest first; `places` maps ids of candidates to indices.
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

/// All decisions except those about candidates that are gone, the latest first, with the ids of their candidates. The
/// indices are filled in later.
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
        decisions
            .push((id, Decision { candidate: 0, scope, action: read_action(&action)?, note: row.get(3)? }));
    }
    add_boundaries(connection, &mut decisions)?;
    Ok(decisions)
}

fn read_action(name: &str) -> Result<Action, Trouble> {
    name.parse().map_err(|error| Trouble::Content(format!("{error}")))
}

/// Adds the decisions about the boundaries that are shown, each with the candidate that shows the boundary best.
fn add_boundaries(connection: &Connection, decisions: &mut Vec<(i64, Decision)>) -> Result<(), Trouble> {
    let mut query = connection.prepare(
        "SELECT boundary, action, note, (SELECT candidate FROM place WHERE place.boundary = d.boundary \
         AND candidate NOT IN (SELECT candidate FROM gone) ORDER BY position LIMIT 1) FROM boundary_decision AS d \
         WHERE boundary IN (SELECT id FROM boundary WHERE position IS NOT NULL) ORDER BY decided DESC, boundary",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let Some(candidate) = row.get(3)? else { continue };
        let action = read_action(&row.get::<_, String>(1)?)?;
        let scope = Scope::Boundary(row.get(0)?);
        decisions.push((candidate, Decision { candidate: 0, scope, action, note: row.get(2)? }));
    }
    Ok(())
}

/// Copies decisions about pairs and clusters to the first boundaries of a file that show them, so that decisions
/// survive a change of the selection.
pub(super) fn carry_over(change: &Transaction, landscape: &Landscape) -> Result<(), Trouble> {
    let of_clusters = cluster_decisions(change)?;
    let mut of_pair = change
        .prepare("SELECT action, note, decided FROM decision WHERE scope = 'candidate' AND candidate = ?")?;
    let mut places = change.prepare("SELECT candidate FROM place WHERE boundary = ? ORDER BY position")?;
    let mut insert = change.prepare("INSERT OR IGNORE INTO boundary_decision VALUES (?, ?, ?, ?)")?;
    for boundary in landscape.boundaries.iter().map(|boundary| boundary.id) {
        let pairs: Vec<i64> = places.query_map([boundary], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let mut found: Option<StoredDecision> = None;
        for pair in &pairs {
            found = found.or(of_pair.query_row([pair], read).optional()?);
        }
        let found = found.or_else(|| pairs.iter().find_map(|pair| of_clusters.get(pair).cloned()));
        if let Some((action, note, decided)) = found {
            insert.execute(params![boundary, action, note, decided])?;
        }
    }
    Ok(())
}

/// An action, a note, and the time of the decision.
type StoredDecision = (String, String, i64);

/// The decision about the cluster of each candidate, if there is one.
fn cluster_decisions(connection: &Connection) -> Result<HashMap<i64, StoredDecision>, Trouble> {
    let mut query = connection.prepare(
        "SELECT members, action, note, decided FROM cluster, decision WHERE scope = 'cluster' \
         AND candidate IN (SELECT value FROM json_each(members)) ORDER BY decided",
    )?;
    let mut rows = query.query([])?;
    let mut decided = HashMap::new();
    while let Some(row) = rows.next()? {
        let members: String = row.get(0)?;
        let members: Vec<i64> = serde_json::from_str(&members)
            .map_err(|_| Trouble::Content("a cluster has no list of candidates".to_string()))?;
        for member in members {
            decided.insert(member, (row.get(1)?, row.get(2)?, row.get(3)?));
        }
    }
    Ok(decided)
}
