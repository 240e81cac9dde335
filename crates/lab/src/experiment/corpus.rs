//! The corpus: a sweep of Python's standard library, compared with the study's sweep of Julia's.

use std::time::Duration;

use autobva_core::Entry;
use autobva_report::sweep::Sweep;

use super::report::{Cell, Column, Finding, Kind, Report, Table};

pub const ENTRY: Entry = Entry {
    name: "corpus",
    help: "the pure functions of Python's standard library, swept: how many have boundaries, and what is survived",
};

/// Modules whose functions compute something from their arguments.
pub const MODULES: &str = "\
    ast base64 binascii bisect calendar cmath codecs colorsys copy csv datetime decimal difflib \
    email.base64mime email.quoprimime email.utils encodings.idna encodings.punycode fnmatch fractions \
    functools gettext heapq html ipaddress json keyword math mimetypes ntpath numbers opcode operator \
    plistlib posixpath pprint quopri re reprlib shlex stat statistics string struct textwrap token \
    tokenize unicodedata urllib.parse xml.sax.saxutils zlib";

/// Functions in these modules that depend on the time or on the current folder.
pub const IMPURE: &[&str] = &[
    "email.utils:formatdate",
    "email.utils:localtime",
    "email.utils:make_msgid",
    "*path:abspath",
    "*path:expanduser",
    "*path:expandvars",
    "*path:realpath",
    "*path:relpath",
];

/// The figures of the study: functions of Julia's base library, those that killed the tool, and the share with candidates.
const STUDY_FUNCTIONS: u64 = 613;
const STUDY_KILLERS: u64 = 36;
const STUDY_SHARE: f64 = 0.7;

/// The figures of a sweep of these modules, beside those of the study.
pub fn report(sweep: &Sweep, elapsed: Duration) -> Report {
    let totals = sweep.totals();
    let columns = [("figure", Kind::Text), ("here", Kind::Figure), ("study", Kind::Figure)];
    let columns = columns.map(|(heading, kind)| Column::new(heading, kind)).to_vec();
    let mut table = Table::new("corpus", format!("Python {}", sweep.plan.python), columns);
    let mut row = |name: &str, here: Cell, study: Cell| table.push(vec![Cell::text(name), here, study]);
    let count = |number: usize| Cell::Count(number as u64);
    let (searched, found) = (totals.searched as u64, totals.with_boundaries as u64);
    let tried = totals.functions - totals.missing;
    let share = 100.0 * found as f64 / searched.max(1) as f64;
    row("functions tried", count(tried), Cell::Count(STUDY_FUNCTIONS));
    row("of them, some call succeeded", Cell::Count(searched), Cell::Empty);
    row("with boundaries", Cell::Count(found), Cell::Empty);
    row("share with boundaries, %", Cell::Number(share, 1), Cell::Number(100.0 * STUDY_SHARE, 1));
    row("killed a process, and survived", count(totals.killers), Cell::Empty);
    row("killed the tool", Cell::Count(0), Cell::Count(STUDY_KILLERS));
    row("boundaries", count(totals.boundaries), Cell::Empty);
    row("candidates", Cell::Count(totals.candidates), Cell::Empty);
    row("calls", Cell::Count(totals.calls), Cell::Empty);
    row("seconds", Cell::Number(elapsed.as_secs_f64(), 0), Cell::Empty);
    row("given up as too slow", count(totals.slow), Cell::Empty);
    row("left out", count(totals.left_out), Cell::Empty);
    let ends = format!("{tried} of {} did", totals.functions);
    let claim = "most functions have boundaries";
    Report {
        name: ENTRY.name,
        title: "The corpus: Python's standard library, swept".into(),
        notes: vec![
            "The study swept the base library of Julia by the program derivative; what has candidates there has boundaries \
             between behaviours here, which is stricter. Functions with side effects are left out."
                .into(),
        ],
        tables: vec![table],
        findings: vec![
            Finding::new(claim, format!("{share:.0} % of {searched}"), 2 * found > searched),
            Finding::new("every function ends, and none ends the sweep", ends, totals.missing == 0),
        ],
        differences: Vec::new(),
    }
}
