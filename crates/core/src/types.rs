//! The concrete types that a number carries at run time.

use std::fmt;

use crate::integer::Integer;

/// The concrete integer types, named as in the study, in which `Bool` is an integer as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // The names are self-explanatory.
pub enum IntType {
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    Int128,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    UInt128,
    BigInt,
}

use IntType::*;

impl IntType {
    /// All twelve, the compatible types of the abstract integer.
    pub const ALL: [IntType; 12] =
        [Bool, Int8, Int16, Int32, Int64, Int128, UInt8, UInt16, UInt32, UInt64, UInt128, BigInt];

    /// The number of bits of the largest number that is drawn for `BigInt`.
    pub const BIG_BITS: u32 = 540;

    /// The run-time name: `Int64`.
    pub fn name(self) -> &'static str {
        match self {
            Bool => "Bool",
            Int8 => "Int8",
            Int16 => "Int16",
            Int32 => "Int32",
            Int64 => "Int64",
            Int128 => "Int128",
            UInt8 => "UInt8",
            UInt16 => "UInt16",
            UInt32 => "UInt32",
            UInt64 => "UInt64",
            UInt128 => "UInt128",
            BigInt => "BigInt",
        }
    }

    /// The name in a declaration: `i64`.
    pub fn declared_name(self) -> &'static str {
        match self {
            Bool => "bool",
            Int8 => "i8",
            Int16 => "i16",
            Int32 => "i32",
            Int64 => "i64",
            Int128 => "i128",
            UInt8 => "u8",
            UInt16 => "u16",
            UInt32 => "u32",
            UInt64 => "u64",
            UInt128 => "u128",
            BigInt => "bigint",
        }
    }

    /// The type with this name, in either spelling.
    pub fn from_name(name: &str) -> Option<IntType> {
        IntType::ALL.into_iter().find(|t| t.name() == name || t.declared_name() == name)
    }

    /// The least number of the type. `BigInt` has no limit; this is the least number that is drawn for it.
    pub fn least(self) -> Integer {
        match self {
            Bool | UInt8 | UInt16 | UInt32 | UInt64 | UInt128 => Integer::ZERO,
            Int8 => i8::MIN.into(),
            Int16 => i16::MIN.into(),
            Int32 => i32::MIN.into(),
            Int64 => i64::MIN.into(),
            Int128 => i128::MIN.into(),
            BigInt => &Integer::ZERO - &Integer::power_of_two(IntType::BIG_BITS),
        }
    }

    /// The greatest number of the type; for `BigInt` the greatest that is drawn.
    pub fn greatest(self) -> Integer {
        match self {
            Bool => Integer::ONE,
            Int8 => i8::MAX.into(),
            Int16 => i16::MAX.into(),
            Int32 => i32::MAX.into(),
            Int64 => i64::MAX.into(),
            Int128 => i128::MAX.into(),
            UInt8 => u8::MAX.into(),
            UInt16 => u16::MAX.into(),
            UInt32 => u32::MAX.into(),
            UInt64 => u64::MAX.into(),
            UInt128 => u128::MAX.into(),
            BigInt => Integer::power_of_two(IntType::BIG_BITS),
        }
    }

    /// Whether the type can hold the number. `BigInt` holds any.
    pub fn holds(self, n: &Integer) -> bool {
        self == BigInt || (*n >= self.least() && *n <= self.greatest())
    }

    /// The types all of whose numbers this type can hold, itself included: compatible type sampling draws from them.
    pub fn compatible(self) -> Vec<IntType> {
        IntType::ALL
            .into_iter()
            .filter(|t| *t == self || (*t != BigInt && self.holds(&t.least()) && self.holds(&t.greatest())))
            .collect()
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The concrete floating-point types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum FloatType {
    Float32,
    Float64,
}

impl FloatType {
    /// The run-time name: `Float64`.
    pub fn name(self) -> &'static str {
        match self {
            FloatType::Float32 => "Float32",
            FloatType::Float64 => "Float64",
        }
    }

    /// The name in a declaration: `f64`.
    pub fn declared_name(self) -> &'static str {
        match self {
            FloatType::Float32 => "f32",
            FloatType::Float64 => "f64",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compatible_types_are_those_of_the_paper() {
        assert_eq!(Int16.compatible(), [Bool, Int8, Int16, UInt8]);
        assert_eq!(Int64.compatible(), [Bool, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32]);
        assert_eq!(UInt8.compatible(), [Bool, UInt8]);
        assert_eq!(BigInt.compatible().len(), 12);
    }

    #[test]
    fn names_read_back() {
        for t in IntType::ALL {
            assert_eq!(IntType::from_name(t.name()), Some(t));
        }
    }
}
