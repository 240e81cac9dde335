//! Every parser that reads what others wrote, as a function of bytes. None of them may panic or hang, on any bytes.
//!
//! Tests run each parser on some hundred mutated samples, and `cargo run --release -p autobva-attack` runs each of them
//! for a minute. The targets of cargo-fuzz in `fuzz/` are these functions, too.

mod campaign;
mod mutate;

use autobva_codec::declaration::read_arguments;
use autobva_codec::text::read_input;
use autobva_core::behaviour::Rule;
use autobva_core::{Signature, Template};
use autobva_report::{Lock, read_candidate_csv, read_inputs};

pub use autobva_sut::attack_worker as worker;
pub use campaign::campaign_cell;
pub use mutate::Mutator;

/// A parser under attack.
pub struct Parser {
    /// Its name, and that of the fuzz target.
    pub name: &'static str,
    /// Reads bytes.
    pub read: fn(&[u8]),
    /// What it is meant to read.
    pub samples: &'static [&'static str],
}

/// All parsers under attack.
pub const PARSERS: &[Parser] = &[
    Parser { name: "lock", read: lock, samples: &[include_str!("../samples/autobva.lock.toml"), LOCK] },
    Parser { name: "csv", read: csv, samples: &[include_str!("../samples/parcel.csv"), INPUTS] },
    Parser { name: "argument", read: argument, samples: ARGUMENTS },
    Parser { name: "worker", read: worker, samples: WORKER },
    Parser { name: "template", read: template, samples: &["--n={n}\n{{n}}\n{-}", "{s}{n}\n{", "{n:02}\n}{"] },
    Parser { name: "rule", read: rule, samples: RULES },
    Parser { name: "configuration", read: configuration, samples: CONFIGURATIONS },
    Parser { name: "campaign", read: campaign_cell, samples: campaign::SAMPLES },
];

const LOCK: &str = "# autobva lock\nversion = 2\n\n[[target]]\ncall = 'shop.py:price'\narguments = ['q:int', 's:str']\n\n\
                    [[target.boundary]]\nleft = ['9', 'a']\nright = ['10', 'a']\n";
const INPUTS: &str = "n,s,t1,t2\n1,a,Int64,String\n-5,\"x,\"\"y\",,\n";
const ARGUMENTS: &[&str] = &[
    "n:int[0..9]",
    "items:list[record{qty: int[1..], price: decimal}; 0..20]",
    "s:str~\"[A-Z]{2}\\d{4}\"",
    "x:f64[-1e308..0.1]",
    "u:(int | str)?",
    "c:choice{\"a\", 2, null}",
    "d:date[2020-01-01..2024-02-29]",
    "t:tuple[int, str]\nb:bool\nm:dict[str, list[i8; 3..4]; 0..2]",
];
const WORKER: &[&str] = &[
    r#"{"id":3,"outcomes":[["valid","int","1","2"],["error","E","a\nb"]],"restart":true}"#,
    "9 {\"id\":3,\"runs\":[[\"valid\",\"int\",2],[\"error\",\"E\",1]]}\n1\n2\nmuch",
    r#"{"autobva":2,"name":"w","args":[{"name":"n","type":"list[int; 0..9]","default":"[1]","names":{"0":"RED"}}],"hints":{"numbers":["1"],"texts":["x"]},"notes":["x"]}"#,
];
const CONFIGURATIONS: &[&str] = &[
    "[[target]]\nname = 'shop.py:price'\nargs = ['q:int[0..9]', 's:str']\nignore = ['b3', '9 | 10']\nmax-calls = 5_000\n",
    "[[tool.autobva.target]]\nprogram = [\"wc\", \"{s}\"]\nhints = false\nseed-value = \"s=a\"\nmax-time = \"2s\"\n",
];
const RULES: &[&str] = &[
    "n <= 10^k - 1 for k 2..3",
    "a < b + c",
    "w/h^2 <= 0.001845",
    "degrees <= 360*k + 44",
    "s contains a digit",
    "s begins with \"http\"",
];

/// The text of bytes. Invalid UTF-8 is replaced, because in practice it is refused before it gets here.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A configuration file.
pub fn configuration(bytes: &[u8]) {
    autobva_cli::attack_configuration(&text(bytes));
}

/// A lock file. If it can be read, it is written again, and that must read the same.
pub fn lock(bytes: &[u8]) {
    if let Ok(lock) = Lock::read(&text(bytes)) {
        let written = lock.write();
        assert_eq!(Lock::read(&written).expect("what was written is read").write(), written);
    }
}

/// Candidates, and inputs to call.
pub fn csv(bytes: &[u8]) {
    let _ = read_candidate_csv(bytes);
    let _ = read_inputs(bytes, &signature());
}

/// Declarations of arguments, one per line, and values for them.
pub fn argument(bytes: &[u8]) {
    let text = text(bytes);
    let lines: Vec<&str> = text.lines().collect();
    let Ok(arguments) = read_arguments(&lines) else { return };
    let Ok(signature) = Signature::new(arguments) else { return };
    assert_eq!(
        Signature::parse(autobva_codec::declaration::texts(&signature)).map(|s| s.to_string()),
        Ok(signature.to_string())
    );
    for value in ["", "0", "-1", "[]", "{}", "null", "\"\"", "1e400", "2024-02-30", "[[1]]"] {
        let _ = read_input(&signature, &vec![value; signature.len()], None);
    }
}

/// The words of a program, one per line, with placeholders for values.
pub fn template(bytes: &[u8]) {
    let words: Vec<String> = text(bytes).lines().map(String::from).collect();
    let signature = signature();
    let Ok(template) = Template::read(&words, &signature) else { return };
    let input = signature.read(&["-5", "a{n}"], None).expect("values of the arguments");
    assert_eq!(
        template.filled(&input).count() + usize::from(template.sent_by(&input).is_some()),
        words.len()
    );
}

/// A rule of a boundary.
pub fn rule(bytes: &[u8]) {
    let _ = text(bytes).parse::<Rule>().map(|rule| rule.to_string());
}

fn signature() -> Signature {
    Signature::parse(["n:int", "s:str"]).expect("two arguments")
}
