//! A target as its adapter has read it: how it is called, as plain data for exports.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::invocation::Invocation;
use crate::registry::UnknownName;

/// What a target is and how it is called. Its adapter derives this from the words that name it; no other code looks at
/// those words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetSpec {
    /// The words that name it, as campaigns and lock files keep them.
    pub invocation: Invocation,
    /// Its name in the names of tests: `discount`.
    pub name: String,
    /// How it is called.
    pub calling: Calling,
    /// The files that it may consist of.
    pub files: Vec<String>,
}

/// How a target is called. Generated tests call it directly if their language can, and otherwise through autobva.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Calling {
    /// As a Python function.
    Python(PythonFunction),
    /// By starting a program.
    Program(ProgramCall),
    /// In a way that only autobva knows.
    Autobva,
}

/// A Python function: where it is and what it is called.
///
/// ```
/// use autobva_core::PythonFunction;
///
/// let method: PythonFunction = "shop/prices.py:Price.of".parse().unwrap();
/// assert_eq!((method.place.as_str(), method.is_file, method.path.as_str()), ("shop/prices.py", true, "Price.of"));
/// assert!(!"datetime:date".parse::<PythonFunction>().unwrap().is_file);
/// assert!("bytecount".parse::<PythonFunction>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PythonFunction {
    /// A file, or a dotted module name.
    pub place: String,
    /// Whether the place is a file.
    pub is_file: bool,
    /// The dotted name within the module: `Class.method`.
    pub path: String,
}

/// The error for a text that does not name a Python function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no function of Python; write file.py:function or package.module:function")]
pub struct NoPythonFunction;

impl FromStr for PythonFunction {
    type Err = NoPythonFunction;

    fn from_str(text: &str) -> Result<Self, NoPythonFunction> {
        let (place, path) = text.rsplit_once(':').ok_or(NoPythonFunction)?;
        let is_file = place.ends_with(".py") || place.contains('/');
        let is_dotted = |names: &str| names.split('.').all(is_python_name);
        match is_dotted(path) && (is_file || is_dotted(place)) {
            true => Ok(PythonFunction { place: place.into(), is_file, path: path.into() }),
            false => Err(NoPythonFunction),
        }
    }
}

impl fmt::Display for PythonFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.place, self.path)
    }
}

impl PythonFunction {
    /// Its name in the names of tests.
    pub fn name(&self) -> String {
        self.path.replace('.', "_")
    }

    /// The files that may contain it.
    pub fn files(&self) -> Vec<String> {
        if self.is_file {
            return vec![self.place.clone()];
        }
        let module = self.place.replace('.', "/");
        vec![format!("{module}.py"), format!("{module}/__init__.py")]
    }

    /// The same function as named from within a folder: an absolute path into the folder becomes relative.
    pub fn seen_from(&self, folder: &Path) -> PythonFunction {
        match Path::new(&self.place).strip_prefix(folder) {
            Ok(place) if self.is_file => {
                PythonFunction { place: place.display().to_string(), ..self.clone() }
            }
            _ => self.clone(),
        }
    }
}

/// Whether a text is a valid Python name.
pub fn is_python_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && characters.all(|c| c.is_alphanumeric() || c == '_')
}

/// How a Python function is called, apart from its name; this is known once it was started.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PythonCall {
    /// Each call is made on a new object of the class.
    pub on_object: bool,
    /// The function is a coroutine.
    pub is_awaited: bool,
    /// The arguments that are passed by name.
    pub keywords: Vec<String>,
    /// The classes that values are made of, and the modules from which they are imported.
    pub imports: BTreeMap<String, String>,
    /// The classes into which texts are converted, by position in the arguments: `home`, `users[].home`.
    pub turned: BTreeMap<String, String>,
}

/// How a program is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramCall {
    /// Its command line, in which `{name}` stands for the value of an argument.
    pub words: Vec<String>,
    /// Which of its streams is its output.
    pub captured: Captured,
    /// The exit codes that are valid.
    pub ok_codes: Vec<i32>,
    /// Whether it must be started in a folder that the user has chosen.
    pub has_folder: bool,
}

impl ProgramCall {
    /// A program that answers on standard output and exits with 0.
    pub fn new(words: Vec<String>) -> ProgramCall {
        ProgramCall { words, captured: Captured::default(), ok_codes: vec![0], has_folder: false }
    }
}

/// What counts as the output of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Captured {
    /// Standard output.
    #[default]
    Stdout,
    /// Standard error.
    Stderr,
    /// Standard output, then standard error.
    Both,
    /// The exit code alone.
    Exit,
}

impl fmt::Display for Captured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Captured::Stdout => "stdout",
            Captured::Stderr => "stderr",
            Captured::Both => "both",
            Captured::Exit => "exit",
        })
    }
}

impl FromStr for Captured {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "stdout" => Ok(Captured::Stdout),
            "stderr" => Ok(Captured::Stderr),
            "both" => Ok(Captured::Both),
            "exit" => Ok(Captured::Exit),
            _ => Err(UnknownName::new("output", text, ["stdout", "stderr", "both", "exit"])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(text: &str) -> PythonFunction {
        text.parse().unwrap()
    }

    #[test]
    fn functions_read_back_as_written() {
        for text in ["shop.py:f", "my tools/tax.py:rate", "a.b:C.d", "../x/y:f", "é.py:straße"] {
            assert_eq!(function(text).to_string(), text);
        }
        for text in ["shop.py", "shop.py:", "shop.py:1x", ":f", "a b:c", "a:b c", "..:f", "a:b:c"] {
            assert!(text.parse::<PythonFunction>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_files_of_a_function() {
        assert_eq!(function("a/shop.py:f").files(), ["a/shop.py"]);
        assert_eq!(function("shop.prices:Price.of").files(), ["shop/prices.py", "shop/prices/__init__.py"]);
    }

    #[test]
    fn a_file_is_named_from_within_its_folder() {
        let seen = |text: &str| function(text).seen_from(Path::new("/home/ann")).to_string();
        assert_eq!(seen("/home/ann/shop.py:f"), "shop.py:f");
        assert_eq!(seen("/home/bob/shop.py:f"), "/home/bob/shop.py:f");
        assert_eq!(seen("shop:f"), "shop:f");
    }
}
