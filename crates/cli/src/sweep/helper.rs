//! Processes of Python that help a sweep.

use std::io::{BufRead, BufReader, Read};
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};

/// A process that is killed when this is dropped.
pub struct Helper(pub Child);

impl Drop for Helper {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The lines of a source, read in a thread as they arrive.
pub fn lines_of(source: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(source).lines() {
            if line.map_or(true, |line| sender.send(line).is_err()) {
                return;
            }
        }
    });
    lines
}
