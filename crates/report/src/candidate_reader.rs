//! Reading the candidate CSV, in its present form and in the older one.

use std::io::Read;

use autobva_codec::{structured, text};
use autobva_core::{
    Argument, Candidate, FloatType, Input, Integer, Observation, Outcome, Schema, Signature, Validity, Value,
};
use csv::StringRecord;

use crate::candidate_columns::{CandidateColumns, SideColumns};
use crate::fault::FileFault;
use crate::rows::Rows;

/// The content of a candidate CSV.
#[derive(Debug, Clone, PartialEq)]
pub struct CandidateFile {
    /// The arguments, named by the header; their types are inferred from the values.
    pub signature: Signature,
    /// The candidates, in the order of the rows, each with the lesser input on the left.
    pub candidates: Vec<Candidate>,
}

/// What a candidate CSV looks like.
pub(crate) const FORM: &str = "a candidate CSV has the arguments, output, outputtype, datatype, metric, \
    then the arguments, output, outputtype and datatype with n_ in front, and count";

/// Whether a line is the header of a candidate CSV.
pub fn names_candidates(line: &str) -> bool {
    let names = line.trim_start_matches('\u{feff}').split(',');
    let header: Vec<String> = names.map(|name| name.trim().trim_matches('"').to_string()).collect();
    CandidateColumns::find(&header).is_ok()
}

/// Reads a candidate CSV. Unknown columns are ignored. An argument is an `int` if all its values are whole numbers or
/// Booleans, otherwise an `f64` if all are numbers, otherwise a type derived from JSON if all are JSON, otherwise a `str`.
pub fn read_candidate_csv(source: impl Read) -> Result<CandidateFile, FileFault> {
    let mut rows = Rows::open(source)?;
    let columns = CandidateColumns::find(rows.header())?;
    let mut kinds = vec![Kind::Whole; columns.names.len()];
    let mut candidates = Vec::new();
    while let Some((line, row)) = rows.next()? {
        let candidate = read_row(line, row, &columns)?;
        note_kinds(&mut kinds, &candidate);
        candidates.push(candidate);
    }
    let schema = |(at, kind): (usize, Kind)| match kind {
        Kind::Text => schema_of_json(at, &candidates).unwrap_or_else(|| kind.schema()),
        Kind::Whole | Kind::Number => kind.schema(),
    };
    let schemas = kinds.into_iter().enumerate().map(schema);
    let arguments = columns.names.into_iter().zip(schemas);
    let signature = Signature::new(arguments.map(|(name, schema)| Argument::new(name, schema)))
        .map_err(|error| FileFault::at(1, error))?;
    candidates.iter_mut().for_each(|candidate| finish(candidate, &signature));
    Ok(CandidateFile { signature, candidates })
}

/// Reads a row with all arguments as text; their types are known only after the last row.
fn read_row(line: u64, row: &StringRecord, columns: &CandidateColumns) -> Result<Candidate, FileFault> {
    let (metric, count) = (row[columns.metric].trim(), row[columns.count].trim());
    let fault = |message: String| FileFault::at(line, message);
    Ok(Candidate {
        left: read_side(line, row, &columns.left)?,
        right: read_side(line, row, &columns.right)?,
        score: metric.parse().map_err(|_| {
            fault(format!("the metric '{metric}' is not a number; write one such as 1.5, NaN or Inf"))
        })?,
        count: count.parse().map_err(|_| {
            let remedy = "write how often the pair was found";
            fault(format!("the count '{count}' is not a whole number from 0; {remedy}"))
        })?,
    })
}

fn read_side(line: u64, row: &StringRecord, side: &SideColumns) -> Result<Observation, FileFault> {
    let data_type = row[side.data_type].to_string();
    let validity = match side.validity {
        Some(place) => read_validity(line, &row[place])?,
        None if data_type.ends_with("Error") => Validity::Error,
        None => Validity::Valid,
    };
    let text = &row[side.output];
    let outcome = match validity {
        Validity::Valid => Outcome::valid(data_type, text),
        Validity::Error => Outcome::error(data_type, text),
    };
    let input: Input = side.arguments.iter().map(|&place| Value::Text(row[place].into())).collect();
    Ok(Observation { input, outcome })
}

fn read_validity(line: u64, text: &str) -> Result<Validity, FileFault> {
    match text.trim() {
        "Valid" | "valid" => Ok(Validity::Valid),
        "Error" | "error" => Ok(Validity::Error),
        _ => {
            let message = format!("'{text}' is no validity; write Valid or Error in the output type columns");
            Err(FileFault::at(line, message))
        }
    }
}

/// How the texts of a column can be read; each kind includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Whole,
    Number,
    Text,
}

impl Kind {
    /// The kind of a text. A number with an unusual spelling such as `007` or `1_000` is text, so that nothing is lost.
    fn of(text: &str) -> Kind {
        if matches!(text, "true" | "false") {
            return Kind::Whole;
        }
        match text.parse::<Integer>() {
            Ok(number) if number.to_string() == text.trim_start_matches('+') => Kind::Whole,
            Err(_) if text.parse::<f64>().is_ok() => Kind::Number,
            _ => Kind::Text,
        }
    }

    fn schema(self) -> Schema {
        match self {
            Kind::Whole => Schema::any_int(),
            Kind::Number => Schema::float(FloatType::Float64),
            Kind::Text => Schema::text(),
        }
    }
}

/// A column with more than 16 different shapes of JSON is read as text.
const MOST_SHAPES: usize = 16;

/// The common schema of a column's texts as JSON, if all of them are JSON.
fn schema_of_json(at: usize, candidates: &[Candidate]) -> Option<Schema> {
    let mut shapes: Vec<String> = Vec::new();
    for side in candidates.iter().flat_map(|candidate| [&candidate.left, &candidate.right]) {
        let tree = serde_json::from_str(side.input[at].as_text()?).ok()?;
        let shape = structured::schema_of(&tree);
        if !shapes.contains(&shape) {
            shapes.push(shape);
        }
        if shapes.len() > MOST_SHAPES {
            return None;
        }
    }
    shapes.join(" | ").parse().ok()
}

fn note_kinds(kinds: &mut [Kind], candidate: &Candidate) {
    for side in [&candidate.left, &candidate.right] {
        for (kind, value) in kinds.iter_mut().zip(side.input.iter()) {
            if let (Some(text), true) = (value.as_text(), *kind < Kind::Text) {
                *kind = Kind::of(text).max(*kind);
            }
        }
    }
}

/// Gives values their types, and puts the sides in order.
fn finish(candidate: &mut Candidate, signature: &Signature) {
    for side in [&mut candidate.left, &mut candidate.right] {
        for (argument, value) in signature.arguments().iter().zip(side.input.iter_mut()) {
            if let Some(text) = value.as_text()
                && let Ok(typed) = text::read(argument, text, None)
            {
                *value = typed;
            }
        }
    }
    if candidate.left.input.cmp_reading(&candidate.right.input).is_gt() {
        std::mem::swap(&mut candidate.left, &mut candidate.right);
    }
}
