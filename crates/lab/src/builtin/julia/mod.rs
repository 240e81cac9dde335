//! The pieces of Julia's arithmetic and printing that the example functions rest on.

mod bigfloat;
mod float;
mod integer;
mod log;
mod log_big;

pub(super) use bigfloat::BigFloat;
pub(super) use float::{push_one_decimal, push_shortest, push_tenths};
pub(super) use integer::{push_i64, push_integer, push_padded};
pub(super) use log::{LN_1000, ln};
pub(super) use log_big::thousands_big;
