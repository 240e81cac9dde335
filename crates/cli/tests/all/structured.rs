//! Values with structure, from the command line to every file and back.

use crate::program::{code, stderr, stdout};
use crate::workplace::Workplace;

const CART: &str = r#"
from dataclasses import dataclass
from decimal import Decimal
from typing import List, Optional


@dataclass
class Item:
    qty: int
    price: Decimal


def total(items: List[Item], coupon: Optional[str]) -> str:
    if len(items) > 20:
        raise ValueError("too many items")
    if coupon == "":
        raise KeyError("empty")
    return "free" if sum(item.qty * item.price for item in items) >= 50 else "paid"
"#;

fn cart() -> Workplace {
    let workplace = Workplace::new();
    std::fs::write(workplace.path("cart.py"), CART).unwrap();
    workplace
}

#[test]
fn values_are_given_as_json() {
    autobva_testing::needs!("python3");
    let workplace = cart();
    let (out, _) = workplace.run(&["call", "cart.py:total", r#"[{"qty": 5, "price": "10.00"}]"#, "null"]);
    assert_eq!(out, "valid str: free\n");
    let (out, _) = workplace.run(&["call", "cart.py:total", r#"[{"qty": 1, "price": 9.99}]"#, "SUMMER"]);
    assert_eq!(out, "valid str: paid\n");
    let rows = "items,coupon\n\"[{\"\"qty\"\": 1, \"\"price\"\": \"\"60\"\"}]\",null\n[],\"\"\"\"\"\"\n";
    std::fs::write(workplace.path("in.csv"), rows).unwrap();
    let (out, _) = workplace.run(&["call", "cart.py:total", "--inputs", "in.csv"]);
    assert!(out.ends_with(",null,valid,str,free\n[],\"\"\"\"\"\",error,KeyError,'empty'\n"), "{out}");
    let refused = workplace.refusal(&["call", "cart.py:total", r#"[{"qty": 1}]"#, "null"]);
    assert!(refused.contains("at [0], the field 'price' is missing"), "{refused}");
    let large = format!("[{}]", r#"{"qty": 1, "price": "1"}, "#.repeat(50_000));
    std::fs::write(
        workplace.path("large.csv"),
        format!("items,coupon\n\"{}\",null\n", large.replace('"', "\"\"")),
    )
    .unwrap();
    let refused = workplace.refusal(&["call", "cart.py:total", "--inputs", "large.csv"]);
    assert!(refused.contains("it is longer than 1048576 bytes; give a smaller one"), "{refused}");
    std::fs::write(workplace.path("large.csv"), format!("obj\n{}\n", "1".repeat((1 << 20) + 1))).unwrap();
    let refused = workplace.refusal(&["call", "builtins:len", "--arg", "obj:str", "--inputs", "large.csv"]);
    assert!(refused.contains("it is longer than 1048576 bytes; give a smaller one"), "{refused}");
}

#[test]
fn a_campaign_of_structured_values_is_worked_with() {
    autobva_testing::needs!("python3");
    let workplace = cart();
    let find = ["find", "cart.py:total", "--max-calls", "3000", "--seed", "1", "--campaign", "c.autobva"];
    let seeded = r#"items=[{"qty": 2, "price": "1.00"}]"#;
    workplace.run(&[&find[..], &["--seed-value", seeded]].concat());
    workplace.run(&["find", "cart.py:total", "--max-calls", "500", "--fix", "coupon=null", "--no-campaign"]);
    workplace.run(&["decide", "c.autobva", "b1", "extend"]);
    workplace.run(&["report", "c.autobva", "-o", "report.html"]);
    let (again, said) = workplace.run(&find);
    assert!(!said.contains("the target has changed"), "{said}");
    assert!(again.contains("too many items"), "{again}");
    workplace.run(&["accept", "c.autobva"]);
    let (checked, _) = workplace.run(&["check"]);
    assert!(checked.contains("nothing changed"), "{checked}");
    let (csv, _) = workplace.run(&["export", "c.autobva", "--to", "csv"]);
    std::fs::write(workplace.path("c.csv"), &csv).unwrap();
    let (summary, _) = workplace.run(&["summarize", "c.csv"]);
    assert!(summary.contains("null") && !summary.contains("\"null\""), "{summary}");

    std::fs::write(workplace.path("cart.py"), CART.replace("> 20", "> 21")).unwrap();
    let changed = workplace.autobva(&["check"]).output().unwrap();
    assert_eq!(code(&changed), 1, "{}", stderr(&changed));
    let moved = "moved            length of items 20 | 21  →  21 | 22 (coupon null)";
    assert!(stdout(&changed).contains(moved), "{}", stdout(&changed));
    std::fs::write(workplace.path("old.py"), CART).unwrap();
    let compared = workplace
        .autobva(&["diff", "old.py:total", "cart.py:total", "--max-calls", "2000"])
        .output()
        .unwrap();
    assert!(stdout(&compared).contains("moved"), "{}", stdout(&compared));
}

#[test]
fn a_schema_that_nobody_could_draw_is_refused() {
    let workplace = Workplace::new();
    let deep = format!("x:{}int{}", "list[".repeat(40), "]".repeat(40));
    for (declared, why) in [
        (deep.as_str(), "nested more than 32 deep"),
        ("x:list[int; 0..100000000]", "is outside the length of a value"),
        ("x:list[list[int; 0..5000]; 0..5000]", "a value may hold more than"),
        ("x:\"\\x\"", "malformed argument"),
        ("x:enum A{}", "malformed argument"),
        ("x:record{a: int, a: int}", "malformed argument"),
    ] {
        let refused = workplace.refusal(&["find", "--arg", declared, "--", "echo", "{x}"]);
        assert!(refused.contains(why) && refused.trim().lines().count() == 1, "{declared}: {refused}");
    }
}
