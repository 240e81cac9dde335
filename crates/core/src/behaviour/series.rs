//! The courses of a slot along a line: which stretches of its values one way of making them explains.

use super::number::Number;

/// A value of a slot at a place of a line.
#[derive(Debug, Clone, Copy)]
pub struct Point {
    /// The place, if 128 bits hold it; neighbours are one apart.
    pub place: Option<i128>,
    /// The number that the place stands for.
    pub x: f64,
    /// The value there.
    pub y: Number,
}

impl Point {
    fn mirrored(&self) -> Point {
        Point { place: self.place.and_then(i128::checked_neg), x: -self.x, y: self.y }
    }
}

/// How a slot's values are made along a stretch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fit {
    /// Always the same.
    Constant,
    /// `slope · x + offset`, exactly or, where `quantum` is not zero, rounded to multiples of it.
    #[allow(missing_docs)]
    Linear { slope: f64, offset: f64, quantum: f64 },
    /// The values repeat after `period` places, `height` higher each time; every place of the period that begins at
    /// `origin` is known.
    #[allow(missing_docs)]
    Periodic { period: i128, height: f64, origin: i128 },
    /// A curve without jumps and corners.
    Smooth,
    /// None of these.
    Irregular,
}

impl Fit {
    fn mirrored(self) -> Fit {
        match self {
            Fit::Linear { slope, offset, quantum } => Fit::Linear { slope: -slope, offset, quantum },
            Fit::Periodic { period, height, origin } => {
                Fit::Periodic { period, height: -height, origin: 1 - origin - period }
            }
            Fit::Constant | Fit::Smooth | Fit::Irregular => self,
        }
    }
}

/// Points that one course explains: from an index to another one, both included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Piece {
    /// The first point.
    pub from: usize,
    /// The last point.
    pub to: usize,
    /// What explains them.
    pub fit: Fit,
}

impl Piece {
    fn len(&self) -> usize {
        self.to - self.from + 1
    }

    /// Whether the points are too few to tell a line from chance.
    pub fn is_weak(&self) -> bool {
        matches!(self.fit, Fit::Linear { quantum, .. } if quantum == 0.0) && self.len() < LEAST_ON_A_LINE
    }
}

/// Floats carry noise in their last places: what is left of 53 bits after a few operations.
const NOISE: f64 = 1.0 / (1u64 << 44) as f64;
/// Floats that are smaller have fewer digits, down to one.
const LEAST: f64 = 1e-300;
/// Fewer points than this lie on a line by chance.
const LEAST_ON_A_LINE: usize = 4;
/// A rounded line, steps and a curve are believed only if they show so many different values.
const LEAST_VALUES: usize = 7;
/// A course that is not exact must reach so many times as far as one that is.
const FURTHER: usize = 2;
/// The last points of a curve that may be others'.
const LOOSE_END: usize = 8;
/// So many steps in a row make a staircase; fewer are changes of their own.
const LEAST_STEPS: usize = 6;
/// So often a range of slopes is narrowed.
const HALVINGS: usize = 48;
/// The longest period that is looked for among neighbours.
const LONGEST_PERIOD: usize = 400;
/// Numbers with more decimals than this are not rounded to them: they are floats in full.
const MOST_DECIMALS: u16 = 6;
/// Pieces up to this length, so many in a row, are an irregular stretch if their values are many or they alternate often.
const LONGEST_STRAY: usize = 6;
const LEAST_STRAYS: usize = 8;
const FEW_VALUES: usize = 8;
const MOST_TURNS: usize = 16;

/// Cuts the points into pieces that one course each explains, from the least place to the greatest.
///
/// It works outward from zero on either side, because floats far from zero say little about those near it, and then joins
/// the two sides.
pub fn pieces(points: &[Point]) -> Vec<Piece> {
    let zero = points.partition_point(|point| point.x < 0.0);
    let below: Vec<Point> = points[..zero].iter().rev().map(Point::mirrored).collect();
    let mirrored = |piece: &Piece| Piece {
        from: zero - 1 - piece.to,
        to: zero - 1 - piece.from,
        fit: piece.fit.mirrored(),
    };
    let mut found: Vec<Piece> = outward(&below).iter().rev().map(mirrored).collect();
    let above = outward(&points[zero..]);
    let shifted = |piece: &Piece| Piece { from: piece.from + zero, to: piece.to + zero, fit: piece.fit };
    let mut above: Vec<Piece> = above.iter().map(shifted).collect();
    if let (Some(left), Some(right)) = (found.last(), above.first())
        && let Some(joined) = joined(points, left, right)
    {
        found.pop();
        above[0] = joined;
    }
    found.extend(above);
    absorb(points, &mut found);
    settle_wide(points, &mut found);
    settle_echoes(points, &mut found);
    settle_constants(points, &mut found);
    absorb(points, &mut found);
    split_weak(points, found)
}

/// Where a course that is not exact meets one that is, the exact one has what it explains: rounding hides the first points
/// beyond a corner.
fn settle_wide(points: &[Point], pieces: &mut [Piece]) {
    let is_wide = |piece: &Piece| match piece.fit {
        Fit::Linear { quantum, .. } => quantum > 0.0,
        Fit::Smooth => true,
        Fit::Constant | Fit::Periodic { .. } | Fit::Irregular => false,
    };
    let is_exact = |piece: &Piece| match piece.fit {
        Fit::Linear { quantum, .. } => quantum == 0.0 && !piece.is_weak(),
        Fit::Constant => piece.len() > 1,
        Fit::Smooth | Fit::Periodic { .. } | Fit::Irregular => false,
    };
    for at in 1..pieces.len() {
        while is_wide(&pieces[at - 1])
            && is_exact(&pieces[at])
            && pieces[at - 1].len() > 1
            && explains(points, &pieces[at], pieces[at - 1].to)
        {
            pieces[at - 1].to -= 1;
            pieces[at].from -= 1;
        }
        while is_exact(&pieces[at - 1])
            && is_wide(&pieces[at])
            && pieces[at].len() > 1
            && explains(points, &pieces[at - 1], pieces[at].from)
        {
            pieces[at - 1].to += 1;
            pieces[at].from += 1;
        }
    }
    for piece in pieces {
        if let Fit::Linear { quantum, .. } = piece.fit
            && quantum > 0.0
        {
            let covered = &points[piece.from..=piece.to];
            let slope = slope_of(covered, quantum);
            piece.fit = Fit::Linear { slope, offset: middle_offset(covered, slope), quantum };
        }
    }
}

/// The simplest slope of a rounded line through all of the points, measured from the one nearest to zero.
fn slope_of(points: &[Point], quantum: f64) -> f64 {
    let zero = points.partition_point(|point| point.x < 0.0);
    let above = &points[zero..];
    let simplest = |points: &[Point]| {
        let slopes = cone(points, 0, quantum).1;
        simplest(slopes_within(points, slopes, quantum).unwrap_or(slopes), quantum)
    };
    if above.len() >= zero {
        return simplest(above);
    }
    let below: Vec<Point> = points[..zero].iter().rev().map(Point::mirrored).collect();
    -simplest(&below)
}

/// Two or three neighbours on a line are no line but values of their own: no further point can lie between them.
fn split_weak(points: &[Point], pieces: Vec<Piece>) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    for piece in pieces {
        let first = piece.from.saturating_sub(1);
        let last = piece.to.min(points.len().saturating_sub(2));
        let is_closed = (first..=last).all(|index| follows(points, index));
        let parts: Vec<Piece> = match piece.is_weak() && is_closed {
            true => {
                (piece.from..=piece.to).map(|at| Piece { from: at, to: at, fit: Fit::Constant }).collect()
            }
            false => vec![piece],
        };
        for part in parts {
            match found.last_mut() {
                Some(before)
                    if before.fit == Fit::Constant
                        && part.fit == Fit::Constant
                        && points[before.to].y.same(&points[part.from].y) =>
                {
                    before.to = part.to;
                }
                _ => found.push(part),
            }
        }
    }
    found
}

/// Lets courses that reach far take in what stands beside them, where they explain all of it.
fn absorb(points: &[Point], pieces: &mut Vec<Piece>) {
    let is_wide = |fit: &Fit| match fit {
        Fit::Linear { quantum, .. } => *quantum > 0.0,
        Fit::Periodic { .. } => true,
        Fit::Constant | Fit::Smooth | Fit::Irregular => false,
    };
    let mut at = 0;
    while at + 1 < pieces.len() {
        let (left, right) = (pieces[at], pieces[at + 1]);
        let takes = |wide: &Piece, other: &Piece| {
            // A curve may begin steeply, as roots do.
            (wide.fit == Fit::Smooth && other.is_weak())
                || (is_flat(points, other) && (other.from..=other.to).all(|i| explains(points, wide, i)))
                || (is_wide(&wide.fit) && (other.from..=other.to).all(|i| explains(points, wide, i)))
        };
        let fit = if takes(&right, &left) {
            right.fit
        } else if takes(&left, &right) {
            left.fit
        } else {
            at += 1;
            continue;
        };
        pieces[at] = Piece { from: left.from, to: right.to, fit };
        pieces.remove(at + 1);
        at = at.saturating_sub(1);
    }
}

/// Whether a line rises by no more than the noise of floats.
fn is_flat(points: &[Point], piece: &Piece) -> bool {
    let (first, last) = (points[piece.from].y.value, points[piece.to].y.value);
    matches!(piece.fit, Fit::Linear { quantum: 0.0, .. }) && (last - first).abs() <= 4.0 * NOISE * last.abs()
}

fn outward(points: &[Point]) -> Vec<Piece> {
    let exact = settle_ends(points, exact_pieces(points));
    if exact.len() < LEAST_STEPS {
        return exact;
    }
    irregular(points, widened(points, &exact))
}

/// Two pieces that meet as one, if a single course explains both.
fn joined(points: &[Point], left: &Piece, right: &Piece) -> Option<Piece> {
    let fit = match (left.fit, right.fit) {
        (Fit::Constant, Fit::Constant) => {
            points[left.to].y.same(&points[right.from].y).then_some(Fit::Constant)?
        }
        (Fit::Smooth, Fit::Smooth) => {
            let around = right.from.saturating_sub(2).max(left.from)..=(right.from + 1).min(right.to);
            around.into_iter().all(|at| bends_gently(points, at, 0.0)).then_some(Fit::Smooth)?
        }
        (Fit::Irregular, Fit::Irregular) => Fit::Irregular,
        // The side with more points knows the line better; the other one may have but a few.
        (_, Fit::Linear { .. }) if left.len() <= right.len() => {
            (left.from..=left.to).all(|i| explains(points, right, i)).then_some(right.fit)?
        }
        (Fit::Linear { .. }, _) => {
            (right.from..=right.to).all(|i| explains(points, left, i)).then_some(left.fit)?
        }
        (_, Fit::Linear { .. }) => {
            (left.from..=left.to).all(|i| explains(points, right, i)).then_some(right.fit)?
        }
        _ => return None,
    };
    Some(Piece { from: left.from, to: right.to, fit })
}

/// Replaces runs of exact pieces by a course that is not exact where it reaches much further.
fn widened(points: &[Point], exact: &[Piece]) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < exact.len() {
        let piece = exact[at];
        let wide = wider(points, piece.from, &exact[at..]).filter(|wide| {
            let covered = exact[at..].iter().take_while(|p| p.to <= wide.to).count();
            covered >= LEAST_STEPS && wide.to + 1 - piece.from > FURTHER * piece.len()
        });
        let Some(wide) = wide else {
            found.push(piece);
            at += 1;
            continue;
        };
        at += exact[at..].iter().take_while(|p| p.to <= wide.to).count();
        // The rest of a piece that the wide one has cut.
        let mut rest = exact.get(at).copied().filter(|p| p.from <= wide.to);
        if let Some(cut) = &mut rest {
            cut.from = wide.to + 1;
            at += 1;
        }
        found.push(wide);
        found.extend(rest);
    }
    found
}

/// The widest course that is not exact and begins at a point.
fn wider(points: &[Point], from: usize, exact: &[Piece]) -> Option<Piece> {
    let rounded = rounded(points, from, exact[0]);
    let periodic = periodic(points, from);
    let smooth = smooth(points, from);
    // Of those that reach as far as each other, the last is the simplest. A curve bends to what is beside it, so that its end
    // tells little.
    let stiff = [periodic, rounded].into_iter().flatten().max_by_key(|piece| piece.to);
    smooth.filter(|curve| stiff.is_none_or(|stiff| curve.to > stiff.to + LOOSE_END)).or(stiff)
}

/// Constant and exactly linear pieces, each as long as it goes.
fn exact_pieces(points: &[Point]) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < points.len() {
        let piece = exact_piece(points, from);
        from = piece.to + 1;
        found.push(piece);
    }
    found
}

fn exact_piece(points: &[Point], from: usize) -> Piece {
    let alike = points[from..].iter().take_while(|p| p.y.same(&points[from].y)).count();
    let (to, _) = cone(points, from, 0.0);
    if to < from + alike || points[to].x == points[from].x {
        return Piece { from, to: from + alike - 1, fit: Fit::Constant };
    }
    Piece { from, to, fit: line_through(points, from, to) }
}

fn line_through(points: &[Point], from: usize, to: usize) -> Fit {
    let (first, last) = (&points[from], &points[to]);
    let slope = (last.y.value - first.y.value) / (last.x - first.x);
    Fit::Linear { slope, offset: first.y.value - slope * first.x, quantum: 0.0 }
}

/// How far a straight line from a point goes, and its slope: each further point narrows the slopes that are possible.
fn cone(points: &[Point], from: usize, quantum: f64) -> (usize, [f64; 2]) {
    let first = &points[from];
    let (mut least, mut greatest) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut to = from;
    for (index, point) in points.iter().enumerate().skip(from + 1) {
        let (dx, dy) = (point.x - first.x, point.y.value - first.y.value);
        // Beyond the range of floats no slope can be told from another.
        if dx != 0.0 && !(dx.is_finite() && (dy / dx).is_finite()) {
            break;
        }
        let moved = dy / dx * point.x.abs().max(first.x.abs());
        let noise = NOISE * point.y.value.abs().max(first.y.value.abs().min(moved.abs())).max(moved.abs());
        let slack = quantum + noise + LEAST;
        if dx == 0.0 {
            // Neighbours beyond the precision of floats.
            if (dy.abs() > quantum + NOISE * point.y.value.abs() + LEAST) || dx.is_nan() {
                break;
            }
            to = index;
            continue;
        }
        let (lo, hi) = (least.max((dy - slack) / dx), greatest.min((dy + slack) / dx));
        if lo.is_nan() || hi.is_nan() || lo > hi {
            break;
        }
        (least, greatest, to) = (lo, hi, index);
    }
    (to, [least, greatest])
}

/// The simplest slope of those that are possible for a rounded line: that of steps with a round width, or one with few
/// digits.
fn simplest([least, greatest]: [f64; 2], quantum: f64) -> f64 {
    let (lo, hi) = (least.abs().min(greatest.abs()), least.abs().max(greatest.abs()));
    let sign = if least + greatest < 0.0 { -1.0 } else { 1.0 };
    if least * greatest <= 0.0 {
        return (least + greatest) / 2.0;
    }
    for digits in 1..=15 {
        // What computers divide by is plainer than three digits and more.
        let power = 2f64.powi(hi.log2().floor() as i32);
        if digits > 3 && power >= lo {
            return sign * power;
        }
        for (lo, hi, back) in [(quantum / hi, quantum / lo, true), (lo, hi, false)] {
            let scale = 10f64.powi(digits - 1 - hi.log10().floor() as i32);
            let round = (lo * scale).ceil() / scale;
            if round <= hi && round > 0.0 && (!back || round >= 1.0) {
                return sign * if back { quantum / round } else { round };
            }
        }
    }
    (least + greatest) / 2.0
}

/// Where two pieces meet, a weak one leaves its last points to the next one if that explains them: a single odd value is
/// not the beginning of a line.
fn settle_ends(points: &[Point], mut pieces: Vec<Piece>) -> Vec<Piece> {
    for at in 1..pieces.len() {
        let next = pieces[at];
        let mut from = next.from;
        while pieces[at - 1].is_weak() && from > pieces[at - 1].from + 1 && explains(points, &next, from - 1)
        {
            from -= 1;
        }
        if from < next.from {
            pieces[at].from = from;
            let left = &mut pieces[at - 1];
            left.to = from - 1;
            if left.from == left.to {
                left.fit = Fit::Constant;
            }
        }
    }
    pieces
}

/// The corner of a plain echo is its own.
fn settle_echoes(points: &[Point], pieces: &mut [Piece]) {
    for at in 1..pieces.len() {
        let (left, next) = (pieces[at - 1], pieces[at]);
        let is_echo = matches!(next.fit, Fit::Linear { slope, .. } if (slope - 1.0).abs() < 1e-9)
            && points[next.from].y.value == points[next.from].x;
        if is_echo && left.len() > 1 && !next.is_weak() && explains(points, &next, left.to) {
            pieces[at - 1].to -= 1;
            pieces[at].from -= 1;
        }
    }
}

/// A line has each value once: of several points that have the value of a constant beside it, one may be the corner, and the
/// others are the constant's, however near to the line they are.
fn settle_constants(points: &[Point], pieces: &mut [Piece]) {
    let is_line = |piece: &Piece| matches!(piece.fit, Fit::Linear { slope, quantum, .. } if quantum == 0.0 && slope != 0.0);
    for at in 1..pieces.len() {
        let (left, right) = (pieces[at - 1], pieces[at]);
        if is_line(&left) && right.fit == Fit::Constant {
            let value = points[right.from].y;
            let alike = (left.from..=left.to).rev().take_while(|i| points[*i].y.same(&value)).count();
            let moved = alike.saturating_sub(1);
            pieces[at - 1].to -= moved;
            pieces[at].from -= moved;
        } else if left.fit == Fit::Constant && is_line(&right) {
            let value = points[left.to].y;
            let alike = (right.from..=right.to).take_while(|i| points[*i].y.same(&value)).count();
            let moved = alike.saturating_sub(1);
            pieces[at - 1].to += moved;
            pieces[at].from += moved;
        }
    }
}

/// Whether the course of a piece goes through a point outside of it.
fn explains(points: &[Point], piece: &Piece, index: usize) -> bool {
    let (point, first) = (&points[index], &points[piece.from]);
    match piece.fit {
        Fit::Constant => piece.len() > 1 && point.y.same(&first.y),
        Fit::Linear { slope, offset, quantum } => {
            let there = slope * point.x + offset;
            let size = point.y.value.abs().max((slope * point.x).abs()).max(offset.abs());
            // The offset is that of the middle of the steps.
            (point.y.value - there).abs() <= 0.55 * quantum + 4.0 * NOISE * size + LEAST
        }
        Fit::Periodic { period, height, origin } => {
            tooth(points, period, height, origin, point) == Some(true)
        }
        Fit::Smooth | Fit::Irregular => false,
    }
}

/// Whether a point has the value that a period predicts.
fn tooth(points: &[Point], period: i128, height: f64, origin: i128, point: &Point) -> Option<bool> {
    let away = point.place?.checked_sub(origin)?;
    let place = origin + away.rem_euclid(period);
    let known = points.binary_search_by(|p| p.place.cmp(&Some(place))).ok()?;
    let there = points[known].y.value + height * away.div_euclid(period) as f64;
    Some((point.y.value - there).abs() <= 4.0 * NOISE * there.abs().max(point.y.value.abs()))
}

/// A line whose values are rounded: to the last place that is printed, or to the height of equal steps.
fn rounded(points: &[Point], from: usize, exact: Piece) -> Option<Piece> {
    let in_a_row = (exact.from..exact.to).filter(|i| follows(points, *i)).count();
    if matches!(exact.fit, Fit::Linear { .. }) && !exact.is_weak() && in_a_row + 1 >= LEAST_ON_A_LINE {
        return None;
    }
    let mut quantum = quantum(&points[from..from + first_values(&points[from..])])?;
    loop {
        let (to, slope) = rounded_line(points, from, quantum)?;
        let covered = &points[from..=to];
        let finer = self::quantum(covered)?;
        if finer < quantum * 0.75 {
            quantum = finer;
            continue;
        }
        // Steps that are higher than the last printed place are wide, too: several places have each value.
        let printed = covered.iter().map(|p| p.y.decimals).max().map_or(1.0, |d| 10f64.powi(-i32::from(d)));
        let rounds = quantum < 1.5 * printed || slope.abs() <= quantum * 1.5;
        return (rounds && values(covered) >= LEAST_VALUES).then(|| Piece {
            from,
            to,
            fit: Fit::Linear { slope, offset: middle_offset(covered, slope), quantum },
        });
    }
}

/// How many of the points come first: a few dozen, or more until there are a few different values.
fn first_values(points: &[Point]) -> usize {
    let mut changes = points.windows(2).enumerate().filter(|(_, w)| !w[0].y.same(&w[1].y));
    let enough = changes.nth(LEAST_VALUES).map_or(points.len(), |(at, _)| at + 1);
    enough.max(64).min(points.len())
}

/// How far a line that is rounded to a quantum goes from a point, and its simplest slope.
fn rounded_line(points: &[Point], from: usize, quantum: f64) -> Option<(usize, f64)> {
    let furthest = cone(points, from, quantum).0;
    let slope = |to: usize| slopes_within(&points[from..=to], cone(&points[..=to], from, quantum).1, quantum);
    let (mut to, mut beyond) = (from, furthest + 1);
    // The last point is tried first: mostly all of them are on the line.
    let mut at = furthest;
    let mut found = None;
    while to + 1 < beyond {
        match slope(at) {
            Some(slopes) => (to, found) = (at, Some(slopes)),
            None => beyond = at,
        }
        at = to.midpoint(beyond);
    }
    Some((to, simplest(found?, quantum)))
}

/// The slopes, of those in a range, with which all points are on a line that is rounded to a quantum: what is left of
/// them when the line is taken away differs by a quantum at the most.
fn slopes_within(points: &[Point], [least, greatest]: [f64; 2], quantum: f64) -> Option<[f64; 2]> {
    let is_end = |i: &usize| {
        let same = |j: Option<usize>| j.and_then(|j| points.get(j)).is_some_and(|p| p.y.same(&points[*i].y));
        !(same(i.checked_sub(1)) && same(Some(i + 1)))
    };
    let ends: Vec<(f64, f64)> =
        (0..points.len()).filter(is_end).map(|i| (points[i].x, points[i].y.value)).collect();
    let spread = |slope: f64| {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for (x, y) in &ends {
            let noise = 2.0 * NOISE * y.abs().max((slope * x).abs());
            low = low.min(y - slope * x + noise);
            high = high.max(y - slope * x - noise);
        }
        high - low
    };
    let most = quantum * (1.0 + 1e-6);
    let [mut lo, mut hi] = [least, greatest];
    for _ in 0..HALVINGS {
        let (a, b) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
        if spread(a) <= spread(b) { hi = b } else { lo = a }
    }
    let best = lo.midpoint(hi);
    if spread(best) > most {
        return None;
    }
    let end = |outer: f64| {
        let (mut inside, mut outside) = (best, outer);
        for _ in 0..HALVINGS {
            let middle = inside.midpoint(outside);
            if spread(middle) <= most { inside = middle } else { outside = middle }
        }
        inside
    };
    Some([end(least), end(greatest)])
}

/// The offset in the middle of those that the points have, near zero where floats are exact.
fn middle_offset(points: &[Point], slope: f64) -> f64 {
    let near = points.iter().take(256).map(|p| p.y.value - slope * p.x);
    let (lo, hi) = near.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), o| (lo.min(o), hi.max(o)));
    (lo + hi) / 2.0
}

/// The greatest number that all differences are multiples of, if the values have few decimals, noise aside.
fn quantum(points: &[Point]) -> Option<f64> {
    let most = points.iter().map(|p| p.y.decimals).max()?;
    let decimals = most.min(MOST_DECIMALS);
    let (mut first, mut common) = (None, 0i128);
    for point in points.iter().filter(|point| is_precise(point, decimals)) {
        let digits = match point.y.scaled(decimals) {
            Some(digits) => digits,
            None => near_whole(point.y.value * 10f64.powi(i32::from(decimals)))?,
        };
        common = gcd(common, digits.checked_sub(*first.get_or_insert(digits))?);
    }
    (common > 0).then(|| common as f64 / 10f64.powi(i32::from(decimals)))
}

/// Whether so many decimals mean something: floats beyond their precision are multiples of anything.
fn is_precise(point: &Point, decimals: u16) -> bool {
    let size = point.y.value.abs();
    match decimals {
        0 => size < 1e15,
        _ => 16.0 * NOISE * size * 10f64.powi(i32::from(decimals)) < 1e-3,
    }
}

/// A number that would be whole without the noise of floats.
fn near_whole(number: f64) -> Option<i128> {
    let whole = number.round();
    ((number - whole).abs() <= 1e-3_f64.min(16.0 * NOISE * number.abs())).then_some(whole as i128)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// How many times the value changes.
fn values(points: &[Point]) -> usize {
    1 + points.windows(2).filter(|w| !w[0].y.same(&w[1].y)).count()
}

fn follows(points: &[Point], index: usize) -> bool {
    match (points[index].place, points.get(index + 1).and_then(|p| p.place)) {
        (Some(here), Some(next)) => here.checked_add(1) == Some(next),
        _ => false,
    }
}

/// `v(x + p) = v(x) + h`: found among neighbours, then followed over the points that lie further apart.
fn periodic(points: &[Point], from: usize) -> Option<Piece> {
    let run = (from..points.len()).take_while(|i| follows(points, *i)).count() + 1;
    let decimals = points[from..from + run].iter().map(|p| p.y.decimals).max()?;
    let scaled = |index: usize| points[index].y.scaled(decimals.min(12));
    let longest = (run / 4).min(LONGEST_PERIOD);
    for period in 1..=longest {
        let height = scaled(from + period)?.checked_sub(scaled(from)?)?;
        let rises = |index: usize| -> Option<bool> {
            Some(scaled(index + period)?.checked_sub(scaled(index)?)? == height)
        };
        if !(from..from + run - period).all(|index| rises(index) == Some(true)) {
            continue;
        }
        let height = height as f64 / 10f64.powi(i32::from(decimals.min(12)));
        let (period, origin) = (period as i128, points[from].place?);
        let holds = |point: &&Point| tooth(points, period, height, origin, point) == Some(true);
        let further = points[from + run..].iter().take_while(holds).count();
        return Some(Piece {
            from,
            to: from + run - 1 + further,
            fit: Fit::Periodic { period, height, origin },
        });
    }
    None
}

/// A curve: a cubic through the points around it meets each point much better than a chord.
fn smooth(points: &[Point], from: usize) -> Option<Piece> {
    if points.len() < from + LEAST_VALUES {
        return None;
    }
    let quantum = points[from..].iter().take(64).map(|p| p.y.decimals).max()?;
    let quantum = if quantum > MOST_DECIMALS { 0.0 } else { 10f64.powi(-i32::from(quantum)) };
    let mut to = from + 1;
    while to + 1 < points.len() {
        let at = to;
        if at >= from + 2 && at + 2 < points.len() && !bends_gently(points, at, quantum) {
            break;
        }
        to += 1;
    }
    if to + 1 < points.len() {
        to = sharpest(points, from, to)?;
    }
    let covered = &points[from..=to];
    let span = covered
        .iter()
        .map(|p| p.y.value)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), y| (lo.min(y), hi.max(y)));
    let moves_far = quantum == 0.0 || span.1 - span.0 >= 64.0 * quantum;
    let turns = covered.windows(3).filter(|w| {
        let (a, b) = (w[1].y.value - w[0].y.value, w[2].y.value - w[1].y.value);
        a * b < 0.0
    });
    let is_calm = turns.count() <= 2 + covered.len() / 32;
    (moves_far && is_calm && values(covered) > LEAST_VALUES).then_some(Piece { from, to, fit: Fit::Smooth })
}

fn bends_gently(points: &[Point], at: usize, quantum: f64) -> bool {
    let before = |i: usize| (0..i).rev().find(|j| apart(&points[*j], &points[i]));
    let behind = |i: usize| (i + 1..points.len()).find(|j| apart(&points[i], &points[*j]));
    let (Some(b), Some(c)) = (before(at), behind(at)) else { return true };
    let (Some(a), Some(d)) = (before(b), behind(c)) else { return true };
    let around = [a, b, c, d];
    let plain = |p: &Point| (p.x, p.y.value);
    let by_size = |p: &Point| (p.x.asinh(), p.y.value.asinh());
    let here = points[at].y.value;
    let near = |coordinates: &dyn Fn(&Point) -> (f64, f64), slack: f64| {
        let known = around.map(|i| coordinates(&points[i]));
        let (x, y) = coordinates(&points[at]);
        let (there, weight) = lagrange(&known, x);
        let cubic = (there - y).abs();
        let chord = (lagrange(&known[1..3], x).0 - y).abs();
        let noise = 64.0 * NOISE * y.abs().max(known[1].1.abs()).max(known[2].1.abs());
        // Every point may be rounded by a quantum.
        cubic <= slack * (1.0 + weight) + noise || cubic <= 0.4 * chord
    };
    near(&plain, 0.6 * quantum) || near(&by_size, 0.6 * quantum / (1.0 + here * here).sqrt())
}

/// Points that are too close for their distance from zero say nothing about a curve but noise.
fn apart(left: &Point, right: &Point) -> bool {
    right.x - left.x > right.x.abs().max(left.x.abs()) / f64::from(1 << 16)
}

/// The polynomial through known points at a place, and how much it makes of their errors.
fn lagrange(known: &[(f64, f64)], x: f64) -> (f64, f64) {
    let weight = |i: usize| {
        let others = known.iter().enumerate().filter(|(j, _)| *j != i);
        others.map(|(_, (xj, _))| (x - xj) / (known[i].0 - xj)).product::<f64>()
    };
    known.iter().enumerate().fold((0.0, 0.0), |(sum, size), (i, (_, y))| {
        let weight = weight(i);
        (sum + weight * y, size + weight.abs())
    })
}

/// The last point before the sharpest change near a point where a curve ends.
fn sharpest(points: &[Point], from: usize, near: usize) -> Option<usize> {
    let size = |i: usize| {
        let (a, b) = (&points[i], &points[i + 1]);
        let before = (i > from).then(|| (a.y.value - points[i - 1].y.value) / (a.x - points[i - 1].x));
        let expected = a.y.value + before.unwrap_or(0.0) * (b.x - a.x);
        (b.y.value - expected).abs()
    };
    (near.saturating_sub(1).max(from)..(near + 3).min(points.len() - 1))
        .max_by(|a, b| size(*a).total_cmp(&size(*b)))
}

/// Joins what nothing explains: long runs of weak pieces and single points.
fn irregular(points: &[Point], pieces: Vec<Piece>) -> Vec<Piece> {
    let is_exact = |piece: &Piece| match piece.fit {
        Fit::Constant => true,
        Fit::Linear { quantum, .. } => quantum == 0.0,
        Fit::Periodic { .. } | Fit::Smooth | Fit::Irregular => false,
    };
    let is_stray = |piece: &Piece| piece.len() <= LONGEST_STRAY && is_exact(piece);
    let mut found: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        // What is irregular on both sides of a short piece is so throughout.
        if let Some(Piece { fit: Fit::Irregular, .. }) = found.last()
            && pieces[at].len() <= 2 * LONGEST_STRAY
            && is_exact(&pieces[at])
        {
            if let Some(before) = found.last_mut() {
                before.to = pieces[at].to;
            }
            at += 1;
            continue;
        }
        let strays = pieces[at..].iter().take_while(|piece| is_stray(piece)).count();
        let last = pieces[at + strays.max(1) - 1];
        let joined = Piece { from: pieces[at].from, to: last.to, fit: Fit::Irregular };
        let many = distinct(&points[joined.from..=joined.to]) > FEW_VALUES || strays > MOST_TURNS;
        if strays >= LEAST_STRAYS && many {
            match found.last_mut() {
                Some(before) if before.fit == Fit::Irregular => before.to = joined.to,
                _ => found.push(joined),
            }
        } else {
            found.extend(&pieces[at..at + strays.max(1)]);
        }
        at += strays.max(1);
    }
    found
}

fn distinct(points: &[Point]) -> usize {
    let mut bits: Vec<u64> = points.iter().map(|p| p.y.value.to_bits()).collect();
    bits.sort_unstable();
    bits.dedup();
    bits.len()
}

#[cfg(test)]
mod tests {
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
}
