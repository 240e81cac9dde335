//! The conditions under which a rule holds, as they are written in a lock file: `b 1..9`, `b ..9`, `b 1..`.

use autobva_core::behaviour::Condition;

pub(super) fn written_condition(condition: &Condition) -> String {
    let end = |text: &Option<String>| text.clone().unwrap_or_default();
    format!("{} {}..{}", condition.argument, end(&condition.least), end(&condition.greatest))
}

pub(super) fn read_condition(text: &str) -> Option<Condition> {
    let (argument, range) = text.rsplit_once(' ')?;
    let (least, greatest) = range.split_once("..")?;
    let end = |text: &str| (!text.is_empty()).then(|| text.to_string());
    Some(Condition { argument: argument.to_string(), least: end(least), greatest: end(greatest) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_as_they_are_written() {
        for text in ["b 1..9", "length of s ..9", "b -5..", "x 0.5..1e-7"] {
            assert_eq!(written_condition(&read_condition(text).unwrap()), text);
        }
        assert_eq!(read_condition("b"), None);
        assert_eq!(read_condition("b 9"), None);
    }
}
