//! Types that are learned from example values.

use autobva_codec::structured::type_of;

use crate::error::Error;

/// The declared type that stands for a type learned from an example.
const JSON: &str = "json";

/// The name and the type of every value that is given as `NAME=VALUE`.
pub fn example_types(seed_values: &[String]) -> Vec<(String, String)> {
    let typed = seed_values.iter().filter_map(|value| {
        let (name, text) = value.split_once('=')?;
        Some((name.trim().to_string(), type_of(text.trim())))
    });
    typed.collect()
}

/// The declarations, with `json` replaced by the types of the examples.
pub fn learned(declarations: &[String], seed_values: &[String]) -> Result<Vec<String>, Error> {
    let types = example_types(seed_values);
    let learn = |declaration: &String| match declaration.split_once(':') {
        Some((name, ty)) if ty.trim() == JSON => {
            let name = name.trim();
            let example = types.iter().find(|(known, _)| known == name);
            let (_, ty) = example.ok_or_else(|| Error::NoExample(name.to_string()))?;
            Ok(format!("{name}:{ty}"))
        }
        _ => Ok(declaration.clone()),
    };
    declarations.iter().map(learn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_is_that_of_the_example() {
        let values = ["order={\"items\":[{\"qty\":1}]}", "n=3", "x=2.5", "s=DE", "t=\"3\"", "u=null", "7"];
        let values = values.map(String::from);
        let learned = |declaration: &str| learned(&[declaration.to_string()], &values);
        assert_eq!(learned("order: json").unwrap(), ["order:record{\"items\": list[record{\"qty\": int}]}"]);
        for (name, ty) in [("n", "int"), ("x", "f64"), ("s", "str"), ("t", "str"), ("u", "str")] {
            assert_eq!(learned(&format!("{name}:json")).unwrap(), [format!("{name}:{ty}")]);
        }
        assert_eq!(learned("n:u8").unwrap(), ["n:u8"]);
        assert_eq!(learned("m:json").unwrap_err(), Error::NoExample("m".into()));
    }
}
