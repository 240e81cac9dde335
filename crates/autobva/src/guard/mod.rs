//! Guarding boundaries: are the accepted ones still where they were, and if not, where did they go?
//!
//! [`check()`] runs the two inputs of each boundary. If the outcomes have changed, it searches along every axis on
//! which the two inputs differ for the place where the same two behaviours meet now.
//!
//! ```
//! use autobva::guard::{CheckSettings, check};
//! use autobva::{Place, Fate, IntoSut, find};
//!
//! let found = find(|age: u8| if age < 18 { "minor" } else { "adult" }).seed(7).max_calls(10_000).run()?;
//! let accepted = Place::from(&found.candidates[0]);
//!
//! let changed = (|age: u8| if age < 21 { "minor" } else { "adult" }).into_sut();
//! let checked = check(&changed, &[accepted], &CheckSettings::default())?;
//! let Fate::Moved(to) = &checked.verdicts[0].fate else { panic!("it moved") };
//! assert_eq!((to.left.input.to_string(), to.right.input.to_string()), ("20".to_string(), "21".to_string()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod calls;
mod change_of_course;
mod check;
mod compare;
mod inquiry;
mod landscapes;
mod notion;
mod novelty;
mod paths;
mod pursuit;
mod sameness;
mod targets;
mod trace;
mod trials;

pub use check::{CheckSettings, Checked, check, hold};
pub use compare::compare;
pub use landscapes::{compare_boundaries, compare_landscapes, tell_behaviours};
pub use novelty::unknown;
pub use targets::compare_targets;
pub use trials::rule_fails_at;
