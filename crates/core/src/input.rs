//! Inputs: one value per argument.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use crate::value::Value;

/// One value per argument of a signature, in order.
///
/// `clone_from` reuses the memory of its target, which the search relies on.
#[derive(PartialEq, Eq, Default)]
pub struct Input(pub Vec<Value>);

impl Clone for Input {
    fn clone(&self) -> Self {
        Input(self.0.clone())
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        if self.len() == source.len() {
            for (at, from) in source.0.iter().enumerate() {
                self.0[at].clone_from(from);
            }
        } else {
            self.0.clone_from(&source.0);
        }
    }
}

impl Input {
    /// Whether all values [read alike](Value::reads_as).
    pub fn reads_as(&self, other: &Input) -> bool {
        self.len() == other.len() && self.iter().zip(&other.0).all(|(a, b)| a.reads_as(b))
    }

    /// A hash that agrees with [`reads_as`](Self::reads_as).
    pub fn hash_reading<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|v| v.hash_reading(state));
    }

    /// Compares argument by argument; the first difference decides.
    pub fn cmp_reading(&self, other: &Input) -> Ordering {
        let by_value = self.iter().zip(&other.0).map(|(a, b)| a.cmp_reading(b)).find(|o| o.is_ne());
        by_value.unwrap_or(self.len().cmp(&other.len()))
    }

    /// The length of the written values in characters.
    pub fn written_length(&self) -> usize {
        struct Count(usize);
        impl fmt::Write for Count {
            fn write_str(&mut self, s: &str) -> fmt::Result {
                self.0 += s.chars().count();
                Ok(())
            }
        }
        let mut count = Count(0);
        for value in &self.0 {
            let _ = fmt::write(&mut count, format_args!("{value}"));
        }
        count.0
    }
}

impl Hash for Input {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_reading(state);
    }
}

impl Deref for Input {
    type Target = [Value];
    #[inline]
    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl DerefMut for Input {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Value] {
        &mut self.0
    }
}

impl FromIterator<Value> for Input {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        Input(values.into_iter().collect())
    }
}

impl fmt::Display for Input {
    /// The values, separated by `, `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, value) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            fmt::Display::fmt(value, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
