//! The registry of adapters, to which a program can add its own.

use autobva_core::{Entry, Invocation, TargetSpec, UnknownName};

use super::{Adapter, Named, StartOptions, Target, TargetError};

/// The kinds of target that need only this crate. The first one that can read a target gets it, so those that are
/// recognised by a specific word come before those that read almost anything.
pub const ADAPTERS: &[&dyn Adapter] =
    &[&crate::worker::Workers, &crate::python::PythonFunctions, &crate::command::Programs];

/// All adapters of a program.
#[derive(Clone)]
pub struct Adapters(Vec<&'static dyn Adapter>);

/// A target and the adapter that has read it.
pub struct Recognised {
    /// Its kind.
    pub adapter: &'static dyn Adapter,
    /// The target.
    pub target: Box<dyn Target>,
}

impl Default for Adapters {
    fn default() -> Self {
        Adapters::with(&[])
    }
}

impl Adapters {
    /// The program's own adapters, followed by [`ADAPTERS`].
    pub fn with(own: &[&'static dyn Adapter]) -> Adapters {
        Adapters([own, ADAPTERS].concat())
    }

    /// All adapters.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'static dyn Adapter> + '_ {
        self.0.iter().copied()
    }

    /// The built-in targets of all adapters.
    pub fn names(&self) -> impl Iterator<Item = Entry> + '_ {
        self.iter().flat_map(|adapter| adapter.names())
    }

    /// The target that the words name.
    pub fn read(&self, named: Named<'_>) -> Result<Recognised, TargetError> {
        for adapter in self.iter() {
            if let Some(target) = adapter.read(named)? {
                return Ok(Recognised { adapter, target });
            }
        }
        Err(match named {
            Named::Word(target, [extra, ..]) => TargetError::Extra(extra.clone(), target.to_string()),
            Named::Word(word, []) if !word.contains(':') => self.unknown(word),
            Named::Word(word, []) => self.malformed(word.to_string()),
            Named::Program(words) => self.malformed(words.join(" ")),
        })
    }

    /// Whether a line with blanks in it is one target rather than a command line.
    pub fn spans(&self, line: &str) -> bool {
        self.iter().any(|adapter| adapter.spans(line))
    }

    fn unknown(&self, word: &str) -> TargetError {
        let names: Vec<&str> = self.names().map(|entry| entry.name).collect();
        match names.is_empty() {
            true => self.malformed(word.to_string()),
            false => UnknownName::new("target", word, names).into(),
        }
    }

    fn malformed(&self, target: String) -> TargetError {
        // Names have no colon, and programs are given elsewhere. The most general form is also the most common one, so
        // it comes first.
        let forms = self.iter().rev().flat_map(|adapter| adapter.forms()).map(|form| form.name);
        let forms: Vec<&str> = forms.filter(|form| form.contains(':')).collect();
        let forms = match forms.as_slice() {
            [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
            forms => forms.concat(),
        };
        TargetError::Malformed(target, forms)
    }
}

impl Recognised {
    /// The target as plain data.
    pub fn spec(&self, invocation: Invocation, options: &StartOptions) -> TargetSpec {
        let target = &self.target;
        let (name, calling, files) = (target.name(), target.calling(options), target.files());
        TargetSpec { invocation, name, calling, files }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IntoSut, Started};
    use autobva_core::{Argument, Calling, Outcome, SutError};

    fn read(words: &[&str]) -> Result<Recognised, TargetError> {
        let more: Vec<String> = words[1..].iter().map(|word| word.to_string()).collect();
        Adapters::default().read(Named::Word(words[0], &more))
    }

    fn plural(words: &[&str]) -> &'static str {
        read(words).unwrap_or_else(|error| panic!("{words:?}: {error}")).adapter.plural()
    }

    fn refused(words: &[&str]) -> TargetError {
        read(words).err().unwrap_or_else(|| panic!("{words:?} is read"))
    }

    #[test]
    fn every_kind_reads_its_own() {
        assert_eq!(plural(&["worker:node size.js"]), "workers");
        assert_eq!(plural(&["worker:node", "size.js"]), "workers");
        assert_eq!(plural(&["shop.py:discount"]), "Python functions");
        assert_eq!(plural(&["datetime:date.fromordinal"]), "Python functions");
        let words = ["numfmt".to_string(), "{n}".to_string()];
        assert_eq!(
            Adapters::default().read(Named::Program(&words)).unwrap().adapter.plural(),
            "programs after --"
        );
    }

    #[test]
    fn what_nobody_reads_is_told_how_targets_are_written() {
        let forms = "file.py:function, package.module:function or 'worker:PROGRAM'";
        for word in ["a:b c", "shop.py:1x", ":f", "bytecount"] {
            assert_eq!(refused(&[word]).to_string(), format!("'{word}' is no target; write {forms}"));
        }
        assert_eq!(refused(&["shop.py:f", "x"]).to_string(), "'x' is not expected after 'shop.py:f'");
        assert_eq!(refused(&["shop.py"]).to_string(), "'shop.py' names no function; write shop.py:FUNCTION");
        assert_eq!(refused(&["worker:'x"]).to_string(), "''x' has a quote that is not closed");
    }

    /// A kind of target outside this crate: `says:TEXT`.
    struct Sayings;

    struct Saying(String);

    impl Adapter for Sayings {
        fn forms(&self) -> &'static [Entry] {
            &[Entry { name: "says:TEXT", help: "says the text as often as it is told" }]
        }

        fn plural(&self) -> &'static str {
            "sayings"
        }

        fn read(&self, named: Named<'_>) -> Result<Option<Box<dyn Target>>, TargetError> {
            let Named::Word(word, []) = named else { return Ok(None) };
            Ok(word.strip_prefix("says:").map(|text| Box::new(Saying(text.into())) as Box<dyn Target>))
        }
    }

    impl Target for Saying {
        fn name(&self) -> String {
            self.0.clone()
        }

        fn start(&self, _: &[Argument], _: &StartOptions) -> Result<Started, SutError> {
            let text = self.0.clone();
            Ok(Started::plain((move |times: u8| text.repeat(usize::from(times))).into_sut()))
        }
    }

    #[test]
    fn a_program_adds_a_kind_of_its_own() {
        let adapters = Adapters::with(&[&Sayings]);
        // Python alone would read this as the function `hey` of a module `says`.
        let recognised = adapters.read(Named::Word("says:hey", &[])).unwrap();
        assert_eq!(recognised.adapter.plural(), "sayings");
        let spec = recognised.spec(Invocation::default(), &StartOptions::default());
        assert_eq!((spec.name.as_str(), spec.calling), ("hey", Calling::Autobva));
        let sut = recognised.target.start(&[], &StartOptions::default()).unwrap().sut;
        let mut outcome = Outcome::default();
        sut.run(&sut.signature().read(&["2"], None).unwrap(), &mut outcome).unwrap();
        assert_eq!(outcome.text(), "heyhey");
        let fault = adapters.read(Named::Word("a:b c", &[])).err().unwrap().to_string();
        assert!(fault.ends_with("'worker:PROGRAM' or says:TEXT"), "{fault}");
    }

    #[cfg(not(feature = "processes"))]
    #[test]
    fn without_processes_targets_are_described_but_not_started() {
        let words = ["numfmt".to_string(), "{n}".to_string()];
        let program = Adapters::default().read(Named::Program(&words));
        for target in [read(&["shop.py:discount"]), read(&["worker:node size.js"]), program] {
            let recognised = target.unwrap();
            assert!(!recognised.spec(Invocation::default(), &StartOptions::default()).name.is_empty());
            let fault = recognised.target.start(&[], &StartOptions::default()).err().unwrap();
            assert_eq!(Err(fault), crate::check_processes());
        }
    }

    #[test]
    fn lines_with_blanks_are_targets_only_of_kinds_that_have_them() {
        let adapters = Adapters::default();
        assert!(adapters.spans("worker:node size.js") && !adapters.spans("python3 tax.py:rate"));
    }

    #[test]
    fn a_target_is_described_as_data() {
        let spec = |word: &str| read(&[word]).unwrap().spec(Invocation::default(), &StartOptions::default());
        let method = spec("shop.prices:Price.of");
        assert_eq!(method.name, "Price_of");
        assert_eq!(method.files, ["shop/prices.py", "shop/prices/__init__.py"]);
        assert!(matches!(method.calling, Calling::Python(function) if function.path == "Price.of"));
        let worker = spec("worker:./bin/size.sh 'a b.js'");
        assert_eq!((worker.name.as_str(), worker.calling), ("size", Calling::Autobva));
        assert_eq!(worker.files, ["./bin/size.sh", "a b.js"]);
    }
}
