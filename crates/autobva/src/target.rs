//! The target of a search: a closure, anything that is a [`Sut`], or a target by the word that names it.

use autobva_core::{Argument, Sut};
use autobva_explore::SearchError;
use autobva_sut::{Adapters, IntoSut, Named, StartOptions};

use crate::choice::ByName;
use crate::error::Error;

/// The target of a run.
pub struct ChosenTarget(Kind);

enum Kind {
    Named(String),
    Own(Box<dyn Sut>),
}

/// What can be searched: a closure or a function, anything that is a [`Sut`], or the word that names a target, such as
/// `"shop.py:discount"`. `Marker` distinguishes these and is always inferred.
///
/// ```
/// let _of_a_closure = autobva::find(|n: i32| n / 10);
/// let _by_its_word = autobva::find("shop.py:price");
/// ```
pub trait IntoTarget<Marker> {
    /// The target.
    fn into_target(self) -> ChosenTarget;
}

/// Marks what [`IntoSut`] takes.
#[doc(hidden)]
pub struct BySut<Marker>(Marker);

impl<N: Into<String>> IntoTarget<ByName> for N {
    fn into_target(self) -> ChosenTarget {
        ChosenTarget(Kind::Named(self.into()))
    }
}

impl<Marker, T: IntoSut<Marker>> IntoTarget<BySut<Marker>> for T {
    fn into_target(self) -> ChosenTarget {
        ChosenTarget(Kind::Own(Box::new(self.into_sut())))
    }
}

impl ChosenTarget {
    /// The target itself. A named target is started with the declared arguments; its processes have the default limits,
    /// and `examples` give the types of arguments without one.
    pub(crate) fn started(
        self,
        declared: &[Argument],
        examples: Vec<(String, String)>,
    ) -> Result<Box<dyn Sut>, Error> {
        match self.0 {
            Kind::Own(sut) => Ok(sut),
            Kind::Named(word) => {
                let target = Adapters::default().read(Named::Word(&word, &[]))?.target;
                let options = StartOptions { examples, ..StartOptions::default() };
                Ok(target.start(declared, &options).map_err(SearchError::from)?.sut)
            }
        }
    }
}
