//! Panics of a target are outcomes, print nothing, and leave everybody else's panics alone.

use std::panic::{catch_unwind, panic_any, set_hook, take_hook};
use std::sync::{Arc, Mutex};

use autobva_core::{Outcome, Sut};
use autobva_sut::IntoSut;

fn run(target: &dyn Sut, value: &str) -> Outcome {
    let mut outcome = Outcome::default();
    target.run(&target.signature().read(&[value], None).unwrap(), &mut outcome).unwrap();
    outcome
}

/// One test, because the panic hook belongs to the whole process.
#[test]
fn panics_are_caught_and_silent() {
    let printed: Arc<Mutex<Vec<String>>> = Arc::default();
    let original = take_hook();
    set_hook(Box::new({
        let printed = printed.clone();
        move |info| {
            let text = info.payload().downcast_ref::<&str>().copied().unwrap_or("?");
            printed.lock().unwrap().push(text.to_string());
        }
    }));
    let take_printed = || std::mem::take(&mut *printed.lock().unwrap());

    // The message is kept, nothing is printed, and the target goes on.
    let target = (|n: i64| {
        assert!(n != 1, "one");
        if n == 2 {
            panic!("formatted {n}");
        }
        if n == 3 {
            panic_any(n);
        }
        10 / (n - 4)
    })
    .into_sut();
    assert_eq!(run(&target, "0"), Outcome::valid("i64", "-2"));
    assert_eq!(run(&target, "1"), Outcome::error("panic", "one"));
    assert_eq!(run(&target, "2"), Outcome::error("panic", "formatted 2"));
    assert_eq!(run(&target, "3"), Outcome::error("panic", "a panic without a text"));
    assert_eq!(run(&target, "4"), Outcome::error("panic", "attempt to divide by zero"));
    assert_eq!(run(&target, "5"), Outcome::valid("i64", "10"));
    assert_eq!(take_printed(), [""; 0]);

    // A panic outside a target reaches the hook that was there before, also right after a panic inside one.
    assert!(catch_unwind(|| panic!("outside")).is_err());
    assert_eq!(take_printed(), ["outside"]);

    // A target that runs a target: after the inner one, the outer one is still hushed.
    let inner = (|n: i64| {
        assert!(n > 0, "inner");
        n
    })
    .into_sut();
    let outer = (move |n: i64| {
        let seen = run(&inner, &n.to_string());
        if seen.is_valid() {
            panic!("outer");
        }
        seen.text().to_string()
    })
    .into_sut();
    assert_eq!(run(&outer, "0"), Outcome::valid("String", "inner"));
    assert_eq!(run(&outer, "1"), Outcome::error("panic", "outer"));
    assert_eq!(take_printed(), [""; 0]);

    // A panic in another thread is not the target's, even while a target runs here, so it is printed as usual.
    let spawning = (|_: i64| std::thread::spawn(|| panic!("elsewhere")).join().is_err()).into_sut();
    assert_eq!(run(&spawning, "0"), Outcome::valid("bool", "true"));
    assert_eq!(take_printed(), ["elsewhere"]);

    // A hook that is installed later usually calls the one before it, which is ours.
    let ours = take_hook();
    set_hook(Box::new(move |info| ours(info)));
    assert_eq!(run(&target, "1"), Outcome::error("panic", "one"));
    assert_eq!(take_printed(), [""; 0]);
    assert!(catch_unwind(|| panic!("outside again")).is_err());
    assert_eq!(take_printed(), ["outside again"]);

    set_hook(original);
}
