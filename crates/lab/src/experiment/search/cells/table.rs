//! The table of cells beside the published figures, in 100 columns, and what cannot be compared.

use std::io::{self, Write};

use super::{CellFigures, CellSetup};

/// The required quality, besides more cells than the best published run.
const QUALITY: f64 = 0.9;

const NOT_COMPARABLE: &str = "\
What is comparable, and what is not:
- Cells, derivative and relative quality are defined as in the study: a pair's derivative by the greatest one of its
  cell in any run. But those are our runs here and the authors' there; a cell's best is not the same number.
- The published counts are of N reference cells with a near-best derivative, chosen from the authors' runs; all the
  cells of their archives are many more (for bytecount thousands, as here, of which 93 count). Ours are of all cells;
  near-best are those with at least 90 % of the best derivative in any run, which comes nearest to the published count.
- Their runs are of 600 s, in Julia, on their machine; ours of the time above, in Rust, one core for each search.
- Arguments are drawn from i64 here (bytecount, bmi_class: every integer type), the study's from random machine types.
- Outputs are compared by single characters if either has only one; the study looks at the first only.";

/// Writes the table, the requirement for each function, and what is not comparable.
pub fn write_cells(figures: &[CellFigures], setup: &CellSetup, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "Cells found by qd in {:.0} s on {} cores, means of {} seeds, beside the figures published for 600 s",
        setup.time.as_secs_f64(),
        setup.jobs,
        setup.seeds
    )?;
    writeln!(
        out,
        "(PD: program derivative; rel.: mean relative quality, published in brackets; SETBVE: its best way)."
    )?;
    writeln!(out)?;
    writeln!(
        out,
        "{:<17} {:>7} {:>7} {:>9} {:>10} {:>5} {:>6} | {:>6} {:>12} {:>10}",
        "function", "cells", "PD > 0", "near-best", "neighbours", "rel.", "Mcalls", "N", "SETBVE", "AutoBVA"
    )?;
    for one in figures {
        let published = one.function;
        writeln!(
            out,
            "{:<17} {:>7.0} {:>7.0} {:>9.0} {:>10.0} {:>5.2} {:>6.1} | {:>6} {:>12} {:>10}",
            published.name,
            one.cells,
            one.above_zero,
            one.near_best,
            one.neighbours,
            one.quality,
            one.calls / 1e6,
            published.reference,
            format!("{:.0} ({:.2})", published.setbve_cells, published.setbve_quality),
            format!("{:.0} ({:.2})", published.autobva_cells, published.autobva_quality),
        )?;
    }
    writeln!(out)?;
    let met = figures.iter().filter(|one| meets(one)).count();
    let verdict = if met == figures.len() { "met   " } else { "missed" };
    writeln!(
        out,
        "{verdict} more cells above 0 than the best published run, relative quality of at least {QUALITY}: {met} of {}",
        figures.len()
    )?;
    for one in figures.iter().filter(|one| !meets(one)) {
        writeln!(
            out,
            "         {}: {:.0} cells against {:.0}, quality {:.2}",
            one.function.name, one.above_zero, one.function.setbve_cells, one.quality
        )?;
    }
    writeln!(out)?;
    writeln!(out, "{NOT_COMPARABLE}")
}

fn meets(one: &CellFigures) -> bool {
    one.above_zero > one.function.setbve_cells && one.quality >= QUALITY
}
