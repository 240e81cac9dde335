//! The examples run, and what they assert holds.

macro_rules! examples {
    ($($name:ident $path:literal)*) => { $(
        #[path = $path]
        mod $name;

        #[test]
        fn $name() {
            $name::main().unwrap();
        }
    )* };
}

examples! {
    closure "../../examples/closure.rs"
    panics "../../examples/panics.rs"
    settings "../../examples/settings.rs"
    own_target "../../examples/own_target.rs"
    own_distance "../../examples/own_distance.rs"
}
