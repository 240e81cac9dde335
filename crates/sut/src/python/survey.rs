//! The survey of Python code: a script that lists the functions of packages, modules, folders and files.
//!
//! It imports modules, as any search does, but calls nothing. It reads types with the same parts as the worker, so what
//! it lists is what a search would draw.

/// The script. Its one argument is JSON with the lists of texts `targets`, `allow`, `deny` and `skip`. It writes a line
/// of JSON for each module before its import, for each function, and for everything that is left out with the reason.
pub const SURVEY: &str = concat!(
    include_str!("script/1_shared.py"),
    "\n\n",
    include_str!("script/2_target.py"),
    "\n\n",
    include_str!("script/3_classes.py"),
    "\n\n",
    include_str!("script/3_types.py"),
    "\n\n",
    include_str!("script/4_arguments.py"),
    "\n\n",
    include_str!("survey/1_docstrings.py"),
    "\n\n",
    include_str!("survey/2_stubs.py"),
    "\n\n",
    include_str!("survey/3_effects.py"),
    "\n\n",
    include_str!("survey/4_functions.py"),
);
