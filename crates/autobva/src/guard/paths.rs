//! Where a boundary is looked for: along every axis on which its inputs differ.

use autobva_core::{
    Axis, Direction, Input, Int, IntType, Integer, Line, Motion, Place, Schema, Signature, Slope, Value,
};

/// The paths from a boundary: between its two inputs, and outwards from each.
pub(super) struct Paths {
    /// From the left input to the right one.
    pub(super) trail: Trail,
    /// The ways outwards, the most promising first; at least one.
    pub(super) ways: Vec<Way>,
    /// Whether the inputs differ on a single axis and are not neighbours on it.
    pub(super) is_wide: bool,
}

/// A direction that leads outwards from both inputs.
pub(super) struct Way {
    /// Backwards from the left input.
    pub(super) down: Track,
    /// Onwards from the right input.
    pub(super) up: Track,
}

impl Paths {
    /// The paths; `None` if the inputs differ on no axis.
    pub(super) fn of(signature: &Signature, boundary: &Place) -> Option<Paths> {
        let (left, right) = (&boundary.left.input, &boundary.right.input);
        let axes: Vec<Axis> = signature.differing_axes(left, right).collect();
        let way = |direction: &Direction, falls: bool, from: [&Input; 2]| {
            let [down, up] = from.map(|input| Track::through(signature, direction.clone(), falls, input));
            Way { down, up }
        };
        let along =
            |axis: &Axis| way(&Direction::Along(axis.clone()), falls(axis, left, right), [left, right]);
        let diagonal =
            diagonal(&axes, left, right).map(|(direction, falls)| way(&direction, falls, [left, right]));
        let both_have = diagonal.into_iter().chain(axes.iter().map(along));
        let own = own_axis(signature, left, right);
        let own = own.map(|(axis, input)| way(&Direction::Along(axis), false, [input, input]));
        let ways: Vec<Way> = both_have.chain(own).collect();
        let trail = Trail::between(signature, &axes, left, right);
        let is_wide = axes.len() == 1 && trail.length > Integer::ONE;
        (!axes.is_empty()).then_some(Paths { trail, ways, is_wide })
    }
}

fn gap(axis: &Axis, left: &Input, right: &Input) -> Integer {
    axis.get(left).distance(&axis.get(right))
}

fn falls(axis: &Axis, left: &Input, right: &Input) -> bool {
    axis.get(left) > axis.get(right)
}

/// The axis that only one of the inputs has, and that input: the last character of a text that is longer by one. More
/// of them would be too many to follow.
fn own_axis<'a>(signature: &Signature, left: &'a Input, right: &'a Input) -> Option<(Axis, &'a Input)> {
    let of_one = |one: &'a Input, other: &'a Input| {
        signature.axes(one).filter(move |axis| !axis.is_of(other)).map(move |axis| (axis, one))
    };
    let mut own = of_one(left, right).chain(of_one(right, left));
    own.next().filter(|_| own.next().is_none())
}

/// The diagonal direction, and whether it falls, if the inputs differ equally far on one axis of each of two arguments.
fn diagonal(axes: &[Axis], left: &Input, right: &Input) -> Option<(Direction, bool)> {
    let [a, b] = axes else { return None };
    if a.argument() == b.argument() {
        return None;
    }
    let falls = [a, b].map(|axis| falls(axis, left, right));
    let slope = if falls[0] == falls[1] { Slope::Together } else { Slope::Against };
    let direction = Direction::Diagonal(a.clone(), b.clone(), slope);
    (gap(a, left, right) == gap(b, left, right)).then_some((direction, falls[0]))
}

/// A line through an input, in steps: step 0 is the input, and steps count in the direction from the left side of a
/// boundary to the right one. An abstract integer continues in a wider type where its own type ends.
pub(super) struct Track {
    /// The line in the types of the input, then in wider types.
    lines: Vec<Line>,
    /// Whether places decrease while steps increase.
    falls: bool,
}

impl Track {
    fn through(signature: &Signature, direction: Direction, falls: bool, input: &Input) -> Track {
        let wider = [IntType::Int128, IntType::UInt128, IntType::BigInt];
        let wider = wider.into_iter().filter_map(|ty| widened(signature, &direction, input, ty));
        let points = [input.clone()].into_iter().chain(wider);
        let lines = points.map(|point| Line::new(direction.clone(), vec![point], signature)).collect();
        Track { lines, falls }
    }

    /// The input at a step, if the line reaches that far.
    pub(super) fn at(&self, step: &Integer) -> Option<Input> {
        if *step == Integer::ZERO {
            return self.lines.first().map(|line| line.strands[0].clone());
        }
        self.lines.iter().find_map(|line| {
            let origin = line.origin();
            let place = if self.falls { &origin - step } else { &origin + step };
            line.holds(&place).then(|| line.input(0, &place))
        })
    }

    /// The number of steps to the end, upwards or downwards; 0 if the input itself is outside its range.
    pub(super) fn reach(&self, upwards: bool) -> Integer {
        let room = |line: &Line| match upwards == self.falls {
            true => &line.origin() - &line.ends.0,
            false => &line.ends.1 - &line.origin(),
        };
        let lines = self.lines.iter().filter(|line| line.holds(&line.origin()));
        lines.map(room).fold(Integer::ZERO, Integer::max)
    }
}

/// The input with the moved abstract integers in another type, if that can hold them.
fn widened(signature: &Signature, direction: &Direction, input: &Input, ty: IntType) -> Option<Input> {
    let axes = match direction {
        Direction::Along(axis) => vec![axis],
        Direction::Diagonal(a, b, _) => vec![a, b],
    };
    let mut wider = input.clone();
    for axis in axes {
        let is_abstract = axis.path.schema(signature).is_some_and(Schema::is_abstract);
        if let (true, Some(value)) = (is_abstract, axis.path.value_mut(&mut wider))
            && let Some(int) = value.as_int()
        {
            *value = Value::Int(Int::new(ty, int.number().clone())?);
        }
    }
    (wider != *input).then_some(wider)
}

/// The steps from one input to another, along one axis after the other.
pub(super) struct Trail {
    legs: Vec<Leg>,
    ends: [Input; 2],
    /// The total number of steps.
    pub(super) length: Integer,
}

struct Leg {
    track: Track,
    /// The step of the trail at which it begins.
    from: Integer,
    /// The step of the track at which it begins.
    start: Integer,
}

impl Trail {
    fn between(signature: &Signature, axes: &[Axis], left: &Input, right: &Input) -> Trail {
        let mut trail =
            Trail { legs: Vec::new(), ends: [left.clone(), right.clone()], length: Integer::ZERO };
        let mut here = left.clone();
        for axis in axes {
            let next = moved_over(axis, &here, right);
            let gap = gap(axis, &here, &next);
            // The shorter of two texts is the beginning of the longer one, so this line leads through both.
            let is_grown = axis.motion == Motion::Length && !falls(axis, &here, &next);
            let (point, start) =
                if is_grown { (&next, &Integer::ZERO - &gap) } else { (&here, Integer::ZERO) };
            let track =
                Track::through(signature, Direction::Along(axis.clone()), falls(axis, &here, &next), point);
            let to = &trail.length + &gap;
            trail.legs.push(Leg { track, from: std::mem::replace(&mut trail.length, to), start });
            here = next;
        }
        trail
    }

    /// The input at a step, if the types on the way have one.
    pub(super) fn at(&self, step: &Integer) -> Option<Input> {
        if let Some(end) = [&Integer::ZERO, &self.length].iter().position(|end| *end == step) {
            return Some(self.ends[end].clone());
        }
        let leg = self.legs.iter().rev().find(|leg| leg.from <= *step)?;
        leg.track.at(&(&(step - &leg.from) + &leg.start))
    }
}

/// `here` moved along the axis to the place of `there`. A text that grows takes its new part from the other one.
fn moved_over(axis: &Axis, here: &Input, there: &Input) -> Input {
    let mut moved = here.clone();
    if let Some((value, other)) = axis.path.value_mut(&mut moved).zip(axis.path.value(there)) {
        axis.motion.follow(value, other);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Observation, Outcome};

    fn paths(signature: &Signature, left: &[&str], right: &[&str]) -> Option<Paths> {
        let [left, right] = [left, right].map(|texts| Observation {
            input: signature.read(texts, None).unwrap(),
            outcome: Outcome::default(),
        });
        Paths::of(signature, &Place { left, right })
    }

    fn shown(input: Option<Input>) -> String {
        input.map_or("-".to_string(), |input| input.to_string())
    }

    fn trail(signature: &str, left: &[&str], right: &[&str]) -> Vec<String> {
        let signature = Signature::parse(signature.split(' ')).unwrap();
        let trail = paths(&signature, left, right).unwrap().trail;
        let steps = 0..=trail.length.to_i128().unwrap();
        steps.map(|step| shown(trail.at(&Integer::Small(step)))).collect()
    }

    /// The first steps of each way outwards.
    fn ways(signature: &str, left: &[&str], right: &[&str]) -> Vec<[String; 2]> {
        let signature = Signature::parse(signature.split(' ')).unwrap();
        let ways = paths(&signature, left, right).unwrap().ways;
        let step = |way: &Way| [way.down.at(&Integer::Small(-1)), way.up.at(&Integer::ONE)].map(shown);
        ways.iter().map(step).collect()
    }

    #[test]
    fn one_axis_after_the_other() {
        assert_eq!(trail("n:int", &["99"], &["102"]), ["99", "100", "101", "102"]);
        assert_eq!(trail("s:str", &["ab"], &["abcd"]), ["ab", "abc", "abcd"]);
        assert_eq!(trail("s:str", &["Ly"], &["Mx"]), ["Ly", "My", "Mx"]);
        assert_eq!(trail("s:str", &["ab"], &["bbc"]), ["ab", "abc", "bbc"]);
        assert_eq!(trail("s:str", &["abc"], &["b"]), ["abc", "ab", "a", "b"]);
        assert_eq!(trail("a:i8 b:i8", &["0", "2"], &["1", "0"]), ["0, 2", "1, 2", "1, 1", "1, 0"]);
    }

    #[test]
    fn outwards_on_every_axis() {
        assert_eq!(ways("n:int[0..100]", &["99"], &["100"]), [["98", "-"]]);
        assert_eq!(ways("s:str", &["L"], &["M"]), [["K", "N"]]);
        assert_eq!(ways("s:str", &["ab"], &["abc"]), [["a", "abcc"], ["abb", "abd"]]);
        assert_eq!(ways("s:str", &["ab"], &["abcd"]), [["a", "abcdd"]]);
        assert_eq!(ways("s:str", &["La"], &["Mb"]), [["Ka", "Nb"], ["L`", "Mc"]]);
        assert_eq!(
            ways("a:i8 b:i8", &["0", "5"], &["1", "4"]),
            [["-1, 6", "2, 3"], ["-1, 5", "2, 4"], ["0, 6", "1, 3"]]
        );
        assert_eq!(ways("a:i8 b:i8", &["0", "0"], &["4", "2"]), [["-1, 0", "5, 2"], ["0, -1", "4, 3"]]);
    }

    #[test]
    fn abstract_integers_leave_their_type() {
        let signature = Signature::parse(["n:int"]).unwrap();
        let read = |text: &str| Observation {
            input: signature.read(&[text], Some(&["UInt8"])).unwrap(),
            outcome: Outcome::default(),
        };
        let pair = Place { left: read("254"), right: read("255") };
        let up = Paths::of(&signature, &pair).unwrap().ways.remove(0).up;
        assert_eq!(format!("{:?}", up.at(&Integer::ZERO).unwrap()), "[UInt8(255)]");
        assert_eq!(format!("{:?}", up.at(&Integer::ONE).unwrap()), "[Int128(256)]");
        assert_eq!(shown(up.at(&up.reach(true))), u128::MAX.to_string());
        assert_eq!(up.at(&(&up.reach(true) + &Integer::ONE)), None);
    }

    #[test]
    fn the_same_places_have_no_path() {
        let signature = Signature::parse(["s:str"]).unwrap();
        assert!(paths(&signature, &["ab"], &["ab"]).is_none());
    }
}
