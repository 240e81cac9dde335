//! The relative path from one folder to another.

use std::path::{Component, Path, PathBuf};

/// The relative path between two absolute paths.
pub(crate) fn relative(from: &Path, to: &Path) -> PathBuf {
    let (from, to): (Vec<Component>, Vec<Component>) =
        (from.components().collect(), to.components().collect());
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = from[shared..].iter().map(|_| Component::ParentDir);
    up.chain(to[shared..].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_between_folders() {
        let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to)).display().to_string();
        assert_eq!(way("/a/b", "/a/b"), "");
        assert_eq!(way("/a/b/tests", "/a/b"), "..");
        assert_eq!(way("/a/x/y", "/a/b"), "../../b");
    }
}
