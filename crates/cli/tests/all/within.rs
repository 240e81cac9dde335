//! The modules of the binary that stand on their own and are tested from within. They are built here once more, since to build
//! the whole binary once more for these tests would take ten times as long.
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
