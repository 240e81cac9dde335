//! Conditions on a text as a person reads them, and read back.

use std::fmt;

use super::{CharKind, Sought, TextPart, TextRule, Tidying};

impl fmt::Display for TextRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.part.verb())?;
        match &self.what {
            Sought::Literal(text) if text == " " => f.write_str("a space"),
            Sought::Literal(text) => write!(f, "\"{}\"", text.escape_debug()),
            Sought::Words(words, tidying) => {
                let words: Vec<String> =
                    words.iter().map(|word| format!("\"{}\"", word.escape_debug())).collect();
                write!(f, "{}{}", words.join(OR), tidying.name())
            }
            Sought::Among(kinds, ascii, chars) => {
                let name = |kind: &CharKind| {
                    let (one, many) = kind.names();
                    String::from(if self.part == TextPart::Only { many } else { one })
                };
                let quoted = (!chars.is_empty()).then(|| format!("{ONE_OF}\"{}\"", chars.escape_debug()));
                let all: Vec<String> = kinds.iter().map(name).chain(quoted).collect();
                f.write_str(&all.join(ALSO))?;
                f.write_str(if *ascii { ASCII } else { "" })
            }
            Sought::Kind(kind, ascii) => {
                let (one, many) = kind.names();
                f.write_str(if self.part == TextPart::Only { many } else { one })?;
                f.write_str(if *ascii { ASCII } else { "" })
            }
        }
    }
}

const ASCII: &str = " (ASCII)";
/// Between two words.
const OR: &str = " or ";
/// Between kinds of characters, and before some characters of which any will do.
const ALSO: &str = ", or ";
const ONE_OF: &str = "one of ";

impl TextPart {
    pub(super) const ALL: [TextPart; 5] =
        [TextPart::Contains, TextPart::Begins, TextPart::Ends, TextPart::Only, TextPart::Is];

    fn verb(self) -> &'static str {
        match self {
            TextPart::Contains => "contains ",
            TextPart::Begins => "begins with ",
            TextPart::Ends => "ends with ",
            TextPart::Only => "has only ",
            TextPart::Is => "is ",
        }
    }
}

impl TextRule {
    /// Reads `s contains a digit` into the name and the condition.
    pub fn read(text: &str) -> Option<(String, TextRule)> {
        // Quoted text may contain a verb as well, so the first verb counts.
        let found = TextPart::ALL
            .into_iter()
            .filter_map(|part| Some((text.find(&format!(" {}", part.verb()))?, part)));
        let (at, part) = found.min_by_key(|(at, _)| *at)?;
        let what = text[at + 1 + part.verb().len()..].trim();
        let name = text[..at].trim();
        let what = match what.strip_prefix('"') {
            Some(_) if part == TextPart::Is || what.contains("\" or \"") => read_words(what)?,
            Some(quoted) => Sought::Literal(unescaped(quoted.strip_suffix('"')?)?),
            None if what.contains(ONE_OF) || what.contains(ALSO) => read_among(what, part)?,
            None if what == "a space" => Sought::Literal(" ".to_string()),
            None => {
                let (kind, ascii) = what.strip_suffix(ASCII).map_or((what, false), |kind| (kind, true));
                let is_it =
                    |k: &CharKind| kind == if part == TextPart::Only { k.names().1 } else { k.names().0 };
                Sought::Kind(CharKind::ALL.into_iter().find(is_it)?, ascii)
            }
        };
        let says_nothing = what == Sought::Literal(String::new());
        (!name.is_empty() && !says_nothing).then(|| (name.to_string(), TextRule { part, what }))
    }
}

/// Reads `letters, or one of "-_" (ASCII)`.
fn read_among(text: &str, part: TextPart) -> Option<Sought> {
    let (text, ascii) = text.strip_suffix(ASCII).map_or((text, false), |text| (text, true));
    let (kinds, chars) = text.split_once(ONE_OF).unwrap_or((text, "\"\""));
    let kind = |name: &str| {
        let is_it = |kind: &CharKind| {
            let (one, many) = kind.names();
            name == if part == TextPart::Only { many } else { one }
        };
        CharKind::ALL.into_iter().find(is_it)
    };
    let kinds = kinds.split(ALSO).filter(|name| !name.is_empty()).map(kind).collect::<Option<Vec<_>>>()?;
    Some(Sought::Among(kinds, ascii, unescaped(chars.strip_prefix('"')?.strip_suffix('"')?)?))
}

/// Reads `"paid" or "packed" (any case)`; a single word without a remark is a literal.
fn read_words(text: &str) -> Option<Sought> {
    let named =
        Tidying::ALL.into_iter().find_map(|tidying| Some((text.strip_suffix(tidying.name())?, tidying)));
    let (text, tidying) = named?;
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let words = inner.split("\" or \"").map(unescaped).collect::<Option<Vec<String>>>()?;
    Some(match (&words[..], tidying == Tidying::default()) {
        ([alone], true) => Sought::Literal(alone.clone()),
        _ => Sought::Words(words, tidying),
    })
}

/// Reads what `escape_debug` has written.
fn unescaped(text: &str) -> Option<String> {
    let mut read = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            read.push(c);
            continue;
        }
        read.push(match chars.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            'u' => {
                let rest = chars.as_str().strip_prefix('{')?;
                let (code, rest) = rest.split_once('}')?;
                chars = rest.chars();
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            plain @ ('\\' | '"' | '\'') => plain,
            _ => return None,
        });
    }
    Some(read)
}
