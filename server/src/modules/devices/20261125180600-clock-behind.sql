-- Devices that report late by the same again and again: by how many seconds, from when to when. `seconds` is null of one that was late by this and
-- by that within moments, as a backlog is.
CREATE TABLE clock_behind (
  device_id integer PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  seconds double precision
);
CREATE VIEW devices_clock_behind AS SELECT device_id, first_seen, last_seen, seconds FROM clock_behind;
CREATE OR REPLACE VIEW devices_clock_ahead AS SELECT device_id, first_seen, last_seen, skew_seconds AS seconds FROM clock_skew;
