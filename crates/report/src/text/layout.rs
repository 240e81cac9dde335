//! The widths of a table's columns, or a layout without columns if the terminal is too narrow.

use autobva_core::{Argument, Candidate, Signature};

use super::figures::score;
use super::shown::{escaped, shown_outcome, shown_value, width};

/// The space between two columns.
pub(crate) const SPACE: usize = 2;
/// The mark of an error, with the space after it.
pub(crate) const MARK_WIDTH: usize = 2;
/// A column of values that is narrower than 9 says too little.
const LEAST_VALUE: usize = 9;
/// A column of outputs that is narrower than 20 says too little.
const LEAST_OUTPUT: usize = 20;

/// The widths of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) number: usize,
    pub(crate) body: Body,
}

/// The part after the number of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    /// A line per side.
    Columns { score: usize, arguments: Vec<usize>, output: usize },
    /// A line per argument, with its name in front.
    Stacked,
}

impl Layout {
    /// The layout for a table of these candidates, given by their indices.
    pub(crate) fn new(signature: &Signature, all: &[Candidate], shown: &[usize], room: usize) -> Layout {
        let wanted = Wanted::measure(signature, all, shown);
        let number = wanted.number;
        let left = room - number - SPACE;
        let body = wanted.columns(left).unwrap_or(Body::Stacked);
        Layout { number, body }
    }
}

fn name_width(argument: &Argument) -> usize {
    width(&escaped(argument.name()))
}

/// The widths at which nothing would be shortened.
struct Wanted {
    number: usize,
    score: usize,
    /// The widths of the arguments, then that of the output.
    values: Vec<usize>,
}

impl Wanted {
    fn measure(signature: &Signature, all: &[Candidate], shown: &[usize]) -> Wanted {
        let last = shown.iter().max().map_or(1, |index| index + 1);
        let headings = signature.arguments().iter().map(name_width).chain([width("output")]);
        let mut wanted = Wanted {
            number: width(&last.to_string()).max(3),
            score: width("score"),
            values: headings.collect(),
        };
        shown.iter().for_each(|&index| wanted.include(&all[index]));
        wanted
    }

    fn include(&mut self, candidate: &Candidate) {
        self.score = self.score.max(width(&score(candidate.score)));
        for side in [&candidate.left, &candidate.right] {
            let inputs = side.input.iter().map(|value| width(&shown_value(value)));
            let mark = if side.outcome.is_valid() { 0 } else { MARK_WIDTH };
            let output = width(&shown_outcome(&side.outcome)) + mark;
            for (widest, this) in self.values.iter_mut().zip(inputs.chain([output])) {
                *widest = this.max(*widest);
            }
        }
    }

    /// Columns that fit the room, unless they would be too narrow to read.
    fn columns(&self, room: usize) -> Option<Body> {
        let room = room.checked_sub(self.score + SPACE * self.values.len())?;
        let (wanted_output, wanted) = self.values.split_last()?;
        let output = output_share(wanted, *wanted_output, room);
        let arguments = fit(wanted, room - output);
        let readable = |(given, wanted): (&usize, &usize)| *given >= LEAST_VALUE.min(*wanted);
        let all_readable =
            arguments.iter().zip(wanted).all(readable) && output >= LEAST_OUTPUT.min(*wanted_output);
        all_readable.then_some(Body::Columns { score: self.score, arguments, output })
    }
}

/// The output's part of the room: an equal share, or up to half of everything if long arguments can spare it, since an
/// error says little in few columns.
fn output_share(arguments: &[usize], output: usize, room: usize) -> usize {
    let everyone: Vec<usize> = arguments.iter().copied().chain([output]).collect();
    let equal = fit(&everyone, room).pop().unwrap_or(0);
    let least: usize = arguments.iter().map(|&wanted| wanted.min(LEAST_VALUE)).sum();
    equal.max(output.min(room / 2).min(room.saturating_sub(least)))
}

/// Distributes columns among texts: a text that fits an equal share gets what it needs, the others share the rest equally.
pub(crate) fn fit(wanted: &[usize], room: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&i| wanted[i]);
    let mut given = vec![0; wanted.len()];
    let mut left = room;
    for (served, &i) in order.iter().enumerate() {
        given[i] = wanted[i].min(left / (wanted.len() - served));
        left -= given[i];
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modest_are_served_first() {
        assert_eq!(fit(&[4, 100, 3, 100], 27), [4, 10, 3, 10]);
        assert_eq!(fit(&[4, 5], 27), [4, 5]);
        assert_eq!(fit(&[7, 7, 7], 2), [0, 1, 1]);
        assert_eq!(fit(&[], 5), Vec::<usize>::new());
    }

    #[test]
    fn the_output_gets_up_to_half() {
        assert_eq!(output_share(&[20, 6, 13], 47, 62), 31);
        assert_eq!(output_share(&[3; 10], 47, 48), 18);
        assert_eq!(output_share(&[4, 5, 3], 10, 62), 10);
    }
}
