//! The laws of the archive.

use autobva_core::{Input, Int, IntType, Outcome, Value};
use autobva_explore::{Archive, Kept, Threshold};
use proptest::prelude::*;

fn input(ty: IntType, n: i64) -> Input {
    [Value::Int(Int::new(ty, n).unwrap())].into_iter().collect()
}

fn offer(archive: &mut Archive, ty: IntType, a: i64, b: i64, score: f64) -> Kept {
    let outcome = |n: i64| Outcome::valid("Int64", n.to_string());
    archive.offer((&input(ty, a), &outcome(a)), (&input(ty, b), &outcome(b)), score)
}

/// The pairs with their counts, best first.
fn contents(archive: &Archive) -> Vec<(String, String, u64)> {
    let sorted = archive.clone().into_sorted();
    sorted.iter().map(|c| (format!("{:?}", c.left.input), format!("{:?}", c.right.input), c.count)).collect()
}

#[test]
fn a_pair_from_both_sides_is_one() {
    let mut archive = Archive::new(10);
    assert_eq!(offer(&mut archive, IntType::Int64, 9, 10, 1.0), Kept::New);
    assert_eq!(offer(&mut archive, IntType::Int64, 10, 9, 1.0), Kept::Again);
    assert_eq!(contents(&archive), [("[Int64(9)]".into(), "[Int64(10)]".into(), 2)]);
}

#[test]
fn width_does_not_make_another_pair_and_the_narrowest_is_shown() {
    let mut archive = Archive::new(10);
    offer(&mut archive, IntType::Int64, 0, 1, 1.0);
    offer(&mut archive, IntType::Int16, 0, 1, 1.0);
    offer(&mut archive, IntType::Int64, 0, 1, 1.0);
    assert_eq!(offer(&mut archive, IntType::Bool, 0, 1, 1.0), Kept::New, "false is not 0");
    assert_eq!(archive.len(), 2);
    assert!(contents(&archive).contains(&("[Int16(0)]".into(), "[Int16(1)]".into(), 3)));
}

#[test]
fn an_input_with_two_answers_gives_two_pairs() {
    let mut archive = Archive::new(10);
    let (a, b) = (input(IntType::Int8, 1), input(IntType::Int8, 2));
    let (x, y, z) = (Outcome::valid("S", "x"), Outcome::valid("S", "y"), Outcome::error("S", "y"));
    archive.offer((&a, &x), (&b, &y), 1.0);
    archive.offer((&a, &x), (&b, &z), 1.0);
    assert_eq!(archive.len(), 2);
}

#[test]
fn a_full_archive_keeps_the_best_and_says_what_it_dropped() {
    let mut archive = Archive::new(3);
    for n in 0..100 {
        offer(&mut archive, IntType::Int64, n, n + 1, (n % 10) as f64);
    }
    archive.prune();
    assert_eq!((archive.len(), archive.dropped()), (3, 97));
    let lefts: Vec<String> = contents(&archive).into_iter().map(|(left, ..)| left).collect();
    assert_eq!(
        lefts,
        ["[Int64(9)]", "[Int64(19)]", "[Int64(29)]"],
        "score, then the shortest, then the least"
    );
    assert_eq!(archive.lowest_when_full(), Some(9.0));
}

#[test]
fn thresholds_follow_the_archive() {
    let mut archive = Archive::new(4);
    assert_eq!(Threshold::Percentile(50.0).level(&archive), 0.0);
    for n in 1..=4 {
        offer(&mut archive, IntType::Int64, n, n + 1, n as f64);
    }
    assert_eq!(Threshold::Fixed(0.5).level(&archive), 0.5);
    assert_eq!(Threshold::Percentile(50.0).level(&archive), 2.0);
    let level = Threshold::Top(4).level(&archive);
    assert!(
        level < 1.0 && level > 0.999,
        "as good as the worst is still good enough to be looked at: {level}"
    );
    assert_eq!(Threshold::Top(4).capacity(100), 4);
}

type Offers = Vec<(i64, bool)>;

fn archive_of(offers: &Offers, capacity: usize) -> Archive {
    let mut archive = Archive::new(capacity);
    for (n, wide) in offers {
        let ty = if *wide { IntType::Int64 } else { IntType::Int16 };
        // The score belongs to the pair, as it does for a deterministic target.
        offer(&mut archive, ty, *n, n + 1, n.rem_euclid(5) as f64);
    }
    archive.prune();
    archive
}

fn merged(archives: &[&Archive]) -> Vec<(String, String, u64)> {
    let mut all = archives[0].clone();
    archives[1..].iter().for_each(|archive| all.merge((*archive).clone()));
    contents(&all)
}

proptest! {
    #[test]
    fn merging_commutes_and_associates(
        a in prop::collection::vec((-40i64..40, any::<bool>()), 0..60),
        b in prop::collection::vec((-40i64..40, any::<bool>()), 0..60),
        c in prop::collection::vec((-40i64..40, any::<bool>()), 0..60),
        capacity in 1usize..50,
    ) {
        let [x, y, z] = [&a, &b, &c].map(|offers| archive_of(offers, capacity));
        prop_assert_eq!(merged(&[&x, &y]), merged(&[&y, &x]));
        let mut left = x.clone();
        left.merge(y.clone());
        let mut right = y.clone();
        right.merge(z.clone());
        prop_assert_eq!(merged(&[&left, &z]), merged(&[&x, &right]));
        let all: Offers = [a, b, c].concat();
        prop_assert_eq!(merged(&[&left, &z]), contents(&archive_of(&all, capacity)), "merging is as good as one archive");
    }

    #[test]
    fn merging_with_itself_adds_no_pair(a in prop::collection::vec((-40i64..40, any::<bool>()), 0..60)) {
        let archive = archive_of(&a, 1000);
        let twice = merged(&[&archive, &archive]);
        let once = contents(&archive);
        prop_assert_eq!(twice.len(), once.len());
        prop_assert!(twice.iter().zip(&once).all(|(t, o)| t.0 == o.0 && t.1 == o.1 && t.2 == 2 * o.2));
    }
}
