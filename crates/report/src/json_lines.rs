//! The line breaks of our JSON: readable and diffable, without the bulk of full indentation.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// Starts a line for each part of the document and for each record of a list in it, so that files can be compared line
/// by line.
#[derive(Default)]
pub(crate) struct LinePerRecord {
    depth: usize,
    has_value: bool,
}

impl LinePerRecord {
    fn open<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_value = false;
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + Write>(&mut self, writer: &mut W, line: &str, bracket: &[u8]) -> io::Result<()> {
        self.depth -= 1;
        let on_line = self.has_value && !line.is_empty();
        self.has_value = true;
        writer.write_all(if on_line { line.as_bytes() } else { b"" })?;
        writer.write_all(bracket)
    }

    fn separate<W: ?Sized + Write>(writer: &mut W, first: bool, line: Option<&str>) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b"," })?;
        let rest = line.unwrap_or(if first { "" } else { " " });
        writer.write_all(rest.as_bytes())
    }
}

impl Formatter for LinePerRecord {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let line = if self.depth == 1 { "\n" } else { "" };
        self.close(writer, line, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        Self::separate(writer, first, (self.depth == 1).then_some("\n  "))
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.has_value = true;
        writer.write_all(b": ")
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let line = if self.depth == 2 { "\n  " } else { "" };
        self.close(writer, line, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.has_value = true;
        Self::separate(writer, first, (self.depth == 2).then_some("\n    "))
    }
}
