-- Hazard sources that warn of whose device hears their beacon at least so strong, dBm.
ALTER TABLE hazard_point ADD COLUMN beacon_rssi integer;
-- Who heard one, by what he wears, and when the last time, ms since 1970: written by whichever server is told, read by the one that judges.
-- What is old says nothing any more and is dropped, so a hazard source that is gone leaves nothing.
CREATE TABLE hazard_heard (
  point_id bigint NOT NULL,
  subject text NOT NULL,
  device_id integer NOT NULL,
  heard_at bigint NOT NULL,
  PRIMARY KEY (point_id, subject)
);
