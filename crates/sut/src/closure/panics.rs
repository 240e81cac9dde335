//! Panics of a target: caught, silent, and turned into outcomes.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use autobva_core::Outcome;

thread_local! {
    /// How many calls of targets are on this thread's stack.
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

/// Runs a target that writes into the outcome. A panic becomes the outcome, and nothing is printed.
pub(super) fn caught(outcome: &mut Outcome, target: impl FnOnce(&mut Outcome)) {
    hush_targets();
    let result = {
        let _on_the_stack = OnTheStack::enter();
        catch_unwind(AssertUnwindSafe(|| target(outcome)))
    };
    if let Err(payload) = result {
        outcome.start_error("panic").push_str(message(&*payload));
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a panic without a text")
}

/// Installs, once per process, a panic hook that is silent while a target runs on the panicking thread, and otherwise
/// calls the previous hook. Replacing the hook around every call would silence the panics of other threads, and take a
/// lock per call.
fn hush_targets() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |info| {
            // After the thread's variables are destroyed, no target can be running.
            if CALLS.try_with(Cell::get).unwrap_or(0) == 0 {
                previous(info);
            }
        }));
    });
}

/// Counts a call as long as it exists.
struct OnTheStack;

impl OnTheStack {
    fn enter() -> OnTheStack {
        CALLS.set(CALLS.get() + 1);
        OnTheStack
    }
}

impl Drop for OnTheStack {
    fn drop(&mut self) {
        CALLS.set(CALLS.get() - 1);
    }
}
