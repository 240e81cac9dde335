//! The processor time of this process and everything that it has started, independent of other load on the machine.

use std::time::Duration;

/// The processor time of this process, its children, and their children.
pub fn busy_time() -> Duration {
    let ticks = ticks(std::process::id());
    Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// The time of a running process: its own, that of children that have ended, and that of running children.
fn ticks(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which may contain anything: 11 fields, then user and system time, and those of ended children.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let own: u64 = fields.skip(11).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
    own + children(process).into_iter().map(ticks).sum::<u64>()
}

/// The processes that the threads of a process have started.
fn children(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let texts = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    texts.flat_map(|text| numbers(&text)).collect()
}

fn numbers(text: &str) -> Vec<u32> {
    text.split_whitespace().filter_map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_started_counts_while_it_runs_and_afterwards() {
        let before = busy_time();
        let mut child = std::process::Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
        let wanted = before + Duration::from_millis(50);
        while busy_time() < wanted {
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(busy_time() >= wanted);
    }
}
