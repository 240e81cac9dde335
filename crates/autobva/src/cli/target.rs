//! What TARGET means.

use anyhow::Result;
use autobva::Sut;
use autobva::sut::builtin::builtin;

/// The target of that name.
pub fn target(name: &str) -> Result<Box<dyn Sut>> {
    Ok(builtin(name)?)
}
