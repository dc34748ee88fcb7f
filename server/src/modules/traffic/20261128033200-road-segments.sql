-- Stretches of road with a limit of their own; null where the kind of road says it.
CREATE TABLE road_segment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL,
  road_kind text NOT NULL CHECK (road_kind IN ('main', 'other', 'careful', 'door')),
  "limit" integer,
  car_limit integer,
  truck_limit integer,
  tanker_limit integer,
  loader_limit integer,
  forklift_limit integer,
  shape text NOT NULL CHECK (shape IN ('polygon', 'circle', 'corridor')),
  points jsonb NOT NULL,
  radius double precision,
  half_width double precision,
  dept_id bigint REFERENCES dept (id),
  enabled boolean NOT NULL,
  remark text NOT NULL
);
CREATE UNIQUE INDEX road_segment_name ON road_segment (name);
CREATE INDEX road_segment_dept ON road_segment (dept_id);
-- How far the speed of each vehicle was looked at, with its last report where that was too fast: two in a row are.
CREATE TABLE vehicle_speed (
  device_id integer PRIMARY KEY,
  until timestamptz NOT NULL,
  fast jsonb
);
