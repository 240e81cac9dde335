//! The dialogue: one cluster after the other, a key for each.

use std::collections::BTreeSet;
use std::io::{Read, Write};

use anyhow::Result;
use autobva::{ACTIONS, Action, Cluster, Group};
use autobva_report::{Style, cluster_title, comparison, escaped};

use super::keys::{Key, Keys};
use crate::desk::{Desk, Subject};

const PROMPT: &str = "\
s skip · e extend · d debug · c clarify · r refine
n note · space later · b back · q quit · ? help › ";

/// Goes through clusters, showing them on `out` and taking keys.
pub struct Dialogue<'a, R, W> {
    desk: &'a mut Desk,
    keys: Keys<R>,
    out: W,
    style: Style,
    /// The numbers of the clusters to go through, and the groups they are in.
    queue: Vec<(usize, Group)>,
    /// The numbers of those that were decided.
    decided: BTreeSet<usize>,
}

/// Where to go after a cluster.
enum Next {
    Forward,
    Back,
    Quit,
}

impl<'a, R: Read, W: Write> Dialogue<'a, R, W> {
    /// A dialogue about the undecided clusters, or about all.
    pub fn new(desk: &'a mut Desk, keys: Keys<R>, out: W, style: Style, all: bool) -> Self {
        let dossier = &desk.dossier;
        let groups = dossier.summary.groups.iter();
        let clusters = groups.flat_map(|group| group.clusters.iter().map(|cluster| (cluster, group.group)));
        let open = clusters.filter(|(cluster, _)| all || dossier.decision_on_cluster(cluster).is_none());
        let queue = open.map(|(cluster, group)| (cluster.id, group)).collect();
        Dialogue { desk, keys, out, style, queue, decided: BTreeSet::new() }
    }

    /// Goes through them until the last one, or until someone quits.
    pub fn run(mut self) -> Result<()> {
        let mut place = 0;
        while let Some(&(id, group)) = self.queue.get(place) {
            match self.ask(place, id, group)? {
                Next::Forward => place += 1,
                Next::Back => place = place.saturating_sub(1),
                Next::Quit => break,
            }
        }
        let clusters = self.desk.dossier.summary.groups.iter().flat_map(|group| &group.clusters);
        let (mut all, mut open) = (0, 0);
        for cluster in clusters {
            all += 1;
            open += usize::from(self.desk.dossier.decision_on_cluster(cluster).is_none());
        }
        writeln!(self.out, "{} decided now; {open} of {all} clusters are undecided.", self.decided.len())?;
        Ok(())
    }

    /// Shows a cluster and takes keys until there is somewhere to go.
    fn ask(&mut self, place: usize, id: usize, group: Group) -> Result<Next> {
        let known = self.show(place, id, group)?;
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
                        self.desk.decide(Subject::Cluster(id), action, &note)?;
                        self.decided.insert(id);
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

    /// Shows a cluster; returns the note that it has.
    fn show(&mut self, place: usize, id: usize, group: Group) -> Result<String> {
        let dossier = &self.desk.dossier;
        let clusters = dossier.summary.groups.iter().flat_map(|group| &group.clusters);
        let cluster: Option<&Cluster> = { clusters }.find(|cluster| cluster.id == id);
        let Some(cluster) = cluster else { return Ok(String::new()) };
        writeln!(self.out, "[{}/{}]", place + 1, self.queue.len())?;
        write!(self.out, "{}", cluster_title(group, cluster, self.style))?;
        if let Some(&shown) = cluster.representatives.first() {
            write!(self.out, "{}", comparison(dossier.report(), shown, self.style))?;
        }
        let decision = dossier.decision_on_cluster(cluster);
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
