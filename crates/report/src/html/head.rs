//! Style and script of a page, and a policy that allows only these to run or load.

use std::sync::LazyLock;

use sha2::{Digest, Sha256};

/// The style of text and tables.
pub(crate) const PAGE_STYLE: &str = include_str!("style/page.css");
pub(super) const STYLE: &str = concat!(include_str!("style/page.css"), include_str!("style/pictures.css"));
pub(super) const SCRIPT: &str = include_str!("script.js");

/// The content security policy of a page with this script and this style.
pub(crate) fn policy(script: &str, style: &str) -> String {
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        fingerprint(script),
        fingerprint(style)
    )
}

/// The style restricted to `.autobva`: rules for the whole page apply to that element instead.
pub(super) static NESTED: LazyLock<String> = LazyLock::new(|| {
    let style = STYLE.replace(":root {", "& {").replace("body {", "& {").replace("html {", "& {");
    let compact = "& { max-width: none; padding: 0 1rem 1rem; } .banner { padding: .5rem 0 0; } h1 { font-size: 1.4rem; }";
    format!(".autobva {{ {style} {compact} }}")
});

/// The SHA-256 of a text in base 64, as a content security policy requires it.
fn fingerprint(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let hash = Sha256::digest(text.as_bytes());
    let mut encoded = String::new();
    for chunk in hash.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, at| bits << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at)) as usize & 63];
            encoded.push(if at <= chunk.len() { digit as char } else { '=' });
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_the_standard() {
        assert_eq!(fingerprint(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(fingerprint("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    #[test]
    fn the_nested_style_leaves_the_rest_of_a_page_alone() {
        let nested = NESTED.as_str();
        assert!(nested.starts_with(".autobva {") && nested.ends_with('}'));
        for outside in [":root", "body {", "html {"] {
            assert!(!nested.contains(outside), "{outside}");
        }
        assert_eq!(nested.matches('{').count(), nested.matches('}').count());
    }

    #[test]
    fn nothing_in_style_or_script_ends_its_element() {
        assert!(!STYLE.contains("</") && !SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
        assert!(!SCRIPT.contains("innerHTML") && !SCRIPT.contains("eval("));
    }
}
