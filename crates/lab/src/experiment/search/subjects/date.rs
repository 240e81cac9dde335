//! `date` under `strlen`: the eleven clusters of candidates that the paper describes (its table for Julia Date), each
//! as a predicate on neighbouring inputs whose outputs differ in length.
//!
//! A year *overflows* where the year of the output is not the year of the input. The paper could not tell what sets
//! cluster 6 apart from cluster 7; each is taken here as what its representative shows, an error that names the days of
//! a leap February, and one that names the days of a month of 31. The other predicates follow the text of the paper.

use super::*;

pub(super) const SUBJECT: Subject = target(
    "date",
    "three arguments; the paper's eleven clusters, some beyond overflow",
    "strlen",
    || built_in("date"),
    truth,
);

fn truth() -> Truth {
    let cluster = |name: &str, left: [i64; 3], right: [i64; 3]| Known::new(name, &left, &right);
    let known = vec![
        cluster("1: one digit more, negative years", [-10_000, 2, 3], [-9_999, 2, 3]),
        cluster("2: year -1 | 0", [-1, 9, 3], [0, 9, 3]),
        cluster("3: one digit more, positive years", [9_999, 5, 9], [10_000, 5, 9]),
        cluster("4: sign of an overflowed year", [757_576_862_466_481, 2, 21], [757_576_862_466_482, 2, 21]),
        cluster(
            "5: length of an overflowed date",
            [1_615_164_095_665_992, 3, 22],
            [1_615_164_095_665_993, 3, 22],
        ),
        cluster("6: valid | day out of (1:29)", [0, 2, 0], [0, 2, 1]),
        cluster("7: valid | day out of (1:31)", [330, 5, 0], [330, 5, 1]),
        cluster("8: day errors, day -1 | 0", [-8, 3, -1], [-8, 3, 0]),
        cluster("9: month error | day error", [0, 0, 92], [0, 1, 92]),
        cluster("10: day errors, one digit more", [0, 4, 99], [0, 4, 100]),
        cluster("11: month errors, one digit more", [0, 99_999_999, 0], [0, 100_000_000, 0]),
    ];
    Truth::kinds(known, |pair| {
        pair.step()?;
        let cluster = match pair.valid() {
            (true, true) => both_valid(pair),
            (false, false) => both_errors(pair),
            _ => one_valid(pair),
        };
        cluster.map(|number| number - 1)
    })
}

fn both_valid(pair: &Pair<'_>) -> Option<usize> {
    let (left, right) = pair.texts();
    let years = (year(left)?, year(right)?);
    let overflowed = Some(years.0) != pair.left_number(0) || Some(years.1) != pair.right_number(0);
    match years {
        (a, b) if overflowed && (a < 0) != (b < 0) => Some(4),
        (a, b) if overflowed => (a.abs_diff(b) <= 1).then_some(5),
        (-1, 0) => Some(2),
        (_, ..0) => Some(1),
        (0.., _) => Some(3),
        _ => None,
    }
}

/// The year of an output such as `-10000-02-03`.
fn year(text: &str) -> Option<i128> {
    let end = text[1..].find('-')? + 1;
    text[..end].parse().ok()
}

fn one_valid(pair: &Pair<'_>) -> Option<usize> {
    let error = [pair.left.1, pair.right.1].into_iter().find(|outcome| !outcome.is_valid())?.text();
    match error {
        _ if !error.contains("Day: ") => None,
        _ if error.contains("(1:29)") => Some(6),
        _ if error.contains("(1:31)") => Some(7),
        _ => None,
    }
}

fn both_errors(pair: &Pair<'_>) -> Option<usize> {
    let (left, right) = pair.texts();
    let of_day = (left.contains("Day: "), right.contains("Day: "));
    let step = pair.step()?;
    let grows = |index| step == index && pair.left_number(index).is_some_and(|n| n > 0);
    match of_day {
        (true, true) if step == 2 && pair.left_number(2) == Some(-1) => Some(8),
        (true, true) if grows(2) => Some(10),
        (false, false) if grows(1) => Some(11),
        (true, false) | (false, true) => Some(9),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_read_from_outputs() {
        assert_eq!(year("0330-05-01"), Some(330));
        assert_eq!(year("-10000-02-03"), Some(-10_000));
        assert_eq!(year("85932679658281--12056695473012771-00"), Some(85_932_679_658_281));
    }
}
