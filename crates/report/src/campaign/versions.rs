//! The versions of the format: creates new files, migrates old ones, rejects newer ones.

use std::path::Path;

use rusqlite::Connection;

use super::error::{CampaignError, Trouble};
use super::schema::{APPLICATION_ID, VERSIONS};

/// The version of an open campaign; rejects files of other programs and of newer versions.
pub(super) fn check_version(path: &Path, connection: &Connection) -> Result<usize, CampaignError> {
    let number = |name| {
        connection
            .pragma_query_value(None, name, |row| row.get::<_, i64>(0))
            .map_err(|e| CampaignError::sqlite(path, e))
    };
    if number("application_id")? != i64::from(APPLICATION_ID) {
        let what = "it is a database of another program";
        return Err(CampaignError::Foreign(path.to_path_buf(), what));
    }
    let version = number("user_version")?;
    match usize::try_from(version) {
        Ok(version @ 1..) if version <= VERSIONS.len() => Ok(version),
        Ok(1..) => Err(CampaignError::Unusable(format!(
            "{} was written by a newer autobva (format {version}, this one knows up to {}); update autobva",
            path.display(),
            VERSIONS.len()
        ))),
        _ => Err(CampaignError::damaged(path, format!("its format has the number {version}"))),
    }
}

/// Rejects a file whose tables do not match its version, or that contains anything else that SQLite would execute: a
/// view in place of a table, or a trigger. Additional tables do no harm.
pub(super) fn check_schema(connection: &Connection, version: usize) -> Result<(), Trouble> {
    let known = Connection::open_in_memory()?;
    for step in &VERSIONS[..version] {
        known.execute_batch(step.tables)?;
        known.execute_batch(step.columns)?;
    }
    let (wanted, found) = (objects(&known)?, objects(connection)?);
    if let Some((_, name, _)) = wanted.iter().find(|object| !found.contains(object)) {
        return Err(Trouble::Content(format!("it has no table {name} as autobva makes it")));
    }
    let is_harmless = |(kind, _, sql): &Object| {
        let sql = sql.to_ascii_uppercase();
        (kind == "table" && sql.starts_with("CREATE TABLE")) || (kind == "index" && sql.is_empty())
    };
    match found.iter().find(|object| !wanted.contains(object) && !is_harmless(object)) {
        Some((kind, name, _)) => Err(Trouble::Content(format!("its {kind} {name} is not autobva's"))),
        None => Ok(()),
    }
}

/// An object in a database: its kind, its name, and its definition.
type Object = (String, String, String);

fn objects(connection: &Connection) -> rusqlite::Result<Vec<Object>> {
    let mut query = connection.prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    rows.collect()
}

/// Lets an older file be read as it is: what it lacks appears empty.
pub(super) fn stand_in(connection: &Connection, version: usize) -> rusqlite::Result<()> {
    VERSIONS[version..].iter().try_for_each(|step| {
        connection.execute_batch(&step.tables.replace("CREATE TABLE", "CREATE TEMP TABLE"))?;
        connection.execute_batch(step.stand_in)
    })
}

/// Migrates an older file to the newest version in one transaction; an empty file has version 0.
pub(super) fn migrate(path: &Path, connection: &mut Connection, version: usize) -> Result<(), CampaignError> {
    if version == VERSIONS.len() {
        return Ok(());
    }
    let change = |connection: &mut Connection| {
        let change = connection.transaction()?;
        for step in &VERSIONS[version..] {
            change.execute_batch(step.tables)?;
            change.execute_batch(step.columns)?;
        }
        change.pragma_update(None, "application_id", APPLICATION_ID)?;
        change.pragma_update(None, "user_version", VERSIONS.len() as i64)?;
        change.commit()
    };
    change(connection).map_err(|error| CampaignError::sqlite(path, error))
}
