//! `bmi_class`: the class that the rounded body mass index falls into.

use autobva_core::{Input, Outcome, SutError};

use super::Definition;
use super::bmi::{Tenths, tenths};

pub(super) const DEFINITION: Definition = Definition::of(
    "bmi_class",
    "class of the body mass index; height in cm, weight in kg",
    &["h:int", "w:int"],
    call,
);

/// Each class with its upper limit in tenths of the index, which is excluded.
const CLASSES: [(u32, &str); 4] =
    [(185, "Underweight"), (230, "Normal"), (250, "Overweight"), (300, "Obese")];

/// The class of everything else, NaN included.
const LAST: &str = "Severely obese";

fn call(input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
    let Some(tenths) = tenths(input, outcome)? else { return Ok(()) };
    let below = |bound: u32| match &tenths {
        Tenths::Float64(tenths) => *tenths < f64::from(bound),
        Tenths::BigFloat(tenths) => tenths.is_below(bound),
    };
    let class = CLASSES.iter().find(|(bound, _)| below(*bound)).map_or(LAST, |(_, class)| class);
    outcome.start_valid("String").push_str(class);
    Ok(())
}
