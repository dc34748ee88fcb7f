-- Devices whose reports were set aside since their clock is ahead, each with how much it last was.
CREATE TABLE clock_skew (
  device_id integer PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  skew_seconds double precision NOT NULL,
  count bigint NOT NULL
);
