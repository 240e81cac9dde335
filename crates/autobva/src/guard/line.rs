//! The line through the two inputs of a boundary.

use autobva_core::{Argument, Boundary, Domain, Input, Int, IntType, Integer, Signature, Type, Value};

/// A line through the inputs of a boundary: step 0 is the left one, step [`gap`](Line::gap) the right one. Each step
/// moves every argument that differs by its share, which is one place where only one argument differs.
pub(super) struct Line<'a> {
    signature: &'a Signature,
    left: &'a Input,
    right: &'a Input,
    /// By how many places each argument moves with a step.
    slope: Vec<Integer>,
    /// How many steps it is from left to right.
    pub(super) gap: Integer,
}

impl<'a> Line<'a> {
    /// The line, unless the inputs stand at the same places, as texts of one length do.
    pub(super) fn through(signature: &'a Signature, boundary: &'a Boundary) -> Option<Line<'a>> {
        let (left, right) = (&boundary.left.input, &boundary.right.input);
        let across: Vec<Integer> =
            left.iter().zip(right.iter()).map(|(l, r)| &r.place() - &l.place()).collect();
        let gap = across.iter().fold(Integer::ZERO, |gap, way| common_divisor(&gap, way));
        if gap == Integer::ZERO {
            return None;
        }
        let slope = across.iter().map(|way| Integer::from(way.to_big() / gap.to_big())).collect();
        Some(Line { signature, left, right, slope, gap })
    }

    /// The input at a step, if every argument can take its value there.
    pub(super) fn at(&self, step: &Integer) -> Option<Input> {
        // Beyond its own end each side keeps its types.
        let (base, steps) =
            if *step < self.gap { (self.left, step.clone()) } else { (self.right, step - &self.gap) };
        let arguments = self.signature.arguments().iter().zip(base.iter()).zip(&self.slope);
        let values = arguments.map(|((argument, value), slope)| {
            if *slope == Integer::ZERO {
                return Some(value.clone());
            }
            let way = Integer::from(slope.to_big() * steps.to_big());
            moved(argument, value, &value.place() + &way)
        });
        values.collect()
    }

    /// The last step in the direction of `far` that has an input, given one that has and one beyond.
    pub(super) fn end(&self, near: &Integer, far: &Integer) -> Integer {
        let (mut within, mut beyond) = (near.clone(), far.clone());
        while within.distance(&beyond) > Integer::ONE {
            let middle = (&within + &beyond).half();
            match self.at(&middle) {
                Some(_) => within = middle,
                None => beyond = middle,
            }
        }
        within
    }
}

/// The value at another place. An abstract integer takes a wider type where its own ends.
fn moved(argument: &Argument, value: &Value, place: Integer) -> Option<Value> {
    let (least, greatest) = argument.places(value);
    if place >= least && place <= greatest {
        let mut value = value.clone();
        value.move_to(place);
        return Some(value);
    }
    match (argument.ty(), argument.domain()) {
        (Type::AnyInt, Domain::Integers(least, greatest)) if place >= *least && place <= *greatest => {
            let wider = [IntType::Int128, IntType::UInt128, IntType::BigInt];
            wider.into_iter().find_map(|ty| Int::new(ty, place.clone())).map(Value::Int)
        }
        _ => None,
    }
}

/// The greatest common divisor of two numbers, not negative; 0 of zeros.
fn common_divisor(a: &Integer, b: &Integer) -> Integer {
    let (mut a, mut b) = (a.distance(&Integer::ZERO), b.distance(&Integer::ZERO));
    while b != Integer::ZERO {
        let rest = Integer::from(a.to_big() % b.to_big());
        (a, b) = (b, rest);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Observation, Outcome};

    fn boundary(signature: &Signature, left: &[&str], right: &[&str]) -> Boundary {
        let [left, right] = [left, right].map(|texts| Observation {
            input: signature.read(texts, None).unwrap(),
            outcome: Outcome::default(),
        });
        Boundary { left, right }
    }

    fn steps(signature: &str, left: &[&str], right: &[&str], steps: &[i128]) -> Vec<String> {
        let signature = Signature::parse(signature.split(' ')).unwrap();
        let pair = boundary(&signature, left, right);
        let line = Line::through(&signature, &pair).unwrap();
        let at =
            |step: &i128| line.at(&Integer::Small(*step)).map_or("-".to_string(), |input| input.to_string());
        steps.iter().map(at).collect()
    }

    #[test]
    fn steps_are_places() {
        assert_eq!(steps("n:int", &["99"], &["100"], &[-1, 0, 1, 2]), ["98", "99", "100", "101"]);
        assert_eq!(steps("n:int[0..100]", &["99"], &["100"], &[-99, -100, 2]), ["0", "-", "-"]);
        assert_eq!(steps("s:str", &["ab"], &["abc"], &[-2, 0, 1, 3]), ["", "ab", "abc", "abccc"]);
        assert_eq!(steps("a:i8 b:i8", &["0", "5"], &["1", "4"], &[-1, 2]), ["-1, 6", "2, 3"]);
        assert_eq!(steps("a:i8 b:i8", &["0", "0"], &["4", "2"], &[1, 2, 3]), ["2, 1", "4, 2", "6, 3"]);
        assert_eq!(steps("a:i8", &["10"], &["20"], &[5, 10, 11]), ["15", "20", "21"]);
    }

    #[test]
    fn abstract_integers_leave_their_type() {
        let signature = Signature::parse(["n:int"]).unwrap();
        let read = |text: &str| Observation {
            input: signature.read(&[text], Some(&["UInt8"])).unwrap(),
            outcome: Outcome::default(),
        };
        let pair = Boundary { left: read("254"), right: read("255") };
        let line = Line::through(&signature, &pair).unwrap();
        assert_eq!(format!("{:?}", line.at(&Integer::Small(1)).unwrap()), "[UInt8(255)]");
        assert_eq!(format!("{:?}", line.at(&Integer::Small(2)).unwrap()), "[Int128(256)]");
        let far = Integer::power_of_two(200);
        let end = line.at(&line.end(&Integer::ONE, &far)).unwrap();
        assert_eq!(end.to_string(), u128::MAX.to_string());
    }

    #[test]
    fn texts_of_one_length_have_no_line() {
        let signature = Signature::parse(["s:str"]).unwrap();
        assert!(Line::through(&signature, &boundary(&signature, &["ab"], &["cd"])).is_none());
    }
}
