//! What both formats have in common: arguments, inputs, outcomes.

use autobva_codec::text::Texts;
use autobva_core::{Input, Observation, Outcome, Signature};
use serde::{Serialize, Serializer};

#[derive(Serialize)]
pub(crate) struct SideView<'a> {
    input: Texts<'a>,
    types: TypesView<'a>,
    #[serde(flatten)]
    outcome: OutcomeView<'a>,
}

/// A side with the run-time types of its values.
pub(crate) fn side_view(side: &Observation) -> SideView<'_> {
    plain_side_view(side, None)
}

/// A side with the declared names of types if the run-time types are the default ones: `int` rather than `Int128`.
pub(super) fn plain_side_view<'a>(side: &'a Observation, plain: Option<&'a Signature>) -> SideView<'a> {
    SideView {
        input: Texts(&side.input),
        types: TypesView { input: &side.input, plain },
        outcome: outcome_view(&side.outcome),
    }
}

#[derive(Serialize)]
pub(super) struct OutcomeView<'a> {
    validity: &'static str,
    r#type: &'a str,
    output: &'a str,
}

pub(super) fn outcome_view(outcome: &Outcome) -> OutcomeView<'_> {
    OutcomeView { validity: outcome.validity().name(), r#type: outcome.type_name(), output: outcome.text() }
}

struct TypesView<'a> {
    input: &'a Input,
    /// The arguments, if their abstract integers have only default types.
    plain: Option<&'a Signature>,
}

impl Serialize for TypesView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let argument = |index: usize| self.plain.and_then(|signature| signature.arguments().get(index));
        serializer.collect_seq(self.input.iter().enumerate().map(|(index, value)| match argument(index) {
            Some(argument) if argument.schema().is_abstract() => argument.schema().name(),
            _ => value.type_name(),
        }))
    }
}
