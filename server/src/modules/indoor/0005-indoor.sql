CREATE TABLE building (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  code text NOT NULL,
  dept_id bigint REFERENCES dept (id),
  lng double precision,
  lat double precision,
  remark text NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX building_name ON building (name);

CREATE TABLE floor (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pid bigint NOT NULL REFERENCES building (id),
  level integer NOT NULL,
  name text NOT NULL,
  plan text NOT NULL,
  width double precision,
  height double precision,
  remark text NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX floor_level ON floor (pid, level);

-- Points are metres on the floor's plan.
CREATE TABLE indoor_area (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pid bigint NOT NULL REFERENCES floor (id),
  name text NOT NULL,
  kind text NOT NULL,
  points jsonb NOT NULL,
  max_count integer,
  dept_id bigint REFERENCES dept (id),
  remark text NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX indoor_area_name ON indoor_area (pid, name);
