//! The language in which schemas are declared: `list[record{qty: int[1..], price: decimal}; 0..20]?`.
//!
//! ```text
//! type    = part { "|" part }                        alternatives; literals alone are a choice
//! part    = base { "?" }                             or nothing at all
//! base    = NAME [ "[" lo ".." hi "]" ] [ "~" TEXT ] a number, text, date …, in a range, or of a pattern
//!         | ("list" | "tuple" | "set" | "dict") "[" type [ ";" lo ".." hi ] "]"
//!         | "tuple" "[" type { "," type } "]"
//!         | "record" [ NAME ] "{" [ name ":" type { "," name ":" type } ] "}"
//!         | "enum" NAME "{" member { "," member } "}"
//!         | LITERAL                                  "DE", 3, 2.5, true, null
//!         | "(" type ")"
//! ```

use std::fmt;

use super::nested::most_parts;
use super::{ChoiceSchema, ListSchema, RecordSchema, Schema, SchemaError, UnionSchema};
use crate::registry::UnknownName;
use crate::value::{ListKind, Options, RecordKind, quoted};

/// Schemas are nested at most 32 deep.
const DEEPEST: usize = 32;
/// A value with the declared lengths has at most 2^20 parts.
const MOST_PARTS: usize = 1 << 20;

/// Reads a declared schema.
pub(super) fn read(text: &str) -> Result<Schema, SchemaError> {
    let mut reader = Reader { rest: text.trim_start(), depth: 0 };
    let schema = reader.union()?;
    match reader.rest.is_empty() {
        false => Err(SchemaError::Malformed),
        true if most_parts(&schema) > MOST_PARTS => Err(SchemaError::Unusable(format!(
            "a value may hold more than {MOST_PARTS} parts; make its lists shorter"
        ))),
        true => Ok(schema),
    }
}

struct Reader<'a> {
    /// The text that is left, without leading blanks.
    rest: &'a str,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest).trim_start();
        rest.is_some()
    }

    fn needs(&mut self, sign: &str) -> Result<(), SchemaError> {
        if self.takes(sign) { Ok(()) } else { Err(SchemaError::Malformed) }
    }

    /// The text before the first character that ends it.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let at = self.rest.find(ends).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(at);
        self.rest = rest.trim_start();
        word.trim_end()
    }

    fn name(&mut self) -> &'a str {
        self.until(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))
    }

    fn union(&mut self) -> Result<Schema, SchemaError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let remedy = "declare the inner part as str";
            return Err(SchemaError::Unusable(format!(
                "the type is nested more than {DEEPEST} deep; {remedy}"
            )));
        }
        let mut alternatives = vec![self.part()?];
        while self.takes("|") {
            alternatives.push(self.part()?);
        }
        self.depth -= 1;
        Ok(joined(alternatives))
    }

    fn part(&mut self) -> Result<Schema, SchemaError> {
        let mut schema = self.base()?;
        while self.takes("?") {
            schema = joined(vec![schema, literal("null")]);
        }
        Ok(schema)
    }

    fn base(&mut self) -> Result<Schema, SchemaError> {
        if self.takes("(") {
            let schema = self.union()?;
            self.needs(")")?;
            return Ok(schema);
        }
        if self.rest.starts_with('"') {
            let written = self.quoted()?;
            unescaped(written)?;
            return Ok(literal(written));
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return self.number();
        }
        match self.name() {
            "" => Err(SchemaError::Malformed),
            word @ ("true" | "false" | "null") => Ok(literal(word)),
            "list" => self.list(ListKind::List),
            "set" => self.list(ListKind::Set),
            "dict" => self.list(ListKind::Dict),
            "tuple" => self.list(ListKind::Tuple),
            "record" => self.record(),
            "enum" => self.members(),
            name => self.leaf(name),
        }
    }

    fn number(&mut self) -> Result<Schema, SchemaError> {
        let word = self.until(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+')));
        if is_json_number(word) { Ok(literal(word)) } else { Err(SchemaError::Malformed) }
    }

    /// A JSON string, as it is written.
    fn quoted(&mut self) -> Result<&'a str, SchemaError> {
        if !self.rest.starts_with('"') {
            return Err(SchemaError::Malformed);
        }
        let mut is_escaped = false;
        let end = self.rest.char_indices().skip(1).find(|(_, c)| {
            let ends = *c == '"' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            ends
        });
        let (end, _) = end.ok_or(SchemaError::Malformed)?;
        let (word, rest) = self.rest.split_at(end + 1);
        self.rest = rest.trim_start();
        Ok(word)
    }

    fn list(&mut self, kind: ListKind) -> Result<Schema, SchemaError> {
        self.needs("[")?;
        let first = self.union()?;
        if kind == ListKind::Tuple && !self.rest.starts_with(';') {
            return self.tuple(first);
        }
        let item = match kind {
            ListKind::Dict => pair(first),
            ListKind::List | ListKind::Tuple | ListKind::Set => first,
        };
        let mut list = ListSchema::of(kind, item);
        if self.takes(";") {
            list = list.restricted_to(self.until(|c| c == ']'))?;
        }
        self.needs("]")?;
        Ok(Schema::List(Box::new(list)))
    }

    fn tuple(&mut self, first: Schema) -> Result<Schema, SchemaError> {
        let mut fields = vec![first];
        while self.takes(",") {
            fields.push(self.union()?);
        }
        self.needs("]")?;
        Ok(tuple(fields))
    }

    fn record(&mut self) -> Result<Schema, SchemaError> {
        let kind = match self.name() {
            "" => RecordKind::Plain,
            name => RecordKind::Named(name.into()),
        };
        self.needs("{")?;
        let mut fields: Vec<(Box<str>, Schema)> = Vec::new();
        while !self.takes("}") {
            if !fields.is_empty() {
                self.needs(",")?;
            }
            let name = match self.rest.starts_with('"') {
                true => unescaped(self.quoted()?)?,
                false => self.name().to_string(),
            };
            if name.is_empty() || fields.iter().any(|(known, _)| **known == *name) {
                return Err(SchemaError::Malformed);
            }
            self.needs(":")?;
            fields.push((name.into(), self.union()?));
        }
        Ok(Schema::Record(Box::new(RecordSchema::of(kind, fields))))
    }

    fn members(&mut self) -> Result<Schema, SchemaError> {
        let name = self.name();
        self.needs("{")?;
        let mut written: Vec<Box<str>> = Vec::new();
        while !self.takes("}") {
            if !written.is_empty() {
                self.needs(",")?;
            }
            let member: Box<str> = format!("\"{}\"", self.name()).into();
            if *member == *"\"\"" || written.contains(&member) {
                return Err(SchemaError::Malformed);
            }
            written.push(member);
        }
        if name.is_empty() || written.is_empty() {
            return Err(SchemaError::Malformed);
        }
        Ok(Schema::Choice(ChoiceSchema::of(Options { name: Some(name.into()), written })))
    }

    fn leaf(&mut self, name: &str) -> Result<Schema, SchemaError> {
        let mut schema = Schema::from_name(name).ok_or_else(|| {
            let known = Schema::all();
            let unknown = UnknownName::new("type", name, known.iter().map(Schema::name));
            SchemaError::Unusable(unknown.to_string())
        })?;
        if self.takes("[") {
            schema = schema.restricted_to(self.until(|c| c == ']'))?;
            self.needs("]")?;
        }
        if self.takes("~") {
            let written = self.quoted()?;
            let pattern = written[1..written.len() - 1].replace("\\\"", "\"");
            schema = schema.matching(&pattern)?;
        }
        Ok(schema)
    }
}

/// The text of a JSON string.
fn unescaped(written: &str) -> Result<String, SchemaError> {
    let mut text = String::new();
    let mut rest = written[1..written.len() - 1].chars();
    while let Some(c) = rest.next() {
        let meant = match c {
            '\\' => match rest.next() {
                Some(c @ ('"' | '\\' | '/')) => Some(c),
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some('b') => Some('\u{8}'),
                Some('f') => Some('\u{c}'),
                // Surrogates are not characters.
                Some('u') => {
                    let digits: String = rest.by_ref().take(4).collect();
                    u32::from_str_radix(&digits, 16)
                        .ok()
                        .filter(|_| digits.len() == 4)
                        .and_then(char::from_u32)
                }
                _ => None,
            },
            c => Some(c).filter(|c| !c.is_control()),
        };
        text.push(meant.ok_or(SchemaError::Malformed)?);
    }
    Ok(text)
}

fn is_json_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_whole = digits.starts_with(|c: char| c.is_ascii_digit());
    let has_zero =
        digits.len() > 1 && digits.starts_with('0') && digits[1..].starts_with(|c: char| c.is_ascii_digit());
    let is_open = digits.split(['e', 'E']).next().is_some_and(|digits| digits.ends_with('.'));
    is_whole && !has_zero && !is_open && word.parse::<f64>().is_ok_and(f64::is_finite)
}

fn literal(written: &str) -> Schema {
    Schema::Choice(ChoiceSchema::of(Options { name: None, written: vec![written.into()] }))
}

/// A tuple of fixed length.
pub(super) fn tuple(fields: Vec<Schema>) -> Schema {
    let named = fields.into_iter().enumerate().map(|(at, field)| (at.to_string().into(), field));
    Schema::Record(Box::new(RecordSchema::of(RecordKind::Tuple, named)))
}

/// An item of a dictionary.
fn pair(value: Schema) -> Schema {
    tuple(vec![Schema::text(), value])
}

/// The alternatives as one schema: adjacent literals become one choice, nested unions are flattened.
fn joined(parts: Vec<Schema>) -> Schema {
    let mut all: Vec<Schema> = Vec::new();
    let flat = parts.into_iter().flat_map(|part| match part {
        Schema::Union(union) => union.alternatives().to_vec(),
        other => vec![other],
    });
    for part in flat {
        if let (Some(Schema::Choice(last)), Schema::Choice(next)) = (all.last_mut(), &part)
            && last.options().name.is_none()
            && next.options().name.is_none()
        {
            let mut both = last.options().written.clone();
            let others =
                next.options().written.iter().filter(|option| !last.options().written.contains(option));
            both.extend(others.cloned());
            *last = ChoiceSchema::of(Options { name: None, written: both });
        } else if !all.contains(&part) {
            all.push(part);
        }
    }
    match all.len() {
        1 => all.remove(0),
        _ => Schema::Union(Box::new(UnionSchema::of(all))),
    }
}

impl fmt::Display for Schema {
    /// The schema as it is declared: `int[0..250]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Schema::Choice(choice) => {
                let options = choice.options();
                match &options.name {
                    None => f.write_str(&options.written.join(" | ")),
                    Some(name) => {
                        let members: Vec<&str> =
                            options.written.iter().map(|member| member.trim_matches('"')).collect();
                        write!(f, "enum {name}{{{}}}", members.join(", "))
                    }
                }
            }
            Schema::List(list) => {
                let item = match (list.kind(), list.item()) {
                    (ListKind::Dict, Schema::Record(pair)) => &pair.fields()[1],
                    (_, item) => item,
                };
                write!(f, "{}[{item}", self.name())?;
                match list.range() {
                    Some((lo, hi)) => write!(f, "; {lo}..{hi}]"),
                    // Without a length it would be a tuple of one item.
                    None if list.kind() == ListKind::Tuple => {
                        write!(f, "; {}..{}]", list.lengths().0, list.lengths().1)
                    }
                    None => f.write_str("]"),
                }
            }
            Schema::Record(record) => write_record(f, record),
            Schema::Union(union) => {
                let parts: Vec<String> = union.alternatives().iter().map(Schema::to_string).collect();
                match &parts[..] {
                    [one, null] if null == "null" => write!(f, "{one}?"),
                    _ => f.write_str(&parts.join(" | ")),
                }
            }
            Schema::Int(_)
            | Schema::Float(_)
            | Schema::Text(_)
            | Schema::Bytes(_)
            | Schema::Decimal(_)
            | Schema::Moment(_) => match self.range() {
                Some(range) => write!(f, "{}[{range}]{}", self.name(), self.pattern()),
                None => f.pad(&format!("{}{}", self.name(), self.pattern())),
            },
        }
    }
}

/// A name that is not a plain word, and so must be quoted.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        quoted(f, self.0.chars())
    }
}

fn write_record(f: &mut fmt::Formatter<'_>, record: &RecordSchema) -> fmt::Result {
    let fields = record.shape().fields.iter().zip(record.fields());
    let written: Vec<String> = match record.kind() {
        RecordKind::Tuple => fields.map(|(_, schema)| schema.to_string()).collect(),
        RecordKind::Plain | RecordKind::Named(_) => fields
            .map(|(name, schema)| {
                let is_plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
                if is_plain { format!("{name}: {schema}") } else { format!("{}: {schema}", Quoted(name)) }
            })
            .collect(),
    };
    let written = written.join(", ");
    match record.kind() {
        RecordKind::Tuple => write!(f, "tuple[{written}]"),
        RecordKind::Plain => write!(f, "record{{{written}}}"),
        RecordKind::Named(name) => write!(f, "record {name}{{{written}}}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_written_as_they_are_read() {
        for text in [
            "int[0..9]",
            "list[int[0..9]; 0..20]",
            "list[list[f64]]",
            "tuple[int, str?, date]",
            "tuple[int; 0..100]",
            "dict[decimal[0..100.50]]",
            "set[u8; 1..3]",
            "record{a: int, b: list[str]?}",
            "record shop.Item{qty: int[1..5], price: decimal}",
            "\"DE\" | \"FR\" | 3 | null",
            "enum Color{RED, GREEN}",
            "enum Color{RED, GREEN}?",
            "int | str | list[int]",
            "date[2000-01-01..2030-12-31]",
            "bytes[0..16]",
            "record{\"a \\\" b\": int}",
        ] {
            let schema: Schema = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(schema.to_string(), text);
        }
        let twice: Schema = "\"a\" | 1 | \"a\" | null | null".parse().unwrap();
        assert_eq!(twice.to_string(), "\"a\" | 1 | null");
        let spaced: Schema = " list [ ( int | str ) ? ; 0 .. 3 ] ".parse().unwrap();
        assert_eq!(spaced.to_string(), "list[int | str | null; 0..3]");
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for text in [
            "",
            "list",
            "list[",
            "list[int",
            "list[int]]",
            "tuple[]",
            "record{a int}",
            "record{a: int, a: int}",
            "enum{A}",
            "enum A{}",
            "int |",
            "\"DE",
            "int?]",
            "3..4",
            "list[int; 5..2]",
            "{}",
            "int ~",
            "\"\\x\"",
            "\"\\ud800\"",
            "1e999",
            "1.",
            "007",
            "enum A{B, B}",
            "str[0..18446744073709551615]",
            "list[int; 0..100000000]",
            "list[list[int; 0..5000]; 0..5000]",
        ] {
            assert!(text.parse::<Schema>().is_err(), "{text}");
        }
        let deep = format!("{}int{}", "list[".repeat(40), "]".repeat(40));
        assert!(deep.parse::<Schema>().is_err_and(|error| error.to_string().contains("more than 32 deep")));
    }
}
