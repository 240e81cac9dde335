//! Values that the user wants to be tried.

use autobva_core::{Argument, Motion, Selection, Signature, Sut, Value};

use crate::error::Error;

/// Reads values such as `1999` or `year=1999` and returns them by argument. A value without a name goes to every
/// argument that can take it. A search by behaviour also takes infinities and NaN, if no range is declared.
pub fn hints(values: &[String], signature: &Signature, by: Selection) -> Result<Vec<Vec<Value>>, Error> {
    let mut wanted = vec![Vec::new(); signature.len()];
    for value in values {
        let (name, text) = match value.split_once('=') {
            Some((name, text)) => (Some(name.trim()), text.trim()),
            None => (None, value.trim()),
        };
        let mut taken = false;
        for (argument, wanted) in signature.arguments().iter().zip(&mut wanted) {
            if name.is_none_or(|name| name == argument.name())
                && let Ok(value) = autobva_codec::text::read(argument, text, None)
                && (is_drawn(argument, &value) || by == Selection::Behaviour && is_special(&value))
            {
                wanted.push(value);
                taken = true;
            }
        }
        if !taken {
            return Err(Error::Hint(value.clone(), signature.to_string()));
        }
    }
    Ok(wanted)
}

/// Adds the default values of arguments, after the values that the user wants to be tried.
pub fn add_defaults(wanted: &mut [Vec<Value>], sut: &dyn Sut) {
    let arguments = sut.signature().arguments();
    for ((argument, default), wanted) in arguments.iter().zip(sut.defaults()).zip(wanted) {
        let read = |text: &String| autobva_codec::text::read(argument, text, None).ok();
        let value = default.as_ref().and_then(read).filter(|value| is_drawn(argument, value));
        wanted.extend(value);
    }
}

/// Whether a value is a float that is on no line.
fn is_special(value: &Value) -> bool {
    matches!(value, Value::Float(float) if !float.value().is_finite())
}

/// Whether a line through the values of the argument leads to this value.
fn is_drawn(argument: &Argument, value: &Value) -> bool {
    let motion = Motion::main(value);
    let (lo, hi) = motion.ends(argument.schema(), value);
    (lo..=hi).contains(&motion.get(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_goes_to_the_argument_it_names_or_to_all_that_take_it() {
        let signature = Signature::parse(["year:i64", "month:i64[1..12]"]).unwrap();
        let read = |value: &str| hints(&[value.to_string()], &signature, Selection::Behaviour);
        let shown = |value: &str| {
            let by_argument = |values: &Vec<Value>| values.iter().map(Value::to_string).collect::<Vec<_>>();
            read(value).unwrap().iter().map(by_argument).collect::<Vec<_>>()
        };
        assert_eq!(shown("7"), [["7"], ["7"]]);
        assert_eq!(shown("1999"), [vec!["1999"], vec![]]);
        assert_eq!(shown("month=3"), [vec![], vec!["3"]]);
        let error = read("month=13").unwrap_err().to_string();
        assert_eq!(
            error,
            "no argument takes the value 'month=13'; the arguments are year:i64, month:i64[1..12]"
        );
        assert!(read("day=1").is_err() && read("x").is_err());
        let warmth = Signature::parse(["degrees:f64"]).unwrap();
        let read = |value: &str, signature: &Signature, by| hints(&[value.to_string()], signature, by);
        assert!(read("36.6", &warmth, Selection::Derivative).is_ok());
        let bounded = Signature::parse(["degrees:f64[-90..60]"]).unwrap();
        for special in ["inf", "-inf", "NaN", "nan"] {
            assert!(read(special, &warmth, Selection::Behaviour).is_ok(), "{special}");
            assert!(read(special, &warmth, Selection::Derivative).is_err(), "{special}");
            assert!(read(special, &bounded, Selection::Behaviour).is_err(), "{special}");
        }
    }
}
