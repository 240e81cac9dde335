//! Schemas with structure: choices, lists, records and unions.

use std::sync::Arc;

use super::fault::{SchemaError, at_most, end, ends, in_order};
use super::{ChangeLeaf, Schema};
use crate::value::{ListKind, Options, RecordKind, Shape, Value};

/// One of a few values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceSchema {
    options: Arc<Options>,
}

impl ChoiceSchema {
    /// A choice between these values, at least one.
    pub fn of(options: Options) -> ChoiceSchema {
        ChoiceSchema { options: Arc::new(options) }
    }

    /// The values to choose from.
    pub fn options(&self) -> &Arc<Options> {
        &self.options
    }

    /// Whether null is the only option.
    pub fn is_nothing(&self) -> bool {
        self.options.name.is_none() && self.options.written.iter().all(|option| **option == *"null")
    }

    /// Whether all options are texts, and not members of an enumeration.
    pub fn holds_only_texts(&self) -> bool {
        self.options.name.is_none() && self.options.written.iter().all(|option| option.starts_with('"'))
    }

    pub(super) fn fits(&self, other: &ChoiceSchema) -> bool {
        self.options.written.iter().all(|option| other.options.written.contains(option))
    }
}

const LENGTH: &str = "a number of items";
/// The length of the longest list that is drawn without a declared range.
const DEFAULT_LENGTH: usize = 100;
/// The length of the longest list that is allowed.
const LONGEST: usize = 1 << 16;

/// Lists of items of one schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListSchema {
    kind: ListKind,
    item: Schema,
    lengths: Option<(usize, usize)>,
}

impl ListSchema {
    /// Lists of any length.
    pub fn of(kind: ListKind, item: Schema) -> ListSchema {
        ListSchema { kind, item, lengths: None }
    }

    /// What kind of collection the target gets.
    pub fn kind(&self) -> ListKind {
        self.kind
    }

    /// The schema of the items.
    pub fn item(&self) -> &Schema {
        &self.item
    }

    /// The least and the greatest number of items.
    pub fn lengths(&self) -> (usize, usize) {
        self.lengths.unwrap_or((0, DEFAULT_LENGTH))
    }

    pub(super) fn range(&self) -> Option<(usize, usize)> {
        self.lengths
    }

    pub(super) fn restricted_to(&self, range: &str) -> Result<ListSchema, SchemaError> {
        let (lo, hi) = ends(range, LENGTH)?;
        let lo = end(lo, 0, LENGTH)?;
        let hi = end(hi, lo.max(DEFAULT_LENGTH), LENGTH)?;
        in_order(&lo, &hi)?;
        at_most(hi, LONGEST)?;
        Ok(ListSchema { lengths: Some((lo, hi)), ..self.clone() })
    }

    pub(super) fn map_leaves<E>(&self, change: &ChangeLeaf<'_, E>) -> Result<ListSchema, E> {
        Ok(ListSchema { item: self.item.map_leaves(change)?, ..self.clone() })
    }

    pub(super) fn fits(&self, other: &ListSchema) -> bool {
        let (own, wider) = (self.lengths(), other.lengths());
        let is_within = other.lengths.is_none() || own.0 >= wider.0 && own.1 <= wider.1;
        self.kind == other.kind && is_within && self.item.fits(&other.item)
    }
}

/// Records with these fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordSchema {
    shape: Arc<Shape>,
    fields: Vec<Schema>,
}

impl RecordSchema {
    /// A record schema with these named fields, in order.
    pub fn of(kind: RecordKind, fields: impl IntoIterator<Item = (Box<str>, Schema)>) -> RecordSchema {
        let (names, fields) = fields.into_iter().unzip();
        RecordSchema { shape: Arc::new(Shape { kind, fields: names }), fields }
    }

    /// What kind of record the target gets.
    pub fn kind(&self) -> &RecordKind {
        &self.shape.kind
    }

    /// The kind of record and the names of its fields.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// The schemas of the fields, in order.
    pub fn fields(&self) -> &[Schema] {
        &self.fields
    }

    pub(super) fn map_leaves<E>(&self, change: &ChangeLeaf<'_, E>) -> Result<RecordSchema, E> {
        let fields = self.fields.iter().map(|field| field.map_leaves(change));
        Ok(RecordSchema { shape: self.shape.clone(), fields: fields.collect::<Result<_, _>>()? })
    }

    pub(super) fn fits(&self, other: &RecordSchema) -> bool {
        self.shape.fields == other.shape.fields
            && self.fields.iter().zip(&other.fields).all(|(own, other)| own.fits(other))
    }
}

/// Values of one of several schemas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnionSchema {
    alternatives: Vec<Schema>,
}

impl UnionSchema {
    /// A union of these alternatives, at least one.
    pub fn of(alternatives: Vec<Schema>) -> UnionSchema {
        UnionSchema { alternatives }
    }

    /// The alternatives.
    pub fn alternatives(&self) -> &[Schema] {
        &self.alternatives
    }

    pub(super) fn map_leaves<E>(&self, change: &ChangeLeaf<'_, E>) -> Result<UnionSchema, E> {
        let alternatives = self.alternatives.iter().map(|part| part.map_leaves(change));
        Ok(UnionSchema { alternatives: alternatives.collect::<Result<_, _>>()? })
    }

    /// The alternative besides null, if the union consists of these two.
    pub fn optional(&self) -> Option<&Schema> {
        let is_nothing = |schema: &&Schema| matches!(schema, Schema::Choice(choice) if choice.is_nothing());
        let mut others = self.alternatives.iter().filter(|schema| !is_nothing(schema));
        let one = others.next()?;
        (others.next().is_none() && self.alternatives.len() == 2).then_some(one)
    }

    pub(super) fn fits(&self, other: &UnionSchema) -> bool {
        self.alternatives.iter().all(|own| other.alternatives.iter().any(|other| own.fits(other)))
    }
}

/// The number of parts of a value in which every list has its greatest declared length.
pub(super) fn most_parts(schema: &Schema) -> usize {
    match schema {
        Schema::List(list) => {
            list.lengths.map_or(1, |(_, most)| most.max(1)).saturating_mul(most_parts(&list.item))
        }
        Schema::Record(record) => record.fields.iter().map(most_parts).fold(1, usize::saturating_add),
        Schema::Union(union) => union.alternatives.iter().map(most_parts).max().unwrap_or(1),
        Schema::Int(_)
        | Schema::Float(_)
        | Schema::Text(_)
        | Schema::Bytes(_)
        | Schema::Decimal(_)
        | Schema::Moment(_)
        | Schema::Choice(_) => 1,
    }
}

/// Applies a change to each direct part of a value, with the schema of that part.
pub(super) fn for_parts(schema: &Schema, value: &mut Value, change: &mut dyn FnMut(&Schema, &mut Value)) {
    match (schema, value) {
        (Schema::List(schema), Value::List(list)) => {
            list.items.iter_mut().for_each(|item| change(&schema.item, item));
        }
        (Schema::Record(schema), Value::Record(record)) => {
            schema.fields.iter().zip(&mut record.values).for_each(|(schema, value)| change(schema, value));
        }
        (Schema::Union(schema), Value::Union(union)) => {
            schema.alternatives.iter().zip(union.alternatives_mut()).for_each(|(s, value)| change(s, value));
        }
        _ => {}
    }
}
