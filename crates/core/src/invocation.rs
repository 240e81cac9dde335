//! The words that name a target: everything that is needed to run it again. Only its adapter interprets them.

/// What was given on the command line to name a target. Campaigns and lock files keep it, so that the same target can
/// be run again later.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Invocation {
    /// The word that names the target, as it was written; `None` for a program.
    pub target: Option<String>,
    /// The command line of a program that is started once per call.
    pub program: Vec<String>,
    /// The declarations of its arguments, `NAME:TYPE`.
    pub arguments: Vec<String>,
    /// Further options by name and value, such as `--timeout` and `2s`; only those that were given.
    pub options: Vec<(String, String)>,
}

impl Invocation {
    /// The name of the target in one line.
    pub fn line(&self) -> String {
        self.target.clone().unwrap_or_else(|| self.program.join(" "))
    }

    /// The words that name the target after `autobva find` or `autobva call`.
    pub fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.target.iter().cloned().collect();
        for declaration in &self.arguments {
            words.extend(["--arg".to_string(), declaration.clone()]);
        }
        for (name, value) in &self.options {
            words.push(name.clone());
            // Some options have no value.
            words.extend(Some(value).filter(|value| !value.is_empty()).cloned());
        }
        if !self.program.is_empty() {
            words.push("--".to_string());
            words.extend(self.program.iter().cloned());
        }
        words
    }
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
