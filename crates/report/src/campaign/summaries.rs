//! The summary as it was shown: groups and clusters, with candidates by their id.

use std::collections::HashMap;

use autobva_core::Group;
use autobva_summary::{Cluster, GroupSummary, Summary};
use rusqlite::{Connection, Row, Transaction, params};

use super::codec::json;
use super::error::Trouble;

/// Replaces the summary; `ids` maps indices of candidates to their ids.
pub(super) fn write_summary(change: &Transaction, summary: &Summary, ids: &[i64]) -> rusqlite::Result<()> {
    let listed = |indices: &[usize]| json(&indices.iter().map(|&index| ids[index]).collect::<Vec<i64>>());
    change.execute("DELETE FROM cluster", [])?;
    let mut insert = change.prepare("INSERT INTO cluster VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    for (part, group) in summary.groups.iter().enumerate() {
        for cluster in &group.clusters {
            insert.execute(params![
                cluster.id as i64,
                part as i64,
                group.group.name(),
                group.types.0,
                group.types.1,
                group.silhouette,
                cluster.description,
                listed(&cluster.members),
                listed(&cluster.representatives),
            ])?;
        }
    }
    Ok(())
}

/// Reads the summary for candidates in this order; `None` if it does not cover exactly these, as after an interrupted run.
pub(super) fn read_summary(connection: &Connection, ids: &[i64]) -> Result<Option<Summary>, Trouble> {
    let places: HashMap<i64, usize> = ids.iter().enumerate().map(|(index, id)| (*id, index)).collect();
    let mut summary = Summary::default();
    let mut last_part = None;
    let mut covered = 0;
    let mut query = connection.prepare(
        "SELECT part, validity, first_type, second_type, silhouette, id, description, members, representatives \
         FROM cluster ORDER BY part, id",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let part: i64 = row.get(0)?;
        if last_part.replace(part) != Some(part) {
            summary.groups.push(read_group(row)?);
        }
        let Some(cluster) = read_cluster(row, &places)? else { return Ok(None) };
        covered += cluster.members.len();
        if let Some(group) = summary.groups.last_mut() {
            group.size += cluster.members.len();
            group.clusters.push(cluster);
        }
    }
    Ok((covered == ids.len()).then_some(summary))
}

fn read_group(row: &Row) -> Result<GroupSummary, Trouble> {
    let name: String = row.get(1)?;
    let group = [Group::VV, Group::VE, Group::EE].into_iter().find(|group| group.name() == name);
    Ok(GroupSummary {
        group: group.ok_or_else(|| Trouble::Content(format!("'{name}' is no group")))?,
        types: (row.get(2)?, row.get(3)?),
        size: 0,
        silhouette: row.get(4)?,
        clusters: Vec::new(),
    })
}

/// Reads a cluster; `None` if one of its candidates is gone.
fn read_cluster(row: &Row, places: &HashMap<i64, usize>) -> Result<Option<Cluster>, Trouble> {
    let indices = |column: usize| -> Result<Option<Vec<usize>>, Trouble> {
        let text: String = row.get(column)?;
        let ids: Vec<i64> = serde_json::from_str(&text)
            .map_err(|_| Trouble::Content("a cluster has no list of candidates".to_string()))?;
        Ok(ids.iter().map(|id| places.get(id).copied()).collect())
    };
    let (Some(mut members), Some(representatives)) = (indices(7)?, indices(8)?) else { return Ok(None) };
    members.sort_unstable();
    let id = row.get::<_, i64>(5)?.unsigned_abs() as usize;
    Ok(Some(Cluster { id, members, representatives, description: row.get(6)? }))
}
