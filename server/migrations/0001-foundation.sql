-- People and what they may do ------------------------------------------------------------------------------------------

CREATE TABLE dept (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  pid bigint REFERENCES dept (id),
  name text NOT NULL,
  sort integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  CHECK (pid IS DISTINCT FROM id)
);
CREATE UNIQUE INDEX dept_name_among_siblings ON dept (coalesce(pid, 0), name);

-- Everybody the site knows; user_name and password only for those who may sign in.
CREATE TABLE person (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_name text,
  cname text NOT NULL,
  work_num text NOT NULL,
  dept_id bigint REFERENCES dept (id),
  kind text NOT NULL DEFAULT 'employee' CHECK (kind IN ('employee', 'contractor')),
  post text NOT NULL DEFAULT '',
  mobile text NOT NULL DEFAULT '',
  avatar text NOT NULL DEFAULT '',
  can_login boolean NOT NULL DEFAULT false,
  enabled boolean NOT NULL DEFAULT true,
  password_hash text,
  must_change_password boolean NOT NULL DEFAULT true,
  last_login_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX person_user_name ON person (lower(user_name));
CREATE UNIQUE INDEX person_work_num ON person (work_num);
CREATE INDEX person_dept ON person (dept_id);

CREATE TABLE role (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  scope text NOT NULL DEFAULT 'own' CHECK (scope IN ('all', 'own', 'chosen')),
  permissions text[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1
);
CREATE TABLE role_dept (
  role_id bigint NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  dept_id bigint NOT NULL REFERENCES dept (id) ON DELETE CASCADE,
  PRIMARY KEY (role_id, dept_id)
);
CREATE TABLE person_role (
  person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  role_id bigint NOT NULL REFERENCES role (id),
  PRIMARY KEY (person_id, role_id)
);
INSERT INTO role (name, scope) VALUES ('超级管理员', 'all'), ('管理员', 'all');

-- Only the hash of a token is kept: who reads this table cannot sign in with it.
CREATE TABLE session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ip text NOT NULL,
  user_agent text NOT NULL DEFAULT '',
  -- Made at the first start of a demo to seed it: not bound to the change of the first password.
  seeding boolean NOT NULL DEFAULT false,
  ended_at timestamptz
);
CREATE INDEX session_of_person ON session (person_id) WHERE ended_at IS NULL;

CREATE TABLE login_failure (
  user_name text NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_failure_pair ON login_failure (user_name, address, at);

-- Who did what ----------------------------------------------------------------------------------------------------------

-- Chained: each row's hash covers the one before it, so that an edit, a deletion or a reordering shows.
CREATE TABLE journal (
  id bigint PRIMARY KEY,
  at timestamptz NOT NULL,
  person_id bigint,
  cname text NOT NULL,
  dept_name text NOT NULL,
  module text NOT NULL,
  action text NOT NULL,
  object text NOT NULL,
  object_id text NOT NULL,
  before jsonb,
  after jsonb,
  ip text NOT NULL,
  user_agent text NOT NULL,
  result text NOT NULL,
  repeated integer NOT NULL DEFAULT 1,
  cost_ms integer NOT NULL,
  hash bytea NOT NULL
);
CREATE INDEX journal_at ON journal (at);
CREATE INDEX journal_person ON journal (person_id, at);
CREATE TABLE journal_head (single boolean PRIMARY KEY DEFAULT true CHECK (single), id bigint NOT NULL, hash bytea NOT NULL);
INSERT INTO journal_head (id, hash) VALUES (0, '\x00');

-- Site -------------------------------------------------------------------------------------------------------------------

CREATE TABLE site (
  id bigint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  name text NOT NULL,
  center_lng double precision NOT NULL,
  center_lat double precision NOT NULL,
  zoom double precision NOT NULL,
  default_lng double precision NOT NULL,
  default_lat double precision NOT NULL,
  position_days integer NOT NULL DEFAULT 7,
  safe_since text NOT NULL DEFAULT '',
  basemap jsonb NOT NULL DEFAULT '{"type":"FeatureCollection","features":[]}',
  version integer NOT NULL DEFAULT 1
);
INSERT INTO site (name, center_lng, center_lat, zoom, default_lng, default_lat) VALUES ('未命名站点', 116.3913, 39.9075, 15, 116.3913, 39.9075);

-- Devices -----------------------------------------------------------------------------------------------------------------

-- What reports positions. `code` is what it calls itself, `label` what people call it (helmet or badge number, plate).
CREATE TABLE device (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('hat', 'badge', 'car')),
  code text NOT NULL,
  label text NOT NULL,
  dept_id bigint REFERENCES dept (id),
  person_id bigint REFERENCES person (id),
  enabled boolean NOT NULL DEFAULT true,
  sip_id text NOT NULL DEFAULT '',
  mobile text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX device_code ON device (kind, code) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX device_label ON device (kind, label) WHERE deleted_at IS NULL;
CREATE INDEX device_dept ON device (dept_id);
CREATE INDEX device_person ON device (person_id);

CREATE TABLE unknown_device (
  kind text NOT NULL,
  code text NOT NULL,
  first_seen timestamptz NOT NULL DEFAULT now(),
  last_seen timestamptz NOT NULL DEFAULT now(),
  count bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (kind, code)
);

CREATE TABLE device_key (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Hazards -----------------------------------------------------------------------------------------------------------------

CREATE TABLE hazard_area (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  code text NOT NULL DEFAULT '',
  points jsonb NOT NULL,
  equip_code text NOT NULL DEFAULT '',
  risk_level integer NOT NULL DEFAULT 4,
  max_count integer,
  dept_id bigint REFERENCES dept (id),
  responsible text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE fence (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  type text NOT NULL,
  shape text NOT NULL,
  points jsonb NOT NULL,
  radius double precision,
  half_width double precision,
  floor integer,
  level integer NOT NULL CHECK (level BETWEEN 1 AND 3),
  schedule jsonb NOT NULL DEFAULT '[]',
  allow_dept_ids bigint[] NOT NULL DEFAULT '{}',
  allow_user_ids bigint[] NOT NULL DEFAULT '{}',
  device_types text[] NOT NULL DEFAULT '{}',
  min_inside integer NOT NULL,
  min_outside integer NOT NULL,
  dept_id bigint REFERENCES dept (id),
  area_id bigint REFERENCES hazard_area (id),
  enabled boolean NOT NULL DEFAULT true,
  colour text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1
);

-- Positions ---------------------------------------------------------------------------------------------------------------

-- One row a report. `kind`: 0 a fix, 4 an SOS press, 5 a silent alarm; with device and time it makes a report sent twice one.
-- Partitions by UTC day of the fix are made by a job; what belongs to no day at hand goes to the default partition.
CREATE TABLE position (
  device_id integer NOT NULL,
  kind smallint NOT NULL,
  fix_time timestamptz NOT NULL,
  recv_time timestamptz NOT NULL,
  lng double precision NOT NULL,
  lat double precision NOT NULL,
  alt real,
  accuracy real,
  speed real,
  course real,
  temperature real,
  floor smallint,
  battery smallint,
  late boolean NOT NULL,
  PRIMARY KEY (device_id, fix_time, kind)
) PARTITION BY RANGE (fix_time);
CREATE TABLE position_default PARTITION OF position DEFAULT;

-- The latest of each device, and where it stands with each fence. Rewritten all the time: room for updates in place.
CREATE TABLE device_state (
  device_id integer PRIMARY KEY,
  fix_time timestamptz NOT NULL,
  recv_time timestamptz NOT NULL,
  lng double precision NOT NULL,
  lat double precision NOT NULL,
  alt real,
  accuracy real,
  speed real,
  course real,
  temperature real,
  floor smallint,
  battery smallint,
  fences jsonb
) WITH (fillfactor = 50);

-- Alarms ------------------------------------------------------------------------------------------------------------------

CREATE TABLE alarm (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id integer REFERENCES device (id),
  device_type text NOT NULL,
  device_code text NOT NULL,
  device_name text NOT NULL,
  alarm_type integer NOT NULL,
  alarm_level integer NOT NULL CHECK (alarm_level BETWEEN 1 AND 3),
  alarm_name text NOT NULL,
  result text NOT NULL,
  find_time timestamptz NOT NULL,
  status integer NOT NULL DEFAULT 0 CHECK (status BETWEEN 0 AND 2),
  remark text NOT NULL DEFAULT '',
  handle_note text NOT NULL DEFAULT '',
  handle_user text NOT NULL DEFAULT '',
  handle_user_id bigint,
  handle_time timestamptz,
  reason_code text NOT NULL DEFAULT '',
  condition text NOT NULL DEFAULT 'active' CHECK (condition IN ('active', 'returned')),
  start_time timestamptz NOT NULL,
  end_time timestamptz,
  count integer NOT NULL DEFAULT 1,
  last_time timestamptz NOT NULL,
  area_id bigint,
  area_name text,
  rule_id bigint,
  dept_id bigint,
  dept_name text,
  user_name text NOT NULL DEFAULT '',
  plate_number text NOT NULL DEFAULT '',
  lng double precision,
  lat double precision,
  floor integer,
  quiet boolean NOT NULL DEFAULT false,
  hidden_at timestamptz,
  hidden_by bigint,
  version integer NOT NULL DEFAULT 1
);
-- One alarm a condition: the same device under the same rule cannot stand active twice.
CREATE UNIQUE INDEX alarm_one_a_condition ON alarm (device_id, alarm_type, coalesce(rule_id, 0)) WHERE condition = 'active' AND status < 2;
CREATE INDEX alarm_open ON alarm (alarm_level, find_time DESC) WHERE status < 2 AND hidden_at IS NULL;
CREATE INDEX alarm_found ON alarm (find_time DESC, id DESC);
CREATE INDEX alarm_of_device ON alarm (device_id, alarm_type, find_time DESC);

-- Live --------------------------------------------------------------------------------------------------------------------

-- What consoles must not miss, numbered without a gap: live_head is locked while a transaction takes its numbers.
CREATE TABLE live_event (
  seq bigint PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  dept_id bigint,
  event jsonb NOT NULL
);
CREATE INDEX live_event_at ON live_event (at);
CREATE TABLE live_head (single boolean PRIMARY KEY DEFAULT true CHECK (single), seq bigint NOT NULL);
INSERT INTO live_head (seq) VALUES (0);
