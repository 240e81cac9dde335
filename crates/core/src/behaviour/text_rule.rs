//! Conditions on a text: what it contains, begins with, ends with, or consists of.

mod written;

use crate::{Input, Signature, Value};

/// A condition on a text, such as `contains a digit`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextRule {
    /// Where in the text.
    pub part: TextPart,
    /// What is sought there.
    pub what: Sought,
}

/// The part of a text that a condition is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TextPart {
    /// Anywhere.
    Contains,
    /// At the beginning.
    Begins,
    /// At the end.
    Ends,
    /// Everywhere. It says nothing about an empty text.
    Only,
    /// The whole text is this and nothing else.
    Is,
}

/// What a condition requires.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sought {
    /// A character of a kind; if the flag is set, only ASCII characters count.
    Kind(CharKind, bool),
    /// This sequence of characters.
    Literal(String),
    /// One of these words, for the whole text; or one of these characters, anywhere in it.
    Words(Vec<String>, Tidying),
    /// A character of one of these kinds, or one of these characters; if the flag is set, only ASCII characters of the kinds
    /// count.
    Among(Vec<CharKind>, bool, String),
}

/// In what a text may differ from the words that it is compared with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tidying {
    /// Capitals and small letters are the same.
    pub case: bool,
    /// White space around the text does not count.
    pub space: bool,
}

impl Tidying {
    /// All ways, the most tolerant one first.
    pub const ALL: [Tidying; 4] = [
        Tidying { case: true, space: true },
        Tidying { case: true, space: false },
        Tidying { case: false, space: true },
        Tidying { case: false, space: false },
    ];

    /// The text without the differences that do not count.
    pub fn tidied(self, text: &str) -> String {
        let text = if self.space { text.trim() } else { text };
        if self.case { text.to_lowercase() } else { text.to_string() }
    }

    /// Another text that is the same without these differences.
    fn spoilt(self, word: &str, below: &mut dyn FnMut(usize) -> usize) -> String {
        let mut space = || if self.space { &"  "[..below(3)] } else { "" };
        let (before, behind) = (space(), space());
        let mut case = |c: char| match self.case && below(2) == 0 {
            true => c.to_uppercase().collect::<String>(),
            false => c.to_string(),
        };
        format!("{before}{}{behind}", word.chars().map(&mut case).collect::<String>())
    }

    fn name(self) -> &'static str {
        match (self.case, self.space) {
            (true, true) => " (any case, spaces around)",
            (true, false) => " (any case)",
            (false, true) => " (spaces around)",
            (false, false) => "",
        }
    }
}

/// Kinds of characters, the narrow ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // The names are self-explanatory.
pub enum CharKind {
    Digit,
    Upper,
    Lower,
    White,
    Letter,
    LetterOrDigit,
}

/// Plain characters for fresh texts, by class; those beyond ASCII come last.
const CLASSES: [&str; 7] = [
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "0123456789",
    "-_.,:;/@#!?+*=",
    " \t",
    "ÀÉØÜŽΔЖ",
    "àéøüžδж",
];

/// A text of fewer than 3 characters is short, and gets up to 4 more.
const SHORT: usize = 3;
const MOST_MORE: usize = 4;

impl CharKind {
    /// Every kind.
    pub const ALL: [CharKind; 6] = [
        CharKind::Digit,
        CharKind::Upper,
        CharKind::Lower,
        CharKind::White,
        CharKind::Letter,
        CharKind::LetterOrDigit,
    ];

    fn names(self) -> (&'static str, &'static str) {
        match self {
            CharKind::Digit => ("a digit", "digits"),
            CharKind::Upper => ("an upper-case letter", "upper-case letters"),
            CharKind::Lower => ("a lower-case letter", "lower-case letters"),
            CharKind::White => ("white space", "white space"),
            CharKind::Letter => ("a letter", "letters"),
            CharKind::LetterOrDigit => ("a letter or digit", "letters and digits"),
        }
    }

    /// Whether a character is of the kind; `None` for digits beyond ASCII, about which programming languages disagree.
    fn has(self, c: char) -> Option<bool> {
        match self {
            CharKind::Digit if c.is_ascii() => Some(c.is_ascii_digit()),
            CharKind::Digit => (!c.is_numeric()).then_some(false),
            CharKind::Upper => Some(c.is_uppercase()),
            CharKind::Lower => Some(c.is_lowercase()),
            CharKind::White => Some(c.is_whitespace()),
            CharKind::Letter => Some(c.is_alphabetic()),
            CharKind::LetterOrDigit => Some(c.is_alphanumeric()),
        }
    }
}

impl Sought {
    fn has(&self, c: char) -> Option<bool> {
        match self {
            Sought::Kind(_, true) if !c.is_ascii() => Some(false),
            Sought::Kind(kind, _) => kind.has(c),
            Sought::Literal(text) => Some(text.chars().eq([c])),
            Sought::Words(words, _) => Some(words.iter().any(|word| word.chars().eq([c]))),
            Sought::Among(_, _, chars) if chars.contains(c) => Some(true),
            Sought::Among(_, true, _) if !c.is_ascii() => Some(false),
            Sought::Among(kinds, ..) => {
                let told = |wanted| kinds.iter().any(|kind| kind.has(c) == wanted);
                if told(Some(true)) { Some(true) } else { (!told(None)).then_some(false) }
            }
        }
    }

    /// The shortest description of some printable characters; whether letters and digits beyond ASCII belong to them is up to
    /// the caller.
    pub fn among(chars: &[char], ascii: bool) -> Sought {
        let all = |kind: &CharKind| {
            let mut of_kind = (' '..='~').filter(|c| kind.has(*c) == Some(true));
            of_kind.all(|c| chars.contains(&c))
        };
        let mut kinds: Vec<CharKind> = Vec::new();
        let wide =
            [CharKind::LetterOrDigit, CharKind::Letter, CharKind::Digit, CharKind::Upper, CharKind::Lower];
        for kind in wide.into_iter().filter(all) {
            let is_covered = |c: char| kinds.iter().any(|known| known.has(c) == Some(true));
            if !(' '..='~').filter(|c| kind.has(*c) == Some(true)).all(is_covered) {
                kinds.push(kind);
            }
        }
        let others = chars.iter().filter(|c| !kinds.iter().any(|kind| kind.has(**c) == Some(true)));
        let others: String = others.collect();
        match (&kinds[..], others.chars().count()) {
            ([kind], 0) => Sought::Kind(*kind, ascii),
            ([], 1) => Sought::Literal(others),
            _ => Sought::Among(kinds, ascii, others),
        }
    }
}

impl TextRule {
    /// Whether a text meets the condition; `None` if that is undefined.
    pub fn holds(&self, text: &str) -> Option<bool> {
        if let Sought::Literal(literal) = &self.what {
            return match self.part {
                TextPart::Contains => Some(text.contains(literal.as_str())),
                TextPart::Begins => Some(text.starts_with(literal.as_str())),
                TextPart::Ends => Some(text.ends_with(literal.as_str())),
                TextPart::Only => (!text.is_empty()).then(|| text.replace(literal.as_str(), "").is_empty()),
                TextPart::Is => Some(text == literal),
            };
        }
        if let (TextPart::Is, Sought::Words(words, tidying)) = (self.part, &self.what) {
            return Some(words.contains(&tidying.tidied(text)));
        }
        let has = |c: char| self.what.has(c);
        match self.part {
            TextPart::Begins => text.chars().next().map_or(Some(false), has),
            TextPart::Ends => text.chars().next_back().map_or(Some(false), has),
            TextPart::Is => {
                let mut chars = text.chars();
                chars.next().filter(|_| chars.next().is_none()).map_or(Some(false), has)
            }
            TextPart::Only if text.is_empty() => None,
            TextPart::Contains | TextPart::Only => {
                // One character decides: for `contains` one of the kind, for `only` one that is not.
                let decides = self.part == TextPart::Contains;
                let mut told = Some(!decides);
                for has in text.chars().map(has) {
                    match has {
                        Some(has) if has == decides => return Some(decides),
                        Some(_) => {}
                        None => told = None,
                    }
                }
                told
            }
        }
    }

    /// The characters because of which a text meets the condition.
    pub fn witnesses<'a>(&'a self, text: &'a str) -> impl Iterator<Item = char> + 'a {
        let last = text.chars().count().saturating_sub(1);
        let counts = move |at: usize| match self.part {
            TextPart::Contains | TextPart::Only | TextPart::Is => true,
            TextPart::Begins => at == 0,
            TextPart::Ends => at == last,
        };
        let inside =
            move |(at, c): (usize, char)| (counts(at) && self.what.has(c) == Some(true)).then_some(c);
        text.chars().enumerate().filter_map(inside)
    }

    /// Whether characters of every plain class that belongs to the kind were seen.
    pub fn is_shown_by(&self, seen: &[char]) -> bool {
        let Sought::Kind(..) = self.what else { return true };
        let of_kind = CLASSES.iter().filter(|class| class.is_ascii());
        let mut of_kind = of_kind.filter(|class| class.chars().all(|c| self.what.has(c) == Some(true)));
        of_kind.all(|class| seen.iter().any(|c| class.contains(*c)) || class.starts_with(' '))
    }

    /// A fresh pair of texts that differ in the condition alone: the first does not meet it, the second does. They are
    /// variations of a known text; `below` draws a number less than its argument.
    pub fn fresh(&self, known: &str, below: &mut dyn FnMut(usize) -> usize) -> Option<[String; 2]> {
        let mut text: Vec<char> = known.chars().map(|c| varied(c, below)).collect();
        // There are few short texts, so these are lengthened; a longer text usually has its length for a reason.
        let more = match text.len() < SHORT || below(8) == 0 {
            true => below(MOST_MORE + 1),
            false => 0,
        };
        for _ in 0..if text.is_empty() { 0 } else { more } {
            let at = below(text.len());
            text.insert(at, varied(text[at], below));
        }
        let (without, with) = match self.part {
            TextPart::Contains => {
                let plain = self.replaced(text, true, below);
                let at = spare(&plain, below);
                (plain.clone(), with_at(&plain, at, 1, &self.inside(below)))
            }
            TextPart::Only => {
                let mut all = self.replaced(text, false, below);
                if all.is_empty() {
                    return None;
                }
                for c in &mut all {
                    *c = if below(2) == 0 { self.inside(below)[0] } else { *c };
                }
                (with_at(&all, below(all.len()), 1, &[self.outside(below)]), all)
            }
            TextPart::Begins | TextPart::Ends => self.fresh_end(text, below),
            TextPart::Is => {
                let whole = self.inside(below);
                (edited(&whole, below), whole)
            }
        };
        let pair = [without, with].map(|chars| chars.into_iter().collect::<String>());
        let differ = self.holds(&pair[0]) == Some(false) && self.holds(&pair[1]) == Some(true);
        differ.then_some(pair)
    }

    /// The same for an input with a text among its arguments; `None` if the texts do not have the declared lengths.
    pub fn fresh_inputs(
        &self,
        known: &Input,
        argument: usize,
        signature: &Signature,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<[Input; 2]> {
        let texts = self.fresh(known[argument].as_text()?, below)?;
        let (least, most) = signature.arguments()[argument].schema().as_text()?.lengths();
        let fits = texts.iter().all(|text| (least..=most).contains(&text.chars().count()));
        fits.then(|| {
            texts.map(|text| {
                let mut input = known.clone();
                input[argument] = Value::Text(text.into());
                input
            })
        })
    }

    /// A pair for a condition on the beginning or end. Sometimes both texts contain what is sought elsewhere, since
    /// only the end counts.
    fn fresh_end(
        &self,
        mut text: Vec<char>,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> (Vec<char>, Vec<char>) {
        let is_begin = self.part == TextPart::Begins;
        let inside = self.inside(below);
        let old = inside.len().min(text.len());
        if !is_begin {
            text.reverse();
        }
        let mut rest = text.split_off(old);
        if rest.len() > inside.len() && below(2) == 0 {
            let at = 1 + below(rest.len() - inside.len());
            let elsewhere = if is_begin { inside.clone() } else { inside.iter().rev().copied().collect() };
            rest = with_at(
                &rest,
                at.min(rest.len()),
                inside.len().min(rest.len() - at.min(rest.len())),
                &elsewhere,
            );
        }
        let mut spoilt = inside.clone();
        if !spoilt.is_empty() {
            let at = below(spoilt.len());
            spoilt[at] = self.outside(below);
        }
        if !is_begin {
            rest.reverse();
        }
        let joined = |end: Vec<char>| match is_begin {
            true => [end, rest.clone()].concat(),
            false => [rest.clone(), end].concat(),
        };
        (joined(spoilt), joined(inside))
    }

    /// Replaces the characters that are of the kind, or those that are not.
    fn replaced(&self, text: Vec<char>, of_kind: bool, below: &mut dyn FnMut(usize) -> usize) -> Vec<char> {
        let mut other = |c: char| match self.what.has(c) == Some(false) {
            is_other if is_other == of_kind => c,
            true => self.inside(below)[0],
            false => self.outside(below),
        };
        text.into_iter().map(&mut other).collect()
    }

    /// What is sought; for a kind of character, a random one.
    fn inside(&self, below: &mut dyn FnMut(usize) -> usize) -> Vec<char> {
        match &self.what {
            Sought::Literal(text) => text.chars().collect(),
            Sought::Words(words, tidying) => {
                tidying.spoilt(&words[below(words.len())], below).chars().collect()
            }
            Sought::Kind(..) | Sought::Among(..) => vec![self.drawn(true, below)],
        }
    }

    fn outside(&self, below: &mut dyn FnMut(usize) -> usize) -> char {
        self.drawn(false, below)
    }

    /// A random plain character that is of the kind, or is not; all classes are equally likely.
    fn drawn(&self, inside: bool, below: &mut dyn FnMut(usize) -> usize) -> char {
        let fits = |c: &char| self.what.has(*c) == Some(inside);
        let own = if let Sought::Among(_, _, chars) = &self.what { chars.as_str() } else { "" };
        let classes: Vec<Vec<char>> =
            CLASSES.iter().chain([&own]).map(|class| class.chars().filter(fits).collect()).collect();
        let classes: Vec<Vec<char>> = classes.into_iter().filter(|class| !class.is_empty()).collect();
        let class = &classes[below(classes.len())];
        class[below(class.len())]
    }
}

/// With probability one half, another character of the same class; a character of no class stays.
fn varied(c: char, below: &mut dyn FnMut(usize) -> usize) -> char {
    let class = CLASSES[..3].iter().find(|class| class.contains(c));
    match class.filter(|_| below(2) == 0) {
        Some(class) => class.chars().nth(below(class.len())).unwrap_or(c),
        None => c,
    }
}

/// A position whose character is not the only one of its class: another condition may require that class.
fn spare(text: &[char], below: &mut dyn FnMut(usize) -> usize) -> usize {
    let class = |c: char| CLASSES.iter().position(|class| class.contains(c));
    let is_spare = |at: &usize| text.iter().filter(|c| class(**c) == class(text[*at])).count() > 1;
    let places: Vec<usize> = (0..text.len()).filter(is_spare).collect();
    match places.is_empty() {
        true => below(text.len().max(1)).min(text.len()),
        false => places[below(places.len())],
    }
}

/// The text with one character replaced, inserted or left out, in another case, or with a space around it.
fn edited(text: &[char], below: &mut dyn FnMut(usize) -> usize) -> Vec<char> {
    let class: Vec<char> = CLASSES[below(4)].chars().collect();
    let new = [class[below(class.len())]];
    let swapped = |c: &char| match c.is_uppercase() {
        true => c.to_lowercase().next().unwrap_or(*c),
        false => c.to_uppercase().next().unwrap_or(*c),
    };
    match below(5) {
        0 => with_at(text, below(text.len() + 1), 0, &new),
        3 => text.iter().map(swapped).collect(),
        4 => with_at(text, below(2) * text.len(), 0, &[' ']),
        1 => with_at(text, below(text.len().max(1)), 1, &[]),
        _ => with_at(text, below(text.len().max(1)), 1, &new),
    }
}

/// The text with `count` characters from a position on replaced.
fn with_at(text: &[char], at: usize, count: usize, new: &[char]) -> Vec<char> {
    let end = (at + count).min(text.len());
    [&text[..at], new, &text[end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rules() -> impl Strategy<Value = TextRule> {
        let kinds = (proptest::sample::select(CharKind::ALL.to_vec()), any::<bool>());
        let what = prop_oneof![
            kinds.prop_map(|(kind, ascii)| Sought::Kind(kind, ascii)),
            any::<char>().prop_map(|c| Sought::Literal(c.to_string())),
            "(contains \"|.){1,8}".prop_map(Sought::Literal),
            Just(Sought::Literal(" ".to_string())),
            (proptest::sample::subsequence(CharKind::ALL.to_vec(), 0..3), any::<bool>(), "[-_ \"a]{2,4}")
                .prop_map(|(kinds, ascii, chars)| Sought::Among(kinds, ascii, chars)),
        ];
        let part = proptest::sample::select(TextPart::ALL.to_vec());
        let words = (proptest::collection::vec("[a-z ]{1,4}[a-z]", 2..4), any::<bool>(), any::<bool>());
        let words = words.prop_map(|(words, case, space)| {
            let tidying = Tidying { case, space };
            let words = words.iter().map(|word| tidying.tidied(word)).collect();
            TextRule { part: TextPart::Is, what: Sought::Words(words, tidying) }
        });
        prop_oneof![4 => (part, what).prop_map(|(part, what)| TextRule { part, what }), 1 => words]
    }

    proptest! {
        #[test]
        fn a_rule_reads_as_it_is_written(rule in rules()) {
            prop_assert_eq!(TextRule::read(&format!("name {rule}")), Some(("name".to_string(), rule)));
        }

        #[test]
        fn fresh_texts_differ_in_the_condition(rule in rules(), known in ".{0,12}", mut seed in any::<u64>()) {
            let mut below = |end: usize| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) as usize % end.max(1)
            };
            if let Some([without, with]) = rule.fresh(&known, &mut below) {
                prop_assert_eq!((rule.holds(&without), rule.holds(&with)), (Some(false), Some(true)));
            }
        }
    }

    #[test]
    fn sets_of_characters_are_described_shortly() {
        let told = |chars: &str| {
            let what =
                Sought::among(&chars.chars().collect::<Vec<_>>(), !chars.is_empty() && chars.len() > 3);
            TextRule { part: TextPart::Only, what }.to_string()
        };
        assert_eq!(told("0123456789"), "has only digits (ASCII)");
        assert_eq!(told("-0123456789_"), "has only digits, or one of \"-_\" (ASCII)");
        assert_eq!(told("IVX"), "has only one of \"IVX\"");
        assert_eq!(told("-"), "has only \"-\"");
        assert_eq!(told("-_"), "has only one of \"-_\"");
    }

    #[test]
    fn conditions_on_texts() {
        let holds = |rule: &str, text: &str| TextRule::read(&format!("s {rule}")).unwrap().1.holds(text);
        assert_eq!(
            (holds("contains a digit", "ab1"), holds("contains a digit", "")),
            (Some(true), Some(false))
        );
        assert_eq!(holds("contains a digit", "¹"), None);
        assert_eq!(holds("contains a space", "a b"), Some(true));
        assert_eq!(holds("contains an upper-case letter", "aÀ"), Some(true));
        assert_eq!(holds("contains an upper-case letter (ASCII)", "aÀ"), Some(false));
        assert_eq!(holds("begins with \"http\"", "http:"), Some(true));
        assert_eq!(holds("ends with a letter", "a1"), Some(false));
        assert_eq!(holds("is \"paid\" or \"packed\" (any case)", "Packed"), Some(true));
        assert_eq!(holds("is \"paid\" or \"packed\" (any case)", " packed"), Some(false));
        assert_eq!(holds("has only letters, or one of \"-_\" (ASCII)", "a-b_"), Some(true));
        assert_eq!(holds("contains one of \"-_\"", "ab"), Some(false));
        assert_eq!((holds("has only digits", "10"), holds("has only digits", "")), (Some(true), None));
        for nonsense in ["s contains a unicorn", "contains a digit", "s begins with \"", "s begins with \"\""]
        {
            assert_eq!(TextRule::read(nonsense), None, "{nonsense}");
        }
    }
}
