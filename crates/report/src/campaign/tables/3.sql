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
