//! How a closure's arguments are taken out of values.

use autobva_core::{BigInt, FloatType, Int, IntType, Type, Value};

/// A Rust type that an argument of a closure may have.
pub trait FromValue: Sized {
    /// The type that the argument is declared with.
    const TYPE: Type;

    /// The value as this type, if it is one.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! signed {
    ($($rust:ty => $ty:ident),*) => { $( impl FromValue for $rust {
        const TYPE: Type = Type::Int(IntType::$ty);

        fn from_value(value: &Value) -> Option<Self> {
            value.as_int()?.number().to_i128()?.try_into().ok()
        }
    } )* };
}
signed!(i8 => Int8, i16 => Int16, i32 => Int32, i64 => Int64, i128 => Int128);
signed!(u8 => UInt8, u16 => UInt16, u32 => UInt32, u64 => UInt64);

#[cfg(target_pointer_width = "64")]
signed!(isize => Int64, usize => UInt64);
#[cfg(target_pointer_width = "32")]
signed!(isize => Int32, usize => UInt32);

impl FromValue for u128 {
    const TYPE: Type = Type::Int(IntType::UInt128);

    fn from_value(value: &Value) -> Option<Self> {
        value.as_int()?.number().to_u128()
    }
}

impl FromValue for bool {
    const TYPE: Type = Type::Int(IntType::Bool);

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_int()?.number().to_i128()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl FromValue for BigInt {
    const TYPE: Type = Type::Int(IntType::BigInt);

    fn from_value(value: &Value) -> Option<Self> {
        Some(value.as_int()?.number().to_big())
    }
}

/// The abstract integer, with its run-time type.
impl FromValue for Int {
    const TYPE: Type = Type::AnyInt;

    fn from_value(value: &Value) -> Option<Self> {
        value.as_int().cloned()
    }
}

impl FromValue for f64 {
    const TYPE: Type = Type::Float(FloatType::Float64);

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Float(float) => Some(float.value()),
            _ => None,
        }
    }
}

impl FromValue for f32 {
    const TYPE: Type = Type::Float(FloatType::Float32);

    fn from_value(value: &Value) -> Option<Self> {
        f64::from_value(value).map(|float| float as f32)
    }
}

impl FromValue for String {
    const TYPE: Type = Type::Text;

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.to_string()),
            _ => None,
        }
    }
}
