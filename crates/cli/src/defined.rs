//! Finds definitions in a Python file.

/// The line in which a function, class or method is defined; the first line if it cannot be found.
pub(crate) fn defined_in(code: &str, path: &str) -> usize {
    let defines = |line: &str, name: &str| {
        let line = line.trim_start();
        let rest = ["async def ", "def ", "class "].iter().find_map(|word| line.strip_prefix(word));
        let rest = rest.and_then(|rest| rest.trim_start().strip_prefix(name));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let mut found = 0;
    for name in path.split('.') {
        // A method comes after its class.
        match code.lines().skip(found).position(|line| defines(line, name)) {
            Some(more) => found += more + 1,
            None => break,
        }
    }
    found.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_found() {
        let code =
            "def ab(): ...\ndef a(): ...\nclass C:\n    def b(self): ...\n    async def a (self): ...\n";
        let lines = ["ab", "a", "C", "C.a", "C.b", "missing", "C.missing"].map(|name| defined_in(code, name));
        assert_eq!(lines, [1, 2, 3, 5, 4, 1, 3]);
    }
}
