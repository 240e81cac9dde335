//! Behaviour and program derivative around a pair.

use super::super::markup::Markup;
use super::super::page::Page;

/// What a target does around a pair.
pub struct BehaviourMap {}

pub(crate) fn write(_markup: &mut Markup, _page: &Page) {}
