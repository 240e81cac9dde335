//! Which tracks come first: drafts around an input.

use autobva_core::Schema;

use super::starts::UNTOLD;
use super::*;

/// At most so many items of a list are made different, if the shortest list that was declared is a long one.
const MOST_VARIED: usize = 8;
const STRIDES: [usize; 8] = [7, 11, 3, 13, 17, 2, 19, 23];

impl BehaviourSearch {
    pub(super) fn bases(&self, probe: &mut Probe<'_>) -> Vec<Input> {
        // With narrow ranges, the sum of all arguments may pass a limit only near their upper ends. Texts are exempt:
        // the longest ones show little.
        let are_numbers = probe.signature().arguments().iter().all(|argument| argument.schema().is_number());
        let near: &[i128] = match (self.arguments, are_numbers) {
            (1, _) => &[1],
            (_, true) => &[1, 0, i128::MAX, 10, 100],
            (_, false) => &[1, 0, 10, 100],
        };
        let mut bases: Vec<Input> = near.iter().map(|near| bases::plain_base(probe, *near)).collect();
        // Without any of the optional values something else may happen than without one of them.
        let mut without = bases[0].clone();
        let arguments = probe.signature().arguments().iter();
        for (value, optional) in without.iter_mut().zip(arguments.map(|argument| argument.schema())) {
            if let (Value::Union(union), Schema::Union(schema)) = (value, optional)
                && schema.optional().is_some()
            {
                union.switch(1 - union.at());
            }
        }
        if without != bases[0] {
            bases.push(without);
        }
        // The search begins at values that the user named; they replace random texts everywhere, which are hardly ever
        // useful.
        for argument in 0..self.arguments {
            let Some(named) = probe.hints(argument).next() else { continue };
            let is_text = matches!(named, Value::Text(_));
            for base in bases.iter_mut().take(if is_text { usize::MAX } else { 1 }) {
                base[argument] = named.clone();
            }
        }
        bases
    }

    /// Drafts the first tracks along every axis of a base: first few places, later many, and around the first base
    /// every small number.
    pub(super) fn draft_around(&mut self, base: &Input, at: usize, probe: &mut Probe<'_>) {
        for argument in 0..self.arguments {
            for path in ValuePath::inside(base, argument) {
                match path.value(base) {
                    // Texts are drafted later, when it is known which of them bring something new.
                    Some(Value::Text(_)) => {}
                    Some(Value::Int(_) | Value::Float(_)) => {
                        self.draft_number(base, path, at, probe);
                    }
                    Some(Value::List(_)) if at == 0 => {
                        self.draft_value(base, &path, 0);
                        self.draft_arrangements(base, &path, probe);
                    }
                    _ => self.draft_value(base, &path, 0),
                }
            }
        }
    }

    /// Drafts along the order of a list, the position of its largest item, and how often its first one is repeated, around a
    /// short list of different items: in a list of equal ones there is nothing to arrange.
    fn draft_arrangements(&mut self, base: &Input, path: &ValuePath, probe: &Probe<'_>) {
        let mut varied = base.clone();
        let Some(Schema::List(schema)) = path.schema(probe.signature()) else { return };
        let Some(Value::List(list)) = path.value_mut(&mut varied) else { return };
        let (least, most) = schema.lengths();
        list.set_length(self.tuning.varied.clamp(least, most));
        for (at, item) in list.items.iter_mut().enumerate().take(MOST_VARIED) {
            schema.item().change(item, &mut |schema, part| bases::move_near(schema, part, at as i128 + 1));
        }
        let motions = path.value(&varied).map(|value| Motion::arrangements(value).collect::<Vec<_>>());
        for motion in motions.unwrap_or_default() {
            let axis = Axis { path: path.clone(), motion };
            self.drafts.add(1, Draft::new(axis, varied.clone(), Look::Sparse));
        }
    }

    /// Runs inputs with mixed small numbers if nothing has changed so far: if a target compares its arguments with each
    /// other, inputs in which all are alike may show one behaviour only. An input that shows a new behaviour gets
    /// tracks around it.
    pub(super) fn mix(&mut self, probe: &mut Probe<'_>) -> Result<(), Halt> {
        let is_number = |value: &Value| matches!(value, Value::Int(_) | Value::Float(_));
        let base = self.runs.run(0).input.clone();
        let numbers: Vec<Axis> = (0..self.arguments)
            .filter(|argument| is_number(&base[*argument]))
            .map(|argument| Axis::main(&base, argument))
            .collect();
        if numbers.len() < 2 || !self.kinds.is_empty() {
            return Ok(());
        }
        let mut queue = Queue::new();
        for at in 1..=self.tuning.mixed {
            let mut input = base.clone();
            for (axis, stride) in numbers.iter().zip(STRIDES.into_iter().cycle()) {
                let (least, most) = axis.ends(probe.signature(), &input);
                let near = (at * stride % (self.tuning.mixed + 1)) as i128;
                let place = axis.motion.near(&input[axis.argument()], near).clamp(least, most);
                axis.set(&mut input, place);
            }
            let key = runs::key(&input);
            if self.runs.known_by(key, &input).is_none() {
                queue.add(key, input);
            }
        }
        let mut seen = HashSet::from([self.runs.told(0)]);
        for run in self.run_queue(queue, probe)?.into_iter().flatten() {
            if seen.insert(self.runs.told(run)) {
                let input = self.runs.run(run).input.clone();
                self.draft_around(&input, 0, probe);
            }
        }
        Ok(())
    }

    /// Drafts tracks along a number: few places, then many, and around the first base every small number.
    pub(super) fn draft_number(&mut self, base: &Input, path: ValuePath, at: usize, probe: &Probe<'_>) {
        let axis = Axis { motion: Motion::Number, path };
        let mut first = Draft::new(axis.clone(), base.clone(), Look::Sparse);
        if axis.path.is_whole() {
            let hints = probe.hints(axis.argument()).map(|value| axis.motion.get(value));
            first.extra = hints.flat_map(|n| [-1, 0, 1].map(|by| &n + &Integer::Small(by))).collect();
        }
        self.drafts.add(u32::from(at > 2), first);
        // Looks at many places are guesses, and come after the drafts that follow from a known change.
        let later = 4 * at as u32;
        let looks = [
            (self.tuning.has_powers, Look::Powers),
            (self.tuning.has_limits, Look::Limits),
            (self.tuning.has_gaps, Look::Gaps),
        ];
        for (rank, (_, look)) in (2..).zip(looks).filter(|(_, (is_on, _))| *is_on) {
            self.drafts.add(rank + later, Draft::new(axis.clone(), base.clone(), look));
        }
        if at == 0 && self.is_dense() {
            self.drafts.add(5, Draft::new(axis, base.clone(), Look::Dense));
        }
    }

    /// Drafts tracks along an argument and along all values inside it.
    pub(super) fn draft_parts(&mut self, base: &Input, argument: usize, rank: u32) {
        for path in ValuePath::inside(base, argument) {
            self.draft_value(base, &path, rank);
        }
    }

    /// Drafts tracks along a value as a whole, along its first and last character, and along other things that move in
    /// it, such as numbers in a text or the months of a date. After a change was found, every character of a short text
    /// is tried.
    pub(super) fn draft_value(&mut self, base: &Input, path: &ValuePath, rank: u32) {
        let Some(value) = path.value(base) else { return };
        let chars = Motion::chars(value).count();
        let is_inner = |at: usize| at > 0 && at + 1 < chars;
        let is_tried = |motion: &Motion| match motion {
            Motion::Char(at) => !is_inner(*at) || rank > 0 && chars <= self.tuning.short_text,
            Motion::Digits(at) | Motion::Part(at) => *at < self.tuning.most_parts,
            _ => true,
        };
        for motion in Motion::all(value).filter(is_tried) {
            // Parts of texts and inner characters matter to few functions, so they come later.
            let later = match motion {
                Motion::Part(_) | Motion::Pieces(_) => 1,
                Motion::Char(at) if is_inner(at) => 1,
                Motion::Char(_) if rank == UNTOLD => 1,
                _ => 0,
            };
            let axis = Axis { path: path.clone(), motion };
            self.drafts.add(rank + later, Draft::new(axis, base.clone(), Look::Sparse));
        }
    }

    /// Drafts close looks at a text that shows a behaviour for the first time: at every small number in place of its numbers,
    /// and at every printable character in place of its first and its last one, and behind it.
    pub(super) fn draft_closely(&mut self, base: &Input, path: &ValuePath, probe: &Probe<'_>) {
        let Some(Value::Text(text)) = path.value(base) else { return };
        let chars = text.chars().count();
        let looks = &mut self.text_looks;
        if !self.tuning.has_close_looks
            || self.arguments > 1
            || chars == 0
            || *looks >= self.tuning.most_text_looks
        {
            return;
        }
        *looks += 1;
        let mut longer = base.clone();
        let length = Axis { path: path.clone(), motion: Motion::Length };
        length.step(probe.signature(), &mut longer, true, &Integer::ONE);
        let ends = [(base, 0), (base, chars - 1), (&longer, chars)];
        let chars = ends.into_iter().map(|(base, at)| (base, Motion::Char(at), Look::Dense));
        let numbers = (0..self.tuning.most_numbers).map(Motion::Digits);
        let numbers = numbers.flat_map(|motion| [(base, motion, Look::Limits), (base, motion, Look::Dense)]);
        let drafts: Vec<_> = chars.chain(numbers).collect();
        for (base, motion, look) in drafts {
            let axis = Axis { path: path.clone(), motion };
            if axis.is_of(base) && self.is_dense() {
                self.drafts.add(2, Draft::new(axis, base.clone(), look));
            }
        }
    }

    /// Drafts a track with few places along a number: those at which crossings were found, and a few more.
    pub(super) fn draft_lightly(&mut self, base: &Input, argument: usize, rank: u32) {
        let axis = Axis::main(base, argument);
        if !matches!(base[argument], Value::Int(_) | Value::Float(_)) {
            return self.draft_parts(base, argument, rank);
        }
        self.drafts.add(rank, Draft::new(axis, base.clone(), Look::Learned));
    }

    /// Whether the budget allows for trying every small number along each argument.
    pub(super) fn is_dense(&self) -> bool {
        self.tuning.has_small_numbers
            && self.budget.is_none_or(|calls| calls / self.arguments.max(1) as u64 >= 2_500)
    }
}
