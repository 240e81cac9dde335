//! Locks and campaigns of earlier versions, which declared choices as numbers and had no optional values.

use crate::program::{code, run_in, stderr, stdout};
use crate::workplace::Workplace;

const SHOP: &str = r#"
import enum
from typing import Literal, Optional


class Size(enum.IntEnum):
    LARGE = 3
    MEDIUM = 2
    SMALL = 1


class Color(enum.Enum):
    RED = "r"
    GREEN = "g"


def price(n: Optional[int], size: Size, color: Color, unit: Literal["g", "kg"]) -> str:
    if n is None:
        return "none"
    return "%s %s %s %s" % (size.name, color.name, unit, "much" if n >= 100 else "little")
"#;

/// As version 0.1.0 wrote it.
const LOCK: &str = r#"version = 1

[[target]]
call = "shop.py:price"
arguments = ["n:int", "size:int[1..3]", "color:int[0..1]", "unit:int[0..1]"]

[[target.boundary]]
left = { input = ["99", "3", "1", "0"], validity = "valid", type = "str", output = "LARGE GREEN g little" }
right = { input = ["100", "3", "1", "0"], validity = "valid", type = "str", output = "LARGE GREEN g much" }

[[target.boundary]]
left = { input = ["5", "1", "0", "1"], validity = "valid", type = "str", output = "SMALL RED kg little" }
right = { input = ["5", "2", "0", "1"], validity = "valid", type = "str", output = "MEDIUM RED kg little" }
"#;

fn shop(limit: &str) -> Workplace {
    let workplace = Workplace::new();
    std::fs::write(workplace.path("shop.py"), SHOP.replace(">= 100", limit)).unwrap();
    std::fs::write(workplace.path("autobva.lock.toml"), LOCK).unwrap();
    workplace
}

#[test]
fn a_lock_of_numbers_for_choices_is_run() {
    autobva_testing::needs!("python3");
    let workplace = shop(">= 100");
    let (out, _) = workplace.run(&["check"]);
    assert!(out.contains("2 boundaries, nothing changed"), "{out}");
    let workplace = shop(">= 101");
    let checked = workplace.autobva(&["check"]).output().unwrap();
    assert_eq!(code(&checked), 1);
    assert!(stdout(&checked).contains("1 moved"), "{}", stdout(&checked));
}

#[test]
fn a_lock_is_compared_with_the_target_of_today() {
    autobva_testing::needs!("python3");
    let workplace = shop(">= 101");
    let compared = workplace.autobva(&["diff", "autobva.lock.toml", "shop.py:price"]).output().unwrap();
    assert!(stdout(&compared).contains("1 moved"), "{} {}", stdout(&compared), stderr(&compared));
}

#[test]
fn what_stands_for_nothing_is_still_refused() {
    autobva_testing::needs!("python3");
    let workplace = shop(">= 100");
    std::fs::write(workplace.path("autobva.lock.toml"), LOCK.replace("\"n:int\"", "\"n:str\"")).unwrap();
    let checked = run_in(workplace.path("").as_path(), &["check"]);
    let said = format!("{}{}", stdout(&checked), stderr(&checked));
    assert!(said.contains("its arguments were n:str"), "{said}");
}

/// The function as an earlier version saw it: its choices are whole numbers.
const BEFORE: &str = r#"
class Bound:
    def __init__(self, **ends):
        self.__dict__.update(ends)


class Between:
    def __init__(self, low, high):
        self.__origin__, self.__metadata__ = int, [Bound(ge=low, le=high)]

    def __call__(self):
        pass


def price(n: int, size: Between(1, 3), color: Between(0, 1), unit: Between(0, 1)) -> str:
    names = [{1: "SMALL", 2: "MEDIUM", 3: "LARGE"}[int(size)], ["RED", "GREEN"][color], ["g", "kg"][unit]]
    return "%s %s %s %s" % (*names, "much" if n >= 100 else "little")
"#;

#[test]
fn a_campaign_of_numbers_for_choices_goes_on() {
    autobva_testing::needs!("python3");
    let workplace = Workplace::new();
    std::fs::write(workplace.path("shop.py"), BEFORE).unwrap();
    let find = ["find", "shop.py:price", "--max-calls", "1500", "--seed", "1", "--campaign", "price.autobva"];
    let (before, _) = workplace.run(&find);
    let known = workplace.read("price.autobva");
    assert_eq!(known.target.signature.to_string(), "n:int, size:int[1..3], color:int[0..1], unit:int[0..1]");

    std::fs::write(workplace.path("shop.py"), SHOP).unwrap();
    let (after, said) = workplace.run(&find);
    assert!(said.contains("knows the arguments as n:int, size:int[1..3]"), "{said}");
    assert!(!said.contains("the target has changed"), "{said}");
    assert!(after.contains("99 | 100") && before.contains("99 | 100"), "{before}\n{after}");
    // Values are shown as the choices that the stored numbers stand for.
    assert!(after.contains("Color.RED"), "{after}");

    // `accept` writes the declarations of today.
    workplace.run(&["accept", "price.autobva"]);
    let lock = std::fs::read_to_string(workplace.path("autobva.lock.toml")).unwrap();
    let declared = r#"["n:int?", "size:enum Size{LARGE, MEDIUM, SMALL}", "color:enum Color{RED, GREEN}", 'unit:"g" | "kg"']"#;
    assert!(lock.contains("n:int?") && lock.contains("enum Size{LARGE, MEDIUM, SMALL}"), "{declared} {lock}");
    assert!(lock.contains("\\\"GREEN\\\"") || lock.contains("\"GREEN\""), "{lock}");
    let (checked, _) = workplace.run(&["check"]);
    assert!(checked.contains("nothing changed"), "{checked}");

    // `export` uses them, too.
    let (tests, _) = workplace.run(&["export", "price.autobva", "--to", "pytest"]);
    assert!(tests.contains("Size.") && tests.contains("Color.RED") && tests.contains("\"kg\""), "{tests}");
}
