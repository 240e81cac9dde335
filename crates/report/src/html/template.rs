//! The templates of pages. What they are given is escaped wherever it appears, except for pictures, styles and scripts.

use std::io;
use std::sync::LazyLock;

use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Output, State, UndefinedBehavior, context};

use crate::difference::Stretch;
use crate::text::shown::is_invisible;

/// Includes the templates with these names.
macro_rules! templates {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("templates/", $name)))),*] };
}

static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    let mut syntax = minijinja::syntax::SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true);
    environment.set_syntax(syntax.build().expect("the usual delimiters are valid"));
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(write);
    let templates = templates!(
        "banner.html.j2" "behaviours.html.j2" "boundaries.html.j2" "candidates.html.j2" "clusters.html.j2" "footer.html.j2"
        "fragment.html.j2" "macros.html.j2" "meta.html.j2" "overview.html.j2" "pictures.html.j2" "report.html.j2"
        "run.html.j2" "sweep.html.j2"
    );
    for (name, text) in templates {
        environment.add_template(name, text).expect("the templates of pages are sound");
    }
    environment
});

/// Writes a value into a page.
fn write(out: &mut Output, _: &mut State, value: &Value) -> Result<(), minijinja::Error> {
    let text = value.to_string();
    out.write_str(&if value.is_safe() { text } else { escape(&text) })?;
    Ok(())
}

pub(crate) fn render(name: &str, given: Value, out: &mut dyn io::Write) -> io::Result<()> {
    let page = TEMPLATES.get_template(name).and_then(|template| template.render(given));
    out.write_all(page.map_err(io::Error::other)?.as_bytes())
}

/// A picture, a style or a script, which is not escaped.
pub(crate) fn safe(markup: impl Into<String>) -> Value {
    Value::from_safe_string(markup.into())
}

/// A text in stretches; those that differ are marked.
pub(crate) fn stretches(stretches: &[Stretch]) -> Value {
    stretches.iter().map(|one| context! { text => one.text, differs => one.differs }).collect()
}

/// A text in which nothing is markup or invisible: control characters are shown, and so are characters that reorder or
/// hide their neighbours.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\r' | '\t' => escaped.extend(c.escape_default()),
            '\0' => escaped.push_str("\\0"),
            _ if is_invisible(c) => escaped.extend(c.escape_unicode()),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_becomes_markup_or_stays_invisible() {
        let nasty = "</p><script>alert('1')</script>&\"\0\u{202e}\n";
        let shown = "&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;\\0\\u{202e}\\n";
        assert_eq!(escape(nasty), shown);
    }
}
