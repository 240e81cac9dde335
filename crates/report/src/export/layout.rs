//! Code as formatters lay it out: on one line where there is room, else one item per line.

use unicode_width::UnicodeWidthStr;

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Code {
    /// What is never broken: a name, a literal.
    Atom(String),
    /// Items between brackets.
    Group {
        /// What stands before the items, with the opening bracket: `call(`.
        open: String,
        /// The items.
        items: Vec<Code>,
        /// The closing bracket and what stands behind it.
        close: String,
    },
}

impl Code {
    /// What is never broken.
    pub(crate) fn atom(text: impl Into<String>) -> Code {
        Code::Atom(text.into())
    }

    /// Items between brackets.
    pub(crate) fn group(open: impl Into<String>, items: Vec<Code>, close: &str) -> Code {
        Code::Group { open: open.into(), items, close: close.to_string() }
    }

    /// Names or literals between brackets.
    pub(crate) fn list(open: impl Into<String>, items: &[String], close: &str) -> Code {
        Code::group(open, items.iter().map(Code::atom).collect(), close)
    }

    /// The same with a text before it that is never parted from it.
    pub(crate) fn after(self, before: &str) -> Code {
        match self {
            Code::Atom(text) => Code::Atom(format!("{before}{text}")),
            Code::Group { open, items, close } => {
                Code::Group { open: format!("{before}{open}"), items, close }
            }
        }
    }

    /// All of it on one line.
    pub(crate) fn flat(&self) -> String {
        match self {
            Code::Atom(text) => text.clone(),
            Code::Group { open, items, close } => {
                let items: Vec<String> = items.iter().map(Code::flat).collect();
                format!("{open}{}{close}", items.join(", "))
            }
        }
    }
}

/// How a formatter lays out code.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout {
    /// The longest line.
    pub width: usize,
    /// How far items are indented.
    pub step: usize,
}

impl Layout {
    /// Whether a line has room; its line end needs none.
    pub(crate) fn fits(&self, indent: usize, line: &str) -> bool {
        indent + line.trim_end_matches('\n').width() <= self.width
    }

    /// Code between two texts, with its indentation. Items below each other end with a comma.
    pub(crate) fn line(&self, indent: usize, before: &str, code: &Code, after: &str) -> String {
        let margin = " ".repeat(indent);
        let line = format!("{before}{}{after}", code.flat());
        match code {
            Code::Group { open, items, close } if !items.is_empty() && !self.fits(indent, &line) => {
                let items = items.iter().map(|item| self.line(indent + self.step, "", item, ",") + "\n");
                let items: String = items.collect();
                let (open, close) = (open.trim_end(), close.trim_start());
                format!("{margin}{before}{open}\n{items}{margin}{close}{after}")
            }
            _ => margin + &line,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_room_is_broken_and_only_that() {
        let layout = Layout { width: 22, step: 2 };
        let inner = |text: &str| Code::group("g(", vec![Code::atom(text), Code::atom("b")], ")");
        let outer = |text: &str| Code::group("f(", vec![inner(text), Code::atom("c")], ")");
        assert_eq!(layout.line(1, "x = ", &outer("aaaa"), ";"), " x = f(g(aaaa, b), c);");
        assert_eq!(layout.line(1, "x = ", &outer("aaaaa"), ";"), " x = f(\n   g(aaaaa, b),\n   c,\n );");
        let broken = " x = f(\n   g(\n     aaaaaaaaaaaaa,\n     b,\n   ),\n   c,\n );";
        assert_eq!(layout.line(1, "x = ", &outer("aaaaaaaaaaaaa"), ";"), broken);
        let empty = Code::group("f(", vec![], ")");
        assert_eq!(layout.line(0, "", &empty, "  # quite a long comment\n"), "f()  # quite a long comment\n");
    }

    #[test]
    fn wide_characters_count_twice() {
        let layout = Layout { width: 8, step: 4 };
        assert_eq!(layout.line(0, "", &Code::list("f(", &["漢字".into()], ")"), ""), "f(漢字)");
        assert_eq!(layout.line(0, "", &Code::list("f(", &["漢字a!".into()], ")"), ""), "f(\n    漢字a!,\n)");
    }
}
