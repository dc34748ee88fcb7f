-- Places that tell each pass late, by how many ms and since when by the same: a clock that is behind is so by the same, where a backlog
-- catches up. One that told its last pass in time has no row.
CREATE TABLE place_clock (
  place_kind text NOT NULL CHECK (place_kind IN ('speedCamera', 'barrierGate')),
  place_id bigint NOT NULL,
  lag bigint NOT NULL,
  since timestamptz NOT NULL,
  PRIMARY KEY (place_kind, place_id)
);
