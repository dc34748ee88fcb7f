CREATE TABLE speed_camera (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  ip text NOT NULL,
  place text NOT NULL,
  "limit" integer NOT NULL,
  direction text NOT NULL,
  linked_camera_id bigint REFERENCES camera (id),
  linked_screen text NOT NULL,
  linked_speaker text NOT NULL,
  dept_id bigint REFERENCES dept (id),
  lng double precision,
  lat double precision,
  enabled boolean NOT NULL,
  remark text NOT NULL,
  last_seen timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX speed_camera_ip ON speed_camera (ip);
CREATE INDEX speed_camera_dept ON speed_camera (dept_id);
