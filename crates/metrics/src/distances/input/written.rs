//! Any text distance, over the written form of inputs.

use std::cell::Cell;
use std::fmt::Write;

use autobva_core::Input;

use super::InputDistance;
use crate::distances::Laws;
use crate::distances::text::TextDistance;

thread_local! {
    /// Buffers for two written inputs, reused from call to call.
    static ROOM: Cell<(String, String)> = const { Cell::new((String::new(), String::new())) };
}

/// A text distance over the inputs as they are written: values separated by `, `.
///
/// The laws of the text distance hold here, too, except that different inputs can be written alike, such as the text
/// `1` and the number 1.
pub struct Written(Box<dyn TextDistance>);

impl Written {
    /// Applies a text distance to written inputs.
    pub fn new(distance: Box<dyn TextDistance>) -> Written {
        Written(distance)
    }
}

impl InputDistance for Written {
    fn between(&self, a: &Input, b: &Input) -> f64 {
        let (mut text_a, mut text_b) = ROOM.take();
        write_to(&mut text_a, a);
        write_to(&mut text_b, b);
        let distance = self.0.between(&text_a, &text_b);
        ROOM.set((text_a, text_b));
        distance
    }

    fn laws(&self) -> Laws {
        Laws { separates: false, ..self.0.laws() }
    }
}

fn write_to(text: &mut String, input: &Input) {
    text.clear();
    write!(text, "{input}").expect("writing to a string does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distances::text::{Levenshtein, Strlen};
    use autobva_core::{Int, IntType, Value};

    #[test]
    fn compares_what_is_written() {
        let input = |number: i64, text: &str| -> Input {
            [Value::Int(Int::new(IntType::Int64, number).unwrap()), Value::Text(text.into())]
                .into_iter()
                .collect()
        };
        let (a, b) = (input(99, "cat"), input(100, "dog"));
        assert_eq!(Written::new(Box::new(Levenshtein)).between(&a, &b), 6.0);
        assert_eq!(Written::new(Box::new(Strlen)).between(&a, &b), 1.0);
        assert_eq!(Written::new(Box::new(Strlen)).between(&a, &a), 0.0);
    }
}
