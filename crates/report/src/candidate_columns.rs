//! The positions of the fields in a candidate CSV, in its present form or in the older one.

use crate::candidate_reader::FORM;
use crate::fault::FileFault;

pub(crate) struct SideColumns {
    pub(crate) arguments: Vec<usize>,
    pub(crate) output: usize,
    /// Absent in the older form.
    pub(crate) validity: Option<usize>,
    pub(crate) data_type: usize,
}

/// All columns that are read; others are ignored.
pub(crate) struct CandidateColumns {
    pub(crate) names: Vec<String>,
    pub(crate) left: SideColumns,
    pub(crate) right: SideColumns,
    pub(crate) metric: usize,
    pub(crate) count: usize,
}

/// Columns that a summary adds; some files have them in front.
const SUMMARY_COLUMNS: [&str; 2] = ["clustering", "cluster"];

impl CandidateColumns {
    /// Finds the columns in a header. All columns before `output` are arguments.
    pub(crate) fn find(header: &[String]) -> Result<Self, FileFault> {
        let header = Header(header);
        let is_older = header.place("outputtype").is_none() && header.place("datatype").is_none();
        let mut left = header.side("", is_older)?;
        let mut right = header.side("n_", is_older)?;
        let (metric, count) = (header.require("metric")?, header.require("count")?);
        let fixed = [&left, &right].iter().flat_map(|side| side.fixed()).chain([metric, count]).collect();
        left.arguments = header.arguments(left.output);
        let names: Vec<String> = left.arguments.iter().map(|&place| header.0[place].clone()).collect();
        right.arguments = header.partners(&names, fixed, left.output)?;
        header.check_no_orphan(&names, &right, left.output)?;
        if names.is_empty() {
            return Err(FileFault::foreign(
                1,
                format!("no column stands before 'output', so there are no arguments; {FORM}"),
            ));
        }
        Ok(CandidateColumns { names, left, right, metric, count })
    }
}

impl SideColumns {
    fn fixed(&self) -> impl Iterator<Item = usize> {
        [self.output, self.data_type].into_iter().chain(self.validity)
    }
}

fn missing(column: &str) -> FileFault {
    FileFault::foreign(1, format!("column '{column}' is missing; {FORM}"))
}

struct Header<'a>(&'a [String]);

impl Header<'_> {
    /// The last column with this name: an argument may also be called `output` or `count`, but comes earlier.
    fn place(&self, name: &str) -> Option<usize> {
        self.0.iter().rposition(|column| column == name)
    }

    fn require(&self, name: &str) -> Result<usize, FileFault> {
        self.place(name).ok_or_else(|| missing(name))
    }

    fn side(&self, prefix: &str, is_older: bool) -> Result<SideColumns, FileFault> {
        let find = |name: &str| self.require(&format!("{prefix}{name}"));
        let output = find("output")?;
        let (validity, data_type) = match is_older {
            true if self.place("type").is_none() && self.place("n_type").is_none() => {
                (Some(find("outputtype")?), find("datatype")?)
            }
            true => (None, find("type")?),
            false => (Some(find("outputtype")?), find("datatype")?),
        };
        Ok(SideColumns { arguments: Vec::new(), output, validity, data_type })
    }

    fn arguments(&self, output: usize) -> Vec<usize> {
        (0..output).filter(|&place| !SUMMARY_COLUMNS.contains(&self.0[place].as_str())).collect()
    }

    /// For each argument the column with its name and the prefix `n_`.
    fn partners(
        &self,
        names: &[String],
        mut taken: Vec<usize>,
        output: usize,
    ) -> Result<Vec<usize>, FileFault> {
        let mut partners = Vec::new();
        for name in names {
            let wanted = format!("n_{name}");
            let place =
                (output..self.0.len()).find(|place| self.0[*place] == wanted && !taken.contains(place));
            let place = place.ok_or_else(|| missing(&wanted))?;
            taken.push(place);
            partners.push(place);
        }
        Ok(partners)
    }

    /// Rejects a column such as `n_day` without `day`, because ignoring it would silently drop an argument.
    fn check_no_orphan(&self, names: &[String], right: &SideColumns, output: usize) -> Result<(), FileFault> {
        let between = self.0.iter().take(right.output).skip(output);
        let mut orphans = between.filter_map(|column| column.strip_prefix("n_"));
        match orphans.find(|name| !names.iter().any(|known| known == name)) {
            Some(name) => Err(missing(name)),
            None => Ok(()),
        }
    }
}
