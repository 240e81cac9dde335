//! What can be searched: values of one's own, and targets by the words that name them.

use autobva::{Find, find};

fn fault(find: Find) -> String {
    find.max_calls(10).run().expect_err("no target").to_string()
}

#[test]
fn a_closure_takes_the_place_of_another() {
    let limited = |limit: u8| move |n: u8| if n < limit { "below" } else { "above" };
    let run = find(limited(10)).seed(1).max_calls(2_000).target(limited(20)).run().unwrap();
    assert_eq!(run.candidates[0].left.input.to_string(), "19");
}

#[test]
fn a_name_is_read_by_the_adapters() {
    let forms = "write file.py:function, package.module:function or 'worker:PROGRAM'";
    assert_eq!(fault(find("bytecount")), format!("'bytecount' is no target; {forms}"));
    assert_eq!(fault(find("shop.py")), "'shop.py' names no function; write shop.py:FUNCTION");
    let missing = "cannot start './no-such-program': there is no such file; check the path";
    assert_eq!(fault(find("worker:./no-such-program --serve".to_string())), missing);
}
