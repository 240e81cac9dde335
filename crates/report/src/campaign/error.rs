//! Why a campaign cannot be opened, read or written, in one sentence with the remedy.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a campaign cannot be used. None of these errors leaves a changed file behind.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// There is no such file.
    #[error("there is no campaign {0}; `autobva find TARGET --campaign FILE` makes one")]
    Missing(PathBuf),
    /// It is a link to a file that is not there.
    #[error(
        "{path} is a link to {to}, which is not there; remove the link, or give another file with --campaign"
    )]
    DeadLink {
        /// The link.
        path: PathBuf,
        /// Where it leads.
        to: PathBuf,
    },
    /// It is a folder.
    #[error("{0} is a folder; give the path of a campaign file")]
    Folder(PathBuf),
    /// It is some other file.
    #[error("{path} is no campaign: {what}; give another path, it will not be overwritten")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What the file is instead.
        what: &'static str,
    },
    /// It was written by a later version of this program.
    #[error(
        "{path} was written by a newer autobva (format {found}, this one knows up to {known}); update autobva"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        found: i64,
        /// The latest one known here.
        known: usize,
    },
    /// Its content makes no sense.
    #[error(
        "{path} is damaged ({detail}); restore it from a copy, or give another path: it will not be overwritten"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was seen.
        detail: String,
    },
    /// Someone else is writing to it.
    #[error(
        "{0} is being written to by another autobva; wait for it to end, or give another file with --campaign"
    )]
    Busy(PathBuf),
    /// It belongs to another target.
    #[error("{path} is about {known}, not about {given}; give another file with --campaign")]
    OtherTarget {
        /// The file.
        path: PathBuf,
        /// Its target.
        known: String,
        /// The target of the run.
        given: String,
    },
    /// The disk is full, or the file has reached a size limit.
    #[error("cannot write {0}: there is no room left; what was saved before is unharmed")]
    Full(PathBuf),
    /// Reading or writing failed.
    #[error("cannot {doing} {path} ({reason}); does the folder exist, and may you use it?")]
    Io {
        /// Reading or writing.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// The message of the operating system.
        reason: String,
    },
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
    /// The error for the user.
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
        let path = path.to_path_buf();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                CampaignError::Damaged { path, detail: plain(&error) }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => CampaignError::Busy(path),
            Some(ErrorCode::DiskFull) => CampaignError::Full(path),
            // A write that fails because of a limit on the size of files.
            Some(ErrorCode::SystemIoFailure) => {
                CampaignError::Io { doing: "write", path, reason: plain(&error) }
            }
            Some(_) => CampaignError::Io { doing: "use", path, reason: plain(&error) },
            // Something stored has the wrong type, a column is missing, or the like.
            None => CampaignError::Damaged { path, detail: plain(&error) },
        }
    }

    /// An error of the file system.
    pub(super) fn io(doing: &'static str, path: &Path, error: &std::io::Error) -> CampaignError {
        CampaignError::Io { doing, path: path.to_path_buf(), reason: crate::plain_reason(error) }
    }

    pub(super) fn damaged(path: &Path, detail: impl Into<String>) -> CampaignError {
        CampaignError::Damaged { path: path.to_path_buf(), detail: detail.into() }
    }
}

fn plain(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(text)) => text.clone(),
        other => other.to_string(),
    }
}
