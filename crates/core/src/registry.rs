//! Registries: every folder of implementations lists them by name, with a line of help.

/// An entry in a registry, as `autobva list` shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The name that selects it.
    pub name: &'static str,
    /// What it is and when to use it, in one line.
    pub help: &'static str,
}

/// A name that is not in a registry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} '{name}'{}", suggestion(.nearest, .known))]
pub struct UnknownName {
    /// The kind of thing that was looked for: `strategy`.
    pub what: &'static str,
    /// The name that was given.
    pub name: String,
    /// The most similar known name, if one is similar.
    pub nearest: Option<String>,
    /// All known names.
    pub known: Vec<String>,
}

impl UnknownName {
    /// The error for a name that is not among the known ones.
    pub fn new(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = impl Into<String>>,
    ) -> UnknownName {
        let known: Vec<String> = known.into_iter().map(Into::into).collect();
        let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_string);
        UnknownName { what, name: name.to_string(), nearest, known }
    }
}

/// The item with this name, among all that `name_of` names.
pub fn named<T>(
    what: &'static str,
    name: &str,
    all: &'static [T],
    name_of: fn(&T) -> &'static str,
) -> Result<&'static T, UnknownName> {
    let found = all.iter().find(|item| name_of(item) == name);
    found.ok_or_else(|| UnknownName::new(what, name, all.iter().map(name_of)))
}

fn suggestion(nearest: &Option<String>, known: &[String]) -> String {
    match nearest {
        Some(nearest) => format!("; did you mean '{nearest}'?"),
        None => format!("; known are {}", known.join(", ")),
    }
}

/// The most similar known name, if it is similar enough to be what was meant.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let closeness = |k: &str| {
        let k = k.to_lowercase();
        let begins = wanted.len() >= 3 && k.starts_with(&wanted);
        if begins { Some(0) } else { edits(&wanted, &k) }
    };
    known
        .into_iter()
        .filter_map(|k| Some((closeness(k)?, k)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, k)| k)
}

/// The number of typing errors between two names, if they are few for the length.
fn edits(wanted: &str, known: &str) -> Option<usize> {
    let distance = strsim::damerau_levenshtein(wanted, known);
    (distance <= 1.max(known.chars().count() / 3)).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_nearest_or_all() {
        let error = UnknownName::new("strategy", "bsc", ["lns", "bcs"]);
        assert_eq!(error.to_string(), "unknown strategy 'bsc'; did you mean 'bcs'?");
        let error = UnknownName::new("distance", "eucl", ["equal", "euclidean"]);
        assert_eq!(error.to_string(), "unknown distance 'eucl'; did you mean 'euclidean'?");
        let error = UnknownName::new("strategy", "genetic", ["lns", "bcs"]);
        assert_eq!(error.to_string(), "unknown strategy 'genetic'; known are lns, bcs");
    }
}
