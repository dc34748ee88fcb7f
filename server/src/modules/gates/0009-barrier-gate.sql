CREATE TABLE barrier_gate (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  kind text NOT NULL,
  direction integer NOT NULL,
  ip text NOT NULL,
  lane_no integer,
  camera_id bigint REFERENCES camera (id),
  dept_id bigint REFERENCES dept (id),
  lng double precision,
  lat double precision,
  enabled boolean NOT NULL,
  remark text NOT NULL,
  last_seen timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX barrier_gate_code ON barrier_gate (code);
CREATE INDEX barrier_gate_dept ON barrier_gate (dept_id);
