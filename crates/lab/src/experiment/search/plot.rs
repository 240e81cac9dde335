//! The plot of the benchmark: a small panel for each target, a line for each strategy.

use std::io::{self, Write};

use super::run::Series;

const COLUMNS: usize = 4;
const PANEL: (f64, f64) = (220.0, 130.0);
const GAP: (f64, f64) = (34.0, 44.0);
const MARGIN: (f64, f64) = (40.0, 60.0);
/// Colours that people with any common colour vision can distinguish.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
/// Points per factor of ten.
const FINENESS: u32 = 24;

/// Writes an SVG picture: the mean share of the known boundaries over the logarithm of the calls.
pub fn write_plot(series: &[Series], calls: u64, out: &mut dyn Write) -> io::Result<()> {
    let mut subjects: Vec<&str> = series.iter().map(|s| s.subject.entry.name).collect();
    subjects.dedup();
    let strategies = strategies(series);
    let rows = subjects.len().div_ceil(COLUMNS);
    let columns = subjects.len().min(COLUMNS);
    let width = 2.0 * MARGIN.0 + columns as f64 * (PANEL.0 + GAP.0);
    let height = 2.0 * MARGIN.1 + rows as f64 * (PANEL.1 + GAP.1);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="11">"#
    )?;
    writeln!(out, r##"<!-- drawn by autobva --><rect width="100%" height="100%" fill="#ffffff"/>"##)?;
    legend(&strategies, out)?;
    for (place, subject) in subjects.iter().enumerate() {
        let x = MARGIN.0 + (place % COLUMNS) as f64 * (PANEL.0 + GAP.0);
        let y = MARGIN.1 + (place / COLUMNS) as f64 * (PANEL.1 + GAP.1);
        let own: Vec<&Series> = series.iter().filter(|s| s.subject.entry.name == *subject).collect();
        writeln!(out, r#"<g transform="translate({x:.0} {y:.0})">"#)?;
        panel(subject, &own, &strategies, calls, out)?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

fn strategies(series: &[Series]) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for one in series {
        if !names.contains(&one.strategy.entry.name) {
            names.push(one.strategy.entry.name);
        }
    }
    names
}

fn legend(strategies: &[&str], out: &mut dyn Write) -> io::Result<()> {
    let title = "Share of the known boundaries over the number of calls, mean of all seeds";
    writeln!(out, r#"<text x="{}" y="22" font-size="14">{title}</text>"#, MARGIN.0)?;
    for (place, name) in strategies.iter().enumerate() {
        let x = MARGIN.0 + place as f64 * 90.0;
        let colour = COLOURS[place % COLOURS.len()];
        writeln!(out, r#"<path d="M{x:.0} 36h24" stroke="{colour}" stroke-width="2"/>"#)?;
        writeln!(out, r#"<text x="{:.0}" y="40">{name}</text>"#, x + 30.0)?;
    }
    Ok(())
}

fn panel(
    name: &str,
    series: &[&Series],
    strategies: &[&str],
    calls: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (width, height) = PANEL;
    let known = series.first().map_or(0, |s| s.known.len());
    let decades = (calls.max(10) as f64).log10();
    let across = |calls: f64| calls.max(1.0).log10() / decades * width;
    writeln!(out, r#"<text x="0" y="-5" font-weight="bold">{name} ({known})</text>"#)?;
    for percent in [0.0, 50.0, 100.0] {
        let y = height * (1.0 - percent / 100.0);
        writeln!(out, r##"<path d="M0 {y:.1}h{width}" stroke="#dddddd"/>"##)?;
        writeln!(
            out,
            r##"<text x="-4" y="{:.1}" text-anchor="end" fill="#555555">{percent}</text>"##,
            y + 4.0
        )?;
    }
    for exponent in 0..=decades as i32 {
        let x = across(10f64.powi(exponent));
        writeln!(out, r##"<path d="M{x:.1} 0v{height}" stroke="#eeeeee"/>"##)?;
        writeln!(
            out,
            r##"<text x="{x:.1}" y="{:.0}" text-anchor="middle" fill="#555555">10<tspan dy="-4" font-size="8">{exponent}</tspan></text>"##,
            height + 14.0
        )?;
    }
    for one in series {
        let place = strategies.iter().position(|s| *s == one.strategy.entry.name).unwrap_or(0);
        let colour = COLOURS[place % COLOURS.len()];
        let points: Vec<String> = log_spaced(calls)
            .map(|calls| {
                let y = height * (1.0 - one.mean_share(calls));
                format!("{:.1},{y:.1}", across(calls as f64))
            })
            .collect();
        writeln!(
            out,
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="1.6"/>"#,
            points.join(" ")
        )?;
    }
    Ok(())
}

/// Numbers of calls from 1 to the last, evenly spaced on a logarithmic axis.
fn log_spaced(calls: u64) -> impl Iterator<Item = u64> {
    let steps = ((calls.max(1) as f64).log10() * f64::from(FINENESS)).ceil() as u32;
    (0..=steps).map(move |i| (10f64.powf(f64::from(i) / f64::from(FINENESS)).round() as u64).min(calls))
}
