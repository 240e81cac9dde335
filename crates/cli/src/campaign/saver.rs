//! A thread that saves candidates during the search.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use autobva::{Candidate, Progress, Watcher};
use autobva_report::campaign::{CampaignError, CampaignWriter, Moment};

/// A candidate is saved after at most this time, which limits what a kill can cost.
const PAUSE: Duration = Duration::from_millis(100);
/// The first candidates are saved sooner, later ones less and less often.
const FIRST_PAUSE: Duration = Duration::from_millis(5);
/// How long the thread sleeps if nothing is waiting. Waking it for each candidate would cost the search more.
const NAP: Duration = Duration::from_millis(4);
/// How many candidates may wait; if there are more, the search pauses.
const ROOM: usize = 32_768;
/// How many candidates are received between two checks of the time.
const BATCH: usize = 4096;

/// Saves candidates until the watcher that reports them is dropped.
pub struct Saver {
    thread: Option<JoinHandle<Saved>>,
}

/// What remains when the thread has ended.
pub struct Saved {
    pub writer: CampaignWriter,
    /// Why saving ended early.
    pub failure: Option<CampaignError>,
}

struct Ear(SyncSender<Candidate>);

impl Watcher for Ear {
    fn found(&self, candidate: Candidate) {
        // Sending fails only if the thread has ended, and it has reported why.
        let _ = self.0.send(candidate);
    }
}

impl Saver {
    /// Starts a thread that writes all candidates that the watcher reports; with `verbose` it prints when it does.
    pub fn start(
        writer: CampaignWriter,
        progress: Arc<Progress>,
        verbose: bool,
    ) -> std::io::Result<(Saver, Arc<dyn Watcher>)> {
        let (sender, candidates) = sync_channel(ROOM);
        let (held, start) = (writer.candidates(), Instant::now());
        let work = SavingThread { writer, progress, verbose, start, held };
        let named = std::thread::Builder::new().name("saver".to_string());
        let thread = named.spawn(move || work.run(&candidates));
        Ok((Saver { thread: Some(thread?) }, Arc::new(Ear(sender))))
    }

    /// Waits until everything is saved. The watcher must have been dropped.
    pub fn join(mut self) -> Option<Saved> {
        self.thread.take()?.join().ok()
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

struct SavingThread {
    writer: CampaignWriter,
    progress: Arc<Progress>,
    verbose: bool,
    start: Instant,
    /// How many candidates the file holds.
    held: usize,
}

/// How much of the waiting candidates was received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heard {
    /// A batch; there may be more.
    Some,
    /// Everything that is waiting now.
    All,
    /// Everything: no more will come.
    Last,
}

impl SavingThread {
    fn run(mut self, candidates: &Receiver<Candidate>) -> Saved {
        let mut failure = None;
        let mut pause = FIRST_PAUSE;
        let mut next_save = Instant::now() + pause;
        loop {
            let heard = self.hear_some(candidates, failure.is_none());
            let is_over = heard == Heard::Last;
            if failure.is_none() && (is_over || Instant::now() >= next_save) {
                failure = self.save().err();
                pause = PAUSE.min(2 * pause);
                next_save = Instant::now() + pause;
            }
            if is_over {
                // Meanwhile the findings are summarised.
                self.writer.tidy();
                return Saved { writer: self.writer, failure };
            }
            if heard == Heard::All {
                std::thread::sleep(NAP);
            }
        }
    }

    /// Receives waiting candidates. After a failure they are dropped, so that the search does not wait.
    fn hear_some(&mut self, candidates: &Receiver<Candidate>, is_kept: bool) -> Heard {
        for _ in 0..BATCH {
            match candidates.try_recv() {
                Ok(candidate) if is_kept => self.writer.hear(candidate),
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Heard::All,
                Err(TryRecvError::Disconnected) => return Heard::Last,
            }
        }
        Heard::Some
    }

    fn save(&mut self) -> Result<(), CampaignError> {
        let moment = Moment { calls: self.progress.calls(), elapsed: self.start.elapsed() };
        let result = self.writer.save(&moment);
        let held = self.writer.candidates();
        match &result {
            Ok(()) if self.verbose && held > self.held => say!("autobva: saved {held} candidates"),
            Ok(()) => {}
            Err(error) => say!("autobva: {error}; the search goes on, but what it finds is not saved"),
        }
        self.held = held;
        result
    }
}
