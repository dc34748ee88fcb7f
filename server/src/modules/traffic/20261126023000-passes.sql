-- Vehicles that passed a camera. The camera, the department and the vehicle may be gone: nothing here refers to any of them.
CREATE TABLE vehicle_pass (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  place_kind text NOT NULL CHECK (place_kind IN ('speedCamera', 'barrierGate')),
  place_id bigint NOT NULL,
  -- By which the place names it, or what makes it one where it has no name for it.
  event_key text NOT NULL,
  place text NOT NULL,
  ip text NOT NULL,
  dept_id bigint,
  plate_number text NOT NULL,
  plate_color text NOT NULL,
  vehicle_type text NOT NULL,
  vehicle_size text NOT NULL,
  lane_no integer,
  direction text NOT NULL,
  pass_time timestamptz NOT NULL,
  -- What the device says of the time, where that is not believed.
  device_time timestamptz,
  speed real,
  illegal boolean NOT NULL,
  confidence real,
  list_type text NOT NULL,
  driver text NOT NULL,
  owner text NOT NULL,
  event_name text NOT NULL,
  big_image text NOT NULL,
  plate_image text NOT NULL,
  unread text NOT NULL
);
CREATE UNIQUE INDEX vehicle_pass_event ON vehicle_pass (place_kind, place_id, event_key);
CREATE INDEX vehicle_pass_time ON vehicle_pass (pass_time DESC, id DESC);
CREATE INDEX vehicle_pass_dept ON vehicle_pass (dept_id, pass_time DESC, id DESC);
CREATE INDEX vehicle_pass_plate ON vehicle_pass (plate_number, pass_time DESC, id DESC);
CREATE INDEX vehicle_pass_place ON vehicle_pass (place, pass_time DESC, id DESC);
CREATE INDEX vehicle_pass_illegal ON vehicle_pass (pass_time DESC, id DESC) WHERE illegal;
CREATE INDEX vehicle_pass_gate ON vehicle_pass (place_id, pass_time DESC, id DESC) WHERE place_kind = 'barrierGate';
CREATE INDEX vehicle_pass_picture ON vehicle_pass (big_image) WHERE big_image <> '';
CREATE INDEX vehicle_pass_plate_picture ON vehicle_pass (plate_image) WHERE plate_image <> '';

-- Plates that passed, so that a part of one is looked for among these and not among the passes. `seen_at` is right to a day: it lets
-- those go of which no pass is kept.
CREATE TABLE vehicle_plate (plate_number text PRIMARY KEY, seen_at timestamptz NOT NULL);

-- Passes are counted by quarters of an hour: zones differ by no less. Each change appends a row; a job adds them up.
CREATE TABLE traffic_quarter (
  quarter timestamptz NOT NULL,
  dept_id bigint,
  place text NOT NULL,
  direction text NOT NULL,
  illegal boolean NOT NULL,
  list_type text NOT NULL,
  owner text NOT NULL,
  passes bigint NOT NULL,
  -- One of the rows that its quarter was added up to.
  summed boolean NOT NULL DEFAULT false
);
CREATE INDEX traffic_quarter_time ON traffic_quarter (quarter);
CREATE INDEX traffic_quarter_open ON traffic_quarter (quarter) WHERE NOT summed;
CREATE FUNCTION vehicle_pass_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_quarter (quarter, dept_id, place, direction, illegal, list_type, owner, passes)
    SELECT date_bin('15 minutes', pass_time, '2000-01-01 00:00:00Z'), dept_id, place, direction, illegal, list_type, owner,
      TG_ARGV[0]::integer * count(*)
    FROM changed GROUP BY 1, 2, 3, 4, 5, 6, 7;
  RETURN NULL;
END $$;
CREATE TRIGGER vehicle_pass_came AFTER INSERT ON vehicle_pass REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION vehicle_pass_counted('1');
CREATE TRIGGER vehicle_pass_went AFTER DELETE ON vehicle_pass REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION vehicle_pass_counted('-1');

-- A drive that was too fast, from the first place that measured it to the last.
CREATE TABLE speeding_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  place text NOT NULL,
  ip text NOT NULL,
  dept_id bigint,
  plate_number text NOT NULL,
  vehicle_type text NOT NULL,
  vehicle_size text NOT NULL,
  lane_no integer,
  pass_time timestamptz NOT NULL,
  start_time timestamptz NOT NULL,
  end_time timestamptz NOT NULL,
  speed real NOT NULL,
  "limit" integer NOT NULL,
  max_speed real NOT NULL,
  driver text NOT NULL,
  owner text NOT NULL,
  event_name text NOT NULL,
  big_image text NOT NULL,
  plate_image text NOT NULL,
  -- Where it was seen last.
  lng double precision,
  lat double precision,
  -- No camera has seen it for as long as one drive may be apart.
  is_over boolean NOT NULL,
  status integer NOT NULL DEFAULT 0 CHECK (status IN (0, 1, 2)),
  handle_user text NOT NULL DEFAULT '',
  handle_time timestamptz
);
CREATE INDEX speeding_record_time ON speeding_record (pass_time DESC, id DESC);
CREATE INDEX speeding_record_plate ON speeding_record (plate_number, end_time);
CREATE INDEX speeding_record_driving ON speeding_record (end_time) WHERE NOT is_over;
CREATE INDEX speeding_record_picture ON speeding_record (big_image) WHERE big_image <> '';
CREATE INDEX speeding_record_plate_picture ON speeding_record (plate_image) WHERE plate_image <> '';

-- A vehicle that is to be stopped for speeding, or that stood somewhere.
CREATE TABLE traffic_stop (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  kind text NOT NULL CHECK (kind IN ('speeding', 'parking')),
  speeding_id bigint REFERENCES speeding_record (id),
  alarm_id bigint,
  -- Nobody is called for what was told long after it happened.
  is_late boolean NOT NULL DEFAULT false,
  place text NOT NULL DEFAULT '',
  ip text NOT NULL DEFAULT '',
  dept_id bigint,
  plate_number text NOT NULL,
  vehicle_size text NOT NULL DEFAULT '',
  event_name text NOT NULL DEFAULT '',
  pass_time timestamptz,
  stop_time timestamptz,
  speed real NOT NULL DEFAULT 0,
  "limit" integer,
  audio_status integer NOT NULL DEFAULT 0 CHECK (audio_status IN (0, 1)),
  start_time timestamptz,
  end_time timestamptz,
  area_id bigint,
  is_illegal boolean NOT NULL DEFAULT false,
  driver text NOT NULL DEFAULT '',
  owner text NOT NULL DEFAULT '',
  big_image text NOT NULL DEFAULT '',
  plate_image text NOT NULL DEFAULT '',
  lng double precision,
  lat double precision,
  found_at timestamptz NOT NULL,
  status integer NOT NULL DEFAULT 0 CHECK (status IN (0, 1, 2)),
  reason text NOT NULL DEFAULT '',
  handle_note text NOT NULL DEFAULT '',
  handle_user text NOT NULL DEFAULT '',
  handle_time timestamptz,
  CHECK ((kind = 'speeding') = (speeding_id IS NOT NULL))
);
CREATE UNIQUE INDEX traffic_stop_of_speeding ON traffic_stop (speeding_id) WHERE speeding_id IS NOT NULL;
CREATE INDEX traffic_stop_alarm ON traffic_stop (alarm_id) WHERE alarm_id IS NOT NULL;
CREATE INDEX traffic_stop_found ON traffic_stop (found_at DESC, id DESC);
CREATE INDEX traffic_stop_open ON traffic_stop (found_at DESC, id DESC) WHERE status < 2;
CREATE INDEX traffic_stop_picture ON traffic_stop (big_image) WHERE big_image <> '';
CREATE INDEX traffic_stop_plate_picture ON traffic_stop (plate_image) WHERE plate_image <> '';
