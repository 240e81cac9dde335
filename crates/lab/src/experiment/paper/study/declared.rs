//! A function of the study with the arguments that the study declared.

use autobva_core::{Input, Outcome, Signature, Sut, SutError};

use super::super::function::Function;

/// A target with other declarations of its arguments.
pub struct Declared {
    sut: Box<dyn Sut>,
    signature: Signature,
}

impl Declared {
    /// The function with the arguments of the study.
    pub fn as_in_the_study(function: &Function, sut: Box<dyn Sut>) -> Declared {
        let signature = Signature::parse(function.declared).expect("the declarations of the study are sound");
        Declared { sut, signature }
    }
}

impl Sut for Declared {
    fn name(&self) -> &str {
        self.sut.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run(&self, input: &Input, outcome: &mut Outcome) -> Result<(), SutError> {
        self.sut.run(input, outcome)
    }
}
