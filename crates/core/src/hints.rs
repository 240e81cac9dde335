//! Hints: values that a target itself suggests for testing.

/// Numbers and texts that a target compares with or mentions, as they are written, the most promising first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints {
    /// Numbers: `86400`, `-0.5`, `1e-09`.
    pub numbers: Vec<String>,
    /// Texts; dates are written as `2024-02-29`.
    pub texts: Vec<String>,
}

impl Hints {
    /// No hints at all.
    pub const NONE: &'static Hints = &Hints { numbers: Vec::new(), texts: Vec::new() };

    /// These hints, followed by those of the other that are new.
    #[must_use = "the union is returned"]
    pub fn and(&self, other: &Hints) -> Hints {
        let union = |own: &[String], more: &[String]| {
            let new = more.iter().filter(|hint| !own.contains(hint));
            own.iter().chain(new).cloned().collect()
        };
        Hints { numbers: union(&self.numbers, &other.numbers), texts: union(&self.texts, &other.texts) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_has_each_hint_once_and_its_own_first() {
        let hints = |texts: &[&str]| Hints {
            numbers: vec!["1".into()],
            texts: texts.iter().map(|text| (*text).into()).collect(),
        };
        assert_eq!(hints(&["b", "a"]).and(&hints(&["c", "a"])), hints(&["b", "a", "c"]));
    }
}
