//! The keys of a target: the options of `find` that say what is run and how it is searched.

use autobva::UnknownName;
use autobva_codec::declaration::read_arguments;
use clap::{Arg, ArgAction, Args, Command};
use toml::Spanned;
use toml::de::DeValue;

use crate::search_args::{BudgetArgs, SearchArgs};
use crate::target_args::TargetArgs;

/// The key for the declarations of arguments, of which there may be several.
pub const ARGUMENTS: &str = "args";
const ARGUMENT: &str = "arg";
pub const NAME: &str = "name";
pub const PROGRAM: &str = "program";
pub const IGNORE: &str = "ignore";

/// The options that a file may contain, as `find` defines them.
pub struct Options(Command);

impl Options {
    pub fn new() -> Options {
        let empty = Command::new("find").no_binary_name(true).disable_help_flag(true);
        Options(SearchArgs::augment_args(BudgetArgs::augment_args(TargetArgs::augment_args(empty))))
    }

    fn find(&self, key: &str) -> Option<&Arg> {
        let name = if key == ARGUMENTS { ARGUMENT } else { key };
        let is_meant = |option: &&Arg| option.get_long() == Some(name) && key != ARGUMENT;
        self.0.get_arguments().find(is_meant)
    }

    pub fn unknown(&self, key: &str) -> String {
        let own = [NAME, PROGRAM, IGNORE, ARGUMENTS].into_iter();
        let options = self.0.get_arguments().filter_map(|option| option.get_long());
        let keys = own.chain(options.filter(|name| *name != ARGUMENT));
        UnknownName::new("key", key, keys).to_string()
    }

    /// The name of an option and its words, given a key and its value; `None` if there is no such option.
    pub fn read(&self, key: &str, value: &DeValue) -> Option<Result<(String, Vec<String>), String>> {
        let option = self.find(key)?;
        Some(
            self.words(key, option, value)
                .map(|words| (option.get_long().unwrap_or_default().to_string(), words)),
        )
    }

    fn words(&self, key: &str, option: &Arg, value: &DeValue) -> Result<Vec<String>, String> {
        let name = option.get_long().unwrap_or_default();
        if matches!(option.get_action(), ArgAction::SetTrue) {
            let DeValue::Boolean(is_on) = value else { return Err(format!("'{key}' is true or false")) };
            return Ok(is_on.then(|| format!("--{name}")).into_iter().collect());
        }
        let values = match (value, option.get_action()) {
            (DeValue::Array(_), ArgAction::Append) => texts(key, value)?,
            (DeValue::Array(_), _) => return Err(format!("'{key}' is one value, not a list")),
            _ => vec![text(key, value)?],
        };
        if key == ARGUMENTS {
            // The type of `NAME:json` is learned from an example, which may stand elsewhere in the file.
            read_arguments(&values.iter().filter(|text| !text.ends_with("json")).collect::<Vec<_>>())
                .map_err(|fault| fault.to_string())?;
        }
        let words: Vec<String> = values.iter().map(|value| format!("--{name}={value}")).collect();
        match self.0.clone().try_get_matches_from(&words) {
            Ok(_) => Ok(words),
            Err(error) => {
                let told = error.to_string();
                // The rest is about the usage of a command that nobody has typed.
                let first: Vec<&str> =
                    told.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
                Err(first.join(" ").trim_start_matches("error: ").to_string())
            }
        }
    }
}

/// The texts of a list, or a single text.
pub fn texts(key: &str, value: &DeValue) -> Result<Vec<String>, String> {
    match value {
        DeValue::Array(items) => items.iter().map(|item: &Spanned<_>| text(key, item.get_ref())).collect(),
        value => Ok(vec![text(key, value)?]),
    }
}

/// A value as it would be written on a command line.
pub fn text(key: &str, value: &DeValue) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => Ok(number.to_string().replace('_', "")),
        DeValue::Float(number) => Ok(number.to_string().replace('_', "")),
        DeValue::Boolean(is_on) => Ok(if *is_on { "on" } else { "off" }.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
            Err(format!("'{key}' is a text or a number; put it into quotes"))
        }
    }
}
