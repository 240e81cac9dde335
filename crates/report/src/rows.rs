//! Strict CSV: rows with the lines on which they start. The `csv` crate tolerates broken quoting and miscounts lines
//! after `\r\n`, so a small RFC 4180 scanner watches the bytes that it reads.

use std::collections::VecDeque;
use std::io::{self, Read};

use csv::StringRecord;

use crate::fault::FileFault;

const UNCLOSED: &str = "the quote opened here is never closed; close the field with \"";
const STRAY: &str =
    "a quote inside a field without quotes; put quotes around the field and double those inside";
const TRAILING: &str =
    "text after a closing quote; double the quotes inside the field, or end it with a comma";

fn fields(count: usize) -> String {
    if count == 1 { "1 field".into() } else { format!("{count} fields") }
}

/// The rows of a CSV table under its header.
pub(crate) struct Rows<R> {
    csv: csv::Reader<Watched<R>>,
    header: Vec<String>,
    row: StringRecord,
}

impl<R: Read> Rows<R> {
    pub(crate) fn open(source: R) -> Result<Self, FileFault> {
        let watched = Watched { source, scanner: Scanner::default() };
        let csv = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(watched);
        let mut rows = Rows { csv, header: Vec::new(), row: StringRecord::new() };
        let empty = || FileFault::empty("the file is empty; its first line must name the columns");
        rows.advance()?.ok_or_else(empty)?;
        rows.header = rows.row.iter().map(|name| name.trim().to_string()).collect();
        Ok(rows)
    }

    pub(crate) fn header(&self) -> &[String] {
        &self.header
    }

    /// The next row, with as many fields as the header, and the line it starts on.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, &StringRecord)>, FileFault> {
        let Some(line) = self.advance()? else { return Ok(None) };
        let (found, expected) = (self.row.len(), self.header.len());
        if found != expected {
            let remedy = match found < expected {
                true => "add what is missing",
                false => "put quotes around a field that contains a comma",
            };
            let found = fields(found);
            return Err(FileFault::at(line, format!("{found}, but the header has {expected}; {remedy}")));
        }
        Ok(Some((line, &self.row)))
    }

    fn advance(&mut self) -> Result<Option<u64>, FileFault> {
        let outcome = self.csv.read_record(&mut self.row);
        let line = self.csv.get_mut().scanner.starts.pop_front().unwrap_or(1);
        match outcome {
            Ok(found) => Ok(found.then_some(line)),
            Err(error) => Err(self.explain(error, line)),
        }
    }

    fn explain(&self, error: csv::Error, line: u64) -> FileFault {
        if let Some((line, fault)) = self.csv.get_ref().scanner.fault {
            return FileFault::foreign(line, fault);
        }
        match error.kind() {
            csv::ErrorKind::Utf8 { .. } => {
                FileFault::foreign(line, "the text is not UTF-8; save the file as UTF-8")
            }
            _ => FileFault::unread(&error.into()),
        }
    }
}

/// A reader whose bytes are scanned as they pass.
struct Watched<R> {
    source: R,
    scanner: Scanner,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        buffer[..count].iter().for_each(|&byte| self.scanner.step(byte));
        if count == 0 && !buffer.is_empty() {
            self.scanner.end();
        }
        match self.scanner.fault {
            Some((_, fault)) => Err(io::Error::new(io::ErrorKind::InvalidData, fault)),
            None => Ok(count),
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum QuoteState {
    RowStart,
    FieldStart,
    Bare,
    Quoted,
    QuoteInQuoted,
}

/// Follows the quoting and notes the line on which each row starts.
struct Scanner {
    state: QuoteState,
    offset: usize,
    line: u64,
    quote_line: u64,
    /// The first lines of rows that the `csv` reader has not consumed yet; blank lines are not rows.
    starts: VecDeque<u64>,
    fault: Option<(u64, &'static str)>,
}

impl Default for Scanner {
    fn default() -> Self {
        Scanner {
            state: QuoteState::RowStart,
            offset: 0,
            line: 1,
            quote_line: 1,
            starts: VecDeque::new(),
            fault: None,
        }
    }
}

impl Scanner {
    fn step(&mut self, byte: u8) {
        let is_mark = "\u{feff}".as_bytes().get(self.offset) == Some(&byte);
        self.offset += 1;
        if is_mark && self.state == QuoteState::RowStart {
            return;
        }
        if self.state == QuoteState::RowStart && !matches!(byte, b'\r' | b'\n') {
            self.starts.push_back(self.line);
            self.state = QuoteState::FieldStart;
        }
        self.state = self.after(byte);
        self.line += u64::from(byte == b'\n');
    }

    fn after(&mut self, byte: u8) -> QuoteState {
        match (self.state, byte) {
            (QuoteState::Quoted, b'"') => QuoteState::QuoteInQuoted,
            (QuoteState::Quoted, _) => QuoteState::Quoted,
            (QuoteState::QuoteInQuoted, b'"') => QuoteState::Quoted,
            (_, b'\r' | b'\n') => QuoteState::RowStart,
            (_, b',') => QuoteState::FieldStart,
            (QuoteState::FieldStart, b'"') => {
                self.quote_line = self.line;
                QuoteState::Quoted
            }
            (QuoteState::Bare, b'"') => self.fail(self.line, STRAY),
            (QuoteState::QuoteInQuoted, _) => self.fail(self.line, TRAILING),
            _ => QuoteState::Bare,
        }
    }

    fn fail(&mut self, line: u64, fault: &'static str) -> QuoteState {
        self.fault.get_or_insert((line, fault));
        QuoteState::Bare
    }

    fn end(&mut self) {
        if self.state == QuoteState::Quoted {
            self.fail(self.quote_line, UNCLOSED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &[u8]) -> Result<Vec<(u64, Vec<String>)>, String> {
        let mut rows = Rows::open(text).map_err(|e| e.to_string())?;
        let mut all = Vec::new();
        while let Some((line, row)) = rows.next().map_err(|e| e.to_string())? {
            all.push((line, row.iter().map(str::to_string).collect()));
        }
        Ok(all)
    }

    fn lines(text: &str) -> Vec<u64> {
        rows(text.as_bytes()).unwrap().into_iter().map(|(line, _)| line).collect()
    }

    #[test]
    fn lines_are_those_of_an_editor() {
        assert_eq!(lines("a,b\n1,2\n3,4"), [2, 3]);
        assert_eq!(lines("a,b\r\n1,2\r\n\r\n3,4\r\n"), [2, 4]);
        assert_eq!(lines("\u{feff}\"a\",b\n\n\n\"x\ny\",2\n3,4\n"), [4, 6]);
    }

    #[test]
    fn faults_name_line_and_remedy() {
        let fault = |text: &str| rows(text.as_bytes()).unwrap_err();
        assert!(fault("a,b\n1,2\n\"x,3\n4,5\n").starts_with("line 3: the quote opened here is never closed"));
        assert!(fault("a,b\n1,x\"y\n").starts_with("line 2: a quote inside a field without quotes"));
        assert!(fault("a,b\n\"x\"y,2\n").starts_with("line 2: text after a closing quote"));
        assert_eq!(fault("a,b\n1\n"), "line 2: 1 field, but the header has 2; add what is missing");
        assert!(fault("a,b\n1,2,3\n").contains("put quotes around a field that contains a comma"));
        assert!(fault("").starts_with("the file is empty"));
        assert!(rows(b"a,b\n1,2\n\xff,3\n").unwrap_err().starts_with("line 3: the text is not UTF-8"));
    }
}
