//! How long ago something was, in words.

use std::time::{Duration, SystemTime};

/// The time since that second after 1970, in its largest unit.
pub fn age(started: u64) -> String {
    let then = SystemTime::UNIX_EPOCH + Duration::from_secs(started);
    let seconds = then.elapsed().map_or(0, |passed| passed.as_secs());
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    match units.into_iter().find(|(unit, _)| seconds >= *unit) {
        None => "just now".to_string(),
        Some((unit, name)) => match seconds / unit {
            1 => format!("1 {name} ago"),
            many => format!("{many} {name}s ago"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_told_in_their_largest_unit() {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
        let told = [5, 61, 7_200, 90_000, 864_001].map(|seconds| age(now - seconds));
        assert_eq!(told, ["just now", "1 minute ago", "2 hours ago", "1 day ago", "10 days ago"]);
        assert_eq!(age(now + 1_000), "just now", "a clock may have been set back");
    }
}
