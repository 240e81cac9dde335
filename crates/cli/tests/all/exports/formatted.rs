//! Exports are formatted as the formatter of their language would, whatever is in them: lengths that just fit and just
//! do not, many arguments, notes of several lines, quotes, and what editors do not show.

use autobva::behaviour::{Boundary, BoundaryKind, Landscape, Place};
use autobva::{
    Action, Candidate, Decision, Invocation, Observation, Outcome, Scope, Signature, SummarySettings,
    TargetInfo,
};
use autobva_report::{Dossier, ExportSettings, export, exporter};

use super::runners;
use super::subjects::{Bench, program, spec, target};

/// Texts of every length that matters to a line, some with characters that are escaped, quoted or wide.
fn texts() -> Vec<String> {
    const PIECES: [&str; 12] = ["a", "b c", "\"", "'", "\\", "é", "漢字", "\n", "\0", "🎉", "{x}", "–"];
    let plain = (30..110).map(|length| "x".repeat(length));
    let mixed = (0..110).step_by(3).map(|length| {
        let mut text = "y".repeat(length / 2);
        (0..length % 9).for_each(|n| text.push_str(PIECES[(length * 7 + n * 5) % PIECES.len()]));
        text
    });
    plain.chain(mixed).collect()
}

/// A candidate for each text, which is sometimes a value, sometimes an output, sometimes a message.
fn candidates(signature: &Signature, declared: &[&str], is_program: bool) -> Vec<Candidate> {
    let values = |number: usize, text: &str| -> Vec<String> {
        let value = |(place, declared): (usize, &&str)| match declared.rsplit(':').next().unwrap() {
            "str" if (number + place).is_multiple_of(3) => text.to_string(),
            "str" => format!("{number}"),
            "f64" => format!("{number}.{}e{}", number % 7, number % 301),
            "bool" => ["true", "false"][number % 2].to_string(),
            "bigint" => "9".repeat(1 + number % 100),
            _ => format!("{}", number * 1009),
        };
        declared.iter().enumerate().map(value).collect()
    };
    let side = |number: usize, text: &str| Observation {
        input: signature.read(&values(number, text), None).unwrap(),
        outcome: match number % 4 {
            0 if is_program => Outcome::error("Exited(3)", format!("exit status 3: {text}")),
            0 => Outcome::error(["ValueError", "panic"][number / 4 % 2], text.to_string()),
            _ => Outcome::valid("str", format!("{text}.")),
        },
    };
    let texts = texts();
    let pairs = texts.chunks_exact(2).enumerate();
    pairs
        .map(|(number, pair)| Candidate {
            left: side(2 * number, &pair[0]),
            right: side(2 * number + 1, &pair[1]),
            score: 1.0,
            count: 1,
        })
        .collect()
}

/// All of them, every third known to be wrong and every fifth unclear, for a reason of that length.
fn dossier(invocation: Invocation, declared: &[&str], most: usize) -> Dossier {
    let signature = Signature::parse(declared).unwrap();
    let mut candidates = candidates(&signature, declared, !invocation.program.is_empty());
    candidates.truncate(most);
    let settings = SummarySettings::default();
    let mut summary = autobva::summary::summarize(&signature, &candidates[..1], &settings).unwrap();
    summary.groups[0].clusters[0].members = (0..candidates.len()).collect();
    let texts = texts();
    let decision = |candidate: usize| {
        let action = match candidate {
            n if n % 3 == 0 => Action::Debug,
            n if n % 5 == 0 => Action::Clarify,
            _ => return None,
        };
        let note = texts[(candidate * 2 + 17) % texts.len()].clone();
        Some(Decision { candidate, scope: Scope::Candidate, action, note })
    };
    let decisions = (0..candidates.len()).filter_map(decision).collect();
    let name = invocation.line();
    let target = TargetInfo { name, signature };
    Dossier {
        target,
        called: Some(spec(invocation)),
        runs: vec![],
        candidates,
        summary,
        decisions,
        landscape: None,
    }
}

/// The same with a boundary for every two candidates, between values of the first argument.
fn told(mut dossier: Dossier) -> Dossier {
    let argument = dossier.target.signature.arguments()[0].name().to_string();
    let place = |c: &Candidate| Place { left: c.left.clone(), right: c.right.clone() };
    let boundary = |(index, pair): (usize, &[Candidate])| Boundary {
        id: index as u32 + 1,
        kind: BoundaryKind::ALL[index % 6],
        argument: argument.clone(),
        from: 1,
        to: 2,
        sentence: String::new(),
        example: place(&pair[0]),
        rule: None,
        places: pair[1..].iter().map(place).collect(),
        count: 1,
        flaky: false,
    };
    let boundaries = dossier.candidates.chunks(2).enumerate().map(boundary).collect();
    dossier.landscape = Some(Landscape { boundaries, ..Landscape::default() });
    dossier
}

const LONG: &str = "an_argument_with_quite_a_long_name";

/// Names of arguments that together just fit on a line, or just do not.
fn names(length: usize) -> Vec<String> {
    vec![format!("{}:str", "a".repeat(length)), "n:i64".into(), "x:f64".into()]
}

/// Writes an export of every kind of target; returns the names of the files.
fn write_all(bench: &Bench, format: &str, ending: &str, call: impl Fn(&str) -> String) -> Vec<String> {
    let mut files = Vec::new();
    let mut write = |dossier: &Dossier, call: Option<String>, base: &str| {
        let file = format!("case_{}{ending}", files.len());
        let settings = ExportSettings {
            all: true,
            call,
            base: base.to_string(),
            module_is_here: true,
            ..ExportSettings::default()
        };
        bench.write(&file, &export(dossier, exporter(format).unwrap(), &settings).unwrap().text);
        files.push(file);
    };
    let own = |declared: &[&str], most| dossier(target("shop.py:price"), declared, most);
    write(&own(&["text:str"], 110), Some(call("price")), "");
    write(&own(&["n:bigint", "x:f64", "s:str", "b:bool"], 110), Some(call("price")), "../..");
    write(&told(own(&["text:str"], 110)), Some(call("price")), "");
    write(&told(own(&["n:i64", "s:str"], 60)), Some(call("price")), "..");
    write(&told(dossier(program(&["cat", "{-}"], &["s:str"]), &["s:str"], 110)), None, "");
    let many: Vec<String> = (0..12).map(|n| format!("{LONG}_{n}:str")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    write(&own(&many, 20), Some(call(&"price_".repeat(12))), &"a_folder/".repeat(9));
    let short: Vec<String> = (0..30).map(|n| format!("n{n}:{}", ["i64", "str", "bool"][n % 3])).collect();
    let short: Vec<&str> = short.iter().map(String::as_str).collect();
    for most in 12..30 {
        write(&own(&short[..most], 3), Some(call("price")), "..");
    }
    // Every third length: a formatter takes as long for a file as for what is in it.
    for length in (0..70).step_by(3) {
        let names = names(length + 1);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        write(&own(&names, 3), Some(call(&format!("f{}", "g".repeat(length)))), &"x".repeat(length));
        let word = format!("--{}={{n}}", "o".repeat(length));
        let words = ["sh", "size.sh", &word, "{x}-{n} \"'", "{-}"];
        let words = words.map(|word| word.replace("{-}", &format!("{{{}}}", "a".repeat(length + 1))));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        write(&dossier(program(&words, &names), &names, 3), None, &"x".repeat(length));
        if length % 5 > 0 {
            continue;
        }
        let found =
            Invocation { arguments: vec![format!("n:i64[0..{}]", "9".repeat(length + 1))], ..target("date") };
        write(&dossier(found, &names, 2), None, "..");
    }
    write(&dossier(program(&["cat", "{-}"], &["s:str"]), &["s:str"], 110), None, "");
    write(&dossier(program(&["some/\\u000a \"\"\"*/prog\n", "{s}"], &["s:str"]), &["s:str"], 1), None, "");
    files
}

#[test]
fn python_as_black_formats_it() {
    let Some(black) = runners::black() else { return };
    let bench = Bench::new(&[]);
    write_all(&bench, "pytest", "_test.py", |name| format!("shop.py:{name}"));
    write_all(&bench, "unittest", "_unit.py", |name| format!("folder/a-b.py:{name}"));
    black.run(bench.path(), &["."]).passes(&[]);
}

#[test]
fn rust_as_rustfmt_formats_it() {
    let bench = Bench::new(&[]);
    let files = write_all(&bench, "rust", ".rs", |name| format!("shop::{name}"));
    let words =
        ["rustfmt", "--check", "--edition", "2024"].into_iter().chain(files.iter().map(String::as_str));
    runners::is_formatted(bench.path(), &words.collect::<Vec<_>>());
}

#[test]
fn javascript_as_prettier_formats_it() {
    let Some(prettier) = runners::prettier() else { return };
    let bench = Bench::new(&[]);
    write_all(&bench, "jest", ".test.js", |name| format!("./shop.js:{name}"));
    prettier.run(bench.path(), &["."]).passes(&[]);
}

#[test]
fn go_as_gofmt_formats_it() {
    let bench = Bench::new(&[]);
    let files = write_all(&bench, "go", "_test.go", |name| format!("shop.{name}"));
    let words = ["gofmt", "-l"].into_iter().chain(files.iter().map(String::as_str));
    runners::is_formatted(bench.path(), &words.collect::<Vec<_>>());
}
