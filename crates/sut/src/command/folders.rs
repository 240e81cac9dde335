//! Empty folders for programs to start in, reused as long as they stay empty.

use std::io;
use std::path::PathBuf;
use std::sync::Mutex;

use crate::process::Keeper;

/// Idle folders. There are never more of them than programs that run at the same time.
#[derive(Default)]
pub(super) struct Folders(Mutex<Vec<PathBuf>>);

impl Folders {
    /// An empty folder for the call with this number.
    pub(super) fn take(&self, keeper: &Keeper, number: u64) -> io::Result<PathBuf> {
        let idle = self.0.lock().unwrap_or_else(|e| e.into_inner()).pop();
        idle.map_or_else(|| keeper.make_folder(number), Ok)
    }

    /// Takes a folder back; if the program has left anything in it, the folder is removed.
    pub(super) fn give_back(&self, folder: PathBuf) {
        let is_empty = std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_none());
        if is_empty {
            self.0.lock().unwrap_or_else(|e| e.into_inner()).push(folder);
        } else {
            let _ = std::fs::remove_dir_all(&folder);
        }
    }
}
