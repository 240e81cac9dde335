//! Figures of the SETBVE study (Akbarova, Dobslaw, Gomes de Oliveira Neto, Feldt, arXiv 2505.19736, 2025).

use autobva_core::{UnknownName, named};
use autobva_explore::strategies::qd::Outputs;

/// What was published for a function: means of 20 runs of 600 seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Published {
    pub name: &'static str,
    /// How the study distinguishes its outputs.
    pub outputs: Outputs,
    /// The cells of the study's reference: those with a derivative near the best one.
    pub reference: u32,
    /// Cells of the reference that the best configuration of SETBVE found.
    pub setbve_cells: f64,
    /// Its mean relative quality.
    pub setbve_quality: f64,
    /// Cells of the reference that AutoBVA found.
    pub autobva_cells: f64,
    /// Its mean relative quality.
    pub autobva_quality: f64,
}

use Outputs::{Classes, Lengths};

/// The functions of the study with their published figures.
pub const PUBLISHED: &[Published] = &[
    of("bytecount", Lengths, 93, (93.0, 1.00), (53.9, 1.00)),
    of("bmi_class", Classes, 1_339, (1_074.0, 0.47), (46.0, 1.00)),
    of("circle", Classes, 729, (527.0, 0.84), (260.0, 0.95)),
    of("date", Lengths, 8_133, (6_485.0, 0.24), (445.0, 0.96)),
    of("cld", Lengths, 7_418, (5_899.0, 0.39), (110.0, 1.00)),
    of("fld", Lengths, 7_851, (6_588.0, 0.40), (109.0, 1.00)),
    of("fldmod1", Lengths, 13_699, (10_715.0, 0.36), (341.0, 0.94)),
    of("max", Lengths, 8_425, (6_879.0, 0.44), (93.0, 1.00)),
    of("power_by_squaring", Lengths, 18_826, (11_408.0, 0.33), (486.0, 0.94)),
    of("tailjoin", Lengths, 12_801, (8_473.0, 0.41), (208.0, 0.96)),
];

const fn of(
    name: &'static str,
    outputs: Outputs,
    reference: u32,
    setbve: (f64, f64),
    autobva: (f64, f64),
) -> Published {
    Published {
        name,
        outputs,
        reference,
        setbve_cells: setbve.0,
        setbve_quality: setbve.1,
        autobva_cells: autobva.0,
        autobva_quality: autobva.1,
    }
}

pub fn published(name: &str) -> Result<&'static Published, UnknownName> {
    named("function of the study", name, PUBLISHED, |published| published.name)
}
