//! The building blocks of the tables of distances, and the errors for names that select no distance.

use autobva_core::{Entry, UnknownName, nearest};

use super::text::GramLength;

/// A name that selects no distance; the text says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NameError(String);

/// A line of a table: what the registry shows, and how to make the distance.
pub(super) struct Listed<M> {
    pub entry: Entry,
    pub make: M,
}

/// Makes a line of a table. It keeps the tables short, which call it once per line.
pub(super) const fn listed<M>(name: &'static str, help: &'static str, make: M) -> Listed<M> {
    Listed { entry: Entry { name, help }, make }
}

/// The entries of a table, followed by those of another registry; `N` is the length of both together.
pub(super) const fn entries<M, const N: usize>(table: &[Listed<M>], more: &[Entry]) -> [Entry; N] {
    let mut all = [Entry { name: "", help: "" }; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < table.len() { table[i].entry } else { more[i - table.len()] };
        i += 1;
    }
    all
}

/// A name as written, taken apart at its colon.
pub(super) struct Name<'a> {
    pub whole: &'a str,
    pub base: &'a str,
    pub number: Option<&'a str>,
}

impl<'a> Name<'a> {
    pub fn new(whole: &'a str) -> Self {
        let (base, number) = match whole.split_once(':') {
            Some((base, number)) => (base, Some(number)),
            None => (whole, None),
        };
        Name { whole, base, number }
    }

    /// The line of the table that has this name.
    pub fn find<M>(&self, table: &'static [Listed<M>]) -> Option<&'static Listed<M>> {
        table.iter().find(|listed| listed.entry.name == self.base)
    }

    /// Refuses a number for a distance that takes none.
    pub fn without_number(&self, distance: &'static str) -> Result<(), NameError> {
        match self.number {
            None => Ok(()),
            Some(_) => {
                let whole = self.whole;
                Err(NameError(format!("'{whole}': {distance} takes no number; write '{distance}'")))
            }
        }
    }

    /// The gram length that the name asks for, or the default if it has no number.
    pub fn gram_length(&self, distance: &'static str) -> Result<GramLength, NameError> {
        let fault = || {
            let (whole, least, most) = (self.whole, GramLength::LEAST, GramLength::GREATEST);
            let remedy = format!("write for instance '{distance}:2'");
            NameError(format!(
                "'{whole}': the number after the colon must be from {least} to {most}; {remedy}"
            ))
        };
        let Some(number) = self.number else { return Ok(GramLength::default()) };
        number.parse().ok().and_then(GramLength::new).ok_or_else(fault)
    }

    /// The error for a name that no table has. The nearest name is found without the part after the colon.
    pub fn unknown(&self, what: &'static str, registry: &[Entry]) -> NameError {
        let known = registry.iter().map(|entry| entry.name);
        let nearest = nearest(self.base, known.clone()).map(str::to_string);
        let (name, known) = (self.whole.to_string(), known.map(str::to_string).collect());
        NameError(UnknownName { what, name, nearest, known }.to_string())
    }
}
