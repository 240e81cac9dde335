//! Reading a lock file, which anyone may have edited.

use autobva_codec::text::{InputError, read_input};
use autobva_core::behaviour::{BoundaryKind, Rule, RuleError, RuleForm};
use autobva_core::{About, Guarded, Invocation, Observation, Outcome, Place, Signature};
use toml::Spanned;

use super::conditions::read_condition;
use super::document::{self, Head, LockDocument, LockedSide, Target};
use super::{Lock, LockedTarget, VERSION};
use crate::fault::FileFault;

const WRITTEN: &str = "a lock file is written by 'autobva accept', see docs/lock.md";

/// Converts positions in the text to lines.
struct Lines<'a>(&'a str);

impl Lines<'_> {
    /// The line of a byte, counted from 1.
    fn at(&self, byte: usize) -> usize {
        1 + self.0.bytes().take(byte).filter(|byte| *byte == b'\n').count()
    }

    fn of<T>(&self, spanned: &Spanned<T>) -> usize {
        self.at(spanned.span().start)
    }

    fn form(&self, error: &toml::de::Error) -> FileFault {
        let line = error.span().map_or(1, |span| self.at(span.start));
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        FileFault::foreign(line, format!("{message}; {WRITTEN}"))
    }
}

pub(super) fn read(text: &str) -> Result<Lock, FileFault> {
    let lines = Lines(text);
    let document: LockDocument = toml::from_str(text).map_err(|error| fault(&lines, &error))?;
    check_version(&document.version, &lines)?;
    let mut lock = Lock::default();
    for target in document.targets {
        let line = lines.of(&target);
        let target = read_target(target.into_inner(), line, &lines)?;
        if lock.targets.iter().any(|earlier| earlier.invocation == target.invocation) {
            let message = "is there twice; put its boundaries under one [[target]]";
            return Err(FileFault::at(line, format!("the target {} {message}", target.name())));
        }
        lock.accept(target, true);
    }
    Ok(lock)
}

/// The error for a text that cannot be read. The version is checked first, because a newer version may have any content.
fn fault(lines: &Lines, error: &toml::de::Error) -> FileFault {
    match toml::from_str::<Head>(lines.0) {
        Ok(Head { version: None }) => {
            let message = "'version' is missing, so this is no lock file; 'autobva accept' writes one";
            FileFault::foreign(1, message)
        }
        Ok(Head { version: Some(version) }) => {
            check_version(&version, lines).err().unwrap_or_else(|| lines.form(error))
        }
        Err(_) => lines.form(error),
    }
}

fn check_version(version: &Spanned<i64>, lines: &Lines) -> Result<(), FileFault> {
    match *version.get_ref() {
        1..=VERSION => Ok(()),
        found => {
            let known = format!("this autobva knows versions up to {VERSION}; use a newer autobva");
            Err(FileFault::at(lines.of(version), format!("the file has version {found}, but {known}")))
        }
    }
}

fn read_target(target: Target, line: usize, lines: &Lines) -> Result<LockedTarget, FileFault> {
    if target.call.is_some() != target.program.is_empty() {
        return Err(FileFault::at(line, "a target has either 'call' or 'program'; give one of the two"));
    }
    let at = lines.of(&target.arguments);
    let signature = Signature::parse(target.arguments.get_ref()).map_err(|fault| FileFault::at(at, fault))?;
    let mut boundaries = Vec::with_capacity(target.boundaries.len());
    for boundary in target.boundaries {
        boundaries.push(read_boundary(boundary, &signature, lines)?);
    }
    Ok(LockedTarget {
        invocation: Invocation {
            target: target.call,
            program: target.program,
            arguments: target.declare,
            options: target.options.into_iter().map(|(name, value)| (format!("--{name}"), value)).collect(),
        },
        signature,
        known: target.known,
        boundaries,
    })
}

fn read_boundary(
    boundary: document::Boundary,
    signature: &Signature,
    lines: &Lines,
) -> Result<Guarded, FileFault> {
    let pair = |left, right| -> Result<Place, FileFault> {
        Ok(Place { left: read_side(left, signature, lines)?, right: read_side(right, signature, lines)? })
    };
    let places = boundary.places.into_iter().map(|place| pair(place.left, place.right));
    let places: Vec<Place> = places.collect::<Result<_, _>>()?;
    let about = match boundary.kind {
        None => None,
        Some(kind) => Some(About {
            kind: BoundaryKind::from_name(kind.get_ref()).ok_or_else(|| {
                let text = kind.get_ref();
                let known = "write error, type, wording, value, jump or kink";
                FileFault::at(lines.of(&kind), format!("'{text}' is no kind of boundary; {known}"))
            })?,
            argument: boundary.argument.unwrap_or_default(),
            sentence: boundary.sentence.unwrap_or_default(),
            rule: boundary.rule.map(|rule| read_rule(&rule, &boundary.r#where, lines)).transpose()?,
            places,
        }),
    };
    Ok(Guarded { pair: pair(boundary.left, boundary.right)?, about })
}

fn read_rule(
    rule: &Spanned<String>,
    conditions: &[Spanned<String>],
    lines: &Lines,
) -> Result<Rule, FileFault> {
    let fault = |at: &Spanned<String>, fault: String| {
        FileFault::at(lines.of(at), format!("{fault}; leave it out to guard the places alone"))
    };
    let read: Rule = rule.get_ref().parse().map_err(|error: RuleError| fault(rule, error.to_string()))?;
    let steps: Vec<i64> = match &read.form {
        RuleForm::Progression { step, .. } => vec![*step],
        RuleForm::Congruence { step, without, but, .. } => {
            [*step].into_iter().chain(without.iter().chain(but).map(|(step, _)| *step)).collect()
        }
        RuleForm::Family { .. }
        | RuleForm::Linear { .. }
        | RuleForm::Limit { .. }
        | RuleForm::Recurring(_)
        | RuleForm::Quadratic { .. }
        | RuleForm::Product { .. }
        | RuleForm::Calendar { .. }
        | RuleForm::Table { .. }
        | RuleForm::Text(_) => Vec::new(),
    };
    if steps.contains(&0) {
        return Err(fault(rule, "a rule with a step of 0 says nothing".to_string()));
    }
    let condition = |text: &Spanned<String>| {
        read_condition(text.get_ref()).ok_or_else(|| {
            fault(text, format!("'{}' is no condition; write for instance b 1..9", text.get_ref()))
        })
    };
    Ok(Rule { guard: conditions.iter().map(condition).collect::<Result<_, _>>()?, ..read })
}

fn read_side(
    side: Spanned<LockedSide>,
    signature: &Signature,
    lines: &Lines,
) -> Result<Observation, FileFault> {
    // Counting lines takes time, and most sides have no fault.
    let line = || lines.of(&side);
    let LockedSide { input, types, validity, r#type, output } = side.get_ref();
    let input = read_input(signature, input, types.as_deref()).map_err(|error| match error {
        InputError::Types(types, values) => {
            let remedy = "name one for each, or leave 'types' out";
            FileFault::at(line(), format!("'types' names {types} types for {values} values; {remedy}"))
        }
        InputError::Value(fault) => FileFault::at(line(), fault),
    })?;
    let outcome = match validity.as_str() {
        "valid" => Outcome::valid(r#type.clone(), output),
        "error" => Outcome::error(r#type.clone(), output),
        text => {
            return Err(FileFault::at(line(), format!("'{text}' is no validity; write valid or error")));
        }
    };
    Ok(Observation { input, outcome })
}
