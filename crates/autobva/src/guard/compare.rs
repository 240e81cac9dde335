//! Comparing two recordings of boundaries, without running anything.

use std::collections::{BTreeSet, HashMap};

use autobva_core::{Fate, Integer, Likeness, Motion, Place, Value, Verdict};

/// What happened to the old boundaries, in order, followed by the new ones.
///
/// A boundary has moved if the same two behaviours meet at another place on the same line. A boundary that only one of
/// two searches found looks as if it had vanished or were new; to be sure, [compare the targets](super::compare_targets).
pub fn compare(old: &[Place], new: &[Place]) -> Vec<Verdict> {
    let mut book = Book::new(old, new);
    let fates: Vec<Fate> = old.iter().map(|was| book.fate(was)).collect();
    let verdicts = old.iter().cloned().zip(fates).map(|(boundary, fate)| Verdict::on(boundary, fate));
    let unused = book.rest().into_iter().map(|boundary| Verdict::on(boundary, Fate::New));
    verdicts.chain(unused).collect()
}

/// The new boundaries, and which of them are accounted for.
struct Book<'a> {
    new: &'a [Place],
    /// The indices of the new boundaries, sorted by place.
    by_place: Vec<usize>,
    /// The boundaries that are new and to which none has moved, by line and behaviours, and sorted by place on that line.
    by_line: HashMap<String, BTreeSet<(Integer, usize)>>,
    accounted: Vec<bool>,
}

impl<'a> Book<'a> {
    fn new(old: &[Place], new: &'a [Place]) -> Book<'a> {
        let mut by_place: Vec<usize> = (0..new.len()).collect();
        by_place.sort_by(|&a, &b| new[a].cmp_place(&new[b]));
        let mut book = Book { new, by_place, by_line: HashMap::new(), accounted: vec![false; new.len()] };
        for was in old {
            let same: Vec<usize> = book.at(was).iter().copied().filter(|&i| alike(was, &new[i])).collect();
            same.into_iter().for_each(|index| book.accounted[index] = true);
        }
        for (index, boundary) in new.iter().enumerate().filter(|(index, _)| !book.accounted[*index]) {
            if let Some((line, place)) = line_and_place(boundary) {
                book.by_line.entry(line).or_default().insert((place, index));
            }
        }
        book
    }

    /// The new boundaries at the place of an old one.
    fn at(&self, was: &Place) -> &[usize] {
        let from = self.by_place.partition_point(|&index| self.new[index].cmp_place(was).is_lt());
        let to = self.by_place.partition_point(|&index| self.new[index].cmp_place(was).is_le());
        &self.by_place[from..to]
    }

    fn fate(&mut self, was: &Place) -> Fate {
        let here = self.at(was);
        if here.iter().any(|&index| alike(was, &self.new[index])) {
            return Fate::Same;
        }
        let here = here.first().copied();
        let still = here.is_some_and(|index| was.behaves_as(&self.new[index]));
        let there = if still { None } else { self.take_nearest(was) };
        match (there, here) {
            (Some(there), _) => {
                self.accounted[there] = true;
                Fate::Moved(self.new[there].clone())
            }
            (None, Some(here)) => {
                self.accounted[here] = true;
                Fate::OutcomeChanged(self.new[here].clone())
            }
            (None, None) => Fate::Vanished(None),
        }
    }

    /// Takes the nearest boundary on the same line at which the same two behaviours meet and did not before; no other
    /// boundary can have moved there as well.
    fn take_nearest(&mut self, was: &Place) -> Option<usize> {
        let (line, place) = line_and_place(was)?;
        let places = self.by_line.get_mut(&line)?;
        let below = places.range(..(place.clone(), 0)).next_back().cloned();
        let above = places.range((place.clone(), 0)..).next().cloned();
        let nearest = [below, above].into_iter().flatten().min_by_key(|(other, _)| other.distance(&place))?;
        places.remove(&nearest);
        Some(nearest.1)
    }

    /// The boundaries that are not accounted for by old ones.
    fn rest(self) -> Vec<Place> {
        let free = self.by_place.iter().filter(|&&index| !self.accounted[index]);
        free.map(|&index| self.new[index].clone()).collect()
    }
}

/// Whether the outcomes are the same.
fn alike(was: &Place, now: &Place) -> bool {
    was.left.outcome == now.left.outcome && was.right.outcome == now.right.outcome
}

/// A text that boundaries share if they have the same two behaviours, the same arguments change in the same way, and
/// the others have the same values; and the place of the boundary on that line.
fn line_and_place(boundary: &Place) -> Option<(String, Integer)> {
    let likeness = Likeness::of(boundary).next()?;
    let mut line = format!("{likeness:?}\0{}\0", likeness.key(&boundary.left.outcome));
    line += &likeness.key(&boundary.right.outcome);
    let mut place = None;
    for (left, right) in boundary.left.input.iter().zip(boundary.right.input.iter()) {
        match left.reads_as(right) {
            true => line += &format!("\0={left}"),
            false => {
                let motion = motion(left, right);
                line += &format!("\0*{motion:?}");
                place = place.or_else(|| Some(motion.get(left)));
            }
        }
    }
    Some((line, place?))
}

/// How the value changes from one side of a boundary to the other.
fn motion(left: &Value, right: &Value) -> Motion {
    let differs = |motion: &Motion| motion.is_of(right) && motion.get(left) != motion.get(right);
    Motion::all(left).find(differs).unwrap_or(Motion::main(left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use autobva_core::{Observation, Outcome, Signature};

    fn boundary(left: (&[&str], &str), right: (&[&str], &str)) -> Place {
        let [left, right] = [left, right].map(|(values, text)| {
            let names = (0..values.len()).map(|i| format!("a{i}:int"));
            let input = Signature::parse(names).unwrap().read(values, None).unwrap();
            Observation { input, outcome: Outcome::valid("str", text) }
        });
        Place { left, right }
    }

    fn told(old: &[Place], new: &[Place]) -> Vec<String> {
        let verdicts = compare(old, new);
        let line = |v: &Verdict| {
            let to =
                v.fate.now().map_or(String::new(), |now| format!(" {}|{}", now.left.input, now.right.input));
            format!("{}|{} {}{to}", v.boundary.left.input, v.boundary.right.input, v.fate.name())
        };
        verdicts.iter().map(line).collect()
    }

    #[test]
    fn each_fate() {
        let old = [
            boundary((&["0"], "zero"), (&["1"], "low")),
            boundary((&["9"], "low"), (&["10"], "high")),
            boundary((&["99"], "high"), (&["100"], "99 bottles")),
            boundary((&["500"], "odd"), (&["501"], "even")),
        ];
        let new = [
            boundary((&["0"], "zero"), (&["1"], "low")),
            boundary((&["11"], "low"), (&["12"], "high")),
            boundary((&["99"], "high"), (&["100"], "100 bottles")),
            boundary((&["700"], "here"), (&["701"], "there")),
        ];
        let expected = [
            "0|1 same",
            "9|10 moved 11|12",
            "99|100 outcome changed 99|100",
            "500|501 vanished",
            "700|701 new",
        ];
        assert_eq!(told(&old, &new), expected);
        assert!(compare(&old, &old).iter().all(|verdict| verdict.fate == Fate::Same));
    }

    #[test]
    fn texts_move_by_character_or_by_length() {
        let pair = |left: &str, right: &str| {
            let side = |text: &str, output: &str| Observation {
                input: Signature::parse(["s:str"]).unwrap().read(&[text], None).unwrap(),
                outcome: Outcome::valid("str", output),
            };
            Place { left: side(left, "front"), right: side(right, "back") }
        };
        let new = [pair("", "Z"), pair("Oe", "Pe"), pair("o", "p")];
        let expected = ["L|M moved Oe|Pe", "|Z new", "o|p new"];
        assert_eq!(told(&[pair("L", "M")], &new), expected, "the nearest character");
        assert_eq!(told(&[pair("Ma", "Mab")], &[pair("O", "P")]), ["Ma|Mab vanished", "O|P new"]);
    }

    #[test]
    fn elsewhere_is_not_moved() {
        let old = [boundary((&["1", "9"], "low"), (&["1", "10"], "high"))];
        let other_line = [boundary((&["2", "9"], "low"), (&["2", "10"], "high"))];
        assert_eq!(told(&old, &other_line), ["1, 9|1, 10 vanished", "2, 9|2, 10 new"]);
        let other_argument = [boundary((&["1", "9"], "low"), (&["2", "9"], "high"))];
        assert_eq!(told(&old, &other_argument), ["1, 9|1, 10 vanished", "1, 9|2, 9 new"]);
    }
}
