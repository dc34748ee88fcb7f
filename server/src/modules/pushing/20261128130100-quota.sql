-- Bytes of pictures that each device pushed on a day of the site, and since when the rest of them is left out. Full it stays for the day,
-- unless the site allows another number than it was full at.
CREATE TABLE push_day (
  place_kind text NOT NULL CHECK (place_kind IN ('speedCamera', 'barrierGate')),
  place_id bigint NOT NULL,
  day date NOT NULL,
  bytes bigint NOT NULL,
  full_since timestamptz,
  full_most bigint,
  left_out integer NOT NULL,
  PRIMARY KEY (place_kind, place_id, day)
) WITH (fillfactor = 50);
