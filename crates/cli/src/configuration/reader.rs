//! Reads a configuration file, which anyone may have edited: errors are reported with the line.

use std::borrow::Cow;

use anyhow::{Result, anyhow};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ConfiguredTarget;
use super::options::{ARGUMENTS, IGNORE, NAME, Options, PROGRAM, text, texts};

/// Reads the targets of a text; `None` if it is not about autobva.
pub type Read = fn(&str) -> Result<Option<Vec<ConfiguredTarget>>>;

const TARGETS: &str = "target";

/// Reads a file that is only about autobva.
pub fn whole(text: &str) -> Result<Option<Vec<ConfiguredTarget>>> {
    let table = parsed(text)?;
    Reader::new(text).targets(table.get_ref()).map(Some)
}

/// Reads a file of several tools.
pub fn tool_table(text: &str) -> Result<Option<Vec<ConfiguredTarget>>> {
    // Faults in the parts of other tools are not reported here.
    if !text.contains("autobva") {
        return Ok(None);
    }
    let table = parsed(text)?;
    let tools = table.get_ref().get("tool").and_then(|tools| tools.get_ref().as_table());
    match tools.and_then(|tools| tools.get("autobva")).map(|tool| (tool.span(), tool.get_ref())) {
        None => Ok(None),
        Some((_, DeValue::Table(ours))) => Reader::new(text).targets(ours).map(Some),
        Some((span, _)) => Err(Reader::new(text).fault(span.start, "[tool.autobva] is a table")),
    }
}

/// Reads a text as each kind of configuration file, for fuzzing.
pub fn attack(text: &str) {
    let _ = whole(text);
    let _ = tool_table(text);
}

fn parsed(text: &str) -> Result<Spanned<DeTable<'_>>> {
    DeTable::parse(text).map_err(|error| {
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        let place = error.span().map_or(0, |span| span.start);
        Reader::new(text).fault(place, &format!("{message}; the file is TOML, see docs/configuration.md"))
    })
}

type SpannedKey<'i> = Spanned<Cow<'i, str>>;

struct Reader<'a> {
    text: &'a str,
    options: Options,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { text, options: Options::new() }
    }

    fn fault(&self, byte: usize, message: &str) -> anyhow::Error {
        let line = 1 + self.text.bytes().take(byte).filter(|byte| *byte == b'\n').count();
        anyhow!("line {line}: {message}")
    }

    fn targets(&self, table: &DeTable) -> Result<Vec<ConfiguredTarget>> {
        let mut common = Draft::default();
        for (key, value) in table.iter().filter(|(key, _)| key.get_ref() != TARGETS) {
            if [NAME, PROGRAM, ARGUMENTS].contains(&key.get_ref().as_ref()) {
                let why = format!("'{}' is about one target; put it under [[target]]", key.get_ref());
                return Err(self.fault(key.span().start, &why));
            }
            self.take(key, value, &mut common)?;
        }
        let Some(targets) = table.get(TARGETS) else { return Ok(Vec::new()) };
        let DeValue::Array(targets) = targets.get_ref() else {
            return Err(self.fault(targets.span().start, "each target is one of several; write [[target]]"));
        };
        targets.iter().map(|target| self.target(target, &common)).collect()
    }

    fn target(&self, target: &Spanned<DeValue>, common: &Draft) -> Result<ConfiguredTarget> {
        let start = target.span().start;
        let DeValue::Table(table) = target.get_ref() else {
            return Err(self.fault(start, "a target is a table; write [[target]], and name = below it"));
        };
        let mut own = Draft::default();
        for (key, value) in table {
            self.take(key, value, &mut own)?;
        }
        if own.name.is_some() != own.program.is_empty() {
            return Err(self.fault(start, "a target has either 'name' or 'program'; give one of the two"));
        }
        let is_own = |name: &str| own.options.iter().any(|(known, _)| known == name);
        let rest: Vec<_> = common.options.iter().filter(|(name, _)| !is_own(name)).cloned().collect();
        let ignore = own.ignore.into_iter().chain(common.ignore.iter().cloned()).collect();
        own.options.extend(rest);
        Ok(ConfiguredTarget { target: own.name, program: own.program, options: own.options, ignore })
    }

    fn take(&self, key: &SpannedKey, value: &Spanned<DeValue>, into: &mut Draft) -> Result<()> {
        let (place, name, value) = (key.span().start, key.get_ref().as_ref(), value.get_ref());
        let fault = |message: String| self.fault(place, &message);
        match name {
            NAME => {
                let name = text(name, value).map_err(fault)?;
                if name.is_empty() || name.starts_with('-') {
                    return Err(fault(format!("'{name}' names no target; a program stands in 'program'")));
                }
                into.name = Some(name);
            }
            PROGRAM => into.program = texts(name, value).map_err(fault)?,
            IGNORE => {
                into.ignore = texts(name, value).map_err(fault)?;
                if into.ignore.iter().any(|text| text.trim().is_empty()) {
                    return Err(fault("an empty text would ignore every boundary; leave it out".into()));
                }
            }
            _ => match self.options.read(name, value) {
                Some(option) => into.options.push(option.map_err(fault)?),
                None => return Err(fault(self.options.unknown(name))),
            },
        }
        Ok(())
    }
}

/// The keys of a table while it is read.
#[derive(Default)]
struct Draft {
    name: Option<String>,
    program: Vec<String>,
    options: Vec<(String, Vec<String>)>,
    ignore: Vec<String>,
}
