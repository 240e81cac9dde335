//! Finds out which behaviour an input shows. A boundary names the behaviours of its example; its further places may
//! cross it in the other direction, or lie between other behaviours that the same rule separates.

use autobva_core::behaviour::{Behaviour, Boundary, Course, Place};
use autobva_core::{Observation, Signature};

use crate::dossier::Dossier;

/// The relative deviation that is allowed between a number and its course, because outputs are rounded.
const NEAR: f64 = 1e-6;

/// The indices of the behaviours on both sides of a place, as far as they are known.
pub(crate) fn sides(dossier: &Dossier, boundary: &Boundary, place: &Place) -> [Option<usize>; 2] {
    let behaviours = dossier.landscape.as_ref().map_or(&[][..], |landscape| &landscape.behaviours);
    let told =
        [boundary.from, boundary.to].map(|id| behaviours.iter().position(|behaviour| behaviour.id == id));
    if *place == boundary.example {
        return told;
    }
    let signature = &dossier.target.signature;
    let found = [&place.left, &place.right].map(|seen| {
        let fits = |at: &usize| explains(&behaviours[*at], seen, signature);
        let fitting: Vec<usize> = (0..behaviours.len()).filter(fits).collect();
        let near: Vec<usize> = fitting.iter().copied().filter(|at| told.contains(&Some(*at))).collect();
        match (&near[..], &fitting[..]) {
            ([one], _) | ([], [one]) => Some(*one),
            _ => None,
        }
    });
    match found {
        [Some(left), Some(right)] if left != right => found,
        // A place that reads like the example has its behaviours, if the same argument changes.
        _ if changed(place).eq(changed(&boundary.example)) => {
            let reads_like = |(told, seen): (Option<usize>, &Observation)| {
                told.filter(|at| parts(&behaviours[*at], seen).is_some())
            };
            [(told[0], &place.left), (told[1], &place.right)].map(reads_like)
        }
        [left, right] if left == right => [None; 2],
        _ => found,
    }
}

/// The arguments that differ between the sides of a place.
pub(crate) fn changed(place: &Place) -> impl Iterator<Item = usize> + '_ {
    let values = place.left.input.iter().zip(place.right.input.iter());
    values.enumerate().filter(|(_, (left, right))| !left.reads_as(right)).map(|(at, _)| at)
}

/// Whether the behaviour produces this output from this input, as far as its courses say.
fn explains(behaviour: &Behaviour, seen: &Observation, signature: &Signature) -> bool {
    let Some(parts) = parts(behaviour, seen) else { return false };
    let argument = |name: &str| {
        let at = signature.arguments().iter().position(|argument| argument.name() == name)?;
        seen.input.get(at)?.to_string().parse::<f64>().ok()
    };
    let is_near = |part: f64, wanted: f64| (part - wanted).abs() <= NEAR * wanted.abs().max(NEAR);
    parts.iter().zip(&behaviour.slots).all(|(part, course)| match course {
        Course::Constant { value } => {
            let numbers = part.parse().ok().zip(value.parse().ok());
            part == value || numbers.is_some_and(|(part, value)| is_near(part, value))
        }
        Course::Linear { of, slope, offset, quantum: None } => {
            let line = || Some(slope.parse::<f64>().ok()? * argument(of)? + offset.parse::<f64>().ok()?);
            part.parse().ok().zip(line()).is_none_or(|(part, line)| is_near(part, line))
        }
        Course::Bilinear { of: [x, y], product, first, second, offset } => {
            let value = || {
                let (x, y) = (argument(x)?, argument(y)?);
                let [product, first, second, offset] =
                    [product, first, second, offset].map(|n| n.parse::<f64>().ok());
                Some(product? * x * y + first? * x + second? * y + offset?)
            };
            part.parse().ok().zip(value()).is_none_or(|(part, value)| is_near(part, value))
        }
        _ => true,
    })
}

/// The variable parts of an output according to a behaviour's wording; `None` if the wording does not match.
fn parts<'o>(behaviour: &Behaviour, seen: &'o Observation) -> Option<Vec<&'o str>> {
    let outcome = &seen.outcome;
    if outcome.validity() != behaviour.validity || outcome.type_name() != behaviour.type_name {
        return None;
    }
    let (mut wording, mut rest, mut parts) = (behaviour.wording.as_str(), outcome.text(), Vec::new());
    for slot in 0.. {
        let mark = format!("{{{slot}}}");
        let Some((before, after)) = wording.split_once(&mark) else { break };
        rest = after_fixed(rest, before, slot == 0, &mut parts)?;
        wording = after;
    }
    match parts.is_empty() && wording.len() == behaviour.wording.len() {
        true => (rest == wording).then_some(parts),
        false => {
            parts.push(rest.strip_suffix(wording)?);
            Some(parts)
        }
    }
}

/// The text after the fixed words, which must be at the beginning or end the part before them.
fn after_fixed<'o>(text: &'o str, fixed: &str, is_first: bool, parts: &mut Vec<&'o str>) -> Option<&'o str> {
    if is_first {
        return text.strip_prefix(fixed);
    }
    let (part, after) = text.split_once(fixed)?;
    parts.push(part);
    Some(after)
}

#[cfg(test)]
mod tests {
    use autobva_core::Outcome;

    use super::*;

    fn behaviour(wording: &str, slots: &[Course]) -> Behaviour {
        let outcome = Outcome::valid("str", "");
        Behaviour {
            id: 1,
            validity: outcome.validity(),
            type_name: "str".into(),
            wording: wording.into(),
            slots: slots.to_vec(),
            text: String::new(),
            domain: String::new(),
            calls: 1,
            example: Observation { input: Default::default(), outcome },
        }
    }

    #[test]
    fn an_output_is_told_by_its_words_its_constants_and_its_lines() {
        let signature = Signature::parse(["q:int"]).unwrap();
        let seen = |q: &str, text: &str| Observation {
            input: signature.read(&[q], None).unwrap(),
            outcome: Outcome::valid("str", text),
        };
        let is = |behaviour: &Behaviour, q: &str, text: &str| explains(behaviour, &seen(q, text), &signature);
        let constant = |value: &str| Course::Constant { value: value.into() };
        let free = behaviour("free", &[]);
        assert!(is(&free, "1", "free") && !is(&free, "1", "free of charge") && !is(&free, "1", ""));
        let three = behaviour("{0} EUR", &[constant("3")]);
        assert!(is(&three, "1", "3.00 EUR") && !is(&three, "1", "3.50 EUR") && !is(&three, "1", "3.00 USD"));
        let range = behaviour("{0} to {1}", &[constant("1"), constant("5")]);
        assert!(is(&range, "1", "1 to 5") && !is(&range, "1", "1 to 6") && !is(&range, "1", "from 1 to 5"));
        let line = Course::Linear { of: "q".into(), slope: "2.5".into(), offset: "1".into(), quantum: None };
        let line = behaviour("{0}", &[line]);
        assert!(is(&line, "2", "6.0") && !is(&line, "3", "6.0"));
    }
}
