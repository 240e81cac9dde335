//! Opening the file of a campaign: checks what it is, whether it is intact, and who may write.

use std::fs::{File, metadata};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::{CampaignError, Trouble};
use super::versions::{check_schema, check_version, migrate, stand_in};

const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// How long to wait for another process to finish its transaction.
const PATIENCE: Duration = Duration::from_secs(5);
/// Files of up to 64 MiB are checked completely when they are opened; that takes a few milliseconds per megabyte.
const CHECKED_SIZE: u64 = 64 << 20;
/// The maximum number of bytes in a cell, which is more than any output has.
const LONGEST_CELL: i32 = 256 << 20;

/// Whether the file begins like a SQLite file. The answer is no if it cannot be read, and nothing is consumed from a pipe.
pub fn is_campaign(path: &Path) -> bool {
    metadata(path).is_ok_and(|about| about.is_file()) && begins_as_one(path).unwrap_or(false)
}

fn begins_as_one(path: &Path) -> std::io::Result<bool> {
    let mut start = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(start == MAGIC)
}

pub(super) fn open_to_read(path: &Path) -> Result<Connection, CampaignError> {
    let size = look_at(path)?;
    let connection = match connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, size) {
        // A killed process has left a journal, which can only be rolled back with write access.
        Err(Trouble::Sqlite(error)) if error.sqlite_error_code() == Some(ErrorCode::ReadOnly) => {
            connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, size)
        }
        result => result,
    };
    let connection = connection.map_err(|trouble| trouble.at(path))?;
    let version = check_version(path, &connection)?;
    check_schema(&connection, version).map_err(|trouble| trouble.at(path))?;
    stand_in(&connection, version).map_err(|error| CampaignError::sqlite(path, error))?;
    Ok(connection)
}

/// Opens a campaign for writing, and migrates it to the newest version.
pub(super) fn open_to_write(path: &Path) -> Result<Connection, CampaignError> {
    let size = look_at(path)?;
    let mut connection =
        connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, size).map_err(|trouble| trouble.at(path))?;
    let version = check_version(path, &connection)?;
    check_schema(&connection, version).map_err(|trouble| trouble.at(path))?;
    migrate(path, &mut connection, version)?;
    Ok(connection)
}

/// Rejects files that cannot be a campaign; returns the size.
fn look_at(path: &Path) -> Result<u64, CampaignError> {
    let file = path.display();
    let foreign = |what| Err(CampaignError::Foreign(path.to_path_buf(), what));
    let about = match metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let remedy = "`autobva find TARGET --campaign FILE` makes one";
            return Err(CampaignError::Unusable(format!("there is no campaign {file}; {remedy}")));
        }
        other => other.map_err(|error| CampaignError::io("read", path, &error))?,
    };
    match about.len() {
        _ if about.is_dir() => {
            Err(CampaignError::Unusable(format!("{file} is a folder; give the path of a campaign file")))
        }
        _ if !about.is_file() => foreign("it is not an ordinary file"),
        0 => foreign("it is empty"),
        size => match begins_as_one(path).map_err(|error| CampaignError::io("read", path, &error))? {
            true => Ok(size),
            false => foreign("it is some other kind of file"),
        },
    }
}

/// Connects safely to a file of unknown origin: nothing in it is executed, and no cell may be longer than any that was
/// written.
fn connect(path: &Path, flags: OpenFlags, size: u64) -> Result<Connection, Trouble> {
    let connection = Connection::open_with_flags(plain_name(path), flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST_CELL)?;
    if size <= CHECKED_SIZE {
        let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if verdict != "ok" {
            return Err(Trouble::Content(verdict.replace('\n', " ")));
        }
    }
    Ok(connection)
}

/// A path that SQLite cannot mistake for anything else: a name such as `file:x` would be a URI.
pub(super) fn plain_name(path: &Path) -> PathBuf {
    if path.is_relative() { Path::new(".").join(path) } else { path.to_path_buf() }
}

/// Keeps other processes from searching into the same campaign until it is dropped or the process ends in any way.
pub(super) struct WriterLock {
    _file: File,
}

impl WriterLock {
    /// Takes the lock. SQLite's own locks are of another kind and not affected, so others can read and decide during a
    /// search.
    pub(super) fn take(path: &Path) -> Result<WriterLock, CampaignError> {
        look_at(path)?;
        let file = File::open(path).map_err(|error| CampaignError::io("read", path, &error))?;
        // On other systems a file lock would lock out SQLite itself, so its own locks must suffice.
        #[cfg(unix)]
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(CampaignError::busy(path)),
            // Some network file systems have no locks.
            Err(std::fs::TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(std::fs::TryLockError::Error(error)) => return Err(CampaignError::io("lock", path, &error)),
        }
        Ok(WriterLock { _file: file })
    }
}
