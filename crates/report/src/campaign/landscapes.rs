//! Behaviours and boundaries in a campaign. A boundary keeps its row for ever; its places are candidates.

use std::collections::HashMap;

use autobva_codec::digest::pair_digest;
use autobva_core::behaviour::{
    Behaviour, Boundary, BoundaryKind, Condition, Landscape, Past, Place, Rule, Stretch,
};
use autobva_core::{Observation, Outcome, Signature};
use rusqlite::{Connection, Row, Transaction, params};
use serde::{Deserialize, Serialize};

use super::codec::{SideText, json, read_input};
use super::error::Trouble;
use super::reader::Stored;
use crate::course;

/// Makes the file show this landscape. Other boundaries stay in the file but are not shown. `candidates` maps digests
/// to the ids of candidates.
pub(super) fn write_landscape(
    change: &Transaction,
    landscape: &Landscape,
    candidates: &HashMap<i64, i64>,
) -> rusqlite::Result<()> {
    change.execute_batch(
        "UPDATE boundary SET position = NULL; UPDATE behaviour SET position = NULL; DELETE FROM stretch; \
         DELETE FROM argument;",
    )?;
    let mut rows = HashMap::new();
    for (position, behaviour) in landscape.behaviours.iter().enumerate() {
        rows.insert(behaviour.id, write_behaviour(change, position, behaviour)?);
    }
    let row = |behaviour: u32| rows.get(&behaviour).copied();
    for (position, boundary) in landscape.boundaries.iter().enumerate() {
        write_boundary(change, position, boundary, [row(boundary.from), row(boundary.to)])?;
        write_places(change, boundary, candidates)?;
    }
    let mut insert = change.prepare("INSERT INTO stretch VALUES (?, ?, ?, ?, ?)")?;
    for (position, stretch) in landscape.stretches.iter().enumerate() {
        let Stretch { behaviour, from, to, boundary } = stretch;
        insert.execute(params![position as i64, row(*behaviour), from, to, boundary])?;
    }
    let mut insert = change.prepare("INSERT INTO argument VALUES (?, ?)")?;
    for (position, matters) in landscape.matters.iter().enumerate() {
        insert.execute(params![position as i64, matters])?;
    }
    Ok(())
}

/// Writes a behaviour into its row, which is created if there is none.
fn write_behaviour(change: &Transaction, position: usize, behaviour: &Behaviour) -> rusqlite::Result<i64> {
    let Behaviour { validity: _, type_name, wording, slots, text, domain, calls, example, .. } = behaviour;
    let is_valid = example.outcome.is_valid();
    let mut side = SideText::default();
    side.set(&example.input);
    change.execute(
        "INSERT OR IGNORE INTO behaviour (valid, type, wording, text) VALUES (?, ?, ?, ?)",
        params![is_valid, type_name, wording, text],
    )?;
    let row: i64 = change.query_row(
        "SELECT id FROM behaviour WHERE valid = ? AND type = ? AND wording = ? AND text = ?",
        params![is_valid, type_name, wording, text],
        |row| row.get(0),
    )?;
    let slots: Vec<course::Written> = slots.iter().map(course::Written).collect();
    change.execute(
        "UPDATE behaviour SET position = ?2, slots = ?3, domain = ?4, calls = ?5, input = ?6, types = ?7, output = ?8 \
         WHERE id = ?1",
        params![
            row,
            position as i64,
            json(&slots),
            domain,
            *calls as i64,
            side.input,
            side.types,
            example.outcome.text()
        ],
    )?;
    Ok(row)
}

fn write_boundary(
    change: &Transaction,
    position: usize,
    boundary: &Boundary,
    [from, to]: [Option<i64>; 2],
) -> rusqlite::Result<()> {
    let Boundary { id, kind, argument, sentence, rule, count, flaky, .. } = boundary;
    let rule = rule.as_ref();
    let guard = rule.map(|rule| json(&rule.guard.iter().map(WrittenCondition).collect::<Vec<_>>()));
    change
        .prepare("INSERT OR REPLACE INTO boundary VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?
        .execute(params![
            id,
            position as i64,
            kind.name(),
            argument,
            from,
            to,
            sentence,
            rule.map(ToString::to_string),
            guard,
            rule.map(|rule| rule.checked),
            rule.map(|rule| rule.held),
            *count as i64,
            flaky,
        ])
        .map(drop)
}

fn write_places(
    change: &Transaction,
    boundary: &Boundary,
    candidates: &HashMap<i64, i64>,
) -> rusqlite::Result<()> {
    change.execute("DELETE FROM place WHERE boundary = ?", [boundary.id])?;
    let mut insert = change.prepare("INSERT INTO place VALUES (?, ?, ?)")?;
    let known =
        boundary.all_places().filter_map(|place| candidates.get(&pair_digest(&place.left, &place.right)));
    for (position, candidate) in known.enumerate() {
        insert.execute(params![boundary.id, position as i64, candidate])?;
    }
    Ok(())
}

/// How serde writes and reads a condition of a rule, which `core` does not know about.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Condition")]
struct ConditionForm {
    argument: String,
    least: Option<String>,
    greatest: Option<String>,
}

#[derive(Serialize)]
struct WrittenCondition<'a>(#[serde(with = "ConditionForm")] &'a Condition);

#[derive(Deserialize)]
struct ReadCondition(#[serde(with = "ConditionForm")] Condition);

/// Reads everything that was ever known about behaviours; `None` if no run has looked for them. `stored` has all
/// candidates that show a boundary.
pub(super) fn read_past(
    connection: &Connection,
    signature: &Signature,
    stored: &[Stored],
) -> Result<Option<Past>, Trouble> {
    if !has_landscape(connection)? {
        return Ok(None);
    }
    let places = read_places(connection)?;
    let by_id: HashMap<i64, &Stored> = stored.iter().map(|stored| (stored.id, stored)).collect();
    let mut past = Past { calls: most_calls(connection)?, ..Past::default() };
    for (id, shown, mut boundary) in read_boundaries(connection)? {
        let places = places.get(&id).map_or(&[][..], Vec::as_slice);
        let places: Vec<&&Stored> = places.iter().filter_map(|id| by_id.get(id)).collect();
        let is_there = places.iter().any(|stored| !stored.is_gone);
        // A boundary that is gone keeps its old places, by which it is recognised if it comes back.
        let kept = places.iter().filter(|stored| !is_there || !stored.is_gone);
        let mut kept = kept.map(|stored| Place::from(&stored.candidate));
        let Some(example) = kept.next() else { continue };
        (boundary.example, boundary.places) = (example, kept.collect());
        if shown && is_there {
            past.standing.push(id);
        }
        past.landscape.boundaries.push(boundary);
    }
    past.landscape.stretches = list(
        connection,
        "SELECT behaviour, least, greatest, boundary FROM stretch ORDER BY position",
        |row| {
            Ok(Stretch { behaviour: row.get(0)?, from: row.get(1)?, to: row.get(2)?, boundary: row.get(3)? })
        },
    )?;
    past.landscape.behaviours = read_behaviours(connection, signature)?;
    past.landscape.matters =
        list(connection, "SELECT matters FROM argument ORDER BY position", |row| row.get(0))?;
    Ok(Some(past))
}

/// Whether a run has looked for behaviours.
pub(super) fn has_landscape(connection: &Connection) -> Result<bool, Trouble> {
    Ok(connection.query_row("SELECT EXISTS (SELECT * FROM argument)", [], |row| row.get(0))?)
}

fn list<T>(
    connection: &Connection,
    select: &str,
    read: impl FnMut(&Row) -> rusqlite::Result<T>,
) -> Result<Vec<T>, Trouble> {
    Ok(connection.prepare(select)?.query_map([], read)?.collect::<Result<_, _>>()?)
}

fn most_calls(connection: &Connection) -> Result<u64, Trouble> {
    let select = "SELECT coalesce(max(calls), 0) FROM run WHERE selection = 'behaviour' AND stop IS NOT NULL";
    Ok(connection.query_row(select, [], |row| row.get::<_, i64>(0))?.unsigned_abs())
}

/// The ids of the candidates of each boundary; the one that shows it best comes first.
fn read_places(connection: &Connection) -> Result<HashMap<u32, Vec<i64>>, Trouble> {
    let select = "SELECT boundary, candidate FROM place ORDER BY boundary, position";
    let mut places: HashMap<u32, Vec<i64>> = HashMap::new();
    for (boundary, candidate) in list(connection, select, |row| Ok((row.get(0)?, row.get(1)?)))? {
        places.entry(boundary).or_default().push(candidate);
    }
    Ok(places)
}

/// The behaviours with the ids of their rows; those that are shown come first, in order.
fn read_behaviours(connection: &Connection, signature: &Signature) -> Result<Vec<Behaviour>, Trouble> {
    let mut query = connection.prepare(
        "SELECT id, valid, type, wording, slots, text, domain, calls, input, types, output FROM behaviour \
         ORDER BY position IS NULL, position, id",
    )?;
    let mut rows = query.query([])?;
    let mut behaviours = Vec::new();
    while let Some(row) = rows.next()? {
        let text = |column: usize| row.get::<_, String>(column);
        let (type_name, output) = (text(2)?, text(10)?);
        let outcome = match row.get(1)? {
            true => Outcome::valid(type_name.clone(), output),
            false => Outcome::error(type_name.clone(), output),
        };
        behaviours.push(Behaviour {
            id: row.get(0)?,
            validity: outcome.validity(),
            type_name,
            wording: text(3)?,
            slots: read_slots(&text(4)?)?,
            text: text(5)?,
            domain: text(6)?,
            calls: row.get::<_, i64>(7)?.unsigned_abs(),
            example: Observation { input: read_input(signature, &text(8)?, &text(9)?)?, outcome },
        });
    }
    Ok(behaviours)
}

fn read_slots(text: &str) -> Result<Vec<autobva_core::behaviour::Course>, Trouble> {
    let slots: Vec<course::Read> = serde_json::from_str(text)
        .map_err(|_| Trouble::Content(format!("'{text}' does not tell how an output is made")))?;
    Ok(slots.into_iter().map(|slot| slot.0).collect())
}

/// The boundaries without their places, and whether each is shown; those that are shown come first, in order.
fn read_boundaries(connection: &Connection) -> Result<Vec<(u32, bool, Boundary)>, Trouble> {
    let mut query = connection.prepare(
        "SELECT id, position IS NOT NULL, kind, argument, left_behaviour, right_behaviour, sentence, rule, guard, \
         checked, held, count, flaky FROM boundary ORDER BY position IS NULL, position, id",
    )?;
    let mut rows = query.query([])?;
    let mut boundaries = Vec::new();
    while let Some(row) = rows.next()? {
        let kind: String = row.get(2)?;
        let nothing = Observation { input: Default::default(), outcome: Outcome::default() };
        let boundary = Boundary {
            id: row.get(0)?,
            kind: BoundaryKind::from_name(&kind)
                .ok_or_else(|| Trouble::Content(format!("'{kind}' is no kind of boundary")))?,
            argument: row.get(3)?,
            from: row.get(4)?,
            to: row.get(5)?,
            sentence: row.get(6)?,
            example: Place { left: nothing.clone(), right: nothing },
            rule: read_rule(row)?,
            places: Vec::new(),
            count: row.get::<_, i64>(11)?.unsigned_abs(),
            flaky: row.get(12)?,
        };
        boundaries.push((boundary.id, row.get(1)?, boundary));
    }
    Ok(boundaries)
}

/// The rule of a boundary. A rule that this version cannot read is left out; the places that it explains remain.
fn read_rule(row: &Row) -> Result<Option<Rule>, Trouble> {
    let Some(text) = row.get::<_, Option<String>>(7)? else { return Ok(None) };
    let guard: String = row.get(8)?;
    let guard: Vec<ReadCondition> = serde_json::from_str(&guard)
        .map_err(|_| Trouble::Content(format!("'{guard}' does not tell where a rule holds")))?;
    let guard = guard.into_iter().map(|condition| condition.0).collect();
    let (checked, held) = (row.get(9)?, row.get(10)?);
    Ok(text.parse::<Rule>().ok().map(|rule| Rule { guard, checked, held, ..rule }))
}
