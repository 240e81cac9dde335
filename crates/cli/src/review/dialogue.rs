//! The dialogue: one boundary or cluster after the other, a key for each.

use std::collections::BTreeSet;
use std::io::{Read, Write};

use anyhow::Result;
use autobva::{ACTIONS, Action};
use autobva_report::{Style, boundary_title, cluster_title, comparison, escaped};

use super::keys::{Key, Keys};
use crate::desk::{Desk, Subject};

const PROMPT: &str = "\
s skip · e extend · d debug · c clarify · r refine
n note · space later · b back · q quit · ? help › ";

/// Goes through boundaries or clusters, showing them on `out` and taking keys.
pub struct Dialogue<'a, R, W> {
    desk: &'a mut Desk,
    keys: Keys<R>,
    out: W,
    style: Style,
    /// What to go through.
    queue: Vec<Subject>,
    /// The places in it of those that were decided.
    decided: BTreeSet<usize>,
}

/// Where to go next.
enum Next {
    Forward,
    Back,
    Quit,
}

impl<'a, R: Read, W: Write> Dialogue<'a, R, W> {
    /// A dialogue about what is undecided, or about all.
    pub fn new(desk: &'a mut Desk, keys: Keys<R>, out: W, style: Style, all: bool) -> Self {
        let mut queue = desk.subjects();
        queue.retain(|&subject| all || desk.decision(subject).is_none());
        Dialogue { desk, keys, out, style, queue, decided: BTreeSet::new() }
    }

    /// Goes through them until the last one, or until someone quits.
    pub fn run(mut self) -> Result<()> {
        let mut place = 0;
        while let Some(&subject) = self.queue.get(place) {
            match self.ask(place, subject)? {
                Next::Forward => place += 1,
                Next::Back => place = place.saturating_sub(1),
                Next::Quit => break,
            }
        }
        let all = self.desk.subjects();
        let open = all.iter().filter(|&&subject| self.desk.decision(subject).is_none()).count();
        let what = if self.desk.dossier.landscape.is_some() { "boundaries" } else { "clusters" };
        let (now, all) = (self.decided.len(), all.len());
        writeln!(self.out, "{now} decided now; {open} of {all} {what} are undecided.")?;
        Ok(())
    }

    /// Shows a boundary or a cluster and takes keys until there is somewhere to go.
    fn ask(&mut self, place: usize, subject: Subject) -> Result<Next> {
        let known = self.show(place, subject)?;
        let mut note = known.clone();
        loop {
            self.prompt()?;
            let key = self.keys.next()?;
            let (word, next) = match key {
                Key::Char('n') => {
                    note = self.read_note()?;
                    continue;
                }
                Key::Char('?' | 'h') => {
                    self.help()?;
                    continue;
                }
                Key::Char(' ') | Key::Forward => ("later", Next::Forward),
                Key::Char('b') | Key::Back => ("back", Next::Back),
                Key::Char('q') | Key::End => ("quit", Next::Quit),
                Key::Char(_) => match action(key) {
                    Some(action) => {
                        self.desk.decide(subject, action, &note)?;
                        self.decided.insert(place);
                        return self.leave(action.name(), Next::Forward);
                    }
                    None => {
                        writeln!(self.out, "that key means nothing here; ? lists those that do")?;
                        continue;
                    }
                },
            };
            if note != known {
                let note = escaped(&note);
                writeln!(self.out, "the note is not saved, because no action came after it: {note}")?;
            }
            return self.leave(word, next);
        }
    }

    /// Shows a boundary or a cluster; returns the note that it has.
    fn show(&mut self, place: usize, subject: Subject) -> Result<String> {
        writeln!(self.out, "[{}/{}]", place + 1, self.queue.len())?;
        let shown = match subject {
            Subject::Boundary(id) => self.show_boundary(id)?,
            Subject::Cluster(id) => self.show_cluster(id)?,
            Subject::Candidate(number) => number.checked_sub(1),
        };
        if let Some(shown) = shown {
            write!(self.out, "{}", comparison(self.desk.dossier.report(), shown, self.style))?;
        }
        let decision = self.desk.decision(subject);
        if let Some(decision) = decision {
            let note = if decision.note.is_empty() {
                String::new()
            } else {
                format!(" ({})", escaped(&decision.note))
            };
            writeln!(self.out, "  so far: {}{note}", decision.action)?;
        }
        Ok(decision.map_or(String::new(), |decision| decision.note.clone()))
    }

    /// Writes what a boundary separates; returns the candidate that shows it best.
    fn show_boundary(&mut self, id: u32) -> Result<Option<usize>> {
        let dossier = &self.desk.dossier;
        let boundary = dossier.boundary(id)?;
        write!(self.out, "{}", boundary_title(boundary, self.style))?;
        Ok(dossier.candidates_of(boundary).first().copied())
    }

    /// Writes the headline of a cluster; returns the candidate that stands for it.
    fn show_cluster(&mut self, id: usize) -> Result<Option<usize>> {
        for group in &self.desk.dossier.summary.groups {
            if let Some(cluster) = group.clusters.iter().find(|cluster| cluster.id == id) {
                write!(self.out, "{}", cluster_title(group.group, cluster, self.style))?;
                return Ok(cluster.representatives.first().copied());
            }
        }
        Ok(None)
    }

    fn prompt(&mut self) -> Result<()> {
        if self.keys.is_terminal() {
            write!(self.out, "{PROMPT}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    fn leave(&mut self, word: &str, next: Next) -> Result<Next> {
        writeln!(self.out, "{word}\n")?;
        Ok(next)
    }

    fn read_note(&mut self) -> Result<String> {
        if self.keys.is_terminal() {
            write!(self.out, "\nnote: ")?;
            self.out.flush()?;
        }
        let note = self.keys.line(&mut self.out)?;
        if !self.keys.is_terminal() {
            writeln!(self.out, "note: {}", escaped(&note))?;
        }
        Ok(note)
    }

    fn help(&mut self) -> Result<()> {
        writeln!(self.out)?;
        for entry in ACTIONS {
            writeln!(
                self.out,
                "  {:<8} {}",
                &entry.name[..1],
                format_args!("{}: {}", entry.name, entry.help)
            )?;
        }
        for (key, help) in [
            ("n", "write a note; it goes with the action that you choose next"),
            ("space", "decide later (also the right arrow)"),
            ("b", "back to the one before (also the left arrow)"),
            ("q", "quit; what was decided is saved"),
        ] {
            writeln!(self.out, "  {key:<8} {help}")?;
        }
        Ok(())
    }
}

/// The action of a key: its first letter.
fn action(key: Key) -> Option<Action> {
    let Key::Char(letter) = key else { return None };
    Action::ALL.into_iter().find(|action| action.name().starts_with(letter.to_ascii_lowercase()))
}
