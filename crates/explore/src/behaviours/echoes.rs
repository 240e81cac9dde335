//! Which echoes there are: ways of repeating the input that several outcomes have in common.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use super::echo::{Strength, TIDIED, Template};
use super::runs::WordingId;

/// So much shows an echo: three wordings that repeat a text, or more that repeat a character or two.
const LEAST_EVIDENCE: usize = 9;
const SURE: usize = 3;
const FAINT: usize = 1;
/// More echoes of one validity and type than this are none: what is around them varies as well.
const MOST_ECHOES: usize = 16;

/// The ways of repeating the input that were met, by validity and type.
pub struct Echoes {
    known: Vec<Known>,
    by_text: HashMap<(usize, String), usize, FixedState>,
}

struct Known {
    kind: usize,
    text: String,
    evidence: usize,
    /// The wordings that speak for it.
    wordings: HashSet<WordingId>,
    /// The wording that stands for all of them, once it is known to be an echo.
    told: Option<WordingId>,
}

impl Default for Echoes {
    fn default() -> Self {
        Echoes { known: Vec::new(), by_text: HashMap::with_hasher(FixedState::with_seed(14)) }
    }
}

impl Echoes {
    /// Takes what a run of a wording says for the first of its templates. Returns that if it is an echo from now on.
    pub fn credit(&mut self, templates: &[Template], kind: usize, wording: WordingId) -> Option<usize> {
        let Template { text, strength } = templates.first()?;
        let evidence = match strength {
            Strength::Sure => SURE,
            Strength::Faint => FAINT,
            Strength::None => return None,
        };
        let next = self.known.len();
        let at = *self.by_text.entry((kind, text.clone())).or_insert(next);
        if at == next {
            let (text, wordings) = (text.clone(), HashSet::new());
            self.known.push(Known { kind, text, evidence: 0, wordings, told: None });
        }
        let of_kind = || self.known.iter().filter(|known| known.kind == kind && known.told.is_some()).count();
        let is_full = self.known[at].told.is_none() && of_kind() >= MOST_ECHOES;
        let known = &mut self.known[at];
        if known.told.is_some() || is_full || !known.wordings.insert(wording) {
            return None;
        }
        known.evidence += evidence;
        (known.evidence >= LEAST_EVIDENCE).then_some(at)
    }

    /// Lets a wording stand for an echo. Returns its text, and how many wordings it was known by.
    pub fn establish(&mut self, at: usize, told: WordingId) -> (String, u64) {
        let known = &mut self.known[at];
        known.told = Some(told);
        (known.text.clone(), std::mem::take(&mut known.wordings).len() as u64)
    }

    /// The wording that stands for an outcome with some templates. Where separators are changed somewhere, they may be everywhere.
    pub fn best(&self, templates: &[Template], kind: usize) -> Option<WordingId> {
        let told = |template: &Template| self.known[*self.by_text.get(&(kind, template.text.clone()))?].told;
        let tidied = templates.iter().filter(|template| template.text == TIDIED);
        tidied.chain(templates).find_map(told)
    }
}
