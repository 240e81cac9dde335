//! Modules of the binary that have unit tests and depend on nothing else in it. They are compiled here once more, which
//! takes a tenth of the time of compiling the whole binary for its unit tests.
#![allow(dead_code)]

#[path = "../../src/age.rs"]
mod age;
#[path = "../../src/budget.rs"]
mod budget;
#[path = "../../src/defined.rs"]
mod defined;
#[path = "../../src/review/keys.rs"]
mod keys;
#[path = "../../src/campaign/place.rs"]
mod place;
#[path = "../../src/relative_path.rs"]
mod relative_path;
#[path = "../../src/review/typed_line.rs"]
mod typed_line;
