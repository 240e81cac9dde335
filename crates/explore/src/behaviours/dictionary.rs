//! Texts that functions tend to treat differently, and the words that error messages mention.

/// The starting texts. First come those that most functions treat differently: empty, letters, numbers, blanks; then
/// texts with several parts; then formats that few functions know.
pub const TEXTS: [&str; 100] = [
    "",
    "a",
    "A",
    "1",
    "0",
    "-1",
    "10",
    "1.5",
    " ",
    "abc",
    "a b",
    "aB1!",
    "true",
    "+1",
    "-1.5",
    "1e3",
    "007",
    "12345",
    "nan",
    "null",
    "None",
    "{}",
    "[]",
    "2024-02-29",
    "12:30",
    "1.2.3",
    "a@b.co",
    "127.0.0.1",
    "192.168.0.1",
    "http://a.co/b",
    " a ",
    "a-b",
    "a_b",
    "Hello World",
    "ABC",
    "é",
    "0x1f",
    "ff",
    "1/2",
    "50%",
    "yes",
    "false",
    "a,b,c",
    "key=value",
    "/usr/bin",
    "a.txt",
    "2024-02-29T23:59:59Z",
    "2024-02-29 23:59:59",
    "29/02/2024",
    "23:59:59",
    "::1",
    "2001:db8::8a2e:370:7334",
    "255.255.255.255",
    "john.doe@example.com",
    "https://www.example.com:8080/a/b.html?c=d#e",
    "123e4567-e89b-42d3-a456-426614174000",
    "+49 30 1234567",
    "555-123-4567",
    "4111111111111111",
    "#00aaff",
    "DE",
    "en-US",
    "v1.0.0-rc.1",
    "1,000",
    "1_000",
    "$9.99",
    "10 kB",
    "1h30m",
    "inf",
    "{\"a\": 1}",
    "[1, 2]",
    "\"a\"",
    "<a>",
    "a:b",
    "a;b",
    "(a)",
    "a\nb",
    "\t",
    "中",
    "🦀",
    "XIV",
    "racecar",
    "00:1a:2b:3c:4d:5e",
    "2024-W09",
    "DE89370400440532013000",
    "978-3-16-148410-0",
    "P1DT2H30M",
    "9:30 PM",
    "08:00-12:30",
    "1-10",
    "10x20",
    "text/html",
    "#tag",
    "@user",
    "5 kg",
    "3.50 EUR",
    "48.1,11.5",
    "a=1&b=2",
    "B-AB 123",
    "AB12 CDE",
];

/// At most 12 words are taken from one message.
const MOST_WORDS: usize = 12;
/// Anything longer than 40 characters is a sentence, not a word.
const LONGEST: usize = 40;

/// The parts of a message that are worth trying as inputs: words in quotes, the members of a list, numbers. A format
/// such as `YYYY-MM-DD` yields an example of itself.
pub fn words(message: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mentioned = quoted(message).into_iter().chain(listed(message)).chain(numbers(message));
    for word in mentioned.flat_map(|word| example(&word).into_iter().chain([word])) {
        if !word.is_empty() && word.chars().count() <= LONGEST && !found.contains(&word) {
            found.push(word);
        }
    }
    found.truncate(MOST_WORDS);
    found
}

/// The quoted words. An apostrophe inside a word is not a quote.
fn quoted(message: &str) -> Vec<String> {
    const QUOTES: [(char, char); 5] = [('\'', '\''), ('"', '"'), ('`', '`'), ('‘', '’'), ('“', '”')];
    let mut words = Vec::new();
    let mut rest = message;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let close = QUOTES.iter().find(|(open, _)| *open == c).map(|(_, close)| *close);
        let Some(end) = close.filter(|_| !before.is_alphanumeric()).and_then(|close| rest.find(close)) else {
            before = c;
            continue;
        };
        words.push(rest[..end].to_string());
        rest = &rest[end..];
        before = rest.chars().next().unwrap_or(' ');
        rest = &rest[before.len_utf8().min(rest.len())..];
    }
    words
}

/// The members of a list: the words between commas, or around `or`.
fn listed(message: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in message.split([':', ';', '(', ')', '[', ']']) {
        let members: Vec<&str> = part.split([',', '|']).flat_map(|member| member.split(" or ")).collect();
        if members.len() < 2 {
            continue;
        }
        // The first member may follow the start of a sentence, and the last may be followed by its end.
        let last = members.len() - 1;
        for (at, member) in members.into_iter().enumerate() {
            let mut parts = member.split_whitespace();
            let word = if at == 0 { parts.next_back() } else { parts.next() };
            let is_alone = parts.next().is_none() || at == 0 || at == last;
            let is_sound = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || "-_./+@".contains(c));
            let word = word.map(|word| word.trim_matches(['\'', '"', '`', '.']));
            words.extend(word.filter(|word| is_alone && is_sound(word)).map(str::to_string));
        }
    }
    words
}

/// The numbers that are words of their own.
fn numbers(message: &str) -> Vec<String> {
    let is_number = |word: &&str| word.chars().any(|c| c.is_ascii_digit()) && word.parse::<f64>().is_ok();
    let bare = |word: &'_ str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-').to_string();
    message.split_whitespace().map(bare).filter(|word| is_number(&word.as_str())).collect()
}

/// An example of a format that is written in letters: `YYYY-MM-DD`, `HH:MM`, `dd.mm.yyyy`.
fn example(format: &str) -> Option<String> {
    let upper = format.to_uppercase();
    let is_format = ["YYYY", "HH:MM", "DD/MM", "MM/DD", "DD.MM"].iter().any(|part| upper.contains(part));
    let has_day = upper.contains("DD");
    let minutes = if has_day { "02" } else { "59" };
    let (date, time) = upper.split_at(upper.find("HH").unwrap_or(upper.len()));
    let date = date.replace("YYYY", "2024").replace("YY", "24").replace("DD", "29").replace("MM", minutes);
    let time = time.replace("HH", "23").replace("MM", "59").replace("SS", "58");
    is_format.then(|| date + &time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_stands_twice() {
        let mut texts = TEXTS.to_vec();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), TEXTS.len());
    }

    #[test]
    fn messages_mention_words() {
        assert_eq!(words("expected 'YYYY-MM-DD'"), ["2024-02-29", "YYYY-MM-DD"]);
        assert_eq!(words("time data does not match format \"HH:MM:SS\""), ["23:59:58", "HH:MM:SS"]);
        assert_eq!(words("it can't start with “http”, sorry")[0], "http");
        assert_eq!(words("colour must be one of: red, green or dark-blue"), ["red", "green", "dark-blue"]);
        assert_eq!(words("must be low, medium, high."), ["low", "medium", "high"]);
        assert_eq!(words("more than 64 characters, or -1.5"), ["characters", "-1.5", "64"]);
        assert!(words("no such thing, it isn't").iter().all(|word| !word.contains(' ')));
        assert!(words("").is_empty() && words("'").is_empty() && words("''").is_empty());
    }
}
