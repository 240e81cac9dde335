//! RQ2: clusters covered.

use super::share::{PublishedShare, row};

/// The table "Statistics over the potential boundary candidate clusters", as printed in the paper.
pub const CLUSTERS: &[PublishedShare] = &[
    row("bytecount", 30, "lns", 8, (5.1, 0.6), 0),
    row("bytecount", 30, "bcs", 8, (8.0, 0.0), 2),
    row("bytecount", 600, "lns", 8, (6.0, 0.0), 0),
    row("bytecount", 600, "bcs", 8, (8.0, 0.0), 2),
    row("bmi_class", 30, "lns", 15, (13.7, 0.8), 2),
    row("bmi_class", 30, "bcs", 15, (9.0, 0.7), 0),
    row("bmi_class", 600, "lns", 15, (15.0, 0.0), 0),
    row("bmi_class", 600, "bcs", 15, (14.2, 0.8), 0),
    row("bmi", 30, "lns", 5, (5.0, 0.0), 0),
    row("bmi", 30, "bcs", 5, (4.8, 0.4), 0),
    row("bmi", 600, "lns", 5, (5.0, 0.0), 0),
    row("bmi", 600, "bcs", 5, (5.0, 0.0), 0),
    row("date", 30, "lns", 11, (4.9, 0.3), 1),
    row("date", 30, "bcs", 11, (2.7, 1.1), 1),
    row("date", 600, "lns", 11, (5.0, 0.0), 0),
    row("date", 600, "bcs", 11, (7.5, 0.8), 6),
];
