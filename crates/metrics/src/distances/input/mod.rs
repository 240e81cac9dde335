//! Distances of inputs, one per file. To add one, write its file and list it in the table below.

mod arguments;
mod euclidean;
mod manhattan;
mod written;

use autobva_core::{Entry, Input};

use super::laws::Laws;
use super::registry::{Listed, Name, NameError, entries, listed};
use super::text::{self, OUTPUT_DISTANCES};

pub use euclidean::Euclidean;
pub use manhattan::Manhattan;
pub use written::Written;

/// How far apart two inputs are.
///
/// For all inputs: d(x, x) = 0, the order of the two does not matter, and the value is finite and not negative; a value
/// that would overflow is `f64::MAX`. Each distance states in [`laws`](Self::laws) what else holds, and
/// [`check_input_distance_laws`](super::check_input_distance_laws) checks it.
///
/// ```
/// use autobva_core::Input;
/// use autobva_metrics::{InputDistance, Laws, Range};
///
/// /// 0 for inputs that are written alike, otherwise 1.
/// struct Other;
///
/// impl InputDistance for Other {
///     fn between(&self, a: &Input, b: &Input) -> f64 {
///         f64::from(a.to_string() != b.to_string())
///     }
///
///     fn laws(&self) -> Laws {
///         Laws { range: Range::Unit, triangle: true, separates: false }
///     }
/// }
/// ```
pub trait InputDistance: Send + Sync {
    /// The distance between two inputs.
    fn between(&self, a: &Input, b: &Input) -> f64;

    /// What the distance promises.
    fn laws(&self) -> Laws;
}

/// How to make a listed distance.
type Make = fn() -> Box<dyn InputDistance>;

const TABLE: &[Listed<Make>] = &[
    listed("euclidean", "root of the sum of squared differences of the arguments", || Box::new(Euclidean)),
    listed("manhattan", "sum of the differences of the arguments", || Box::new(Manhattan)),
];

/// The distances of inputs: those over arguments, then the text distances over the written input.
pub const INPUT_DISTANCES: &[Entry] =
    &entries::<_, { TABLE.len() + OUTPUT_DISTANCES.len() }>(TABLE, OUTPUT_DISTANCES);

/// The input distance with this name: `euclidean`, `manhattan`, or any text distance, taken over the written inputs.
pub fn input_distance(name: &str) -> Result<Box<dyn InputDistance>, NameError> {
    let name = Name::new(name);
    if let Some(listed) = name.find(TABLE) {
        return name.without_number(listed.entry.name).map(|()| (listed.make)());
    }
    match text::find(&name)? {
        Some(distance) => Ok(Box::new(Written::new(distance))),
        None => Err(name.unknown("input distance", INPUT_DISTANCES)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str) -> String {
        input_distance(name).err().expect("a name that selects nothing").to_string()
    }

    #[test]
    fn every_listed_name_selects_a_distance() {
        assert_eq!(INPUT_DISTANCES.len(), TABLE.len() + OUTPUT_DISTANCES.len());
        for entry in INPUT_DISTANCES {
            assert!(input_distance(entry.name).is_ok(), "{}", entry.name);
        }
    }

    #[test]
    fn a_bad_name_says_what_to_write() {
        assert_eq!(refused("euclidian"), "unknown input distance 'euclidian'; did you mean 'euclidean'?");
        assert_eq!(refused("manhattan:2"), "'manhattan:2': manhattan takes no number; write 'manhattan'");
        assert!(refused("overlap:x").ends_with("write for instance 'overlap:2'"));
    }
}
