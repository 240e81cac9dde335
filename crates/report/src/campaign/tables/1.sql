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
