-- Devices that reported without a position: since when without a long silence between, and when last.
CREATE TABLE device_unfixed (
  device_id integer PRIMARY KEY REFERENCES device (id) ON DELETE CASCADE,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL
);
CREATE VIEW devices_unfixed AS SELECT device_id, first_seen, last_seen FROM device_unfixed;
