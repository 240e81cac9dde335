//! Numbers as people write them: `123,456`, `0.31 s`, `400k`, `1.2e-9`.

use std::time::Duration;

/// A whole number with thousands separators.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 candidate`, `63 candidates`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number as u64))
}

/// `1 boundary`, `7 boundaries`.
pub(crate) fn boundaries(number: usize) -> String {
    match number {
        1 => "1 boundary".to_string(),
        n => format!("{} boundaries", thousands(n as u64)),
    }
}

/// A score with about three digits and without trailing zeros; ∞ if it is too large for a number.
pub(crate) fn score(score: f64) -> String {
    let size = score.abs();
    if score.is_nan() || score == 0.0 {
        return if score == 0.0 { "0".into() } else { score.to_string() };
    }
    // A quotient that overflows is represented by the largest number.
    if size >= f64::MAX {
        return if score > 0.0 { "∞".into() } else { "-∞".into() };
    }
    if !(1e-3..1e6).contains(&size) {
        return scientific(score);
    }
    let decimals = (2 - size.log10().floor() as i32).max(0) as usize;
    trimmed(format!("{score:.decimals$}"))
}

fn scientific(score: f64) -> String {
    let text = format!("{score:.1e}");
    text.replace(".0e", "e")
}

fn trimmed(text: String) -> String {
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

/// A duration in a suitable unit.
pub(crate) fn duration(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    match seconds {
        s if s < 0.01 => format!("{} ms", elapsed.as_millis()),
        s if s < 10.0 => format!("{s:.2} s"),
        s if s < 120.0 => format!("{s:.1} s"),
        _ => format!("{} min {} s", elapsed.as_secs() / 60, elapsed.as_secs() % 60),
    }
}

/// A rate per second, rounded: `850`, `1.2k`, `400k`, `3.5M`.
pub(crate) fn rate(per_second: f64) -> String {
    match per_second {
        r if r < 999.5 => format!("{r:.0}"),
        r if r < 9_950.0 => trimmed(format!("{:.1}", r / 1e3)) + "k",
        r if r < 999_500.0 => format!("{:.0}k", r / 1e3),
        r if r < 9_950_000.0 => trimmed(format!("{:.1}", r / 1e6)) + "M",
        r => format!("{}M", thousands((r / 1e6).round() as u64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_readable() {
        let shown = [1.0, 0.5, 41.0, 1.2e-9, 1.0 / 3.0, 12.345, 1234.5, 1e6, 0.0, -2.5, 99.96, 0.001];
        let wanted =
            ["1", "0.5", "41", "1.2e-9", "0.333", "12.3", "1234", "1e6", "0", "-2.5", "100", "0.001"];
        assert_eq!(shown.map(score), wanted);
        let odd = [f64::NAN, f64::INFINITY, f64::MAX, f64::NEG_INFINITY, f64::MIN];
        assert_eq!(odd.map(score), ["NaN", "∞", "∞", "-∞", "-∞"]);
    }

    #[test]
    fn figures_have_their_unit() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [3, 310, 12_340, 125_000].map(|ms| duration(Duration::from_millis(ms))),
            ["3 ms", "0.31 s", "12.3 s", "2 min 5 s"]
        );
        assert_eq!(
            [850.4, 1200.0, 9_960.0, 398_245.0, 3.46e6, 2e10].map(rate),
            ["850", "1.2k", "10k", "398k", "3.5M", "20,000M"]
        );
        assert_eq!([1, 2, 0].map(|n| counted(n, "pair")), ["1 pair", "2 pairs", "0 pairs"]);
    }
}
