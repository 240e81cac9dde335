//! Reads values of earlier declarations as what they stood for. An annotation that is a choice or an optional value
//! today used to be declared as a whole number or as the value alone, and old locks and campaigns hold such values.

use autobva_core::{Argument, Input, Schema, Signature, Value};

use crate::structured::value_of;
use crate::text::{self, InputError};

/// Reads an input of earlier arguments as one of today's: by what its values stand for, or else by their texts.
pub fn read_again(input: &Input, was: &Signature, now: &Signature) -> Result<Input, InputError> {
    let both = was.arguments().iter().zip(now.arguments());
    let stand_for: Option<Input> =
        both.zip(input.iter()).map(|((was, now), value)| adopted(was, now, value)).collect();
    match stand_for.filter(|input| input.len() == now.len()) {
        Some(input) => Ok(input),
        None => text::read_input(now, &text::texts(input), Some(&text::types(input))),
    }
}

/// Whether the values of an earlier declaration stand for values of today's declaration.
pub fn is_adoptable(was: &Argument, now: &Argument) -> bool {
    let is_same = was.schema() == now.schema();
    is_same || optional_at(was.schema(), now.schema()).is_some() || knows_numbers(was, now)
}

/// The value that a value of an earlier declaration stands for, or `None` if it stands for nothing.
pub fn adopted(was: &Argument, now: &Argument, value: &Value) -> Option<Value> {
    if was.schema() == now.schema() {
        return Some(value.clone());
    }
    if knows_numbers(was, now) {
        let int = value.as_int()?;
        // If numbers are declared, true and false count as 1 and 0.
        let json = now.earlier(&value.to_string()).or_else(|| now.earlier(&int.number().to_string()))?;
        return value_of(now.schema(), &serde_json::from_str(json).ok()?, "").ok();
    }
    let at = optional_at(was.schema(), now.schema())?;
    Some(now.schema().union_of(at, Some(value.clone())))
}

/// The position of an earlier declaration among the alternatives, if today's declaration is the optional form of it.
fn optional_at(was: &Schema, now: &Schema) -> Option<usize> {
    let Schema::Union(union) = now else { return None };
    let optional = union.optional().filter(|optional| was.fits(optional))?;
    union.alternatives().iter().position(|alternative| alternative == optional)
}

/// Whether the values were numbers and the target says what they meant.
fn knows_numbers(was: &Argument, now: &Argument) -> bool {
    was.schema().as_int().is_some() && now.has_earlier()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(declared: &str) -> Argument {
        format!("x:{declared}").parse().unwrap()
    }

    #[test]
    fn what_was_not_optional_is_there() {
        let (was, now) = (argument("int"), argument("int?"));
        let seven = was.read("7", None).unwrap();
        assert!(is_adoptable(&was, &now));
        assert_eq!(adopted(&was, &now, &seven).unwrap().to_string(), "7");
        assert!(!is_adoptable(&argument("int"), &argument("str?")));
        assert!(!is_adoptable(&argument("int"), &argument("int | str")));
        assert!(!is_adoptable(&argument("int"), &argument("str")));
    }

    #[test]
    fn numbers_are_the_choices_that_the_target_says() {
        let table = [("1", "\"S\""), ("2", "\"M\"")].map(|(n, json)| (n.to_string(), json.to_string()));
        let (was, now) = (argument("int[1..2]"), argument("enum Size{M, S}?").with_earlier(table.into()));
        let read = |text: &str| adopted(&was, &now, &was.read(text, None).unwrap());
        assert!(is_adoptable(&was, &now));
        assert_eq!(read("1").unwrap().to_string(), "\"S\"");
        assert_eq!(read("true").unwrap().to_string(), "\"S\"");
        assert!(!is_adoptable(&argument("str"), &now));
        let wide = argument("int");
        assert_eq!(adopted(&wide, &now, &wide.read("3", None).unwrap()), None);
    }
}
