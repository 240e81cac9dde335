//! RQ1: candidates found.

use super::share::{PublishedShare, row};

/// The table "Descriptive statistics over the potential boundary candidates", as printed in the paper.
pub const DETECTION: &[PublishedShare] = &[
    row("bytecount", 30, "lns", 57, (9.5, 0.7), 0),
    row("bytecount", 30, "bcs", 57, (56.1, 0.6), 46),
    row("bytecount", 600, "lns", 58, (12.0, 0.7), 0),
    row("bytecount", 600, "bcs", 58, (57.2, 0.4), 44),
    row("bmi_class", 30, "lns", 4_979, (623.9, 40.5), 4_194),
    row("bmi_class", 30, "bcs", 4_979, (104.2, 9.3), 543),
    row("bmi_class", 600, "lns", 70_265, (8233.2, 196.6), 59_890),
    row("bmi_class", 600, "bcs", 70_265, (1398.7, 45.2), 7_631),
    row("bmi", 30, "lns", 16_549, (2054.0, 61.3), 14_918),
    row("bmi", 30, "bcs", 16_549, (209.3, 43.0), 1_126),
    row("bmi", 600, "lns", 227_899, (27581.0, 265.4), 205_389),
    row("bmi", 600, "bcs", 227_899, (2959.1, 52.9), 15_895),
    row("date", 30, "lns", 2_444, (246.1, 13.7), 2_232),
    row("date", 30, "bcs", 2_444, (21.6, 5.9), 191),
    row("date", 600, "lns", 45_456, (4351.6, 86.3), 37_216),
    row("date", 600, "bcs", 45_456, (897.4, 82.6), 7_276),
];
