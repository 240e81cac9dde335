//! The CSV of `call --inputs`: rows of inputs are read, and the same rows are written with their outcomes.

use std::io::{self, Read, Write};

use autobva_codec::text;
use autobva_core::{Argument, Input, Outcome, Signature, UnknownName, ValueError};
use csv::StringRecord;

use crate::fault::FileFault;
use crate::rows::Rows;

/// The columns that an [`OutcomeWriter`] adds; in a file of inputs they are ignored.
const OUTCOME_COLUMNS: [&str; 3] = ["validity", "type", "output"];

#[derive(Debug, Clone, PartialEq)]
pub struct Inputs {
    /// The rows, in order.
    pub rows: Vec<InputRow>,
    /// The names of the argument and type columns, in the order of the file.
    header: StringRecord,
}

#[derive(Debug, Clone, PartialEq)]
pub struct InputRow {
    /// The line that the row starts on.
    pub line: u64,
    pub input: Input,
    /// The argument and type fields as they were given.
    given: StringRecord,
}

fn expected(signature: &Signature) -> String {
    let names: Vec<&str> = signature.arguments().iter().map(|argument| argument.name()).collect();
    let places: Vec<String> = (1..=names.len()).map(|i| format!("a{i}")).collect();
    format!("the header names the arguments: {} or {}", names.join(","), places.join(","))
}

/// Reads a file of inputs. The header names the arguments in any order, or is `a1,a2,…`; `t1,t2,…` may give their
/// run-time types.
pub fn read_inputs(source: impl Read, signature: &Signature) -> Result<Inputs, FileFault> {
    let mut table = Rows::open(source)?;
    let columns = InputColumns::find(table.header(), signature)?;
    let header = columns.kept.iter().map(|&place| table.header()[place].as_str()).collect();
    let mut rows = Vec::new();
    while let Some((line, row)) = table.next()? {
        let input = columns.read(row, signature).map_err(|error| FileFault::at(line, error))?;
        rows.push(InputRow { line, input, given: columns.kept.iter().map(|&place| &row[place]).collect() });
    }
    Ok(Inputs { rows, header })
}

/// The positions of values and types.
struct InputColumns {
    values: Vec<usize>,
    types: Vec<Option<usize>>,
    /// The columns that are written again.
    kept: Vec<usize>,
}

impl InputColumns {
    fn find(header: &[String], signature: &Signature) -> Result<Self, FileFault> {
        let mut values = vec![None; signature.len()];
        let mut types = vec![None; signature.len()];
        let mut kept = Vec::new();
        for (place, name) in header.iter().enumerate() {
            let Some(column) = column_of(name, signature, &values)? else { continue };
            let slot = match column {
                Column::Value(i) => &mut values[i],
                Column::Type(i) => &mut types[i],
            };
            if slot.replace(place).is_some() {
                let message = "says the same as another; remove one of the two";
                return Err(FileFault::at(1, format!("column '{name}' {message}")));
            }
            kept.push(place);
        }
        let missing = |argument: &Argument| {
            let expected = expected(signature);
            FileFault::at(1, format!("no column for argument '{}'; {expected}", argument.name()))
        };
        let pairs = signature.arguments().iter().zip(values);
        let values = pairs.map(|(argument, place)| place.ok_or_else(|| missing(argument)));
        Ok(InputColumns { values: values.collect::<Result<_, _>>()?, types, kept })
    }

    fn read(&self, row: &StringRecord, signature: &Signature) -> Result<Input, ValueError> {
        let places = self.values.iter().zip(&self.types);
        let arguments = signature.arguments().iter().zip(places);
        let read = arguments.map(|(argument, (&value, ty))| {
            let runtime = ty.map(|place| row[place].trim()).filter(|name| !name.is_empty());
            text::read_given(argument, &row[value], runtime)
        });
        read.collect()
    }
}

enum Column {
    Value(usize),
    Type(usize),
}

/// The meaning of a column; `None` for the outcome columns. The first column called `output` is the argument of that
/// name, if there is one, so that a written file can be read again.
fn column_of(
    name: &str,
    signature: &Signature,
    taken: &[Option<usize>],
) -> Result<Option<Column>, FileFault> {
    let by_name = signature.arguments().iter().position(|argument| argument.name() == name);
    let is_outcome = OUTCOME_COLUMNS.contains(&name);
    if let Some(i) = by_name.filter(|&i| taken[i].is_none() || !is_outcome) {
        return Ok(Some(Column::Value(i)));
    }
    if is_outcome {
        return Ok(None);
    }
    let by_place = numbered(name, "a", signature.len()).map(Column::Value);
    let column = by_place.or_else(|| numbered(name, "t", signature.len()).map(Column::Type));
    column.map(Some).ok_or_else(|| FileFault::at(1, UnknownName::new("column", name, known(signature))))
}

/// The index for a name such as `a1` or `t1`.
fn numbered(name: &str, letter: &str, count: usize) -> Option<usize> {
    let number: usize = name.strip_prefix(letter)?.parse().ok()?;
    (1..=count).contains(&number).then(|| number - 1)
}

fn known(signature: &Signature) -> Vec<String> {
    let names = signature.arguments().iter().map(|argument| argument.name().to_string());
    let types = (1..=signature.len()).map(|i| format!("t{i}"));
    names.chain(types).chain(OUTCOME_COLUMNS.map(str::to_string)).collect()
}

/// Writes rows of inputs followed by `validity,type,output`.
#[must_use = "call `finish` so that the last rows are written"]
pub struct OutcomeWriter<W: Write> {
    csv: csv::Writer<W>,
}

impl<W: Write> OutcomeWriter<W> {
    pub fn new(inputs: &Inputs, out: W) -> io::Result<Self> {
        let mut writer = OutcomeWriter { csv: csv::Writer::from_writer(out) };
        writer.row(&inputs.header, OUTCOME_COLUMNS)?;
        Ok(writer)
    }

    pub fn write(&mut self, row: &InputRow, outcome: &Outcome) -> io::Result<()> {
        self.row(&row.given, [outcome.validity().name(), outcome.type_name(), outcome.text()])
    }

    /// Writes what is still buffered.
    pub fn finish(mut self) -> io::Result<()> {
        self.csv.flush()
    }

    fn row(&mut self, given: &StringRecord, added: [&str; 3]) -> io::Result<()> {
        Ok(self.csv.write_record(given.iter().chain(added))?)
    }
}
