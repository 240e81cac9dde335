//! A writer of HTML and SVG that cannot forget to escape: only constants of the program are written unescaped.

use std::fmt::{self, Display, Write};

use crate::text::shown::is_invisible;

/// Attributes of an element; their values are escaped.
pub(crate) type Attributes<'a> = [(&'static str, &'a dyn Display)];

/// The markup that was written so far.
#[derive(Default)]
pub(crate) struct Markup(String);

impl Markup {
    /// Appends constant markup; nothing that is known only at run time can get in here.
    pub(crate) fn fixed(&mut self, markup: &'static str) {
        self.0.push_str(markup);
    }

    /// Appends text, whatever is in it.
    pub(crate) fn text(&mut self, text: impl Display) {
        // Writing to a string does not fail.
        let _ = write!(Escaping(&mut self.0), "{text}");
    }

    /// Opens an element.
    pub(crate) fn open(&mut self, tag: &'static str, attributes: &Attributes) {
        self.start(tag, attributes);
        self.0.push('>');
    }

    /// Closes an element.
    pub(crate) fn close(&mut self, tag: &'static str) {
        self.0.push_str("</");
        self.0.push_str(tag);
        self.0.push('>');
    }

    /// An element whose content the closure writes.
    pub(crate) fn within(
        &mut self,
        tag: &'static str,
        attributes: &Attributes,
        inner: impl FnOnce(&mut Markup),
    ) {
        self.open(tag, attributes);
        inner(self);
        self.close(tag);
    }

    /// An element that contains text.
    pub(crate) fn element(&mut self, tag: &'static str, attributes: &Attributes, text: impl Display) {
        self.within(tag, attributes, |inner| inner.text(text));
    }

    /// An empty element.
    pub(crate) fn leaf(&mut self, tag: &'static str, attributes: &Attributes) {
        self.start(tag, attributes);
        self.0.push_str("/>");
    }

    fn start(&mut self, tag: &'static str, attributes: &Attributes) {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            let _ = write!(self.0, " {name}=\"");
            let _ = write!(Escaping(&mut self.0), "{value}");
            self.0.push('"');
        }
    }

    /// What was written.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text in which nothing is markup or invisible.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // Writing to a string does not fail.
    let _ = Escaping(&mut escaped).write_str(text);
    escaped
}

/// Escapes what HTML would take for markup, and makes invisible things visible: control characters, and characters that
/// reorder or hide their neighbours.
struct Escaping<'a>(&'a mut String);

impl fmt::Write for Escaping<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' | '\r' | '\t' => self.0.extend(c.escape_default()),
                '\0' => self.0.push_str("\\0"),
                _ if is_invisible(c) => self.0.extend(c.escape_unicode()),
                _ => self.0.push(c),
            }
        }
        Ok(())
    }
}

/// A coordinate in a picture, rounded to a tenth of a pixel.
pub(crate) struct Px(pub(crate) f64);

impl Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 10.0).round() / 10.0;
        // Neither -0 nor a value that is not a number may appear in a picture.
        write!(f, "{}", if rounded == 0.0 || !rounded.is_finite() { 0.0 } else { rounded })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_markup_or_stays_invisible() {
        let mut markup = Markup::default();
        let nasty = "</p><script>alert('1')</script>&\"\0\u{202e}\n";
        markup.element("p", &[("title", &nasty)], nasty);
        let shown = "&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;\\0\\u{202e}\\n";
        assert_eq!(markup.as_str(), format!("<p title=\"{shown}\">{shown}</p>"));
    }

    #[test]
    fn places_are_short() {
        assert_eq!([1.0, 2.26, -0.01, f64::NAN].map(|x| Px(x).to_string()), ["1", "2.3", "0", "0"]);
    }
}
