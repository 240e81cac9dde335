//! Sampling of whole inputs: for each argument first a compatible type, then a number of that type.

use std::sync::Arc;

use autobva_core::{
    Choice, Decimal, Float, FloatType, Input, Int, IntSchema, IntType, Integer, List, ListKind, Moment,
    MomentKind, Motion, Options, Record, Schema, Shape, Signature, Union, Value,
};
use autobva_pattern::Pattern;
use rand::RngExt;

use super::random::{Random, below};
use super::{IntegerRange, Sampler};

/// Decimals are drawn with two places after the point.
const DECIMAL_PLACES: u32 = 2;
/// Lists are drawn with at most 8 items more than they must have: items cost calls, and a line along the length finds
/// longer lists.
const MOST_ITEMS: usize = 8;

/// How compatible type sampling chooses the type of the next number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TypeOrder {
    /// At random, as in the study.
    #[default]
    Random,
    /// Each type in turn.
    RoundRobin,
}

/// Draws inputs for a signature.
///
/// With compatible type sampling (CTS) the type of each argument is drawn first, among the types that are compatible
/// with the declared one; without it an abstract integer is an Int128.
pub struct InputSampler {
    sampler: Arc<dyn Sampler>,
    order: TypeOrder,
    arguments: Vec<Draw>,
    turn: usize,
}

/// What can be drawn for one argument.
enum Draw {
    Int(Vec<IntDraw>),
    Float(FloatType, f64, f64),
    Text(IntegerRange),
    /// Texts of a pattern, with the least and the greatest length.
    Pattern(Pattern, (usize, usize)),
    Bytes(IntegerRange),
    /// The range of the digits, and how many of them follow the point.
    Decimal(IntegerRange, u32),
    Moment(MomentKind, IntegerRange),
    Choice(Arc<Options>),
    List(ListKind, IntegerRange, Box<Draw>, Arc<Value>),
    Record(Arc<Shape>, Vec<Draw>),
    Union(Vec<Draw>),
}

/// A type to draw from: its bounds within the argument's range, and the type as which the value is passed.
struct IntDraw {
    handed: IntType,
    range: IntegerRange,
}

impl IntDraw {
    fn all(schema: &IntSchema, cts: bool) -> Vec<IntDraw> {
        let draw = |(from, handed)| {
            let (lo, hi) = schema.bounds(from)?.clone();
            Some(IntDraw { handed, range: IntegerRange::new(lo, hi) })
        };
        schema.types(cts).into_iter().filter_map(draw).collect()
    }
}

impl InputSampler {
    /// A sampler of inputs for a signature.
    pub fn new(
        sampler: Arc<dyn Sampler>,
        signature: &Signature,
        cts: bool,
        order: TypeOrder,
    ) -> InputSampler {
        let arguments =
            signature.arguments().iter().map(|argument| Draw::of(argument.schema(), cts)).collect();
        InputSampler { sampler, order, arguments, turn: 0 }
    }

    /// Starts the cycle of types at another place, so that lanes do not all begin with the same type.
    #[must_use = "the shifted sampler is returned"]
    pub fn starting_at(mut self, turn: usize) -> InputSampler {
        self.turn = turn;
        self
    }

    /// Draws an input into `input`, whose memory is reused.
    pub fn sample(&mut self, random: &mut Random, input: &mut Input) {
        if input.len() != self.arguments.len() {
            input.0.resize_with(self.arguments.len(), || Value::Text("".into()));
        }
        for (index, draw) in self.arguments.iter().enumerate() {
            input[index] = draw.value(&*self.sampler, self.order, (self.turn, index), random);
        }
        self.turn = self.turn.wrapping_add(1);
    }
}

impl Draw {
    fn of(schema: &Schema, cts: bool) -> Draw {
        match schema {
            Schema::Int(schema) => Draw::Int(IntDraw::all(schema, cts)),
            Schema::Float(schema) => {
                let (lo, hi) = schema.ends();
                Draw::Float(schema.ty(), lo.value(), hi.value())
            }
            Schema::Text(schema) => {
                let (least, most) = schema.lengths();
                match schema.pattern().and_then(|pattern| Pattern::read(pattern).ok()) {
                    Some(pattern) => Draw::Pattern(pattern, (least, most)),
                    None => Draw::Text(IntegerRange::new(least.into(), most.into())),
                }
            }
            Schema::Bytes(schema) => {
                let (least, most) = schema.lengths();
                Draw::Bytes(IntegerRange::new(least.into(), most.into()))
            }
            Schema::Decimal(schema) => {
                let (least, most) = schema.digits(DECIMAL_PLACES);
                Draw::Decimal(IntegerRange::new(least, most), DECIMAL_PLACES)
            }
            Schema::Moment(schema) => {
                let (first, last) = schema.ends();
                let range = IntegerRange::new(first.number().into(), last.number().into());
                Draw::Moment(schema.kind(), range)
            }
            Schema::Choice(schema) => Draw::Choice(schema.options().clone()),
            Schema::List(schema) => {
                let (least, most) = schema.lengths();
                let lengths = IntegerRange::new(least.into(), most.min(least + MOST_ITEMS).into());
                let item = Box::new(Draw::of(schema.item(), cts));
                Draw::List(schema.kind(), lengths, item, Arc::new(schema.item().blank()))
            }
            Schema::Record(schema) => {
                let fields = schema.fields().iter().map(|field| Draw::of(field, cts)).collect();
                Draw::Record(schema.shape().clone(), fields)
            }
            Schema::Union(schema) => {
                Draw::Union(schema.alternatives().iter().map(|part| Draw::of(part, cts)).collect())
            }
        }
    }

    fn value(
        &self,
        sampler: &dyn Sampler,
        order: TypeOrder,
        turn: (usize, usize),
        random: &mut Random,
    ) -> Value {
        match self {
            Draw::Int(types) => {
                let chosen = match order {
                    _ if types.len() == 1 => 0,
                    TypeOrder::Random => below(types.len() as u32, random) as usize,
                    TypeOrder::RoundRobin => in_turn(turn, types.len()),
                };
                let IntDraw { handed, range } = &types[chosen];
                Value::Int(Int::within(*handed, sampler.integer(range, random)))
            }
            Draw::Float(ty, lo, hi) => Value::Float(Float::new(*ty, sampler.float(*ty, *lo, *hi, random))),
            Draw::Text(lengths) => Value::Text(text(sampler.integer(lengths, random), random)),
            Draw::Pattern(pattern, lengths) => of_pattern(pattern, *lengths, random),
            Draw::Bytes(lengths) => {
                let length = sampler.integer(lengths, random).to_i128().unwrap_or(0);
                Value::Bytes((0..length).map(|_| random.random()).collect())
            }
            Draw::Decimal(digits, places) => {
                Value::Decimal(Box::new(Decimal::new(sampler.integer(digits, random), *places)))
            }
            Draw::Moment(kind, range) => {
                Value::Moment(Moment::new(*kind, sampler.integer(range, random).to_i128().unwrap_or(0)))
            }
            Draw::Choice(options) => {
                let at = random.random_range(0..options.written.len());
                Value::Choice(Choice::new(options.clone(), at))
            }
            Draw::List(kind, lengths, item, blank) => {
                let length = sampler.integer(lengths, random).to_i128().unwrap_or(0);
                let items = (0..length).map(|_| item.value(sampler, order, turn, random)).collect();
                Value::List(Box::new(List::new(*kind, items, blank.clone())))
            }
            Draw::Record(shape, fields) => {
                let values = fields.iter().map(|field| field.value(sampler, order, turn, random)).collect();
                Value::Record(Box::new(Record::new(shape.clone(), values)))
            }
            Draw::Union(alternatives) => {
                let values =
                    alternatives.iter().map(|part| part.value(sampler, order, turn, random)).collect();
                Value::Union(Box::new(Union::new(random.random_range(0..alternatives.len()), values)))
            }
        }
    }
}

/// The type whose turn it is. With every cycle each argument falls one type further behind, so that all combinations occur.
fn in_turn((turn, index): (usize, usize), types: usize) -> usize {
    turn.wrapping_add(index * (turn / types + 1)) % types
}

/// A text of a pattern is drawn up to 20 more times if it is too short or too long.
const MOST_TRIES: usize = 20;

/// A text of a pattern with a length in the range; if no draw has one, the text is cut or lengthened.
fn of_pattern(pattern: &Pattern, (least, most): (usize, usize), random: &mut Random) -> Value {
    let mut draw = || pattern.draw(&mut |count| below(count, random));
    let fits = |text: &String| (least..=most).contains(&text.chars().count());
    let first = draw();
    let text = std::iter::repeat_with(draw).take(MOST_TRIES).find(fits).unwrap_or(first);
    let length = text.chars().count().clamp(least, most);
    let mut value = Value::Text(text.into());
    Motion::Length.set(&mut value, length.into());
    value
}

/// A text of this many characters: mostly printable ASCII, now and then a character beyond.
fn text(length: Integer, random: &mut Random) -> Box<str> {
    const BEYOND: [char; 8] = ['\t', '\n', 'é', 'ß', 'İ', '中', '\u{301}', '🦀'];
    let length = length.to_i128().unwrap_or(0);
    let characters = (0..length).map(|_| match random.random_range(0..16u8) {
        0 => BEYOND[random.random_range(0..BEYOND.len())],
        _ => char::from(random.random_range(b' '..=b'~')),
    });
    characters.collect::<String>().into()
}
