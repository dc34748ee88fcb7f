CREATE TABLE camera (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  gb_device_id text NOT NULL,
  manufacturer text NOT NULL,
  model text NOT NULL,
  ptz_type integer NOT NULL,
  room_type integer NOT NULL,
  address text NOT NULL,
  dept_id bigint REFERENCES dept (id),
  area_id bigint REFERENCES hazard_area (id),
  lng double precision,
  lat double precision,
  floor integer,
  heading double precision,
  fov double precision,
  range double precision,
  ip_address text NOT NULL,
  port integer,
  channel_id text NOT NULL,
  civil_code text NOT NULL,
  parent_id text NOT NULL,
  business_group_id text NOT NULL,
  stream_mode text NOT NULL,
  resolution text NOT NULL,
  enabled boolean NOT NULL,
  remark text NOT NULL,
  online boolean NOT NULL DEFAULT false,
  last_seen timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX camera_gb_device_id ON camera (gb_device_id);
CREATE INDEX camera_area ON camera (area_id);
CREATE INDEX camera_dept ON camera (dept_id);
