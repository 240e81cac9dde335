//! The built-in functions as targets, each by its name.

use autobva_core::{Argument, Entry, SutError};
use autobva_sut::{Adapter, Named, StartOptions, Started, Target, TargetError};

use super::{BUILTINS, Builtin, Definition, entries};

/// The kind of targets that are built-in functions.
pub struct Builtins;

impl Adapter for Builtins {
    fn forms(&self) -> &'static [Entry] {
        &[Entry { name: "NAME", help: "a built-in example, one of the targets above" }]
    }

    fn plural(&self) -> &'static str {
        "built-in examples"
    }

    fn names(&self) -> Vec<Entry> {
        entries().collect()
    }

    fn read(&self, named: Named<'_>) -> Result<Option<Box<dyn Target>>, TargetError> {
        let Named::Word(word, []) = named else { return Ok(None) };
        let found = BUILTINS.iter().find(|definition| definition.entry.name == word);
        Ok(found.map(|definition| Box::new(*definition) as Box<dyn Target>))
    }
}

impl Target for Definition {
    fn name(&self) -> String {
        self.entry.name.to_string()
    }

    fn start(&self, _: &[Argument], _: &StartOptions) -> Result<Started, SutError> {
        Ok(Started::plain(Builtin::new(*self)))
    }
}
