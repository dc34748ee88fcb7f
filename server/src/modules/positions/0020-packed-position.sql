-- The past: of each device and hour (UTC) one row, whose columns `packed-hour.ts` packs and reads. Partitions by UTC day are made
-- when the first hour of a day is packed, and dropped whole. Packed bytes do not get smaller by PostgreSQL's own compression.
CREATE TABLE packed_position (
  device_id integer NOT NULL,
  hour timestamptz NOT NULL,
  -- How many there are of it, so that nobody has to unpack them to count.
  fixes integer NOT NULL CHECK (fixes > 0),
  packed bytea NOT NULL,
  PRIMARY KEY (device_id, hour)
) PARTITION BY RANGE (hour);
ALTER TABLE packed_position ALTER COLUMN packed SET STORAGE EXTERNAL;
