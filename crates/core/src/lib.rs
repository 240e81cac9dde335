//! The vocabulary of autobva: the data that its stages exchange, and the traits that they implement.
//!
//! A [`Signature`] names and types the arguments of a system under test. An [`Input`] is one value per argument, an
//! [`Outcome`] is what the system did with it, and a [`Candidate`] is a pair of inputs with their outcomes and a score.
//! [`Sut`] runs inputs, [`Quantifier`] scores pairs. Nothing here does I/O.

mod argument;
mod axis;
pub mod behaviour;
mod boundary;
mod candidate;
mod decision;
pub mod digits;
pub mod edits;
mod findings;
mod float;
mod guarded;
mod hints;
mod input;
mod integer;
mod invocation;
mod likeness;
mod line;
mod outcome;
mod quantifier;
mod registry;
mod schema;
mod signature;
mod sut;
mod target_spec;
mod template;
mod types;
mod value;

pub use argument::Argument;
pub use axis::{Axis, Motion, Step, ValuePath, char_place};
pub use behaviour::Place;
pub use boundary::{Fate, Verdict};
pub use candidate::{Candidate, Group, Observation};
pub use decision::{ACTIONS, Action, ActionError, Decision, Scope};
pub use findings::{Findings, Flake, Recheck, RunInfo, Selection, StopReason, TargetInfo};
pub use float::Float;
pub use guarded::{About, Guarded};
pub use hints::Hints;
pub use input::Input;
pub use integer::{Integer, ParseIntegerError};
pub use invocation::Invocation;
pub use likeness::Likeness;
pub use line::{Direction, Line, Middle, Slope, halve};
pub use num_bigint::BigInt;
pub use outcome::{Outcome, Validity};
pub use quantifier::Quantifier;
pub use registry::{Entry, UnknownName, named, nearest};
pub use schema::{
    BytesSchema, ChoiceSchema, DecimalSchema, FloatSchema, IntSchema, ListSchema, MomentSchema, RecordSchema,
    Schema, SchemaError, TextSchema, UnionSchema,
};
pub use signature::{Signature, SignatureError, ValueError};
pub use sut::{StopCheck, Sut, SutError};
pub use target_spec::{
    Calling, Captured, NoPythonFunction, ProgramCall, PythonCall, PythonFunction, TargetSpec, is_python_name,
};
pub use template::{Template, TemplatePart};
pub use types::{FloatType, IntType};
pub use value::{
    Choice, Decimal, Int, Json, List, ListKind, Moment, MomentKind, Options, ParseDecimalError, Record,
    RecordKind, Shape, Union, Unit, Value,
};
