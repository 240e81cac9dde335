//! The table of a screening: how well each combination of features separates the candidates of a group.

use std::fmt::{self, Display, Formatter};

use autobva_summary::{Combination, Screening};

use super::Style;
use super::figures::counted;
use super::overview::kind;
use super::paint::{Role, paint};
use super::table::write_title;
use super::wrap::wrap;

/// The combinations of two or more features, best first, then the single features.
pub fn screening_table(screenings: &[Screening], style: Style) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        if screenings.is_empty() {
            return writeln!(f, "No candidates were found.");
        }
        for (i, screening) in screenings.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write_screening(f, screening, style)?;
        }
        Ok(())
    })
}

fn write_screening(f: &mut Formatter, screening: &Screening, style: Style) -> fmt::Result {
    let kind = kind(screening.group, &screening.types);
    write_title(f, &format!("{kind}: {}", counted(screening.size, "candidate")), style)?;
    writeln!(f, "{}", paint("silhouette  clusters  features", Role::Quiet, style.color))?;
    let (several, single): (Vec<&Combination>, Vec<&Combination>) =
        screening.combinations.iter().partition(|combination| combination.features.len() > 1);
    several.iter().try_for_each(|combination| write_combination(f, combination, style))?;
    writeln!(f, "{}", paint("Single features:", Role::Quiet, style.color))?;
    single.iter().try_for_each(|combination| write_combination(f, combination, style))
}

fn write_combination(f: &mut Formatter, combination: &Combination, style: Style) -> fmt::Result {
    let indent = 22;
    let features = combination.features.join(" + ");
    let silhouette = combination.silhouette.map_or("none".to_string(), |score| format!("{score:.3}"));
    let front = format!("{silhouette:>10}  {:>8}", combination.clusters);
    for (i, line) in wrap(&features, style.room() - indent).iter().enumerate() {
        writeln!(f, "{:<indent$}{line}", if i == 0 { front.as_str() } else { "" })?;
    }
    Ok(())
}
