//! The tables of a campaign.

/// Marks a SQLite file as a campaign in its header: the letters `ABVA`.
pub(super) const APPLICATION_ID: i32 = 0x4142_5641;

/// What a version of the format adds to the one before.
pub(super) struct Version {
    pub(super) tables: &'static str,
    /// New columns of old tables, and changes to their content.
    pub(super) columns: &'static str,
    /// Statements with which an older file, which lacks the columns, is read instead.
    pub(super) stand_in: &'static str,
}

/// The steps from each version to the next; the version of a file is the number of applied steps. Never change a step
/// that was released: add a new one. The table `growth` stays empty; earlier versions drew a curve from it.
pub(super) const VERSIONS: &[Version] = &[
    Version { columns: "", stand_in: "", tables: include_str!("tables/1.sql") },
    Version { columns: "", stand_in: "", tables: include_str!("tables/2.sql") },
    Version {
        // This column says how pairs were selected; a comment within the statement would become part of the table's
        // definition.
        columns: "ALTER TABLE run ADD COLUMN selection TEXT NOT NULL DEFAULT 'derivative'",
        stand_in: "CREATE TEMP VIEW run AS SELECT *, 'derivative' AS selection FROM main.run",
        tables: include_str!("tables/3.sql"),
    },
    Version {
        // Searching here again used to be called refine, which now has the meaning of the paper.
        tables: "",
        columns: "
UPDATE decision SET action = 'zoom' WHERE action = 'refine';
UPDATE boundary_decision SET action = 'zoom' WHERE action = 'refine';
",
        // A file without boundaries already has a stand-in for the second table.
        stand_in: "
CREATE TEMP VIEW decision AS SELECT rowid AS rowid, candidate, scope,
    replace(action, 'refine', 'zoom') AS action, note, decided FROM main.decision;
CREATE TEMP VIEW IF NOT EXISTS boundary_decision AS SELECT boundary,
    replace(action, 'refine', 'zoom') AS action, note, decided FROM main.boundary_decision;
",
    },
];
