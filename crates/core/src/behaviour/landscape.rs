//! The landscape of a target: its behaviours, and the boundaries between them.

use super::rule::Rule;
use crate::candidate::{Candidate, Observation};
use crate::outcome::Validity;

/// The result of a search by behaviour.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Landscape {
    /// The behaviours at the boundaries: first the valid ones, the most frequent first, then the errors.
    pub behaviours: Vec<Behaviour>,
    /// The boundaries, the most significant first.
    pub boundaries: Vec<Boundary>,
    /// For each argument, whether it ever changed an outcome.
    pub matters: Vec<bool>,
    /// Parts of the arguments that matter which never changed an outcome themselves, such as fields of a record. They
    /// are not kept in campaigns.
    pub idle: Vec<String>,
    /// For a target with one argument, its stretches from low to high.
    pub stretches: Vec<Stretch>,
}

/// A behaviour: a way of making the output from the input.
#[derive(Debug, Clone, PartialEq)]
pub struct Behaviour {
    /// Its number, from 1.
    pub id: u32,
    /// Whether it is a valid result or an error.
    pub validity: Validity,
    /// The type of the output, or of the error.
    pub type_name: String,
    /// The text with `{0}`, `{1}` … for its variable parts.
    pub wording: String,
    /// How each variable part follows from the input.
    pub slots: Vec<Course>,
    /// A description of all that: `2.5 · q`.
    pub text: String,
    /// Where it holds: `q … 99`.
    pub domain: String,
    /// How many calls showed it.
    pub calls: u64,
    /// The plainest input that shows it.
    pub example: Observation,
}

/// How a variable part of an output follows from an argument.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)] // The names of the fields say what they are.
pub enum Course {
    /// Always the same.
    Constant { value: String },
    /// An argument's own text, perhaps changed in some way, such as `upper-cased`.
    Echo { of: String, how: Option<String> },
    /// `slope · of + offset`, rounded to multiples of `quantum` if there is one.
    Linear { of: String, slope: String, offset: String, quantum: Option<String> },
    /// A curve without jumps and corners.
    Smooth { of: String },
    /// Equal steps: `height` more after each `width`.
    Steps { of: String, width: String, height: String },
    /// Repeats after each `period`.
    Periodic { of: String, period: String },
    /// `product · of[0] · of[1] + first · of[0] + second · of[1] + offset`.
    Bilinear { of: [String; 2], product: String, first: String, second: String, offset: String },
    /// No known course explains it.
    Irregular { examples: Vec<String> },
}

impl Course {
    /// The name of the kind of course.
    pub fn name(&self) -> &'static str {
        match self {
            Course::Constant { .. } => "constant",
            Course::Echo { .. } => "echo",
            Course::Linear { .. } => "linear",
            Course::Smooth { .. } => "smooth",
            Course::Steps { .. } => "steps",
            Course::Periodic { .. } => "periodic",
            Course::Bilinear { .. } => "bilinear",
            Course::Irregular { .. } => "irregular",
        }
    }
}

/// What changes at a boundary: the first of these that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoundaryKind {
    /// The validity, or the class of the error.
    Error,
    /// The type of the output.
    Type,
    /// The text, apart from its numbers.
    Wording,
    /// One constant becomes another.
    Value,
    /// A number jumps to another level.
    Jump,
    /// A number changes its slope.
    Kink,
}

impl BoundaryKind {
    /// All kinds, the most significant first.
    pub const ALL: [BoundaryKind; 6] = [
        BoundaryKind::Error,
        BoundaryKind::Type,
        BoundaryKind::Wording,
        BoundaryKind::Value,
        BoundaryKind::Jump,
        BoundaryKind::Kink,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            BoundaryKind::Error => "error",
            BoundaryKind::Type => "type",
            BoundaryKind::Wording => "wording",
            BoundaryKind::Value => "value",
            BoundaryKind::Jump => "jump",
            BoundaryKind::Kink => "kink",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<BoundaryKind> {
        BoundaryKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Neighbouring inputs on the two sides of a boundary, with their outcomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The side with the lesser input.
    pub left: Observation,
    /// The side with the greater input.
    pub right: Observation,
}

/// A boundary: the places between two behaviours that one rule explains.
#[derive(Debug, Clone, PartialEq)]
pub struct Boundary {
    /// Its number, which it keeps throughout a campaign: `b3` is the third boundary.
    pub id: u32,
    /// What changes.
    pub kind: BoundaryKind,
    /// The argument that is moved across it: a path such as `items[0].qty` or `length of s`; `a, b` if there are several.
    pub argument: String,
    /// The behaviour on the side of the lesser input.
    pub from: u32,
    /// The behaviour on the side of the greater input.
    pub to: u32,
    /// The boundary in one line: `q 99 | 100: 2.5 · q → 2.25 · q`.
    pub sentence: String,
    /// The plainest example.
    pub example: Place,
    /// The rule for its places, if it is more than one constant.
    pub rule: Option<Rule>,
    /// Further places that calls have confirmed, if it has more than one.
    pub places: Vec<Place>,
    /// How many pairs of neighbours show it.
    pub count: u64,
    /// Whether one of its inputs had another outcome when it was run again.
    pub flaky: bool,
}

/// A stretch of a target with one argument: a behaviour from one value to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// The behaviour.
    pub behaviour: u32,
    /// The least value that was seen, unless it is the least there is.
    pub from: Option<String>,
    /// The greatest value that was seen, unless it is the greatest there is.
    pub to: Option<String>,
    /// The boundary at its upper end.
    pub boundary: Option<u32>,
}

impl Landscape {
    /// The behaviour with this number.
    pub fn behaviour(&self, id: u32) -> Option<&Behaviour> {
        self.behaviours.iter().find(|behaviour| behaviour.id == id)
    }

    /// The boundary that has this pair as one of its places.
    pub fn shown_by(&self, pair: &Candidate) -> Option<&Boundary> {
        let is_it = |place: &Place| place.left == pair.left && place.right == pair.right;
        self.boundaries.iter().find(|boundary| boundary.all_places().any(is_it))
    }

    /// The boundary with this number.
    pub fn boundary(&self, id: u32) -> Option<&Boundary> {
        self.boundaries.iter().find(|boundary| boundary.id == id)
    }
}

impl Boundary {
    /// The example and all further places.
    pub fn all_places(&self) -> impl Iterator<Item = &Place> {
        [&self.example].into_iter().chain(&self.places)
    }
}
