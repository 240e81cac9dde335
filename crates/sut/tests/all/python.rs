//! Python functions as targets: what is varied, what comes back, and what the user is asked.

use std::process::Command;

use crate::support::{python, targets};
use autobva_codec::text::read_input;
use autobva_core::{Argument, Outcome, PythonFunction, Sut};
use autobva_sut::{Conditions, Worker};
use autobva_testing::needs;

fn start_with(interpreter: &str, target: &str, declared: &[&str]) -> Result<Worker, String> {
    let declared: Vec<Argument> = declared.iter().map(|text| text.parse().unwrap()).collect();
    let target: PythonFunction = target.parse().unwrap();
    let started = autobva_sut::python::start(&target, interpreter, &declared, Conditions::default());
    started.map_err(|e| e.to_string())
}

fn start(target: &str, declared: &[&str]) -> Result<Worker, String> {
    start_with(python(), target, declared)
}

fn shop(function: &str) -> String {
    format!("{}:{function}", targets("shop.py"))
}

fn call(sut: &dyn Sut, values: &[&str]) -> Outcome {
    let mut outcome = Outcome::default();
    sut.run(&read_input(sut.signature(), values, None).unwrap(), &mut outcome).unwrap();
    outcome
}

/// What a target gives for these values.
fn answer(target: &str, declared: &[&str], values: &[&str]) -> Outcome {
    call(&start(target, declared).unwrap(), values)
}

fn check_behaviour(interpreter: &str) {
    let sut = start_with(interpreter, &shop("discount"), &[]).unwrap();
    assert_eq!(sut.signature().to_string(), "n:int");
    assert_eq!(call(&sut, &["1000"]), Outcome::valid("str", "big"));
    assert_eq!(call(&sut, &["-1"]), Outcome::error("ValueError", "negative"));
    let sut = start_with(interpreter, &shop("kinds"), &[]).unwrap();
    let declared =
        "a:int, b:bool?, c:\"x\" | \"y\", d:enum Color{RED, GREEN}, e:enum Size{S, M}, f:f64, g:str, k:bool";
    assert_eq!(sut.signature().to_string(), declared);
    let outcome = call(&sut, &["1", "null", "y", "GREEN", "Size.M", "2.5", "hi", "false"]);
    assert_eq!(outcome.text(), "[1, None, 'y', <Color.GREEN: 'g'>, <Size.M: 2>, 2.5, 'hi', None, False]");
    assert_eq!(sut.notes(), [""; 0]);
    let sut = start_with(interpreter, &shop("echo"), &["n:bigint"]).unwrap();
    let long = "-".to_string() + &"7".repeat(6000);
    assert_eq!(call(&sut, &[&long]), Outcome::valid("int", long));
}

#[test]
fn the_interpreter_on_the_path() {
    needs!("python3");
    check_behaviour("python3");
}

#[test]
fn every_interpreter_from_3_8_on_that_is_here() {
    let mut checked = 0;
    for minor in 8..20 {
        let interpreter = format!("python3.{minor}");
        // Some systems have an interpreter without most of its library.
        let whole = Command::new(&interpreter).args(["-c", "import mmap, json, decimal"]).output();
        if whole.is_ok_and(|output| output.status.success()) {
            check_behaviour(&interpreter);
            checked += 1;
        }
    }
    if checked == 0 {
        autobva_testing::skip("no python3.8 or later is installed under its full name");
    }
}

#[test]
fn functions_methods_classes_and_builtins() {
    needs!("python3");
    assert_eq!(answer("math:isqrt", &["n:int"], &["17"]), Outcome::valid("int", "4"));
    let date = ["year:int", "month:int", "day:int"];
    assert_eq!(answer("datetime:date", &date, &["2024", "2", "29"]), Outcome::valid("date", "2024-02-29"));
    let outcome = answer("datetime:date", &date, &["2023", "2", "29"]);
    assert_eq!((outcome.is_valid(), outcome.type_name()), (false, "ValueError"));
    assert_eq!(answer(&shop("Account"), &["balance:int"], &["5"]).type_name(), "Account");
    assert_eq!(answer(&shop("Account.double"), &[], &["5"]), Outcome::valid("int", "10"));
    assert_eq!(answer(&shop("Account.named"), &[], &["!"]), Outcome::valid("str", "Account!"));
    assert_eq!(answer(&shop("later"), &[], &["5"]), Outcome::valid("int", "6"));
    assert_eq!(
        answer("builtins:str.zfill", &["self:str", "width:int"], &["x", "3"]),
        Outcome::valid("str", "00x")
    );
    let withdraw = start(&shop("Account.withdraw"), &[]).unwrap();
    for _ in 0..2 {
        assert_eq!(call(&withdraw, &["3"]), Outcome::valid("int", "7"), "a new object for each call");
    }
}

#[test]
fn values_arrive_and_return_unchanged() {
    needs!("python3");
    for n in ["-170141183460469231731687303715884105728", "340282366920938463463374607431768211455", "0"] {
        assert_eq!(answer(&shop("echo"), &[], &[n]), Outcome::valid("int", n));
    }
    assert_eq!(answer(&shop("echo"), &[], &["true"]), Outcome::valid("bool", "True"));
    let number = start(&shop("number"), &[]).unwrap();
    for (given, text) in
        [("nan", "nan"), ("-inf", "-inf"), ("1e300", "1e+300"), ("-0.0", "-0.0"), ("5e-324", "5e-324")]
    {
        assert_eq!(call(&number, &[given]), Outcome::valid("float", text));
    }
    let text = start(&shop("text"), &[]).unwrap();
    for given in ["", "\"\\\n\t\0", "é漢🦀\u{301}", "\u{2028}"] {
        assert_eq!(call(&text, &[given]), Outcome::valid("str", given));
    }
    assert_eq!(answer(&shop("lone"), &[], &["1"]), Outcome::valid("str", "\u{fffd}\"\\\n é 🦀"));
    assert_eq!(answer(&shop("returned"), &[], &["3"]), Outcome::valid("ValueError", "n is 3"));
    assert_eq!(answer(&shop("thing"), &[], &["3"]), Outcome::valid("object", "<object object at 0x…>"));
}

#[test]
fn large_batches_keep_their_order() {
    needs!("python3");
    let sut = start(&shop("discount"), &[]).unwrap();
    let inputs: Vec<_> =
        (-500..5000).map(|n: i64| sut.signature().read(&[n.to_string()], None).unwrap()).collect();
    let mut outcomes = vec![Outcome::default(); inputs.len()];
    sut.run_batch(&inputs, &mut outcomes).unwrap();
    for (n, outcome) in (-500..5000).zip(&outcomes) {
        let wanted = match n {
            ..0 => Outcome::error("ValueError", "negative"),
            0..1000 => Outcome::valid("str", "small"),
            _ => Outcome::valid("str", "big"),
        };
        assert_eq!(*outcome, wanted, "{n}");
    }
}

#[test]
fn once_some_arguments_are_declared_the_others_keep_their_defaults() {
    needs!("python3");
    let kinds = shop("kinds");
    let declared = ["a:int", "b:bool", "c:int", "d:int", "e:int", "k:bool"];
    let sut = start(&kinds, &declared).unwrap();
    assert_eq!(sut.signature().to_string(), "a:int, b:bool, c:int, d:int, e:int, k:bool");
    assert!(sut.notes().contains(&"f, g, h: not declared, so left at the default".to_string()));
    let given = call(&sut, &["1", "true", "0", "1", "2", "false"]);
    assert!(given.text().ends_with("1.5, 'text', None, False]"), "{}", given.text());
    // An argument without a default must be declared all the same.
    let sut = start(&kinds, &["a:int[0..9]"]).unwrap();
    assert_eq!(
        sut.signature().to_string(),
        "a:int[0..9], b:bool?, c:\"x\" | \"y\", d:enum Color{RED, GREEN}, e:enum Size{S, M}"
    );
}

#[test]
fn questions_back_have_the_remedy() {
    needs!("python3");
    let refused = |target: &str, declared: &[&str]| start(target, declared).map(drop).unwrap_err();
    for (message, wanted) in [
        (refused(&shop("untyped"), &[]), "argument 'n' of"),
        (
            refused(&shop("untyped"), &[]),
            "has no type; declare it with --arg n:TYPE, for instance --arg n:int",
        ),
        (refused(&shop("untyped"), &["n:int"]), "argument 'm' of"),
        (
            refused(&shop("odd"), &[]),
            "has a type that cannot be drawn (Account: no values of it can be made)",
        ),
        (refused(&shop("echo"), &["m:int", "k:int"]), "has no argument 'm'; its arguments are n"),
        (refused(&shop("echo"), &["m:int"]), "has no argument 'm'; its arguments are n"),
        (refused("math:isqrt", &["other_name:int"]), "has no argument 'other_name'; its arguments are n"),
        (refused(&shop("ehco"), &[]), "has no 'ehco'; did you mean 'echo'?"),
        (refused(&shop("Needy.f"), &[]), "Needy() cannot be made without arguments"),
        (refused(&shop("Color.RED"), &[]), "is a Color, not a function"),
        (refused("datetime:date", &[]), "Python does not know the arguments of datetime:date; declare each"),
        (refused("no.such:f", &[]), "there is no module 'no.such'; is it installed for"),
        (refused("nowhere/x.py:f", &[]), "check the path"),
        (refused(&format!("{}:f", targets("broken.py")), &[]), "SyntaxError"),
        (refused(&format!("{}:f", targets("raises.py")), &[]), "cannot import"),
        (refused(&format!("{}:f", targets("raises.py")), &[]), "RuntimeError: no database"),
        (
            refused(&format!("{}:f", targets("leaves.py")), &[]),
            "exited with code 5 before it was ready; it said: bye",
        ),
    ] {
        assert!(message.contains(wanted), "{message:?} lacks {wanted:?}");
    }
    let message = start_with("no-python", &shop("echo"), &[]).map(drop).unwrap_err();
    assert!(message.contains("or choose one with --python"), "{message}");
}

#[test]
fn a_batch_of_every_kind_comes_back_in_order() {
    needs!("python3");
    let sut = start(&shop("mixed"), &[]).unwrap();
    let numbers: Vec<String> = (0..5_000).map(|n| n.to_string()).collect();
    let inputs: Vec<_> = numbers.iter().map(|n| sut.signature().read(&[n], None).unwrap()).collect();
    let mut outcomes: Vec<Outcome> = inputs.iter().map(|_| Outcome::default()).collect();
    sut.run_batch(&inputs, &mut outcomes).unwrap();
    for (n, outcome) in (0..5_000).zip(&outcomes) {
        let wanted = match n % 5 {
            0 => Outcome::error("ValueError", n.to_string()),
            1 => Outcome::valid("int", n.to_string()),
            2 => Outcome::valid("str", n.to_string()),
            3 => Outcome::valid("str", "two\nlines"),
            _ => Outcome::valid("float", format!("{n}.0")),
        };
        assert_eq!(*outcome, wanted);
    }
}

#[test]
fn the_code_of_a_function_gives_hints() {
    needs!("python3");
    let hints_of = |function: &str| {
        let target = format!("{}:{function}", targets("hinted.py"));
        start(&target, &[]).unwrap().hints().clone()
    };
    let hints = hints_of("shipping");
    for number in ["4.9", "7.5", "8", "50.00", "73211", "2.5", "30", "31.5"] {
        assert!(hints.numbers.iter().any(|hint| hint == number), "{number}: {hints:?}");
    }
    let texts = [
        "DE",
        "FR",
        "BE",
        "LU",
        "AT",
        "CH",
        "NL",
        "SKU-0000",
        "ART-0000",
        "2024-02-29",
        "29.02.2024",
        "crimson",
    ];
    for text in texts {
        assert!(hints.texts.iter().any(|hint| hint == text), "{text}: {hints:?}");
    }
    assert!(!hints.texts.iter().any(|hint| hint == "unread" || hint.contains("costs")), "{hints:?}");
    assert_eq!(hints.texts.last().unwrap(), "this country is not known");
    let method = hints_of("Order.sized");
    for number in ["4096", "555"] {
        assert!(method.numbers.iter().any(|hint| hint == number), "{number}: {method:?}");
    }
    assert_eq!(start("builtins:len", &["obj:str"]).unwrap().hints().texts, [""; 0]);
}
