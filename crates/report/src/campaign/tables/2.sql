CREATE TABLE gone ( -- what the target did not do any more when the last run began
    candidate INTEGER PRIMARY KEY REFERENCES candidate
);
