//! The survey of Python code: a script that lists the functions of packages, modules, folders and files.
//!
//! It imports modules, as any search does, and calls nothing. Types are read by the same parts as those of the worker, so
//! that what it lists is what a search would draw.

/// The script. Its one argument is JSON: `targets`, `allow`, `deny` and `skip`, lists of texts each. It writes a line of
/// JSON for each module before its import, for each function, and for whatever is left out with the reason.
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
