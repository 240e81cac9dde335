//! Arguments: a name, a type, and the domain of values it may take.

use std::fmt;
use std::str::FromStr;

use crate::float::Float;
use crate::integer::Integer;
use crate::registry::UnknownName;
use crate::signature::{SignatureError, ValueError};
use crate::types::{FloatType, IntType, Type};
use crate::value::{Int, Value};

/// The values that an argument may take, both ends included.
#[derive(Debug, Clone, PartialEq)]
pub enum Domain {
    /// Whole numbers.
    Integers(Integer, Integer),
    /// Floating-point numbers.
    Floats(f64, f64),
    /// Texts, by their length in characters.
    Lengths(usize, usize),
}

/// The longest text that sampling draws where no range says otherwise.
const DEFAULT_TEXT_LENGTH: usize = 300;

/// A declared argument: name, type, and the range it was restricted to, if any.
#[derive(Debug, Clone, PartialEq)]
pub struct Argument {
    name: String,
    ty: Type,
    domain: Domain,
    restricted: bool,
    /// The domain cut down to each concrete integer type, by the type's index; `None` where nothing is left.
    int_bounds: [Option<(Integer, Integer)>; IntType::ALL.len()],
}

impl Eq for Argument {}

impl Argument {
    /// An argument with the whole domain of its type.
    pub fn new(name: impl Into<String>, ty: Type) -> Argument {
        let domain = match ty {
            Type::AnyInt => Domain::Integers(IntType::Int128.least(), IntType::UInt128.greatest()),
            Type::Int(t) => Domain::Integers(t.least(), t.greatest()),
            Type::Float(t) => {
                let max = if t == FloatType::Float32 { f64::from(f32::MAX) } else { f64::MAX };
                Domain::Floats(-max, max)
            }
            Type::Text => Domain::Lengths(0, DEFAULT_TEXT_LENGTH),
        };
        Argument::with_domain(name.into(), ty, domain, false)
    }

    fn with_domain(name: String, ty: Type, domain: Domain, restricted: bool) -> Argument {
        let int_bounds = IntType::ALL.map(|concrete| match &domain {
            Domain::Integers(lo, hi) => {
                let (lo, hi) = (lo.max(&concrete.least()).clone(), hi.min(&concrete.greatest()).clone());
                (lo <= hi).then_some((lo, hi))
            }
            _ => None,
        });
        Argument { name, ty, domain, restricted, int_bounds }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The declared type, without the range.
    pub fn ty(&self) -> Type {
        self.ty
    }

    /// The values it may take.
    pub fn domain(&self) -> &Domain {
        &self.domain
    }

    /// Type and range as they would be declared: `int[0..250]`.
    pub fn declared(&self) -> String {
        if !self.restricted {
            return self.ty.name().to_string();
        }
        let (lo, hi) = self.domain_ends();
        format!("{}[{lo}..{hi}]", self.ty.name())
    }

    fn domain_ends(&self) -> (String, String) {
        match &self.domain {
            Domain::Integers(lo, hi) => (lo.to_string(), hi.to_string()),
            Domain::Floats(lo, hi) => (self.float(*lo).to_string(), self.float(*hi).to_string()),
            Domain::Lengths(lo, hi) => (lo.to_string(), hi.to_string()),
        }
    }

    /// A number rounded to the type of the argument, as the values are that a search draws. The ends of a range are
    /// rounded in the same way, so that no value is outside the range that it was drawn from.
    fn float(&self, number: f64) -> Float {
        let ty = if let Type::Float(ty) = self.ty { ty } else { FloatType::Float64 };
        Float::new(ty, number)
    }

    /// The argument under another name.
    #[must_use = "the renamed argument is returned"]
    pub fn renamed(mut self, name: impl Into<String>) -> Argument {
        self.name = name.into();
        self
    }

    /// The argument restricted to the range written as `lo..hi`, both ends included; an open end is the type's.
    pub fn restricted_to(&self, range: &str) -> Result<Argument, SignatureError> {
        let (lo, hi) = range.split_once("..").ok_or_else(|| self.bad_end(range))?;
        let (lo, hi) = (lo.trim(), hi.trim().trim_start_matches('='));
        let domain = match &self.domain {
            Domain::Integers(min, max) => {
                let lo = self.range_end(lo, min, "a whole number")?;
                let hi = self.range_end(hi, max, "a whole number")?;
                self.ends_within(lo <= hi, lo >= *min, hi <= *max, &lo, &hi)?;
                Domain::Integers(lo, hi)
            }
            Domain::Floats(min, max) => {
                let lo: f64 = self.range_end(lo, min, "a number")?;
                let hi: f64 = self.range_end(hi, max, "a number")?;
                let (least, greatest) = (self.float(lo).value(), self.float(hi).value());
                self.ends_within(lo <= hi, least >= *min, greatest <= *max, &lo, &hi)?;
                Domain::Floats(least, greatest)
            }
            Domain::Lengths(..) => {
                let lo = self.range_end(lo, &0, "a length in characters")?;
                let hi = self.range_end(hi, &lo.max(DEFAULT_TEXT_LENGTH), "a length in characters")?;
                self.ends_within(lo <= hi, true, true, &lo, &hi)?;
                Domain::Lengths(lo, hi)
            }
        };
        Ok(Argument::with_domain(self.name.clone(), self.ty, domain, true))
    }

    fn bad_end(&self, end: &str) -> SignatureError {
        let expected = if matches!(self.ty, Type::Float(_)) { "a number" } else { "a whole number" };
        SignatureError::BadRangeEnd { argument: self.name.clone(), end: end.to_string(), expected }
    }

    fn range_end<T: FromStr + Clone>(
        &self,
        text: &str,
        open: &T,
        expected: &'static str,
    ) -> Result<T, SignatureError> {
        if text.is_empty() {
            return Ok(open.clone());
        }
        text.parse().map_err(|_| SignatureError::BadRangeEnd {
            argument: self.name.clone(),
            end: text.to_string(),
            expected,
        })
    }

    fn ends_within(
        &self,
        in_order: bool,
        lo_inside: bool,
        hi_inside: bool,
        lo: &dyn fmt::Display,
        hi: &dyn fmt::Display,
    ) -> Result<(), SignatureError> {
        if !in_order {
            return Err(SignatureError::EmptyRange {
                argument: self.name.clone(),
                lo: lo.to_string(),
                hi: hi.to_string(),
            });
        }
        if lo_inside && hi_inside {
            return Ok(());
        }
        let (min, max) = self.domain_ends();
        Err(SignatureError::RangeOutsideType {
            argument: self.name.clone(),
            end: if lo_inside { hi.to_string() } else { lo.to_string() },
            ty: self.ty.name(),
            min,
            max,
        })
    }

    /// The bounds of integers of that run-time type, or `None` where the range leaves the type nothing.
    pub fn int_bounds(&self, ty: IntType) -> Option<&(Integer, Integer)> {
        self.int_bounds[ty as usize].as_ref()
    }

    /// The concrete integer types that values of this argument may have, given whether compatible type sampling is
    /// on, with the type that the value is handed over as. A concrete argument is handed its own type, whichever
    /// compatible type the number was drawn from. Types that the range leaves nothing are not listed.
    pub fn int_types(&self, cts: bool) -> Vec<(IntType, IntType)> {
        let drawn: Vec<(IntType, IntType)> = match (self.ty, cts) {
            (Type::AnyInt, true) => IntType::ALL.map(|t| (t, t)).to_vec(),
            (Type::AnyInt, false) => vec![(self.plain_int_type(), self.plain_int_type())],
            (Type::Int(t), true) => t.compatible().into_iter().map(|from| (from, t)).collect(),
            (Type::Int(t), false) => vec![(t, t)],
            _ => Vec::new(),
        };
        drawn.into_iter().filter(|(from, _)| self.int_bounds(*from).is_some()).collect()
    }

    /// The type of an abstract integer where nothing chooses one: the narrowest of Int128, UInt128 and BigInt that
    /// holds the whole range, Int128 for the unrestricted one, as in the study.
    fn plain_int_type(&self) -> IntType {
        match &self.domain {
            Domain::Integers(lo, hi) if self.restricted => narrowest_default(lo, hi),
            _ => IntType::Int128,
        }
    }

    /// Reads a value; `runtime` is the run-time type to give an integer, where one is known.
    pub fn read(&self, text: &str, runtime: Option<&str>) -> Result<Value, ValueError> {
        match self.ty {
            Type::AnyInt | Type::Int(_) => self.read_int(text, runtime).map(Value::Int),
            Type::Float(_) => self.read_float(text).map(Value::Float),
            Type::Text => Ok(Value::Text(text.into())),
        }
    }

    fn read_int(&self, text: &str, runtime: Option<&str>) -> Result<Int, ValueError> {
        let truth = match text {
            "false" => Some(Integer::ZERO),
            "true" => Some(Integer::ONE),
            _ => None,
        };
        let number = match &truth {
            Some(number) => number.clone(),
            None => text.parse::<Integer>().map_err(|_| self.unreadable(text))?,
        };
        let named = runtime.map(|name| self.runtime_type(name)).transpose()?;
        let ty = match (self.ty, named, truth) {
            (Type::Int(declared), ..) => declared,
            (_, Some(named), _) => named,
            (_, None, Some(_)) => IntType::Bool,
            (_, None, None) => narrowest_default(&number, &number),
        };
        if let (true, Domain::Integers(lo, hi)) = (self.restricted, &self.domain)
            && (number < *lo || number > *hi)
        {
            return Err(self.outside(text, self.declared(), lo, hi));
        }
        let declared = if self.ty == Type::AnyInt { ty.name().to_string() } else { self.declared() };
        Int::new(ty, number).ok_or_else(|| self.outside(text, declared, &ty.least(), &ty.greatest()))
    }

    fn runtime_type(&self, name: &str) -> Result<IntType, ValueError> {
        IntType::from_name(name).ok_or_else(|| ValueError::UnknownType {
            argument: self.name.clone(),
            declared: self.declared(),
            unknown: Box::new(UnknownName::new("type", name, IntType::ALL.map(IntType::name))),
        })
    }

    fn read_float(&self, text: &str) -> Result<Float, ValueError> {
        let float = self.float(text.parse().map_err(|_| self.unreadable(text))?);
        if let (true, Domain::Floats(lo, hi)) = (self.restricted, &self.domain)
            && !(float.value() >= *lo && float.value() <= *hi)
        {
            let (lo, hi) = self.domain_ends();
            return Err(self.outside(text, self.declared(), &lo, &hi));
        }
        Ok(float)
    }

    fn unreadable(&self, text: &str) -> ValueError {
        let remedy = match self.ty {
            Type::Int(IntType::Bool) => "give false or true",
            Type::Float(_) => "give a number",
            _ => "give a whole number",
        };
        ValueError::Unreadable {
            argument: self.name.clone(),
            declared: self.declared(),
            text: text.to_string(),
            remedy,
        }
    }

    fn outside(
        &self,
        text: &str,
        declared: String,
        lo: &dyn fmt::Display,
        hi: &dyn fmt::Display,
    ) -> ValueError {
        ValueError::Outside {
            argument: self.name.clone(),
            declared,
            text: text.to_string(),
            lo: lo.to_string(),
            hi: hi.to_string(),
        }
    }
}

/// The first of Int128, UInt128 and BigInt that holds both numbers.
fn narrowest_default(lo: &Integer, hi: &Integer) -> IntType {
    [IntType::Int128, IntType::UInt128]
        .into_iter()
        .find(|t| t.holds(lo) && t.holds(hi))
        .unwrap_or(IntType::BigInt)
}

impl FromStr for Argument {
    type Err = SignatureError;

    /// Reads `NAME:TYPE` or `NAME:TYPE[lo..hi]`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let malformed = || SignatureError::Malformed(text.to_string());
        let (name, declared) = text.split_once(':').ok_or_else(malformed)?;
        let (name, declared) = (name.trim(), declared.trim());
        let starts_well = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !starts_well || !name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-') {
            return Err(malformed());
        }
        let (ty, range) = match declared.split_once('[') {
            Some((ty, rest)) => (ty.trim(), Some(rest.strip_suffix(']').ok_or_else(malformed)?)),
            None => (declared, None),
        };
        if ty.is_empty() {
            return Err(malformed());
        }
        let ty = Type::from_name(ty).ok_or_else(|| SignatureError::UnknownType {
            argument: name.to_string(),
            unknown: Box::new(UnknownName::new("type", ty, Type::all().into_iter().map(Type::name))),
        })?;
        let argument = Argument::new(name, ty);
        range.map_or(Ok(argument.clone()), |range| argument.restricted_to(range))
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.declared())
    }
}
