//! Why a campaign cannot be opened, read or written, in one sentence with the remedy.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a campaign cannot be used. None of these errors leaves a changed file behind.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// It is some other file, and what it is instead.
    #[error("{0} is no campaign: {1}; give another path, it will not be overwritten")]
    Foreign(PathBuf, &'static str),
    /// It belongs to another target: the file, its target, and the target of the run.
    #[error("{0} is about {1}, not about {2}; give another file with --campaign")]
    OtherTarget(PathBuf, String, String),
    /// There is no place to read from or to write to.
    #[error("{0}")]
    Place(String),
    /// The file is missing, damaged, newer, or in use.
    #[error("{0}")]
    Unusable(String),
}

/// An internal error, raised where the path is not known.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error("{0}")]
    Content(String),
}

impl Trouble {
    pub(super) fn at(self, path: &Path) -> CampaignError {
        match self {
            Trouble::Sqlite(error) => CampaignError::sqlite(path, error),
            Trouble::Content(detail) => CampaignError::damaged(path, detail),
        }
    }
}

impl CampaignError {
    /// Converts an error of SQLite about this file.
    pub(super) fn sqlite(path: &Path, error: rusqlite::Error) -> CampaignError {
        let file = path.display();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                CampaignError::damaged(path, plain(&error))
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => CampaignError::busy(path),
            Some(ErrorCode::DiskFull) => CampaignError::Place(format!(
                "cannot write {file}: there is no room left; what was saved before is unharmed"
            )),
            // A write that fails because of a limit on the size of files.
            Some(ErrorCode::SystemIoFailure) => CampaignError::place("write", path, &plain(&error)),
            Some(_) => CampaignError::place("use", path, &plain(&error)),
            // Something stored has the wrong type, a column is missing, or the like.
            None => CampaignError::damaged(path, plain(&error)),
        }
    }

    /// An error of the file system.
    pub(super) fn io(doing: &'static str, path: &Path, error: &std::io::Error) -> CampaignError {
        CampaignError::place(doing, path, &crate::plain_reason(error))
    }

    fn place(doing: &'static str, path: &Path, reason: &str) -> CampaignError {
        let remedy = "does the folder exist, and may you use it?";
        CampaignError::Place(format!("cannot {doing} {} ({reason}); {remedy}", path.display()))
    }

    pub(super) fn damaged(path: &Path, detail: impl Display) -> CampaignError {
        let remedy = "restore it from a copy, or give another path: it will not be overwritten";
        CampaignError::Unusable(format!("{} is damaged ({detail}); {remedy}", path.display()))
    }

    pub(super) fn busy(path: &Path) -> CampaignError {
        let remedy = "wait for it to end, or give another file with --campaign";
        CampaignError::Unusable(format!(
            "{} is being written to by another autobva; {remedy}",
            path.display()
        ))
    }
}

fn plain(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
        other => other.to_string(),
    }
}
