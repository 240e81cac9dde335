//! The dialogue: shows one boundary or cluster after the other, and takes a key for each.

use std::io::{Read, Write};

use anyhow::Result;
use autobva::{ACTIONS, Action, Decision};
use autobva_report::{Style, boundary_title, cluster_title, comparison, escaped};

use super::keys::{Key, Keys};
use crate::desk::{Desk, Subject, subjects, undecided};

const PROMPT: &str = "\
s skip · e extend · d debug · c clarify · r refine · z zoom in
n note · space later · b back · u undo · q quit · ? help › ";

/// The prompt when there is nothing left to go through.
const LAST_PROMPT: &str = "u undo · b back · q leave › ";

/// Goes through boundaries or clusters, showing them on `out` and taking keys.
pub struct Dialogue<'a, R, W> {
    desk: &'a mut Desk,
    keys: Keys<R>,
    out: W,
    style: Style,
    queue: Vec<Subject>,
    /// The decisions so far: the position in the queue, and the decisions that were replaced.
    decided: Vec<(usize, Vec<Decision>)>,
}

enum Next {
    Forward,
    Back,
    To(usize),
    Quit,
}

impl<'a, R: Read, W: Write> Dialogue<'a, R, W> {
    /// A dialogue about all subjects, or only the undecided ones.
    pub fn new(desk: &'a mut Desk, keys: Keys<R>, out: W, style: Style, all: bool) -> Self {
        let mut queue = subjects(&desk.dossier);
        queue.retain(|&subject| all || desk.decision(subject).is_none());
        Dialogue { desk, keys, out, style, queue, decided: Vec::new() }
    }

    /// Goes through the subjects until the user leaves; at the end it shows a summary of the decisions.
    pub fn run(mut self) -> Result<()> {
        let mut place = 0;
        loop {
            let next = match self.queue.get(place) {
                Some(&subject) => self.ask(place, subject)?,
                None => {
                    self.summary()?;
                    self.ask_last()?
                }
            };
            place = match next {
                Next::Forward => place + 1,
                Next::Back => place.saturating_sub(1),
                Next::To(place) => place,
                Next::Quit if place < self.queue.len() => return self.summary(),
                Next::Quit => return Ok(()),
            };
        }
    }

    /// Writes what was decided, and what is left.
    fn summary(&mut self) -> Result<()> {
        let mut places: Vec<usize> = self.decided.iter().map(|(place, _)| *place).collect();
        places.sort_unstable();
        places.dedup();
        for subject in places.iter().map(|&place| self.queue[place]) {
            if let Some(decision) = self.desk.decision(subject) {
                writeln!(self.out, "  {subject}  {}{}", decision.action, in_brackets(&decision.note))?;
            }
        }
        let (now, (all, open, what)) = (places.len(), undecided(&self.desk.dossier));
        writeln!(self.out, "{now} decided now; {open} of {all} {what} are undecided.")?;
        Ok(())
    }

    /// Takes a key after the last subject; if nothing was decided, there is nothing to ask.
    fn ask_last(&mut self) -> Result<Next> {
        while !self.decided.is_empty() {
            self.prompt(LAST_PROMPT)?;
            match self.keys.next()? {
                Key::Char('u') => return self.undo(),
                Key::Char('b') | Key::Back => return self.leave("back", Next::Back),
                Key::Char('q') | Key::End => break,
                _ => {}
            }
        }
        Ok(Next::Quit)
    }

    /// Undoes the last decision, and goes back to it.
    fn undo(&mut self) -> Result<Next> {
        let Some((place, replaced)) = self.decided.pop() else { return Ok(Next::Quit) };
        self.desk.take_back(self.queue[place], replaced)?;
        self.leave("undone", Next::To(place))
    }

    /// Shows a subject and takes keys until there is somewhere to go.
    fn ask(&mut self, place: usize, subject: Subject) -> Result<Next> {
        let known = self.show(place, subject)?;
        let mut note = known.clone();
        self.keys.drop_typed_ahead()?;
        loop {
            self.prompt(PROMPT)?;
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
                Key::Char('u') if self.decided.is_empty() => {
                    writeln!(self.out, "there is nothing to undo")?;
                    continue;
                }
                Key::Char('u') => return self.undo(),
                Key::Char(' ') | Key::Forward => ("later", Next::Forward),
                Key::Char('b') | Key::Back => ("back", Next::Back),
                Key::Char('q') | Key::End => ("quit", Next::Quit),
                Key::Char(_) => match action(key) {
                    Some(action) => {
                        let replaced = self.desk.decide(subject, action, &note)?;
                        self.decided.push((place, replaced));
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

    /// Shows a boundary or a cluster; returns its note.
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
            writeln!(self.out, "  so far: {}{}", decision.action, in_brackets(&decision.note))?;
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

    /// Writes the headline of a cluster; returns its representative.
    fn show_cluster(&mut self, id: usize) -> Result<Option<usize>> {
        for group in &self.desk.dossier.summary.groups {
            if let Some(cluster) = group.clusters.iter().find(|cluster| cluster.id == id) {
                write!(self.out, "{}", cluster_title(group.group, cluster, self.style))?;
                return Ok(cluster.representatives.first().copied());
            }
        }
        Ok(None)
    }

    fn prompt(&mut self, prompt: &str) -> Result<()> {
        if self.keys.is_terminal() {
            write!(self.out, "{prompt}")?;
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
            ("u", "undo the last decision of this review, and go there"),
            ("q", "quit; what was decided is saved"),
        ] {
            writeln!(self.out, "  {key:<8} {help}")?;
        }
        Ok(())
    }
}

/// A note in brackets, as written after an action.
fn in_brackets(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!(" ({})", escaped(note)) }
}

/// The action of a key: its first letter.
fn action(key: Key) -> Option<Action> {
    let Key::Char(letter) = key else { return None };
    Action::ALL.into_iter().find(|action| action.name().starts_with(letter.to_ascii_lowercase()))
}
