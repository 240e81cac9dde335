//! What the file of every language uses.

pub(super) use autobva_core::{Float, Int, Schema};
pub(super) use minijinja::context;

pub(super) use super::code::Language;
pub(super) use super::comments::is_plain;
pub(super) use super::file::Tests;
pub(super) use super::literals::{Literals, TypeNames};
pub(super) use super::suite::{Case, Suite};
pub(super) use super::{ExportError, Request};
