//! Values that hold others, read from JSON by their schema.

use autobva_core::{Argument, Choice, ListKind, RecordKind, Schema, Value, ValueError};
use serde_json::Value as Tree;

/// Longer texts are refused.
const MOST_BYTES: usize = 1 << 20;
/// How many characters are shown of a text that cannot be read.
const SHOWN: usize = 60;

/// Reads a value of an argument from JSON. A text that is not JSON is taken as a string, so that `--fix country=DE`
/// does not need a second pair of quotes.
pub fn read(argument: &Argument, text: &str) -> Result<Value, ValueError> {
    check_size(argument, text)?;
    let bare = || Tree::String(text.to_string());
    let tree = serde_json::from_str(text).unwrap_or_else(|_| bare());
    value_of(argument.schema(), &tree, "").or_else(|why| {
        let by_name = value_of(argument.schema(), &bare(), "");
        by_name.map_err(|_| refused(argument, text, &why))
    })
}

/// Refuses the text of a value that is too long.
pub fn check_size(argument: &Argument, text: &str) -> Result<(), ValueError> {
    match text.len() > MOST_BYTES {
        true => {
            Err(refused(argument, text, &format!("it is longer than {MOST_BYTES} bytes; give a smaller one")))
        }
        false => Ok(()),
    }
}

fn refused(argument: &Argument, text: &str, why: &str) -> ValueError {
    let (name, declared) = (argument.name(), argument.declared());
    let shown: String = text.chars().take(SHOWN).collect();
    ValueError(format!("{shown} is not a value of argument '{name}' ({declared}): {why}"))
}

/// Reads a JSON tree as a value of a schema; the error says what is wrong at which path.
pub fn value_of(schema: &Schema, tree: &Tree, path: &str) -> Result<Value, String> {
    let expected = |what: &str| Err(format!("{}{what} is expected here", place(path)));
    match schema {
        Schema::Int(_) | Schema::Float(_) | Schema::Text(_) | Schema::Decimal(_) | Schema::Moment(_) => {
            leaf(schema, tree).map_err(|why| format!("{}{why}", place(path)))
        }
        Schema::Bytes(_) => match tree {
            Tree::String(text) => {
                let bytes: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
                let Some(bytes) = bytes else { return expected("a string of characters up to \\u00ff") };
                Ok(Value::Bytes(bytes.into()))
            }
            _ => expected("a string of bytes"),
        },
        Schema::Choice(choice) => {
            let options = choice.options();
            let at =
                options.written.iter().position(|option| is_option(option, options.name.as_deref(), tree));
            match at {
                Some(at) => Ok(Value::Choice(Choice::new(options.clone(), at))),
                None => expected(&format!("one of {}", options.written.join(", "))),
            }
        }
        Schema::List(list) => match (list.kind(), tree) {
            (ListKind::Dict, Tree::Object(pairs)) => {
                let items = pairs.iter().map(|(key, value)| {
                    let pair = Tree::Array(vec![Tree::String(key.clone()), value.clone()]);
                    value_of(list.item(), &pair, &format!("{path}.{key}"))
                });
                Ok(schema.list_of(items.collect::<Result<_, _>>()?))
            }
            (ListKind::List | ListKind::Tuple | ListKind::Set, Tree::Array(items)) => {
                let items = items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| value_of(list.item(), item, &format!("{path}[{at}]")));
                Ok(schema.list_of(items.collect::<Result<_, _>>()?))
            }
            (ListKind::Dict, _) => expected("an object"),
            (ListKind::List | ListKind::Tuple | ListKind::Set, _) => expected("an array"),
        },
        Schema::Record(record) => {
            let names = &record.shape().fields;
            let parts: Vec<&Tree> = match (record.kind(), tree) {
                (RecordKind::Tuple, Tree::Array(items)) if items.len() == names.len() => {
                    items.iter().collect()
                }
                (RecordKind::Plain | RecordKind::Named(_), Tree::Object(fields)) => {
                    if let Some(other) = fields.keys().find(|key| !names.iter().any(|name| **name == **key)) {
                        return Err(format!("{}there is no field '{other}'", place(path)));
                    }
                    let field = |name: &str| {
                        fields
                            .get(name)
                            .ok_or_else(|| format!("{}the field '{name}' is missing", place(path)))
                    };
                    names.iter().map(|name| field(name)).collect::<Result<_, _>>()?
                }
                (RecordKind::Tuple, _) => return expected(&format!("an array of {}", names.len())),
                (RecordKind::Plain | RecordKind::Named(_), _) => return expected("an object"),
            };
            let values = record.fields().iter().zip(parts).zip(names);
            let values = values.map(|((field, part), name)| value_of(field, part, &format!("{path}.{name}")));
            Ok(schema.record_of(values.collect::<Result<Vec<_>, _>>()?.into_iter()))
        }
        Schema::Union(union) => {
            let read = |(at, part): (usize, &Schema)| Some((at, value_of(part, tree, path).ok()?));
            match union.alternatives().iter().enumerate().find_map(read) {
                Some((at, value)) => Ok(schema.union_of(at, Some(value))),
                None => expected(&schema.to_string()),
            }
        }
    }
}

/// Whether a tree means this option: it has its value, or the name of the member with or without its type.
fn is_option(option: &str, name: Option<&str>, tree: &Tree) -> bool {
    if serde_json::from_str::<Tree>(option).is_ok_and(|option| option == *tree) {
        return true;
    }
    let member = option.trim_matches('"');
    name.zip(tree.as_str()).is_some_and(|(name, given)| given == format!("{name}.{member}"))
}

fn leaf(schema: &Schema, tree: &Tree) -> Result<Value, String> {
    let text = match (schema, tree) {
        (Schema::Text(_), Tree::String(text)) => return Ok(Value::Text(text.as_str().into())),
        (Schema::Int(int), Tree::Bool(truth)) if int.is_bool() || int.ty().is_none() => truth.to_string(),
        (Schema::Int(int), Tree::Number(number)) if !int.is_bool() => number.to_string(),
        (Schema::Float(_) | Schema::Decimal(_), Tree::Number(number)) => number.to_string(),
        (Schema::Moment(_) | Schema::Decimal(_) | Schema::Float(_), Tree::String(text)) => text.clone(),
        // A number is written as a string only if JSON cannot hold it as a number; any other string is a text.
        (Schema::Int(int), Tree::String(text)) if !int.is_bool() && text.parse::<i64>().is_err() => {
            text.clone()
        }
        _ => return Err(format!("a value of type {schema} is expected here")),
    };
    let argument = Argument::new("value", schema.clone());
    argument.read(&text, None).map_err(|_| format!("{text} is no value of type {schema}"))
}

fn place(path: &str) -> String {
    match path.trim_start_matches('.') {
        "" => String::new(),
        path => format!("at {path}, "),
    }
}

/// The type that an example suggests. It is a text if the example is not JSON, or is `null`, which says nothing.
pub fn type_of(example: &str) -> String {
    match serde_json::from_str(example) {
        Ok(Tree::Null) | Err(_) => "str".to_string(),
        Ok(tree) => schema_of(&tree),
    }
}

/// The schema that an example of JSON suggests; a list may hold every type that its items have.
pub fn schema_of(tree: &Tree) -> String {
    match tree {
        Tree::Null => "null".to_string(),
        Tree::Bool(_) => "bool".to_string(),
        Tree::Number(number) if number.is_f64() => "f64".to_string(),
        Tree::Number(_) => "int".to_string(),
        Tree::String(_) => "str".to_string(),
        Tree::Array(items) => {
            let mut kinds: Vec<String> = items.iter().map(schema_of).collect();
            kinds.sort();
            kinds.dedup();
            match &kinds[..] {
                [] => "list[int]".to_string(),
                kinds => format!("list[{}]", kinds.join(" | ")),
            }
        }
        Tree::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| {
                    let quoted = Tree::String(name.clone());
                    format!("{quoted}: {}", schema_of(value))
                })
                .collect();
            format!("record{{{}}}", fields.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn argument(declared: &str) -> Argument {
        format!("x:{declared}").parse().unwrap()
    }

    #[test]
    fn structured_values_are_read_as_they_are_written() {
        for (declared, text) in [
            ("list[int]", "[1, -2, \"170141183460469231731687303715884105727\"]"),
            ("list[f64]", "[0.5, \"inf\", \"NaN\"]"),
            ("record{qty: int, price: decimal}", "{\"qty\": 3, \"price\": \"9.90\"}"),
            ("dict[list[str]]", "{\"a\": [\"x\\\"y\\n\"], \"b\": []}"),
            ("tuple[date, bool]", "[\"2024-02-29\", true]"),
            ("int?", "null"),
            ("int | str", "\"1\""),
            ("str?", "\"\""),
            ("\"DE\" | 3", "3"),
            ("enum Color{RED, BLUE}", "\"BLUE\""),
            ("bytes", "\"a\\u0000ÿ\""),
        ] {
            let read = read(&argument(declared), text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(read.to_string(), text, "{declared}");
        }
        assert_eq!(read(&argument("enum Color{RED, BLUE}"), "Color.BLUE").unwrap().to_string(), "\"BLUE\"");
        assert_eq!(read(&argument("\"DE\" | \"FR\""), "FR").unwrap().to_string(), "\"FR\"");
    }

    #[test]
    fn what_does_not_fit_is_told_with_its_place() {
        let why = |declared: &str, text: &str| read(&argument(declared), text).unwrap_err().to_string();
        let items = "list[record{qty: int[1..9]}]";
        assert!(why(items, "[{\"qty\": 0}]").ends_with("at [0].qty, 0 is no value of type int[1..9]"));
        assert!(why(items, "[{\"qty\": 1, \"x\": 2}]").ends_with("at [0], there is no field 'x'"));
        assert!(why(items, "[{}]").ends_with("at [0], the field 'qty' is missing"));
        assert!(why("list[int]", "{}").contains("an array is expected here"));
        assert!(why("list[int]", &format!("[{}1]", "1, ".repeat(1 << 19))).contains("longer than"));
    }

    #[test]
    fn an_example_suggests_a_schema() {
        let tree =
            serde_json::from_str(r#"{"items": [{"qty": 1}], "note": null, "odd name": [1, "a"]}"#).unwrap();
        let schema: Schema = schema_of(&tree).parse().unwrap();
        assert!(value_of(&schema, &tree, "").is_ok());
        let expected = r#"record{items: list[record{qty: int}], note: null, "odd name": list[int | str]}"#;
        assert_eq!(schema.to_string(), expected);
    }
}
