//! What became of boundaries: closures before and after a change.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use autobva::behaviour::BoundaryKind;
use autobva::guard::{CheckSettings, Checked, check, compare_targets};
use autobva::{
    About, Candidate, Fate, Guarded, Input, IntoSut, Observation, Outcome, Place, Signature, Sut, SutError,
    find,
};
use autobva_lab::builtin::builtin;

/// The boundary of a target between two inputs.
fn boundary(sut: &dyn Sut, left: &[&str], right: &[&str]) -> Place {
    let [left, right] = [left, right].map(|texts| {
        let input = sut.signature().read(texts, None).unwrap();
        let mut outcome = Outcome::default();
        sut.run(&input, &mut outcome).unwrap();
        Observation { input, outcome }
    });
    Place { left, right }
}

fn told(fate: &Fate) -> String {
    let place = |b: &Place| format!(" {} | {}", b.left.input, b.right.input);
    match fate {
        Fate::Moved(to) => fate.name().to_string() + &place(to),
        _ => fate.name().to_string(),
    }
}

/// What becomes of a boundary of `old` on `new`.
fn fate<A, B>(old: impl IntoSut<A>, new: impl IntoSut<B>, left: &[&str], right: &[&str]) -> String {
    let was = boundary(&old.into_sut(), left, right);
    let checked = check(&new.into_sut(), &[was], &CheckSettings::default()).unwrap();
    assert!(checked.calls <= 2 + 4 + 600 + 10, "{} calls", checked.calls);
    told(&checked.verdicts[0].fate)
}

fn limit(at: i64) -> impl Fn(i64) -> &'static str + Send + Sync {
    move |n| if n < at { "low" } else { "high" }
}

#[test]
fn the_same() {
    assert_eq!(fate(limit(100), limit(100), &["99"], &["100"]), "same");
}

#[test]
fn moved_near_and_far_up_and_down() {
    for at in [101, 99, 3, 150, -1_000_000, 1 << 60, i64::MIN + 1, i64::MAX] {
        let expected = format!("moved {} | {at}", at - 1);
        assert_eq!(fate(limit(100), limit(at), &["99"], &["100"]), expected);
    }
}

#[test]
fn a_narrow_band_is_not_stepped_over() {
    let band = |low: i64| {
        move |n: i64| {
            if n < low {
                "low"
            } else if n < low + 2 {
                "middle"
            } else {
                "high"
            }
        }
    };
    assert_eq!(fate(band(100), band(777), &["99"], &["100"]), "moved 776 | 777");
    assert_eq!(fate(band(100), band(-777), &["101"], &["102"]), "moved -776 | -775");
}

#[test]
fn numbers_in_the_outputs_may_change_on_the_way() {
    let tariff = |at: u32| move |n: u32| if n < at { format!("{n} for 1.50") } else { format!("{n} free") };
    assert_eq!(fate(tariff(10), tariff(2000), &["9"], &["10"]), "moved 1999 | 2000");
}

#[test]
fn an_error_may_be_worded_otherwise() {
    let door = |at: i32, word: &'static str| move |n: i32| if n < at { Ok(n) } else { Err(word) };
    assert_eq!(fate(door(10, "full"), door(12, "no more"), &["9"], &["10"]), "moved 11 | 12");
    assert_eq!(fate(door(10, "full"), door(10, "no more"), &["9"], &["10"]), "outcome changed");
}

#[test]
fn several_arguments() {
    let corner = |at: i64| move |a: i64, b: i64| if a + b < at { "inside" } else { "outside" };
    assert_eq!(fate(corner(10), corner(17), &["3", "6"], &["3", "7"]), "moved 3, 13 | 3, 14");
    assert_eq!(fate(corner(10), corner(20), &["4", "5"], &["5", "6"]), "moved 9, 10 | 10, 11");
}

#[test]
fn floats_and_texts() {
    let warm = |at: f64| move |t: f64| if t < at { "cold" } else { "warm" };
    let moved = fate(warm(20.0), warm(21.5), &["19.999999999999996"], &["20.0"]);
    assert_eq!(moved, "moved 21.499999999999996 | 21.5");
    let long = |at: usize| move |word: String| if word.len() < at { "short" } else { "long" };
    assert_eq!(fate(long(3), long(5), &["ab"], &["abc"]), "moved abcc | abccc");
}

/// A rule about one character is followed along that character, whatever else the texts have.
#[test]
fn characters_of_a_text() {
    let shelf = |at: char| move |s: String| if s.chars().next() < Some(at) { "front" } else { "back" };
    let moved = |at: char, left: &str, right: &str| fate(shelf('M'), shelf(at), &[left], &[right]);
    assert_eq!(moved('M', "L", "M"), "same");
    assert_eq!(moved('P', "L", "M"), "moved O | P");
    assert_eq!(moved('D', "L", "M"), "moved C | D");
    assert_eq!(moved('P', "Lx", "Mx"), "moved Ox | Px");
    assert_eq!(moved('ж', "L\u{301}", "M\u{301}"), "moved е\u{301} | ж\u{301}");
    assert_eq!(moved('\u{e000}', "L", "M"), "moved \u{d7ff} | \u{e000}", "over the surrogates");
    assert_eq!(moved(char::MAX, "L", "M"), "moved \u{10fffe} | \u{10ffff}");
    let third = |at: char| move |s: String| if s.chars().nth(2) < Some(at) { "low" } else { "high" };
    assert_eq!(fate(third('m'), third('q'), &["abl"], &["abm"]), "moved abp | abq");
    assert_eq!(fate(shelf('M'), |_: String| "front", &["L"], &["M"]), "vanished");
    assert_eq!(fate(shelf('M'), |_: String| "rear", &["L"], &["M"]), "vanished");
    let reworded = |s: String| if *s < *"M" { "ahead" } else { "behind" };
    assert_eq!(fate(shelf('M'), reworded, &["L"], &["M"]), "outcome changed");
}

/// Texts that differ in more than one way are followed along each of them.
#[test]
fn several_differences_of_texts() {
    let shelf = |at: char| move |s: String| if s.chars().next() < Some(at) { "front" } else { "back" };
    let moved = |at: char, left: &str, right: &str| fate(shelf('M'), shelf(at), &[left], &[right]);
    assert_eq!(moved('P', "La", "Mz"), "moved Oz | Pz");
    assert_eq!(moved('P', "Lz", "Ma"), "moved Oa | Pa");
    assert_eq!(moved('P', "L", "Mabc"), "moved Oabc | Pabc", "length and character");
    assert_eq!(moved('P', "Labc", "M"), "moved O | P");
    assert_eq!(moved('P', "", "M"), "moved O | P", "the character that the other one does not have");
    assert_eq!(moved('P', "Lorem ipsum", "Mendelssohn"), "moved Oendelssohn | Pendelssohn");
    let long = |at: usize| move |s: String| if s.chars().count() < at { "short" } else { "long" };
    assert_eq!(fate(long(3), long(5), &["ab"], &["xyz"]), "moved xyzz | xyzzz");
    assert_eq!(fate(long(3), long(2), &["ab"], &["xyz"]), "moved a | ab");
    // The search goes down from the left text and up from the right one; the lesser text is shown on the left.
    let second = |at: char| move |s: String| if s.chars().nth(1) > Some(at) { "front" } else { "back" };
    assert_eq!(fate(second('m'), second('b'), &["Lz"], &["Mc"]), "moved Mb | Mc");
}

#[test]
fn numbers_and_texts_together() {
    let room = |at: i64| {
        move |n: i64, s: String| if n + (s.chars().count() as i64) < at { "fits" } else { "does not" }
    };
    let moved = |at, left: &[&str], right: &[&str]| fate(room(10), room(at), left, right);
    assert_eq!(moved(12, &["5", "abcd"], &["6", "abcd"]), "moved 7, abcd | 8, abcd");
    assert_eq!(moved(12, &["5", "abcd"], &["5", "abcde"]), "moved 5, abcdee | 5, abcdeee");
    assert_eq!(moved(20, &["5", "abcd"], &["6", "abcde"]), "moved 10, abcdeeeee | 11, abcdeeeeee");
    let greeting = |at: char| {
        move |n: i64, s: String| if n > 0 && s.chars().next() < Some(at) { "early" } else { "late" }
    };
    assert_eq!(fate(greeting('M'), greeting('P'), &["7", "L"], &["9", "M"]), "moved 9, O | 9, P");
    // Neither neighbours nor on a diagonal.
    let corner = |at: i64| move |a: i64, b: i64| if a + b < at { "inside" } else { "outside" };
    assert_eq!(fate(corner(3), corner(20), &["0", "0"], &["4", "2"]), "moved 17, 2 | 18, 2");
    let three = |at: i64| move |a: i64, b: i64, c: i64| if a + b + c < at { "inside" } else { "outside" };
    assert_eq!(
        fate(three(10), three(12), &["3", "3", "3"], &["4", "4", "3"]),
        "moved 4, 4, 3 | 5, 5, 3",
        "the diagonal comes first"
    );
    assert_eq!(fate(three(10), three(14), &["3", "3", "3"], &["4", "4", "4"]), "moved 5, 4, 4 | 6, 4, 4");
}

/// Both boundaries are searched along their own axis: that of the empty text vanishes, that of the first character
/// moves.
#[test]
fn a_boundary_moves_along_its_own_axis() {
    let shelf = |at: char| move |s: String| if s.chars().next() < Some(at) { "front" } else { "back" };
    let (old, new) = (shelf('M').into_sut(), shelf('b').into_sut());
    let both = [("", "Z"), ("L", "M")].map(|(left, right)| boundary(&old, &[left], &[right]));
    let checked = check(&new, &both, &CheckSettings::default()).unwrap();
    let told: Vec<String> = checked.verdicts.iter().map(|verdict| told(&verdict.fate)).collect();
    assert_eq!(told, ["vanished", "moved a | b"]);
}

/// The corner lies on both lines, and so the two inputs of a kink alone do not tell whether it is there.
#[test]
fn a_kink_is_guarded_by_its_neighbours() {
    let bent = |at: i32| move |n: i32| if n <= at { 2 * i64::from(n) } else { 3 * i64::from(n) - 100 };
    let old = bent(100).into_sut();
    let about = About {
        kind: BoundaryKind::Kink,
        argument: "a1".into(),
        sentence: String::new(),
        rule: None,
        places: Vec::new(),
    };
    let kink = Guarded { pair: boundary(&old, &["100"], &["101"]), about: Some(about) };
    let fate = |sut: &dyn Sut, kink: &Guarded| {
        told(&check(sut, std::slice::from_ref(kink), &CheckSettings::default()).unwrap().verdicts[0].fate)
    };
    assert_eq!(fate(&old, &kink), "same");
    assert_eq!(fate(&bent(40).into_sut(), &kink), "moved 40 | 41");
    assert_eq!(fate(&bent(i32::MIN).into_sut(), &kink), "vanished");
    // Rounded lines have steps, among which few neighbours show no corner.
    let steps = (|n: i32| if n <= 100 { n / 7 } else { 14 + (n - 98) / 5 }).into_sut();
    let kink = Guarded { pair: boundary(&steps, &["100"], &["101"]), ..kink };
    assert_eq!(fate(&steps, &kink), "same");
}

#[test]
fn vanished() {
    assert_eq!(fate(limit(100), |_: i64| "low", &["99"], &["100"]), "vanished");
    assert_eq!(fate(|n: i64| n / 10, |_: i64| 3, &["9"], &["10"]), "vanished");
}

#[test]
fn outcome_changed() {
    let polite = |n: i64| if n < 100 { "low" } else { "rather high" };
    assert_eq!(fate(limit(100), polite, &["99"], &["100"]), "outcome changed");
}

#[test]
fn a_place_where_another_accepted_boundary_is_is_not_where_one_moved_to() {
    let stripes = |flat: std::ops::Range<i64>| {
        let flat = flat.clone();
        move |n: i64| if flat.contains(&n) || n.rem_euclid(20) < 10 { "even" } else { "odd" }
    };
    let (old, new) = (stripes(0..0).into_sut(), stripes(10..20).into_sut());
    let both = [boundary(&old, &["9"], &["10"]), boundary(&old, &["29"], &["30"])];
    let checked = check(&new, &both, &CheckSettings::default()).unwrap();
    assert_eq!(checked.verdicts[1].fate, Fate::Same);
    assert_ne!(told(&checked.verdicts[0].fate), "moved 29 | 30");
}

/// If a boundary moves onto the place of the next one, the next one has moved as well.
#[test]
fn one_moves_to_the_place_of_another_that_moved_on() {
    let stairs = |first: i64, second: i64| {
        move |n: i64| {
            if n < first {
                "low"
            } else if n < second {
                "middle"
            } else {
                "high"
            }
        }
    };
    let (old, new) = (stairs(100, 200).into_sut(), stairs(200, 300).into_sut());
    let both = [boundary(&old, &["99"], &["100"]), boundary(&old, &["199"], &["200"])];
    let checked = check(&new, &both, &CheckSettings::default()).unwrap();
    let told: Vec<String> = checked.verdicts.iter().map(|verdict| told(&verdict.fate)).collect();
    assert_eq!(told, ["moved 199 | 200", "moved 299 | 300"]);
}

#[test]
fn only_one_moves_to_a_place() {
    let bands = |edges: &'static [i64]| {
        move |n: i64| if edges.iter().filter(|edge| n > **edge).count() % 2 == 0 { "a" } else { "b" }
    };
    let (old, new) = (bands(&[10, 20, 30]).into_sut(), bands(&[50]).into_sut());
    let all =
        [("10", "11"), ("20", "21"), ("30", "31")].map(|(left, right)| boundary(&old, &[left], &[right]));
    let checked = check(&new, &all, &CheckSettings::default()).unwrap();
    let told: Vec<String> = checked.verdicts.iter().map(|verdict| told(&verdict.fate)).collect();
    assert_eq!(told, ["vanished", "vanished", "moved 50 | 51"]);
}

/// A random function no longer has the accepted boundary, but that is no move.
#[test]
fn chance_has_not_moved() {
    let old = limit(100).into_sut();
    let was = [boundary(&old, &["99"], &["100"])];
    for seed in 0..200 {
        let state = AtomicU64::new(seed);
        let coin = move |_: i64| {
            let state = state.fetch_add(0x9e37_79b9_7f4a_7c15, Ordering::Relaxed);
            if (state ^ (state >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 63 == 0 {
                "low"
            } else {
                "high"
            }
        };
        let checked = check(&coin.into_sut(), &was, &CheckSettings::default()).unwrap();
        assert!(!matches!(checked.verdicts[0].fate, Fate::Moved(_)), "seed {seed}");
    }
}

struct Hanging {
    signature: Signature,
    calls: AtomicU64,
}

impl Sut for Hanging {
    fn name(&self) -> &str {
        "hanging"
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, _: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        *outcome = Outcome::error(Outcome::TIMEOUT, "no answer within 1s");
        Ok(())
    }
}

#[test]
fn a_target_that_hangs_is_not_run_for_ever() {
    let was: Vec<Place> = {
        let old = (|n: i64| n / 10).into_sut();
        (1..50).map(|k: i64| boundary(&old, &[&(10 * k - 1).to_string()], &[&(10 * k).to_string()])).collect()
    };
    let hangs = Hanging { signature: (|n: i64| n).into_sut().signature().clone(), calls: AtomicU64::new(0) };
    let settings = CheckSettings { jobs: 1, ..CheckSettings::default() };
    let checked = check(&hangs, &was, &settings).unwrap();
    assert!(checked.verdicts.iter().all(|verdict| matches!(verdict.fate, Fate::OutcomeChanged(_))));
    let further = hangs.calls.load(Ordering::Relaxed) - 2 * was.len() as u64;
    assert!(further <= settings.pursuit_hangs + 1, "{further} calls more");
}

#[test]
fn who_wavers_has_not_changed() {
    let calls = AtomicU64::new(0);
    // The first two answers are wrong, as after a slow start.
    let wavering = move |n: i64| match calls.fetch_add(1, Ordering::Relaxed) {
        0 | 1 => "late",
        _ => limit(100)(n),
    };
    assert_eq!(fate(limit(100), wavering, &["99"], &["100"]), "flaky");
}

#[test]
fn long_outputs_are_compared_by_their_abbreviation() {
    let long =
        |end: &'static str| move |n: u8| if n < 9 { "short".to_string() } else { "x".repeat(5000) + end };
    let was = boundary(&long("a").into_sut(), &["8"], &["9"]).abbreviated();
    let check =
        |end| check(&long(end).into_sut(), std::slice::from_ref(&was), &CheckSettings::default()).unwrap();
    assert_eq!(told(&check("a").verdicts[0].fate), "same");
    assert_eq!(told(&check("b").verdicts[0].fate), "outcome changed");
}

fn candidates(name: &str, calls: u64) -> Vec<Candidate> {
    let run = find(builtin(name).unwrap()).output_distance("shape");
    run.seed(1).max_calls(calls).run().unwrap().candidates
}

fn duel(old: &str, new: &str, calls: u64) -> Checked {
    let found = [candidates(old, calls), candidates(new, calls)].concat();
    let (old, new) = (builtin(old).unwrap(), builtin(new).unwrap());
    compare_targets(&*old, &*new, &found, &CheckSettings::default()).unwrap()
}

/// The copied function against the corrected one; made once.
fn correction() -> &'static Checked {
    static CORRECTION: OnceLock<Checked> = OnceLock::new();
    CORRECTION.get_or_init(|| duel("bytecount_so", "bytecount", 20_000))
}

/// The five rounding faults: a unit ends where the rounded number would have four digits, and not at its full thousand.
/// From there on each fault made a boundary of its own, `999.9 kB | 1000.0 kB`.
#[test]
fn the_rounding_faults_of_bytecount() {
    let checked = correction();
    for unit in 2..=6u32 {
        let to = 999_950 * 1000i128.pow(unit - 2);
        let moved_to = |fate: &Fate| told(fate) == format!("moved {} | {to}", to - 1);
        let from_full_unit = checked.verdicts.iter().filter(|verdict| moved_to(&verdict.fate));
        let lefts: Vec<i128> =
            from_full_unit.map(|v| v.boundary.left.input.to_string().parse().unwrap()).collect();
        // The logarithm of the target is a float, so that the largest units begin a little before their full thousand.
        let full = 1000i128.pow(unit);
        let near = |left: &i128| *left < full && *left + 1 >= full - full / 100_000_000_000_000;
        assert!(lefts.iter().any(near), "nothing moved to {to}: {lefts:?}");
        let own = checked.verdicts.iter().find(|v| v.boundary.right.input.to_string() == to.to_string());
        assert_eq!(own.map(|v| v.fate.name()), Some("outcome changed"), "at {to}");
    }
    let outcomes = |v: &&autobva::Verdict| v.fate.name() == "outcome changed";
    assert_eq!(checked.verdicts.iter().filter(outcomes).count(), 5, "no more than the five faults");
}

/// Over Int128, `diff` reports every place where the length of the output changes in one version only: those of the five
/// faults, and those of the last digit in the largest units.
#[test]
fn no_known_difference_of_bytecount_is_missed() {
    use autobva_lab::experiment::search::subject;
    let places = |name: &str| -> HashSet<String> {
        let known = (subject(name).unwrap().truth)().known;
        known.into_iter().map(|known| known.example.map(|side| side.join(", ")).join(" | ")).collect()
    };
    let (old, new) = (places("bytecount_so"), places("bytecount"));
    let checked = correction();
    let changes = checked.verdicts.iter().filter(|verdict| verdict.fate.is_change());
    let told: HashSet<String> = changes
        .flat_map(|verdict| [Some(&verdict.boundary), verdict.fate.now()])
        .flatten()
        .map(|boundary| format!("{} | {}", boundary.left.input, boundary.right.input))
        .collect();
    let different: Vec<&String> = old.symmetric_difference(&new).collect();
    assert!(different.len() >= 10, "{different:?}");
    for place in different {
        assert!(told.contains(place), "{place} is not told of");
    }
}

#[test]
fn a_comparison_reads_the_same_from_both_ends() {
    let moves = |checked: &Checked, backwards: bool| {
        let mut moves: Vec<(String, String)> = Vec::new();
        for verdict in &checked.verdicts {
            if let Fate::Moved(to) = &verdict.fate {
                let (from, to) = (verdict.boundary.left.input.to_string(), to.left.input.to_string());
                moves.push(if backwards { (to, from) } else { (from, to) });
            }
        }
        moves.sort();
        moves
    };
    let there = moves(correction(), false);
    assert!(there.len() >= 5);
    assert_eq!(there, moves(&duel("bytecount", "bytecount_so", 20_000), true));
}

#[test]
fn a_target_is_not_different_from_itself() {
    for name in ["bytecount", "bmi_class", "date"] {
        let checked = duel(name, name, 1500);
        assert!(!checked.verdicts.is_empty());
        assert!(checked.verdicts.iter().all(|verdict| verdict.fate == Fate::Same), "{name}");
    }
}
