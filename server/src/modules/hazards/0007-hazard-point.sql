CREATE TABLE hazard_point (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  object_kind integer NOT NULL,
  risk_level integer NOT NULL,
  risk_factor text NOT NULL,
  area_id bigint REFERENCES hazard_area (id),
  equip_code text NOT NULL,
  dept_id bigint REFERENCES dept (id),
  responsible text NOT NULL,
  beacon_minor integer,
  radius double precision,
  lng double precision,
  lat double precision,
  floor integer,
  measures text NOT NULL,
  voice_text text NOT NULL,
  photo text NOT NULL,
  enabled boolean NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX hazard_point_code ON hazard_point (code);
CREATE INDEX hazard_point_area ON hazard_point (area_id);
CREATE INDEX hazard_point_dept ON hazard_point (dept_id);
