//! The versions of the format: a new file, an old one brought up to date, a newer one refused.

use std::path::Path;

use rusqlite::Connection;

use super::error::CampaignError;
use super::schema::{APPLICATION_ID, VERSIONS};

/// The version of an open campaign; refuses files of other programs and of newer versions.
pub(super) fn check_version(path: &Path, connection: &Connection) -> Result<usize, CampaignError> {
    let number = |name| {
        connection
            .pragma_query_value(None, name, |row| row.get::<_, i64>(0))
            .map_err(|e| CampaignError::sqlite(path, e))
    };
    if number("application_id")? != i64::from(APPLICATION_ID) {
        let what = "it is a database of another program";
        return Err(CampaignError::Foreign { path: path.to_path_buf(), what });
    }
    let version = number("user_version")?;
    match usize::try_from(version) {
        Ok(version @ 1..) if version <= VERSIONS.len() => Ok(version),
        Ok(1..) => Err(CampaignError::Newer { path: path.into(), found: version, known: VERSIONS.len() }),
        _ => Err(CampaignError::damaged(path, format!("its format has the number {version}"))),
    }
}

/// Lets an older file be read as it is, with nothing in what it does not have.
pub(super) fn stand_in(connection: &Connection, version: usize) -> rusqlite::Result<()> {
    VERSIONS[version..].iter().try_for_each(|step| {
        connection.execute_batch(&step.tables.replace("CREATE TABLE", "CREATE TEMP TABLE"))?;
        connection.execute_batch(step.stand_in)
    })
}

/// Makes the newest version of an older file, in one transaction; of an empty one from version 0.
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
