//! Templates: the layout of exported files, apart from what their language requires.

use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, UndefinedBehavior};

use super::ExportError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The name of its file, for messages.
    pub name: String,
    pub text: String,
}

impl Template {
    /// Renders the template. An undefined name is an error, so that nothing is silently left out.
    pub(crate) fn render(&self, given: Value) -> Result<String, ExportError> {
        let mut environment = Environment::new();
        // Lines that contain only tags leave no trace, so a template reads like the file that it produces.
        let mut syntax = minijinja::syntax::SyntaxConfig::builder();
        syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
        environment.set_syntax(syntax.build().expect("the usual delimiters are valid"));
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| AutoEscape::None);
        environment.set_debug(true);
        environment.add_filter("aligned", aligned);
        environment.render_named_str(&self.name, &self.text, given).map_err(|error| self.fault(&error))
    }

    /// The fault of the template, on one line.
    fn fault(&self, error: &Error) -> ExportError {
        let reason = error.detail().map_or_else(|| error.kind().to_string(), String::from);
        let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        ExportError(format!("{}, line {}: {reason}", self.name, error.line().unwrap_or(1)))
    }
}

/// A filter that formats rows as a table, `| a | b |`, with cells of equal width.
fn aligned(rows: Value) -> Result<Vec<String>, Error> {
    let cells = |row: Value| -> Result<Vec<String>, Error> {
        Ok(row.try_iter()?.map(|cell| cell.to_string()).collect())
    };
    let rows: Vec<Vec<String>> = rows.try_iter()?.map(cells).collect::<Result<_, Error>>()?;
    let cell_width =
        |row: &Vec<String>, column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
    let width = |column: usize| rows.iter().map(|row| cell_width(row, column)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0)).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!(" {cell:width$} |"));
        format!("|{}", cells.collect::<String>())
    };
    Ok(rows.iter().map(line).collect())
}
