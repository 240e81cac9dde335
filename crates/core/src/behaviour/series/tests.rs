//! Which values count as one course, and where a series is cut.

use super::*;

fn places() -> Vec<i128> {
    let mut places: Vec<i128> = (-10..=1000).collect();
    for k in 0..60 {
        let p = 1i128 << k;
        places.extend([p, p - 1, p + 1, -p, 1 - p]);
    }
    for k in 0..18 {
        let p = 10i128.pow(k);
        places.extend([p, p - 1, 2 * p, 5 * p, -p, -2 * p, -5 * p]);
    }
    places.sort_unstable();
    places.dedup();
    places
}

fn cut(f: impl Fn(i128) -> String) -> Vec<String> {
    cut_at(places().into_iter(), f)
}

fn cut_at(places: impl Iterator<Item = i128>, f: impl Fn(i128) -> String) -> Vec<String> {
    let points: Vec<Point> =
        places.map(|n| Point { place: Some(n), x: n as f64, y: Number::read(&f(n)).unwrap() }).collect();
    let told = pieces(&points).into_iter().map(|piece| {
        let name = match piece.fit {
            Fit::Constant => "constant".to_string(),
            Fit::Linear { slope, quantum: 0.0, .. } => format!("line {slope:.4}"),
            Fit::Linear { slope, quantum, .. } => format!("rounded {slope:.4} to {quantum}"),
            Fit::Periodic { period, height, .. } => format!("period {period} +{height}"),
            Fit::Smooth => "smooth".to_string(),
            Fit::Irregular => "irregular".to_string(),
        };
        let place = |i: usize| points[i].place.unwrap();
        format!("{}…{} {name}", place(piece.from), place(piece.to))
    });
    told.collect()
}

fn names(f: impl Fn(i128) -> String) -> Vec<String> {
    cut(f).into_iter().map(|told| told.split_once(' ').unwrap().1.to_string()).collect()
}

#[test]
fn one_course_is_one_piece() {
    assert_eq!(names(|n| n.to_string()), ["line 1.0000"]);
    assert_eq!(names(|n| format!("{:?}", n as f64 * 0.1)), ["line 0.1000"]);
    assert_eq!(names(|n| format!("{:?}", 0.2 * n as f64 - 2514.0)), ["line 0.2000"]);
    assert_eq!(names(|n| n.div_euclid(10).to_string()), ["rounded 0.1000 to 1"]);
    assert_eq!(names(|n| ((n.div_euclid(100)) * 100).to_string()), ["rounded 1.0000 to 100"]);
    assert_eq!(names(|n| n.rem_euclid(7).to_string()), ["period 7 +0"]);
    assert_eq!(names(|n| format!("{:.2}", n as f64 * 0.075)), ["rounded 0.0750 to 0.01"]);
    assert_eq!(names(|n| (n.saturating_mul(n)).to_string())[0], "smooth");
}

#[test]
fn curves_are_smooth() {
    let whole = |f: fn(f64) -> f64| names(move |n| format!("{:?}", f(n as f64)));
    assert_eq!(whole(|x| x * x), ["smooth"]);
    assert_eq!(whole(|x| x * x * x), ["smooth"]);
    assert_eq!(whole(|x| x.abs().sqrt()), ["smooth", "smooth"]);
    let roots = cut(|n| n.unsigned_abs().isqrt().to_string());
    assert_eq!(roots.len(), 2, "{roots:?}");
}

#[test]
fn changes_are_cut() {
    assert_eq!(cut(|n| format!("{:?}", if n >= 100 { 2.25 } else { 2.5 } * n as f64)).len(), 2);
    let clamp = cut(|n| n.clamp(0, 255).to_string());
    assert_eq!(clamp.len(), 3, "{clamp:?}");
    assert!(clamp[1].starts_with("0…255 line"), "{clamp:?}");
    let tax = |n: i128| {
        let x = n as f64;
        format!(
            "{:?}",
            if n <= 100 {
                0.0
            } else if n <= 500 {
                0.2 * (x - 100.0)
            } else {
                80.0 + 0.4 * (x - 500.0)
            }
        )
    };
    let told = cut(tax);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("…100 ") && told[1].contains("…500 "), "{told:?}");
    let odd = cut(|n| if n == 500 { "7" } else { "0" }.to_string());
    assert_eq!(odd.len(), 3, "{odd:?}");
    let steps = cut(|n| n.div_euclid(100).clamp(0, 3).to_string());
    assert_eq!(steps.len(), 4, "{steps:?}");
    let fee = cut(|n| format!("{:?}", (0.1 * n as f64).max(5.0)));
    assert_eq!(fee.len(), 2, "{fee:?}");
    let parking = cut(|n| if n <= 0 { 0 } else { ((n + 29) / 30 * 2).min(24) }.to_string());
    assert_eq!(parking.len(), 3, "{parking:?}");
    let grace = cut(|n| if n <= 15 { 0 } else { ((n + 29) / 30 * 2).min(24) }.to_string());
    assert_eq!(grace.len(), 3, "{grace:?}");
    assert!(grace[0].contains("…15 "), "{grace:?}");
}

#[test]
fn steps_are_known_by_sparse_points() {
    let mut far: Vec<i128> = places().into_iter().filter(|n| *n >= 86_400).collect();
    far.extend((60..127).flat_map(|k| [(1i128 << k) - 1, 1 << k]));
    far.extend((18..39).map(|k| 10i128.pow(k)));
    far.sort_unstable();
    let days = cut_at(far.into_iter(), |n| (n / 86_400).to_string());
    assert_eq!(days.len(), 1, "{days:?}");
    assert!(days[0].contains("rounded"), "{days:?}");
}

#[test]
fn a_checksum_is_irregular() {
    let told = names(|n| (n.wrapping_mul(7919).rem_euclid(10_007) * 31 % 97).to_string());
    assert!(told.contains(&"irregular".to_string()) && told.len() <= 3, "{told:?}");
}

#[test]
fn a_row_of_four_tells_a_bend_from_noise_and_rounding() {
    let bends_at = |texts: [&str; 4]| {
        let numbers = texts.map(|text| Number::read(text).unwrap());
        bends([&numbers[0], &numbers[1], &numbers[2], &numbers[3]])
    };
    assert!(bends_at(["1", "0", "1", "2"]), "the kink of whole numbers is exact");
    assert!(bends_at(["9.90", "10.00", "9.09", "9.18"]));
    assert!(!bends_at(["3", "5", "7", "9"]));
    assert!(!bends_at(["0.33", "0.67", "1.00", "1.33"]), "rounding is no bend");
    assert!(!bends_at(["0.1", "0.2", "0.30000000000000004", "0.4"]), "nor is the noise of floats");
}

#[test]
fn few_points_of_a_rounded_line_are_one_piece() {
    let shares = |of: i128| cut_at(0..=of, move |n| format!("{:.1}", 100.0 * n as f64 / of as f64));
    for of in [3, 6, 7, 9, 11, 13] {
        assert_eq!(shares(of).len(), 1, "{:?}", shares(of));
    }
    let jump = cut_at(0..=12, |n| format!("{:.2}", 1.05 * n as f64 + if n > 6 { 0.05 } else { 0.0 }));
    assert_eq!(jump.len(), 2, "{jump:?}");
    let kink = cut_at(0..=12, |n| format!("{:.2}", 1.05 * n as f64 + 0.02 * (n - 6).max(0) as f64));
    assert_eq!(kink.len(), 2, "{kink:?}");
}

#[test]
fn a_rounded_line_that_ends_in_a_corner_is_no_curve() {
    let tax = |n: i128| {
        let above = |limit: i128| (n - limit).max(0);
        ((above(9_000) * 15 + above(21_000) * 10 + above(70_000) * 20) / 100).to_string()
    };
    let told = cut_at((0..=64).chain((1..=1_500).map(|n| n * 331)), tax);
    let lines: Vec<&String> = told.iter().filter(|told| told.contains("rounded")).collect();
    assert_eq!(lines.len(), 3, "{told:?}");
}

#[test]
fn steps_of_floats_may_be_higher_than_their_last_decimal() {
    let rank = |x: f64| if x < 0.0 { -(x.abs().to_bits() as i128) } else { x.to_bits() as i128 };
    let mut xs: Vec<f64> = (-40..=400).map(|n| f64::from(n) / 4.0 + 0.01).collect();
    xs.extend((0..200).map(|k| 0.001 * 1.12f64.powi(k)));
    xs.sort_by(f64::total_cmp);
    let nickel = |x: f64| format!("{:?}", (x * 20.0).round() / 20.0);
    let point = |x: &f64| Point { place: Some(rank(*x)), x: *x, y: Number::read(&nickel(*x)).unwrap() };
    let found = pieces(&xs.iter().map(point).collect::<Vec<_>>());
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn the_offset_of_a_rounded_line_is_that_of_the_points_with_decimals() {
    let numbers = (0..400).map(|k| 1e300 / 10f64.powi(k)).filter(|x| *x > 1e-3);
    let mut numbers: Vec<f64> = numbers.chain((0..100).map(f64::from)).flat_map(|x| [x, -x]).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    let point = |(at, x): (i128, f64)| {
        let y = Number::read(&format!("{:?}", (x * 85.5).mul_add(100.0, 0.0).round() / 100.0)).unwrap();
        Point { place: Some(at * 1_000_003), x, y }
    };
    let points: Vec<Point> = (0..).zip(numbers).map(point).collect();
    let offsets = pieces(&points).into_iter().filter_map(|piece| match piece.fit {
        Fit::Linear { offset, .. } => Some(offset),
        _ => None,
    });
    let offsets: Vec<f64> = offsets.collect();
    assert!(!offsets.is_empty() && offsets.iter().all(|offset| offset.abs() < 1.0), "{offsets:?}");
}

#[test]
fn teeth_that_are_wider_than_every_number_was_tried_repeat() {
    // A search has halved the gaps between the teeth, so both sides of each end are known.
    let ends =
        (-8i128..=8).flat_map(|k| [1440 * k - 1, 1440 * k, 1440 * k + 7, 1440 * k + 700, 1440 * k + 1400]);
    let mut all: Vec<i128> = places().into_iter().chain(ends).chain([i128::MIN, i128::MAX]).collect();
    all.sort_unstable();
    all.dedup();
    let told = |f: fn(i128) -> i128| {
        let told = cut_at(all.iter().copied(), |n| f(n).to_string());
        told.into_iter().map(|piece| piece.split_once(' ').unwrap().1.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(told(|n| n.rem_euclid(1440)), ["period 1440 +0"]);
    assert_eq!(told(|n| n.rem_euclid(1440) * 3 + n.div_euclid(1440)), ["period 1440 +1"]);
    // A single tooth with another slope or width ends the course.
    assert!(told(|n| if (2880..4320).contains(&n) { 2 } else { 1 } * n.rem_euclid(1440)).len() > 1);
    assert!(told(|n| if n < 4000 { n.rem_euclid(1440) } else { (n - 4000).rem_euclid(1440) }).len() > 1);
}

#[test]
fn a_staircase_that_begins_again_is_one_period() {
    // Two days minute by minute would be too many calls, so a search knows only the ends of the first hours.
    let seconds: std::collections::BTreeSet<i128> = (3600..=3720)
        .chain((1..=5).flat_map(|hour| [-61, -60, -2, -1, 0, 1, 59, 60].map(|by| hour * 3600 + by)))
        .chain((1..25).map(|at| 3600 + at * 3331))
        .filter(|n| (3600..86_400).contains(n))
        .collect();
    let told = cut_at(seconds.into_iter(), |n| (n % 3600 / 60).to_string());
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].ends_with("period 3600 +0"), "{told:?}");
}

fn cut_floats(floats: &[f64], f: impl Fn(f64) -> String) -> Vec<[f64; 2]> {
    let mut floats = floats.to_vec();
    floats.sort_by(f64::total_cmp);
    floats.dedup();
    let rank = |x: f64| if x < 0.0 { -i128::from(x.abs().to_bits()) } else { i128::from(x.to_bits()) };
    let point = |x: &f64| Point { place: Some(rank(*x)), x: *x, y: Number::read(&f(*x)).unwrap() };
    let points: Vec<Point> = floats.iter().map(point).collect();
    pieces(&points).into_iter().map(|piece| [points[piece.from].x, points[piece.to].x]).collect()
}

fn floats() -> Vec<f64> {
    let mut floats: Vec<f64> = (-400..=400).map(|n| f64::from(n) / 4.0).collect();
    floats.extend((0..300).flat_map(|k| [10f64.powi(k), -(10f64.powi(k))]));
    floats
}

#[test]
fn a_jump_between_neighbouring_floats_is_no_line() {
    let mut all = floats();
    all.retain(|x| *x >= 0.0);
    all.extend([9999.999999999998, 10000.000000000002, 10000.000000000004, 25_000.0, 70_000.0]);
    let rate = |x: f64| if x < 1e4 { 0.01 } else { 0.015 };
    let found = cut_floats(&all, |x| format!("{:?}", (x * rate(x) * 9.0 / 365.0 * 100.0).round() / 100.0));
    assert!(found.iter().any(|[_, to]| *to == 9999.999999999998), "{found:?}");
}

#[test]
fn a_rounded_line_goes_through_zero_and_ends_where_values_are_not_rounded() {
    let rounded = |x: f64| (10.0 * (1.131114515 * x - 1.496308026)).round() / 10.0;
    let mut all = floats();
    all.extend([10.000000000000002, 10.000000000000004, 10.123456, 10.3]);
    let found = cut_floats(&all, |x| format!("{:?}", if x <= 10.0 { rounded(x) } else { x }));
    assert!(matches!(found[..], [[_, 10.0], [10.000000000000002, _]]), "{found:?}");
    let share = |n: i128| (100 * n).div_euclid(9).to_string();
    assert_eq!(cut_at(places().into_iter().filter(|n| *n <= 8), share).len(), 1);
}
