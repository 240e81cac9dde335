//! Annotations of Python: how each is declared, what the function receives for it, and which are refused.

use crate::support::{python, targets};
use autobva_codec::text;
use autobva_core::{Argument, Outcome, PythonFunction, Sut};
use autobva_sut::{Conditions, Worker};
use autobva_testing::needs;

fn start(function: &str, declared: &[&str]) -> Result<Worker, String> {
    let declared: Vec<Argument> = declared.iter().map(|text| text.parse().unwrap()).collect();
    let target: PythonFunction = format!("{}:{function}", targets("annotated.py")).parse().unwrap();
    let started = autobva_sut::python::start(&target, python(), &declared, Conditions::default());
    started.map_err(|error| error.to_string())
}

fn call(sut: &dyn Sut, values: &[&str]) -> Outcome {
    let mut outcome = Outcome::default();
    sut.run(&text::read_input(sut.signature(), values, None).unwrap(), &mut outcome).unwrap();
    outcome
}

/// Checks how a function is declared, and what it receives for these values, as Python prints it.
fn check(function: &str, declared: &str, values: &[&str], shown: &str) {
    let sut = start(function, &[]).unwrap();
    assert_eq!(sut.signature().to_string(), declared);
    assert_eq!(sut.notes(), [""; 0]);
    assert_eq!(call(&sut, values).text(), shown, "{function}");
}

#[test]
fn lists_and_their_like() {
    needs!("python3");
    check(
        "lists",
        "a:list[int], b:tuple[int, str], c:tuple[f64; 0..100], d:dict[date], e:set[int], f:set[str], g:list[int?]",
        &[
            "[1, 2]",
            "[1, \"a\"]",
            "[0.5]",
            "{\"k\": \"2024-02-29\"}",
            "[2, 1, 2]",
            "[\"b\", \"a\"]",
            "[null, 1]",
        ],
        "[1, 2], (1, 'a'), (0.5,), {'k': datetime.date(2024, 2, 29)}, [1, 2], ['a', 'b'], [None, 1] frozenset",
    );
}

#[test]
fn unions_and_choices() {
    needs!("python3");
    check(
        "unions",
        "a:int?, b:int | str, c:\"x\" | 3 | null, d:enum Color{RED, GREEN}, e:enum Color{RED} | \"y\"",
        &["null", "\"1\"", "3", "Color.GREEN", "\"y\""],
        "[None, '1', 3, <Color.GREEN: 'g'>, 'y']",
    );
}

#[test]
fn leaves_of_the_standard_library() {
    needs!("python3");
    let uuid = "12345678-1234-5678-1234-567812345678";
    check(
        "leaves",
        "a:date, b:datetime, c:time, d:duration, e:decimal, \
         f:record Fraction{numerator: int, denominator: int[1..1000000000]}, g:bytes, h:str, \
         i:str~\"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\", j:int",
        &[
            "2024-02-29",
            "2024-02-29T23:59:59",
            "12:30:00",
            "93600",
            "9.90",
            "{\"numerator\": 1, \"denominator\": 3}",
            "\"aÿ\"",
            "a/b",
            uuid,
            "7",
        ],
        "[datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 23, 59, 59), datetime.time(12, 30), \
         datetime.timedelta(days=1, seconds=7200), Decimal('9.90'), Fraction(1, 3), b'a\\xff', PosixPath('a/b'), \
         UUID('12345678-1234-5678-1234-567812345678'), 7]",
    );
    let sut = start("leaves", &[]).unwrap();
    let mut values = vec!["2024-02-29", "2024-02-29T23:59:59", "12:30:00", "93600", "9.90"];
    values.extend(["{\"numerator\": 1, \"denominator\": 3}", "\"\"", "", "no uuid", "7"]);
    assert_eq!(call(&sut, &values), Outcome::error("ValueError", "badly formed hexadecimal UUID string"));
}

#[test]
fn keys_that_may_be_missing_are_left_out() {
    needs!("python3");
    let declared = "p:record{width: int, until: date} | record{until: date} | record{width: int} | record{}";
    let day = "datetime.date(2024, 2, 29)";
    let both = "{\"width\": 3, \"until\": \"2024-02-29\"}";
    check("parcels", declared, &[both], &format!("[('until', {day}), ('width', 3)]"));
    check("parcels", declared, &["{\"until\": \"2024-02-29\"}"], &format!("[('until', {day})]"));
    check("parcels", declared, &["{}"], "[]");
}

#[test]
fn classes_are_made_of_their_fields() {
    needs!("python3");
    let item = "record Item{qty: int, price: decimal, home: str, scale: int}";
    let declared = format!(
        "a:record Point{{x: int, y: f64}}, b:record{{items: list[{item}], note: str}}, c:{item}, d:record Node{{value: int}}"
    );
    let one = |qty: u8| format!("{{\"qty\": {qty}, \"price\": \"1.5\", \"home\": \"h\", \"scale\": 2}}");
    let order = |qty: u8| format!("{{\"items\": [{}], \"note\": \"n\"}}", one(qty));
    let point = "{\"x\": 1, \"y\": 2.0}";
    let shown = "Item(qty=3, price=Decimal('1.5'), home=PosixPath('h'), owner=None)";
    check(
        "classes",
        &declared,
        &[point, &order(3), &one(3), "{\"value\": 1}"],
        &format!(
            "[Point(x=1, y=2.0), {{'items': [{shown}], 'note': 'n'}}, {shown}, Node(value=1, next=None)]"
        ),
    );
    // If a class refuses its fields, the call gets that error; the other calls of the batch are made as usual.
    let sut = start("classes", &[]).unwrap();
    let input = |qty| {
        text::read_input(sut.signature(), &[point, &order(qty), &one(3), "{\"value\": 1}"], None).unwrap()
    };
    let mut outcomes = vec![Outcome::default(); 3];
    sut.run_batch(&[input(1), input(0), input(2)], &mut outcomes).unwrap();
    assert_eq!(outcomes[1], Outcome::error("ValueError", "no quantity"));
    assert!(outcomes[0].is_valid() && outcomes[2].is_valid());
}

#[test]
fn texts_become_paths_wherever_they_stand() {
    needs!("python3");
    check(
        "paths",
        "a:list[str], b:dict[str], c:tuple[str, int], d:str?, e:str | int",
        &["[\"p\"]", "{\"k\": \"p\"}", "[\"p\", 1]", "null", "5"],
        "[[PosixPath('p')], {'k': PosixPath('p')}, (PosixPath('p'), 1), None, 5]",
    );
    let sut = start("paths", &[]).unwrap();
    let turned = ["a[]", "b[]", "c[0]", "d", "e"].map(|at| (at.to_string(), "Path".to_string()));
    let call = sut.calling().unwrap();
    assert_eq!(call.turned, turned.into());
    assert_eq!(call.imports, [("Path".to_string(), "pathlib".to_string())].into());
}

#[test]
fn models_of_other_packages() {
    needs!("python3");
    let values = ["{\"n\": 3, \"called\": null}", "{\"size\": 2}"];
    let declared = "m:record Model{n: int[1..9], called: str?}, a:record Attrs{size: int}";
    check("models", declared, &values, "[Model(3, None), Attrs(2)]");
    let refused = call(&start("models", &[]).unwrap(), &["{\"n\": 5, \"called\": null}", values[1]]);
    assert_eq!(refused, Outcome::error("ValueError", "not five"));
}

#[test]
fn bounds_become_ranges() {
    needs!("python3");
    let sut = start("bounded", &[]).unwrap();
    let ends = |at: usize| sut.signature().arguments()[at].declared();
    assert_eq!([ends(0), ends(1), ends(2)], ["int[1..9]", "f64[0.0..1.0]", "list[int; 1..4]"]);
    assert!(ends(3).starts_with("int[3..") && ends(3).ends_with("]?"), "{}", ends(3));
    assert_eq!([ends(4), ends(5)], ["str[0..3]", "date[2020-01-01..9999-12-31]"]);
}

#[test]
fn defaults_of_every_kind_are_told() {
    needs!("python3");
    let sut = start("defaults", &[]).unwrap();
    let item = "{\"qty\": 2, \"price\": \"9.90\", \"home\": \".\"}";
    // The last two arguments are not varied: a default of `None` or of a plain object does not tell a type.
    let wanted = ["[1, 2]", "\"GREEN\"", "1.50", "a/b", "null", item, "-0.000001", "\"y\"", "[\"a\", \"b\"]"];
    let told: Vec<&str> = sut.defaults().iter().map(|told| told.as_deref().unwrap_or("")).collect();
    assert_eq!(told[..5], wanted[..5]);
    assert_eq!(told[6..], wanted[6..]);
    assert!(told[5].starts_with(item.trim_end_matches('}')), "{}", told[5]);
    for (argument, default) in sut.signature().arguments().iter().zip(told) {
        text::read(argument, default, None).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn classes_of_one_name_are_told_apart() {
    needs!("python3");
    let sut = start("twins", &[]).unwrap();
    let item = "{\"qty\": 3, \"price\": \"1\", \"home\": \"h\", \"scale\": 2}";
    assert_eq!(call(&sut, &[item, "PEN"]).text(), "[3, <Item.PEN: 1>]");
}

#[test]
fn what_cannot_be_drawn_gets_a_wrapper_to_copy() {
    needs!("python3");
    let refused = |function: &str| start(function, &[]).map(drop).unwrap_err();
    let wrapper = "\n\n    from annotated import save, Connection\n\n    def try_save(n: int):\n        return save(c=Connection(n))";
    assert!(refused("save").ends_with(wrapper), "{}", refused("save"));
    for (function, why) in [
        (
            "save",
            "has a type that cannot be drawn (Connection: no values of it can be made); name a function",
        ),
        ("tree", "(Tree: Tree holds itself)"),
        ("deep", "it is nested more than 32 deep"),
        ("calls", "(Callable[[int], int]: no values of it can be made)"),
        ("unknown", "(Nowhere: the name cannot be found)"),
        ("bad", "(5: no values of it can be made)"),
        ("keys", "the keys of a dictionary must be str"),
        ("bare", "does not say enough (list); declare it, for instance with --arg 'xs:list[int]'"),
        ("anything", "does not say enough (Any); declare it, for instance with --arg x:int"),
        ("hollow", "the range 5..1 is empty"),
    ] {
        assert!(refused(function).contains(why), "{function}: {}", refused(function));
    }
    assert_eq!(call(&start("bare", &["xs:list[int]"]).unwrap(), &["[1]"]).text(), "[1]");
}

#[test]
fn declared_types_of_the_user() {
    needs!("python3");
    let refused = |declared: &str| start("unions", &[declared]).map(drop).unwrap_err();
    assert!(refused("d:enum Color{RED, PINK}").contains("its annotation knows no Color.PINK"));
    assert!(refused("a:record Nobody{x: int}").contains("its annotation knows no Nobody"));
    // If a set cannot be made because its items have no hash, the call gets that error, too.
    let sut = start("bare", &["xs:set[list[int]]"]).unwrap();
    assert_eq!(call(&sut, &["[[1]]"]), Outcome::error("TypeError", "unhashable type: 'list'"));
    // Whole numbers for choices are positions, as they were in files of earlier versions.
    let declared = ["a:int", "b:int", "c:int", "d:int[0..1]", "e:int[0..1]"];
    let sut = start("unions", &declared).unwrap();
    assert_eq!(
        call(&sut, &["1", "2", "3", "1", "0"]).text(),
        "[1, 2, 3, <Color.GREEN: 'g'>, <Color.RED: 'r'>]"
    );
}
