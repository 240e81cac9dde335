//! How a target is called: all that is needed to run it again, as plain words.

/// What was given on the command line to name a target. A campaign and a lock file keep it, so that the same target can
/// be run again later.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invocation {
    /// A built-in example, a Python function or a worker, as it was written; nothing for a program.
    pub target: Option<String>,
    /// The command line of a program that is started once per call.
    pub program: Vec<String>,
    /// The declarations of its arguments, `NAME:TYPE`.
    pub arguments: Vec<String>,
    /// Further options by name and value, such as `--timeout` and `2s`; only those that were given.
    pub options: Vec<(String, String)>,
}

impl Invocation {
    /// The words that name the target after `autobva find` or `autobva call`.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.target.iter().cloned().collect();
        for declaration in &self.arguments {
            words.extend(["--arg".to_string(), declaration.clone()]);
        }
        for (name, value) in &self.options {
            words.extend([name.clone(), value.clone()]);
        }
        if !self.program.is_empty() {
            words.push("--".to_string());
            words.extend(self.program.iter().cloned());
        }
        words
    }
}

/// How a Python function is called, beyond its name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PythonCall {
    /// Each call is made on a new object of the class.
    pub on_object: bool,
    /// The function is a coroutine.
    pub is_awaited: bool,
    /// The arguments that are given by name.
    pub keywords: Vec<String>,
    /// Some values stand for others, as the position of a choice does.
    pub converts: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_can_be_given_again() {
        let program = Invocation {
            target: None,
            program: ["numfmt", "--to=si", "{n}"].map(String::from).to_vec(),
            arguments: vec!["n:int[0..9]".to_string()],
            options: vec![("--timeout".to_string(), "2s".to_string())],
        };
        let words = program.words();
        assert_eq!(words, ["--arg", "n:int[0..9]", "--timeout", "2s", "--", "numfmt", "--to=si", "{n}"]);
    }
}
