//! The tables of a campaign.

/// Marks a SQLite file as a campaign in its header: the letters `ABVA`.
pub(super) const APPLICATION_ID: i32 = 0x4142_5641;

/// What a version of the format adds to the one before.
pub(super) struct Version {
    /// New tables.
    pub(super) tables: &'static str,
    /// New columns of old tables, and changes to their content.
    pub(super) columns: &'static str,
    /// Statements with which an older file, which lacks the columns, is read instead.
    pub(super) stand_in: &'static str,
}

/// The steps from each version to the next; the version of a file is the number of applied steps. Never change a step
/// that was released: add a new one. The table `growth` stays empty; earlier versions drew a curve from it.
pub(super) const VERSIONS: &[Version] = &[
    Version {
        columns: "",
        stand_in: "",
        tables: "
CREATE TABLE target (
    name       TEXT NOT NULL,
    arguments  TEXT NOT NULL, -- JSON, one declaration each
    invocation TEXT NOT NULL  -- JSON: target, program, arguments, options
);
CREATE TABLE run (
    id              INTEGER PRIMARY KEY,
    started         INTEGER NOT NULL, -- seconds since 1970
    command         TEXT NOT NULL,    -- JSON, the words after `autobva`
    settings        TEXT NOT NULL,    -- JSON, the same with every default spelled out
    strategy        TEXT NOT NULL,
    sampler         TEXT NOT NULL,
    cts             INTEGER NOT NULL,
    output_distance TEXT NOT NULL,
    input_distance  TEXT NOT NULL,
    threshold       TEXT NOT NULL,
    seed            TEXT NOT NULL,    -- 64 bits without a sign, which an INTEGER has
    jobs            INTEGER NOT NULL,
    calls           INTEGER NOT NULL DEFAULT 0,
    elapsed_ms      INTEGER NOT NULL DEFAULT 0,
    dropped         INTEGER NOT NULL DEFAULT 0,
    recheck_calls   INTEGER NOT NULL DEFAULT 0,
    unchecked       INTEGER NOT NULL DEFAULT 0,
    stop            TEXT              -- NULL until it has ended
);
CREATE TABLE growth (
    run        INTEGER NOT NULL REFERENCES run,
    calls      INTEGER NOT NULL,
    candidates INTEGER NOT NULL
);
CREATE TABLE candidate (
    id           INTEGER PRIMARY KEY,
    run          INTEGER NOT NULL REFERENCES run, -- that found it first
    digest       INTEGER NOT NULL,                -- of inputs and outcomes
    left_input   TEXT NOT NULL,                   -- JSON, one text per argument
    left_types   TEXT NOT NULL,                   -- JSON, their run-time types
    left_valid   INTEGER NOT NULL,
    left_type    TEXT NOT NULL,
    left_output  TEXT NOT NULL,
    right_input  TEXT NOT NULL,
    right_types  TEXT NOT NULL,
    right_valid  INTEGER NOT NULL,
    right_type   TEXT NOT NULL,
    right_output TEXT NOT NULL,
    score        REAL NOT NULL,
    count        INTEGER NOT NULL
);
CREATE TABLE flake (
    run          INTEGER NOT NULL REFERENCES run,
    input        TEXT NOT NULL,
    types        TEXT NOT NULL,
    first_valid  INTEGER NOT NULL,
    first_type   TEXT NOT NULL,
    first_output TEXT NOT NULL,
    again_valid  INTEGER NOT NULL,
    again_type   TEXT NOT NULL,
    again_output TEXT NOT NULL
);
CREATE TABLE cluster (
    id              INTEGER PRIMARY KEY,
    part            INTEGER NOT NULL, -- the number of its group
    validity        TEXT NOT NULL,    -- VV, VE or EE
    first_type      TEXT NOT NULL,
    second_type     TEXT NOT NULL,
    silhouette      REAL,             -- of the group
    description     TEXT NOT NULL,
    members         TEXT NOT NULL,    -- JSON, ids of candidates
    representatives TEXT NOT NULL     -- JSON, ids of candidates
);
CREATE TABLE decision (
    candidate INTEGER NOT NULL REFERENCES candidate,
    scope     TEXT NOT NULL,    -- candidate, or cluster: the one that the candidate is in
    action    TEXT NOT NULL,
    note      TEXT NOT NULL,
    decided   INTEGER NOT NULL, -- seconds since 1970
    PRIMARY KEY (candidate, scope)
);
",
    },
    Version {
        columns: "",
        stand_in: "",
        tables: "
CREATE TABLE gone ( -- what the target did not do any more when the last run began
    candidate INTEGER PRIMARY KEY REFERENCES candidate
);
",
    },
    Version {
        // This column says how pairs were selected; a comment within the statement would become part of the table's
        // definition.
        columns: "ALTER TABLE run ADD COLUMN selection TEXT NOT NULL DEFAULT 'derivative'",
        stand_in: "CREATE TEMP VIEW run AS SELECT *, 'derivative' AS selection FROM main.run",
        tables: "
CREATE TABLE behaviour (
    id       INTEGER PRIMARY KEY,
    position INTEGER,          -- among those that are shown; NULL if it is not
    valid    INTEGER NOT NULL,
    type     TEXT NOT NULL,    -- of the output, or of the error
    wording  TEXT NOT NULL,    -- with {0}, {1} … for the variable parts
    slots    TEXT NOT NULL DEFAULT '[]', -- JSON, how each variable part is made
    text     TEXT NOT NULL,    -- all of that in words
    domain   TEXT NOT NULL DEFAULT '',
    calls    INTEGER NOT NULL DEFAULT 0,
    input    TEXT NOT NULL DEFAULT '[]', -- JSON, an example
    types    TEXT NOT NULL DEFAULT '[]',
    output   TEXT NOT NULL DEFAULT '',
    UNIQUE (valid, type, wording, text)
);
CREATE TABLE boundary (
    id              INTEGER PRIMARY KEY, -- for ever: b3 is the third
    position        INTEGER,             -- among those that are shown; NULL if it is not
    kind            TEXT NOT NULL,
    argument        TEXT NOT NULL,
    left_behaviour  INTEGER NOT NULL REFERENCES behaviour,
    right_behaviour INTEGER NOT NULL REFERENCES behaviour,
    sentence        TEXT NOT NULL,
    rule            TEXT,
    guard           TEXT,                -- JSON, the conditions under which the rule holds
    checked         INTEGER,
    held            INTEGER,
    count           INTEGER NOT NULL,
    flaky           INTEGER NOT NULL
);
CREATE TABLE place ( -- where a boundary was seen, the plainest place first
    boundary  INTEGER NOT NULL REFERENCES boundary,
    position  INTEGER NOT NULL,
    candidate INTEGER NOT NULL REFERENCES candidate,
    PRIMARY KEY (boundary, position)
);
CREATE TABLE stretch ( -- of a target with one argument, from low to high
    position  INTEGER PRIMARY KEY,
    behaviour INTEGER NOT NULL REFERENCES behaviour,
    least     TEXT,
    greatest  TEXT,
    boundary  INTEGER REFERENCES boundary
);
CREATE TABLE argument (
    position INTEGER PRIMARY KEY,
    matters  INTEGER NOT NULL -- whether it ever changed an outcome
);
CREATE TABLE boundary_decision (
    boundary INTEGER PRIMARY KEY REFERENCES boundary,
    action   TEXT NOT NULL,
    note     TEXT NOT NULL,
    decided  INTEGER NOT NULL -- seconds since 1970
);
",
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
