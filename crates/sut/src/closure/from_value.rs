//! How the arguments of a closure are extracted from values.

use autobva_core::{BigInt, FloatType, Int, IntType, Schema, Value};

/// A Rust type that an argument of a closure may have.
///
/// ```
/// use autobva_core::{FloatType, Schema, Value};
/// use autobva_sut::FromValue;
///
/// /// An argument of a closure that counts in metres.
/// struct Metres(f64);
///
/// impl FromValue for Metres {
///     fn schema() -> Schema {
///         f64::schema()
///     }
///
///     fn from_value(value: &Value) -> Option<Metres> {
///         f64::from_value(value).map(Metres)
///     }
/// }
/// ```
pub trait FromValue: Sized {
    /// The schema of the argument.
    fn schema() -> Schema;

    /// The value as this type, if it fits.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! signed {
    ($($rust:ty => $ty:ident),*) => { $( impl FromValue for $rust {
        fn schema() -> Schema {
            Schema::int(IntType::$ty)
        }

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
    fn schema() -> Schema {
        Schema::int(IntType::UInt128)
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_int()?.number().to_u128()
    }
}

impl FromValue for bool {
    fn schema() -> Schema {
        Schema::int(IntType::Bool)
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value.as_int()?.number().to_i128()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl FromValue for BigInt {
    fn schema() -> Schema {
        Schema::int(IntType::BigInt)
    }

    fn from_value(value: &Value) -> Option<Self> {
        Some(value.as_int()?.number().to_big())
    }
}

/// The abstract integer, with its run-time type.
impl FromValue for Int {
    fn schema() -> Schema {
        Schema::any_int()
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_int().cloned()
    }
}

impl FromValue for f64 {
    fn schema() -> Schema {
        Schema::float(FloatType::Float64)
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_float().map(|float| float.value())
    }
}

impl FromValue for f32 {
    fn schema() -> Schema {
        Schema::float(FloatType::Float32)
    }

    fn from_value(value: &Value) -> Option<Self> {
        f64::from_value(value).map(|float| float as f32)
    }
}

impl FromValue for String {
    fn schema() -> Schema {
        Schema::text()
    }

    fn from_value(value: &Value) -> Option<Self> {
        value.as_text().map(str::to_string)
    }
}
