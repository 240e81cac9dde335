//! Decides which of two adjacent pieces gets the points that both explain.

use super::lines::{cone, middle_offset, simplest, slopes_within};
use super::*;

/// Where an inexact course meets an exact one, the exact one gets the points that it explains: rounding hides the first
/// points after a corner.
pub(super) fn settle_wide(points: &[Point], pieces: &mut [Piece]) {
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

/// The simplest slope of a rounded line through all points, measured from the point nearest to zero.
pub(super) fn slope_of(points: &[Point], quantum: f64) -> f64 {
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

/// Gives the end points of uncertain short lines to certain lines next to them that go through those points.
pub(super) fn lend_ends(points: &[Point], pieces: &mut [Piece]) {
    let is_sure = |piece: &Piece| matches!(piece.fit, Fit::Linear { .. }) && !piece.is_weak();
    for at in 0..pieces.len() {
        if !pieces[at].is_weak() {
            continue;
        }
        while at + 1 < pieces.len() && pieces[at].len() > 1 && is_sure(&pieces[at + 1]) {
            if !explains(points, &pieces[at + 1], pieces[at].to) {
                break;
            }
            pieces[at].to -= 1;
            pieces[at + 1].from -= 1;
        }
        while at > 0 && pieces[at].len() > 1 && is_sure(&pieces[at - 1]) {
            if !explains(points, &pieces[at - 1], pieces[at].from) {
                break;
            }
            pieces[at].from += 1;
            pieces[at - 1].to += 1;
        }
        if pieces[at].len() == 1 {
            pieces[at].fit = Fit::Constant;
        }
    }
}

/// Splits two or three neighbours on a line into single values: no further point between them could confirm the line.
pub(super) fn split_weak(points: &[Point], pieces: Vec<Piece>) -> Vec<Piece> {
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

/// Extends far-reaching courses over adjacent pieces that they explain completely.
pub(super) fn absorb(points: &[Point], pieces: &mut Vec<Piece>) {
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
pub(super) fn is_flat(points: &[Point], piece: &Piece) -> bool {
    let (first, last) = (points[piece.from].y.value, points[piece.to].y.value);
    matches!(piece.fit, Fit::Linear { quantum: 0.0, .. }) && (last - first).abs() <= 4.0 * NOISE * last.abs()
}

/// A weak piece gives its last points to the next piece if that explains them: a single odd value is not the beginning
/// of a line.
pub(super) fn settle_ends(points: &[Point], mut pieces: Vec<Piece>) -> Vec<Piece> {
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

/// A course that repeats the input unchanged gets the corner point.
pub(super) fn settle_echoes(points: &[Point], pieces: &mut [Piece]) {
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

/// A line takes each value only once. If several of its points have the value of an adjacent constant, one may be the
/// corner; the others belong to the constant, however close to the line they are.
pub(super) fn settle_constants(points: &[Point], pieces: &mut [Piece]) {
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
