CREATE TABLE beacon (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  type text NOT NULL,
  uuid text NOT NULL,
  major integer,
  minor integer NOT NULL,
  mac text NOT NULL,
  tx_power integer,
  dept_id bigint REFERENCES dept (id),
  region_id bigint REFERENCES building (id),
  floor integer,
  x double precision,
  y double precision,
  lng double precision,
  lat double precision,
  height double precision,
  install_date text NOT NULL,
  enabled boolean NOT NULL,
  remark text NOT NULL,
  battery integer,
  last_heard timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX beacon_minor ON beacon (minor);
CREATE INDEX beacon_name ON beacon (name, id);
CREATE INDEX beacon_region ON beacon (region_id, floor);
CREATE INDEX beacon_dept ON beacon (dept_id);
