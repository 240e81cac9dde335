//! A call in Rust as rustfmt lays it out, with names for what is long.

use unicode_width::UnicodeWidthStr;

use super::layout::{Code, Layout};

/// How wide the arguments of a call, or a call and what is called on its result, may be on one line, as rustfmt has it.
pub(crate) const NARROW: usize = 60;
/// Literals that are longer get a name, so that the call stays readable.
const LONGEST_ARGUMENT: usize = 40;
/// Arguments that are all this short need no line of their own.
const SHORT: usize = 10;
/// Lines as rustfmt breaks them.
pub(crate) const RUSTFMT: Layout = Layout { width: 100, step: 4 };
/// Lines that are broken wherever they can be.
const BROKEN: Layout = Layout { width: 0, ..RUSTFMT };

/// A call, and the lines before it that give names to long literals.
pub(crate) struct Call {
    function: String,
    arguments: Vec<String>,
    /// Those lines.
    pub prelude: String,
}

impl Call {
    /// A call with these literals, each with what is called on it.
    pub(crate) fn new(
        function: &str,
        names: &[String],
        values: impl Iterator<Item = (String, &'static str)>,
    ) -> Call {
        let mut prelude = String::new();
        let argument = |((literal, after), name): ((String, &str), &String)| {
            if literal.width() <= LONGEST_ARGUMENT {
                return literal + after;
            }
            prelude.push_str(&named(name, &literal));
            format!("{name}{after}")
        };
        let arguments = values.zip(names).map(argument).collect();
        Call { function: function.to_string(), arguments, prelude }
    }

    /// The result and what is called on it; it gets a name where the call is long.
    pub(crate) fn seen(&mut self, after: &str) -> String {
        let chain = self.code().flat() + after;
        if chain.width() <= NARROW {
            return chain;
        }
        let line = self.line("let seen = ");
        self.prelude.push_str(&line);
        format!("seen{after}")
    }

    fn code(&self) -> Code {
        Code::list(format!("{}(", self.function), &self.arguments, ")")
    }

    /// The call on lines of its own.
    pub(crate) fn line(&self, before: &str) -> String {
        let (flat, is_narrow) = (self.code().flat(), self.arguments.join(", ").width() <= NARROW);
        let fits = |indent: usize, before: &str| RUSTFMT.fits(indent, &format!("{before}{flat};"));
        match is_narrow {
            true if fits(4, before) => format!("    {before}{flat};\n"),
            true if !before.is_empty() && fits(8, "") => {
                format!("    {}\n        {flat};\n", before.trim_end())
            }
            _ => {
                let code = Code::list(format!("{}(", self.function), &self.packed(), ")");
                BROKEN.line(4, before, &code, ";\n")
            }
        }
    }

    /// The arguments, as many on a line as there is room for, if all of them are as short and plain as rustfmt wants
    /// them for that.
    fn packed(&self) -> Vec<String> {
        let is_plain = |argument: &String| argument.width() <= SHORT && !argument.contains(['(', ':']);
        if !self.arguments.iter().all(is_plain) {
            return self.arguments.clone();
        }
        let mut lines: Vec<String> = Vec::new();
        for argument in &self.arguments {
            match lines.last_mut().filter(|line| RUSTFMT.fits(8, &format!("{line}, {argument},"))) {
                Some(line) => line.extend([", ", argument]),
                None => lines.push(argument.clone()),
            }
        }
        lines
    }
}

/// A literal gets a name.
pub(crate) fn named(name: &str, literal: &str) -> String {
    let line = format!("let {name} = {literal};");
    match !RUSTFMT.fits(4, &line) && RUSTFMT.fits(8, &format!("{literal};")) {
        true => format!("    let {name} =\n        {literal};\n"),
        false => format!("    {line}\n"),
    }
}

/// A text with values in it gets a name.
pub(crate) fn composed(name: &str, template: &str) -> String {
    let composed = format!("format!({template});");
    if RUSTFMT.fits(4, &format!("let {name} = {composed}")) {
        return format!("    let {name} = {composed}\n");
    }
    match RUSTFMT.fits(8, &composed) {
        true => format!("    let {name} =\n        {composed}\n"),
        false => format!("    let {name} = format!(\n        {template}\n    );\n"),
    }
}
