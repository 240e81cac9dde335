//! Decides which templates are echoes: ways of repeating the input that several outcomes have in common.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use super::echo::{CUT, Strength, TIDIED, Template};
use super::runs::WordingId;

/// The evidence that makes a template an echo: three wordings that repeat a text, or nine that repeat a character or two.
const LEAST_EVIDENCE: usize = 9;
const SURE: usize = 3;
const FAINT: usize = 1;
/// At most 16 echoes of one validity and type are accepted: if there are more, the text around the repeated part varies
/// as well.
const MOST_ECHOES: usize = 16;

/// The templates that were seen, by validity and type.
pub struct Echoes {
    known: Vec<Known>,
    by_text: HashMap<(usize, String), usize, FixedState>,
}

struct Known {
    kind: usize,
    text: String,
    evidence: usize,
    /// The wordings that support the template.
    wordings: HashSet<WordingId>,
    /// The wording that stands for all of them, once the template is known to be an echo.
    told: Option<WordingId>,
}

impl Default for Echoes {
    fn default() -> Self {
        Echoes { known: Vec::new(), by_text: HashMap::with_hasher(FixedState::with_seed(14)) }
    }
}

impl Echoes {
    /// Counts a run of a wording as evidence for its first template. Returns the index of that template if the evidence
    /// now suffices to make it an echo.
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

    /// Whether any template is known to be an echo.
    pub fn are_known(&self) -> bool {
        self.known.iter().any(|known| known.told.is_some())
    }

    /// Makes a wording stand for an echo. Returns the echo's text, and how many wordings had supported it.
    pub fn establish(&mut self, at: usize, told: WordingId) -> (String, u64) {
        let known = &mut self.known[at];
        known.told = Some(told);
        (known.text.clone(), std::mem::take(&mut known.wordings).len() as u64)
    }

    /// The wording of the echo that an outcome with these templates belongs to. If some outputs have other separators
    /// than their inputs, all outputs may, so that template comes first, unless the end is missing.
    pub fn best(&self, templates: &[Template], kind: usize) -> Option<WordingId> {
        let told = |template: &Template| self.known[*self.by_text.get(&(kind, template.text.clone()))?].told;
        let of = |text: &'static str| templates.iter().filter(move |template| template.text == text);
        of(CUT).chain(of(TIDIED)).chain(templates).find_map(told)
    }
}
