//! Turns the hints of a target into places on a line, depending on the kind of value that moves.

use autobva_core::{Decimal, Float, Hints, Integer, Moment, Motion, Unit, Value};

/// Every line tries the first 16 hints of each kind; the first lines try all of them.
pub const FEW: usize = 16;

/// The places of the first `most` numbers and texts among the hints, and their neighbours, on a line along `value`.
pub fn places(hints: &Hints, most: usize, motion: Motion, value: &Value) -> Vec<Integer> {
    let numbers = hints.numbers.iter().take(most).flat_map(|number| of_number(number, motion, value));
    let texts = hints.texts.iter().take(most).filter_map(|text| of_text(text, motion, value));
    let beside = |place: Integer| [-1, 0, 1].map(|by| &place + &Integer::Small(by));
    numbers.chain(texts).flat_map(beside).collect()
}

/// The places of a number. A number with a fraction lies between two whole ones, and both are tried.
fn of_number(number: &str, motion: Motion, value: &Value) -> Vec<Integer> {
    match (motion, value) {
        (Motion::Number, Value::Float(float)) => {
            let read = number.parse::<f64>().ok().filter(|number| number.is_finite());
            read.map(|number| Integer::Small(Float::new(float.ty(), number).place())).into_iter().collect()
        }
        (Motion::Number, Value::Decimal(decimal)) => {
            let read = number.parse::<Decimal>().ok();
            read.map(|number| number.with_places(decimal.places()).digits().clone()).into_iter().collect()
        }
        (Motion::Number, Value::Moment(moment)) => {
            Moment::read(moment.kind(), number).map(|there| there.number().into()).into_iter().collect()
        }
        (Motion::Number, Value::Int(_))
        | (Motion::Length | Motion::Digits(_) | Motion::Part(_) | Motion::Pieces(_), _)
        | (Motion::Count(Unit::Year), _) => whole(number),
        _ => Vec::new(),
    }
}

fn whole(number: &str) -> Vec<Integer> {
    if let Ok(whole) = number.parse::<Integer>() {
        return vec![whole];
    }
    match number.parse::<f64>() {
        Ok(number) if number.abs() < 1e30 => {
            [number.floor(), number.ceil()].map(|end| Integer::Small(end as i128)).into()
        }
        _ => Vec::new(),
    }
}

/// The place of a text that can be read as a moment.
fn of_text(text: &str, motion: Motion, value: &Value) -> Option<Integer> {
    let Value::Moment(moment) = value else { return None };
    let there = Moment::read(moment.kind(), text)?;
    Some(motion.get(&Value::Moment(there)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::Argument;

    #[test]
    fn hints_become_places_by_the_kind_of_value() {
        let hints = Hints {
            numbers: vec!["86400".into(), "2.5".into()],
            texts: vec!["2024-02-29".into(), "x".into()],
        };
        let shown = |declaration: &str, text: &str, motion: Motion| {
            let argument: Argument = declaration.parse().unwrap();
            let mut value = argument.read(text, None).unwrap();
            let places = places(&hints, 9, motion, &value);
            let (least, most) = motion.ends(argument.schema(), &value);
            let shown = places.into_iter().filter(|place| *place >= least && *place <= most).map(|place| {
                motion.set(&mut value, place);
                value.to_string()
            });
            shown.collect::<Vec<_>>()
        };
        assert_eq!(
            shown("n:i32", "0", Motion::Number),
            ["86399", "86400", "86401", "1", "2", "3", "2", "3", "4"]
        );
        assert_eq!(shown("x:f64", "0", Motion::Number)[4], "2.5");
        assert_eq!(shown("d:decimal", "0.00", Motion::Number)[3..], ["2.49", "2.50", "2.51"]);
        assert_eq!(shown("d:date", "2001-01-01", Motion::Number), ["2024-02-28", "2024-02-29", "2024-03-01"]);
        assert_eq!(shown("s:str", "a", Motion::Length), ["a", "aa", "aaa", "aa", "aaa", "aaaa"]);
        assert_eq!(shown("s:str", "port 7", Motion::Digits(0))[1], "port 86400");
    }
}
