//! Finds a program and the files in its command line, because it will start in another folder.

use std::env;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use autobva_core::SutError;

/// The full path of a program: as given if it has a slash, otherwise searched on PATH, once instead of for every call.
pub(crate) fn locate(program: &str) -> Result<PathBuf, SutError> {
    let unusable = |reason: &str| Err(SutError(format!("cannot start '{program}': {reason}")));
    if program.is_empty() {
        return unusable("the name of the program is empty; write for instance -- numfmt --to=si '{n}'");
    }
    if program.contains('/') {
        return match std::path::absolute(program) {
            Ok(path) if is_executable(&path) => Ok(path),
            Ok(path) if path.is_file() => unusable("it is not executable; run chmod +x on it"),
            _ => unusable("there is no such file; check the path"),
        };
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).map(|folder| folder.join(program)).find(|file| is_executable(file));
    match found.and_then(|file| std::path::absolute(file).ok()) {
        Some(file) => Ok(file),
        None if Path::new(program).is_file() => {
            unusable(&format!("it is not on PATH; write ./{program} for the file in this folder"))
        }
        None => unusable("it is not on PATH; install it or give its full path"),
    }
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// A command line for a process that starts in another folder: words that name a file here get its full path.
pub(crate) fn located_words(words: &[String]) -> Vec<String> {
    words.iter().map(|word| located_word(word)).collect()
}

fn located_word(word: &str) -> String {
    let path = Path::new(word);
    let absolute = || std::path::absolute(path).ok()?.into_os_string().into_string().ok();
    if path.is_relative() && path.is_file() { absolute().unwrap_or_else(|| word.into()) } else { word.into() }
}
