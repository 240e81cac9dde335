//! Describes the result of the search: the behaviours, and the boundaries between them.

mod courses;
mod domains;
mod formulas;
mod plainness;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use autobva_core::behaviour::{
    Behaviour, Boundary, Condition, Course, Fit, Landscape, Parsed, Place, Rule, Stretch as ToldStretch,
};
use autobva_core::{
    Argument, Axis, Input, Integer, Motion, Observation, Schema, Signature, Step, Validity, Value, ValuePath,
};

use foldhash::fast::FixedState;

use self::courses::{course, numbered, told};
use self::formulas::Lines;
pub use self::plainness::value_plainness;
use self::plainness::{is_huge, plainness};

use super::choices::Chosen;
use super::crossing::{Crossing, Way};
use super::echo::{CUT, ECHO, TIDIED};
use super::groups::{Group, Shape};
use super::readings::{Reading, Readings};
use super::runs::{RunId, Runs, WordingId};
use super::track::{Stretch, Track};

/// At most 3 places that a law does not hit exactly are shown, and none if they are more than one place in 4.
const MOST_ODD: usize = 3;
const LEAST_HITS: usize = 4;
/// If there is no boundary, at most 16 behaviours are reported.
const MOST_BEHAVIOURS: usize = 16;

/// The result of testing each rule: at how many fresh places it was tested, and at how many it held.
pub type Verdicts = HashMap<String, (u32, u32), FixedState>;

/// The landscape that the groups of crossings make up, with at most `examples` examples per boundary.
pub fn landscape(
    runs: &Runs,
    tracks: &[Track],
    crossings: &[Crossing],
    groups: &[Group],
    verdicts: &Verdicts,
    signature: &Signature,
    examples: usize,
) -> Landscape {
    let lines = Lines::of(tracks, runs);
    let mut teller = Teller {
        runs,
        signature,
        examples,
        lines,
        readings: Readings::of(runs),
        behaviours: Vec::new(),
        known: BTreeMap::new(),
    };
    let mut boundaries: Vec<Boundary> =
        groups.iter().map(|group| teller.boundary(group, crossings, verdicts)).collect();
    // Boundaries at the limits of machine numbers, which every program has, come last.
    let is_of_machines = |boundary: &Boundary| {
        let places = [&boundary.example.left, &boundary.example.right];
        places.iter().all(|side| side.input.iter().any(is_huge))
    };
    boundaries.sort_by_cached_key(|boundary| {
        (is_of_machines(boundary), boundary.kind, plainness(&boundary.example.left.input))
    });
    for (index, boundary) in boundaries.iter_mut().enumerate() {
        boundary.id = index as u32 + 1;
    }
    let along = |argument: usize| tracks.iter().filter(move |track| track.axis().argument() == argument);
    let matters =
        (0..signature.len()).map(|argument| along(argument).any(|track| matters(track, runs))).collect();
    let idle = idle(tracks, runs, signature);
    let stretches = teller.stretches(tracks, &boundaries);
    if teller.behaviours.is_empty() {
        teller.behaviours_without_boundaries();
    }
    match signature.arguments() {
        [alone] if !stretches.is_empty() => {
            domains::along_one(&mut teller.behaviours, &stretches, alone.name());
        }
        _ => {
            let members = teller.members(tracks);
            teller.exemplify(&members);
            domains::among_several(&mut teller.behaviours, &members, runs, crossings, groups, signature);
        }
    }
    Landscape { behaviours: teller.behaviours, boundaries, matters, idle, stretches }
}

/// The crossing of a group that serves as its example: the plainest.
pub fn example<'a>(group: &Group, crossings: &'a [Crossing], runs: &Runs) -> &'a Crossing {
    let members = || group.members.iter().map(|i| &crossings[*i]);
    let side = |run: RunId| plainness(&runs.run(run).input);
    // A single odd character may be all that is odd about a text, so the other side counts as well.
    let of_text = |c: &Crossing| if c.axis.motion == Motion::Number { 0 } else { side(c.right) };
    // The value of the field is given by the boundary; the values beside it should be plain.
    let beside = |c: &Crossing| match c.axis.path.value(&runs.run(c.left).input) {
        Some(moved) if !c.axis.path.is_whole() => side(c.left) - value_plainness(moved),
        _ => 0,
    };
    // Values that hold others may be plain on one pair of sides and messy on another; valid outcomes are preferred.
    let holds_others = |c: &Crossing| runs.run(c.left).input.iter().any(holds_values);
    let errors = |c: &Crossing| {
        let is_error = |wording: &WordingId| runs.wording_of(*wording).validity == Validity::Error;
        [c.from, c.to].iter().filter(|wording| holds_others(c) && is_error(wording)).count()
    };
    // If other things than the length make the same difference, they are better examples: `"L" | "M"` rather than
    // `"" | "Z"`. An empty list is a good example, unless a law is about its numbers.
    let is_law = matches!(group.shape, Shape::Law(_));
    let is_empty = |c: &Crossing| holds_others(c) && c.place == Integer::ZERO && !is_law;
    let is_length = |c: &Crossing| match c.axis.motion {
        Motion::Length => usize::from(!is_empty(c)),
        // That the whole has a length is plainer than that a part has one.
        Motion::Part(_) | Motion::Pieces(_) => 2,
        _ => 0,
    };
    // A rule holds on the left side and not on the right side.
    let is_reversed = |c: &Crossing| match &group.shape {
        Shape::Law(law) => {
            let [left, right] = [c.left, c.right].map(|run| law.form.of(&runs.run(run).input));
            // At a kink either side of the corner is right.
            let is_kink = group.sides.0 == group.sides.1;
            let is_between = || left.zip(right).is_some_and(|(a, b)| law.is_between(a, b));
            let is_off = law.form.is_of_list() && !is_kink && !is_between();
            left >= right || is_off
        }
        _ => false,
    };
    let by_plainness =
        |c: &&Crossing| (is_reversed(c), is_length(c), errors(c), beside(c), side(c.left) + of_text(c));
    let fits = |c: &&Crossing| (c.from, c.to) == group.sides || holds_others(c);
    let plainest = members().filter(fits).min_by_key(by_plainness);
    plainest.or_else(|| members().min_by_key(by_plainness)).unwrap_or(&crossings[0])
}

/// Whether a value contains other values.
pub fn holds_values(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Record(_) | Value::Union(_))
}

/// Whether the outcome changed along a track.
fn matters(track: &Track, runs: &Runs) -> bool {
    let mut samples = track.samples.iter().map(|sample| &runs.run(sample.run).outcome);
    let first = samples.next();
    samples.any(|outcome| Some(outcome) != first)
}

/// The fields along which nothing ever changed, although something changed along other fields of the same argument.
fn idle(tracks: &[Track], runs: &Runs, signature: &Signature) -> Vec<String> {
    let mut fields: BTreeMap<&ValuePath, bool> = BTreeMap::new();
    for track in tracks.iter().filter(|track| !track.axis().path.is_whole()) {
        *fields.entry(&track.axis().path).or_default() |= matters(track, runs);
    }
    let of_items =
        |path: &&ValuePath| path.steps().iter().any(|step| matches!(step, Step::Item(at) if *at > 0));
    let idle = fields.iter().filter(|(path, matters)| {
        let inside = fields.iter().any(|(other, matters)| *matters && path.leads_to(other));
        let is_field = matches!(path.steps().last(), Some(Step::Field(_)));
        is_field && !**matters && !inside && !of_items(path)
    });
    idle.map(|(path, _)| path.name(signature)).collect()
}

struct Teller<'a> {
    runs: &'a Runs,
    signature: &'a Signature,
    /// How many examples of a boundary are reported.
    examples: usize,
    lines: Lines,
    readings: Readings,
    behaviours: Vec<Behaviour>,
    /// The ids of behaviours, by wording and description.
    known: BTreeMap<(WordingId, String), u32>,
}

impl Teller<'_> {
    fn boundary(&mut self, group: &Group, crossings: &[Crossing], verdicts: &Verdicts) -> Boundary {
        let members: Vec<&Crossing> = group.members.iter().map(|i| &crossings[*i]).collect();
        let example = example(group, crossings, self.runs);
        // One step may pass two limits at once; the kind is that of the change between the two sides of the group.
        let (low, high) = group.sides;
        let is_own = |c: &&&Crossing| (c.from, c.to) == (low, high) || (c.from, c.to) == (high, low);
        let own = members.iter().filter(is_own).map(|c| c.kind).min();
        let kind = own.filter(|_| is_own(&&example)).unwrap_or(example.kind);
        let [from, to] = [0, 1].map(|side| self.behaviour(example, side));
        let rule = tested(group, verdicts, self.signature)
            .map(|rule| Rule { guard: self.guard(&rule, &members), ..rule });
        let argument = self.paths(&members, example);
        let sentence = self.sentence(group, example, &argument, rule.as_ref(), (from, to), members.len());
        let all: Vec<&Crossing> =
            members.into_iter().chain(group.others.iter().map(|i| &crossings[*i])).collect();
        Boundary {
            id: 0,
            kind,
            argument,
            from,
            to,
            sentence,
            example: self.place(example),
            rule,
            places: self.places(&all, example, &group.shape),
            count: all.len() as u64,
            flaky: false,
        }
    }

    fn sentence(
        &self,
        group: &Group,
        example: &Crossing,
        argument: &str,
        rule: Option<&Rule>,
        (from, to): (u32, u32),
        count: usize,
    ) -> String {
        let (from, to) = (self.text(from), self.text(to));
        let [left, right] = [example.left, example.right].map(|run| self.value(example, run));
        let others = self.others(example);
        match (&group.shape, rule) {
            (Shape::Constant, _) => format!("{argument} {left} | {right}{others}: {from} → {to}"),
            (_, Some(rule)) => format!("{rule}: {from} → {to}"),
            (Shape::Powers(base), None) => {
                let path = self.path(example);
                format!(
                    "{path} {left} | {right} and {} more places, each {base} times as far: {from} → {to}",
                    count - 1
                )
            }
            (Shape::Scattered, None) => {
                let path = self.path(example);
                format!(
                    "{path} {left} | {right}{others} and {} more places without a rule: {from} → {to}",
                    count - 1
                )
            }
            (_, None) => {
                let path = self.path(example);
                format!("{path} {left} | {right}{others} and {} more places: {from} → {to}", count - 1)
            }
        }
    }

    /// The values of the other arguments in words, if there are several arguments.
    fn others(&self, crossing: &Crossing) -> String {
        let input = &self.runs.run(crossing.left).input;
        let others =
            self.signature.arguments().iter().enumerate().filter(|(i, _)| *i != crossing.axis.argument());
        let told: Vec<String> = others
            .map(|(i, argument)| format!("{} {}", argument.name(), named(argument, &input[i])))
            .collect();
        if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
    }

    /// The arguments that the rule does not mention and that always had the same value where it was observed.
    fn guard(&self, rule: &Rule, members: &[&Crossing]) -> Vec<Condition> {
        let others = self.signature.arguments().iter().enumerate();
        let others = others.filter(|(_, argument)| !rule.speaks_of(argument.name()));
        let condition = |(at, argument): (usize, &Argument)| {
            let mut values = members.iter().map(|c| &self.runs.run(c.left).input[at]);
            let first = values.next()?;
            let value = values.all(|value| value == first).then(|| first.to_string())?;
            let argument = argument.name().to_string();
            Some(Condition { argument, least: Some(value.clone()), greatest: Some(value) })
        };
        others.filter_map(condition).collect()
    }

    /// The names of the arguments that the crossings move, without duplicates.
    fn paths(&self, members: &[&Crossing], example: &Crossing) -> String {
        // Items of one list are represented by the example's, and so are the ways to move one value.
        let value = |c: &Crossing| c.axis.path.to_first_items();
        let is_of_example = |c: &&&Crossing| value(c) == value(example);
        let others = members.iter().filter(|c| !is_of_example(c)).map(|c| {
            let path = c.axis.path.to_first_items();
            Axis { path, motion: c.axis.motion }.name(self.signature)
        });
        let mut paths: Vec<String> = others.chain([self.path(example)]).collect();
        paths.sort();
        paths.dedup();
        paths.join(", ")
    }

    /// Some of the places: for each pair of wordings and way of moving the plainest one, then the places that a law
    /// hits least exactly, then each value at least once.
    fn places(&self, members: &[&Crossing], example: &Crossing, shape: &Shape) -> Vec<Place> {
        let mut sorted: Vec<&&Crossing> = members.iter().collect();
        sorted.sort_by_cached_key(|c| plainness(&self.runs.run(c.left).input));
        let odd = self.odd_places(&sorted, shape);
        let mut met = BTreeSet::from([example.key()]);
        let value = |c: &Crossing| (c.axis.argument(), Way::of(&c.axis), c.place.clone());
        let mut values = BTreeSet::from([value(example)]);
        // The places by how much they say; within a rank the plainest comes first.
        let mut ranks: [Vec<&Crossing>; 4] = Default::default();
        for crossing in sorted {
            if crossing.left == example.left && crossing.right == example.right {
                continue;
            }
            let is_new = values.insert(value(crossing));
            let rank = match met.insert(crossing.key()) {
                true => 0,
                false if odd.contains(&crossing.left) => 1,
                false if is_new => 2,
                false => 3,
            };
            ranks[rank].push(crossing);
        }
        let mut places: Vec<Place> = Vec::new();
        for crossing in ranks.concat() {
            if places.len() + 1 >= self.examples {
                break;
            }
            let place = self.place(crossing);
            if places.last() != Some(&place) {
                places.push(place);
            }
        }
        places
    }

    /// The left sides of the few places that miss the limit of a law by the most, if nearly all hit it exactly: for
    /// dates that are a month apart, those are the ends of months.
    fn odd_places(&self, sorted: &[&&Crossing], shape: &Shape) -> Vec<RunId> {
        let Shape::Law(law) = shape else { return Vec::new() };
        let missed = sorted.iter().map(|c| (law.missed_by(c, self.runs), c.left));
        let mut odd: Vec<(f64, RunId)> = missed.filter(|(by, _)| *by > 0.0).collect();
        if odd.len() * LEAST_HITS > sorted.len() {
            return Vec::new();
        }
        odd.sort_by(|a, b| b.0.total_cmp(&a.0));
        odd.into_iter().take(MOST_ODD).map(|(_, left)| left).collect()
    }

    fn text(&self, id: u32) -> &str {
        match self.behaviours[id as usize - 1].text.as_str() {
            "" => "\"\"",
            text => text,
        }
    }

    fn place(&self, crossing: &Crossing) -> Place {
        let [left, right] = [crossing.left, crossing.right].map(|run| self.observation(run));
        Place { left, right }
    }

    fn observation(&self, run: RunId) -> Observation {
        let run = self.runs.run(run);
        Observation { input: run.input.clone(), outcome: run.outcome.clone() }
    }

    /// The name of the moved argument, as a path.
    fn path(&self, crossing: &Crossing) -> String {
        crossing.axis.name(self.signature)
    }

    fn value(&self, crossing: &Crossing, run: RunId) -> String {
        crossing.axis.shown(&self.runs.run(run).input, |text| text.escape_debug().to_string())
    }

    /// The behaviour on one side of a crossing.
    fn behaviour(&mut self, crossing: &Crossing, side: usize) -> u32 {
        let run = if side == 0 { crossing.left } else { crossing.right };
        let wording = if side == 0 { crossing.from } else { crossing.to };
        self.behaviour_of(run, wording, &crossing.fits[side], Some(&crossing.axis))
    }

    /// The courses of the slots, and the description of the behaviour.
    fn in_words(
        &self,
        id: RunId,
        wording: WordingId,
        fits: &[Fit],
        along: Option<&Axis>,
    ) -> (Vec<Course>, String) {
        let (run, known) = (self.runs.run(id), self.runs.wording_of(wording));
        if self.runs.is_free(wording) {
            let text = match self.runs.in_common(wording) {
                Some(text) => told(&self.echoed(text, known.validity), &[], known.validity, &known.type_name),
                None => format!("{} (varying text)", known.type_name),
            };
            return (Vec::new(), text);
        }
        let written = Parsed::written(run.outcome.text(), run.outcome.type_name());
        let of = along.map_or_else(String::new, |axis| axis.name(self.signature));
        let names: Vec<&str> = self.signature.arguments().iter().map(Argument::name).collect();
        let formula = |slot: usize, fit: &Fit| match *fit {
            Fit::Linear { slope, offset, quantum: 0.0 } => {
                let key = (along?.argument(), wording, slot);
                self.lines.formula(key, id, [slope, offset], &names, self.runs)
            }
            _ => None,
        };
        let moved = along.and_then(|axis| Some((axis.motion, axis.path.value(&run.input)?.as_text()?)));
        let slots = fits.iter().zip(&run.slots).zip(written).enumerate();
        let reading = |slot: usize, fit: &Fit| {
            let stays_along = along.filter(|_| *fit == Fit::Constant).map(Axis::argument);
            let Reading { term, slope, offset } = self.readings.reading(id, slot, stays_along, self.runs)?;
            Some((Fit::Linear { slope: *slope, offset: *offset, quantum: 0.0 }, term.name(self.signature)))
        };
        let slots = slots.map(|(slot, ((fit, number), written))| match (reading(slot, fit), moved) {
            (Some((line, of)), _) => course(&line, number.value, &written, &of),
            (None, Some((motion, _))) if !courses::is_of_text(fit, motion) => {
                Course::Irregular { examples: Vec::new() }
            }
            (None, _) => formula(slot, fit).unwrap_or_else(|| course(fit, number.value, &written, &of)),
        });
        let mut slots: Vec<Course> = slots.collect();
        if let (Some(Chosen::Argument(argument)), [slot]) = (known.chosen, &mut slots[..]) {
            *slot = Course::Echo { of: names[argument].to_string(), how: None };
        }
        let text = told(&known.text, &slots, known.validity, &known.type_name);
        (slots, text)
    }

    /// The text of an echo with the argument's name in it, if it is clear which argument is repeated: `Hello, {name}`.
    fn echoed(&self, text: &str, validity: Validity) -> String {
        let arguments = self.signature.arguments();
        let is_text = |schema: &Schema| match schema {
            Schema::Union(union) => union.optional().is_some_and(|schema| schema.as_text().is_some()),
            schema => schema.as_text().is_some(),
        };
        let mut texts = arguments.iter().filter(|argument| is_text(argument.schema()));
        let name = match (arguments, texts.next(), texts.next()) {
            ([alone], ..) | (_, Some(alone), None) => alone.name(),
            _ => return text.to_string(),
        };
        // Error messages quote, and may quote only a part.
        let marks = if validity == Validity::Valid { &[CUT, TIDIED, ECHO][..] } else { &[] };
        match marks.iter().find(|mark| text.contains(**mark)) {
            Some(mark) => text.replacen(mark, &format!("{{{}}}", mark.replace(ECHO, name)), 1),
            None => text.to_string(),
        }
    }

    /// The runs whose behaviours are known: by their wording if it has only one behaviour, otherwise by the stretches
    /// that they are on.
    fn members(&self, tracks: &[Track]) -> domains::Members {
        let mut alone: BTreeMap<WordingId, Option<u32>> = BTreeMap::new();
        for ((wording, _), id) in &self.known {
            alone.entry(*wording).and_modify(|id| *id = None).or_insert(Some(*id));
        }
        let mut members = domains::Members::new();
        for run in 0..self.runs.len() as RunId {
            match alone.get(&self.runs.told(run)) {
                Some(Some(id)) => members.push((run, *id)),
                Some(None) => {}
                None => members.push((run, domains::OTHER)),
            }
        }
        for track in tracks {
            for stretch in track.stretches().iter().filter(|one| alone.get(&one.wording) == Some(&None)) {
                let samples = &track.samples[stretch.from..=stretch.to];
                let (_, text) =
                    self.in_words(samples[0].run, stretch.wording, &stretch.fits, Some(track.axis()));
                let is_constant = stretch.fits.iter().all(|fit| *fit == Fit::Constant);
                // A behaviour that is not reported along this argument may be reported along another, unless it is constant.
                let id = self.known.get(&(stretch.wording, text)).copied();
                if let Some(id) = id.or(is_constant.then_some(domains::OTHER)) {
                    members.extend(samples.iter().map(|sample| (sample.run, id)));
                }
            }
        }
        members.sort_unstable();
        members
    }

    fn behaviour_of(&mut self, run: RunId, wording: WordingId, fits: &[Fit], along: Option<&Axis>) -> u32 {
        let (slots, text) = self.in_words(run, wording, fits, along);
        let (run, known) = (self.runs.run(run), self.runs.wording_of(wording));
        let next = self.behaviours.len() as u32 + 1;
        let id = *self.known.entry((wording, text.clone())).or_insert(next);
        if id == next {
            self.behaviours.push(Behaviour {
                id,
                validity: known.validity,
                type_name: known.type_name.clone(),
                wording: numbered(self.runs.in_common(wording).unwrap_or(&known.text)),
                slots,
                text,
                domain: String::new(),
                calls: known.calls,
                example: Observation { input: run.input.clone(), outcome: run.outcome.clone() },
            });
        }
        id
    }

    /// Adds a behaviour for every wording, if no boundary was found; nothing is said about the numbers in it.
    fn behaviours_without_boundaries(&mut self) {
        // Of each wording its first run, and for each slot whether its number is the same in all runs.
        let mut met: BTreeMap<WordingId, (RunId, Vec<bool>)> = BTreeMap::new();
        for run in 0..self.runs.len() as RunId {
            let slots = &self.runs.run(run).slots;
            let (first, same) =
                met.entry(self.runs.told(run)).or_insert_with(|| (run, vec![true; slots.len()]));
            for ((same, slot), known) in same.iter_mut().zip(slots).zip(&self.runs.run(*first).slots) {
                *same &= slot.value == known.value;
            }
        }
        let mut met: Vec<_> = met.into_iter().collect();
        met.sort_by_key(|(_, (first, _))| *first);
        for (wording, (first, same)) in met.into_iter().take(MOST_BEHAVIOURS) {
            let fit = |same: bool| if same { Fit::Constant } else { Fit::Irregular };
            let fits: Vec<Fit> = same.into_iter().map(fit).collect();
            self.behaviour_of(first, wording, &fits, None);
        }
    }

    /// The stretches of a target with one argument.
    fn stretches(&mut self, tracks: &[Track], boundaries: &[Boundary]) -> Vec<ToldStretch> {
        if self.signature.len() != 1 {
            return Vec::new();
        }
        let Some(track) = tracks.first().filter(|track| track.axis().is_number()) else { return Vec::new() };
        let mut told: Vec<ToldStretch> = Vec::new();
        for part in self.told_apart(track, boundaries) {
            // The longest stretch determines the behaviour of the whole part.
            let Some(main) = part.iter().rev().max_by_key(|stretch| stretch.to - stretch.from) else {
                continue;
            };
            let [first, last] = [part[0].from, part[part.len() - 1].to].map(|at| &track.samples[at]);
            let behaviour =
                self.behaviour_of(track.samples[main.from].run, main.wording, &main.fits, Some(track.axis()));
            let input = |run: RunId| &self.runs.run(run).input;
            let ends = |b: &&Boundary| b.example.left.input == *input(last.run);
            told.push(ToldStretch {
                behaviour,
                from: (part[0].from > 0).then(|| input(first.run)[0].to_string()),
                to: (part[part.len() - 1].to + 1 < track.samples.len())
                    .then(|| input(last.run)[0].to_string()),
                boundary: boundaries.iter().find(ends).map(|b| b.id),
            });
        }
        told
    }

    /// The stretches of a track, merged where no boundary between them is reported.
    fn told_apart(&self, track: &Track, boundaries: &[Boundary]) -> Vec<Vec<Stretch>> {
        let ends: HashSet<&Input> =
            boundaries.iter().flat_map(|b| b.all_places()).map(|place| &place.left.input).collect();
        let mut parts: Vec<Vec<Stretch>> = Vec::new();
        for stretch in track.stretches() {
            let is_end = |before: &Stretch| {
                before.wording != stretch.wording
                    || ends.contains(&self.runs.run(track.samples[before.to].run).input)
            };
            match parts.last_mut() {
                Some(part) if !part.last().is_some_and(is_end) => part.push(stretch.clone()),
                _ => parts.push(vec![stretch.clone()]),
            }
        }
        parts
    }
}

/// The name of a value if it has one, otherwise the value itself.
fn named(argument: &Argument, value: &Value) -> String {
    let written = value.shown(|text| text.escape_debug().to_string());
    argument.value_name(&written).map_or(written.clone(), str::to_string)
}

/// The rule of a group, if it was tested and held.
pub fn tested(group: &Group, verdicts: &Verdicts, signature: &Signature) -> Option<Rule> {
    let mut rule = group.rule(signature)?;
    let (checked, held) = match &group.shape {
        Shape::Text(law) => law.verdict(verdicts)?,
        _ => *verdicts.get(&rule_key(&rule, group))?,
    };
    (rule.checked, rule.held) = (checked, held);
    (checked > 0 && checked == held).then_some(rule)
}

/// Whether the rule of a group was tested and failed.
pub fn failed(group: &Group, verdicts: &Verdicts, signature: &Signature) -> bool {
    let verdict = group.rule(signature).and_then(|rule| verdicts.get(&rule_key(&rule, group)).copied());
    verdict.is_some_and(|(checked, held)| held < checked)
}

/// Identifies the rule of a group.
pub fn rule_key(rule: &Rule, group: &Group) -> String {
    // The same rule text may stand for a limit that is known more precisely by now. Rules of lists are tested as written.
    let limit = match &group.shape {
        Shape::Law(law) if !law.form.is_of_list() => law.limit,
        Shape::Law(_)
        | Shape::Constant
        | Shape::Pattern(_)
        | Shape::Powers(_)
        | Shape::Table(_)
        | Shape::Text(_)
        | Shape::Scattered => (0.0, 0.0),
    };
    format!("{} {} {rule} {limit:?}", group.sides.0, group.sides.1)
}
