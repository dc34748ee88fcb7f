-- Who was at a turnstile. A row is never changed. People, departments and gates may be gone while it stays: nothing here refers to any of them.
CREATE TABLE gate_access (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  gate_id bigint NOT NULL,
  gate_name text NOT NULL,
  device_ip text NOT NULL,
  person_id bigint,
  visit_id bigint,
  -- Whom it is one passage of with the same time: by his record, else by what the turnstile calls him.
  person_key text NOT NULL,
  person_name text NOT NULL,
  person_no text NOT NULL,
  person_type text NOT NULL,
  card_no text NOT NULL,
  plate_number text NOT NULL DEFAULT '',
  dept_id bigint,
  direction smallint NOT NULL CHECK (direction IN (1, 2, 3)),
  pass_time timestamptz NOT NULL,
  -- As the device said, where that is not believed too.
  device_time timestamptz NOT NULL,
  pass_type text NOT NULL,
  result text NOT NULL CHECK (result IN ('passed', 'refused')),
  reason text NOT NULL,
  reason_en text NOT NULL,
  temperature double precision,
  snap_url text NOT NULL DEFAULT '',
  event_key text,
  is_replayed boolean NOT NULL,
  unread text,
  received_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX gate_access_event ON gate_access (gate_id, event_key) WHERE event_key IS NOT NULL;
CREATE UNIQUE INDEX gate_access_once ON gate_access (gate_id, person_key, device_time) WHERE event_key IS NULL;
CREATE INDEX gate_access_time ON gate_access (pass_time DESC NULLS LAST, id);
CREATE INDEX gate_access_gate ON gate_access (gate_id, pass_time);
CREATE INDEX gate_access_snap ON gate_access (snap_url) WHERE snap_url <> '';

-- How somebody last passed, and what somebody said of it since: who is inside is asked again and again, out of passages in their millions.
CREATE TABLE gate_presence (
  key text PRIMARY KEY,
  -- 0 while nobody changed it and he did not pass.
  version integer NOT NULL DEFAULT 0,
  person_id bigint,
  number text NOT NULL,
  name text NOT NULL,
  dept_id bigint,
  -- Null of one who never passed.
  direction smallint CHECK (direction IN (1, 2)),
  since timestamptz,
  gate_name text NOT NULL DEFAULT '',
  odd text NOT NULL DEFAULT '' CHECK (odd IN ('', 'twiceIn', 'outWithoutIn')),
  corrected boolean,
  corrected_reason text NOT NULL DEFAULT '',
  corrected_name text NOT NULL DEFAULT '',
  corrected_at timestamptz
);
CREATE INDEX gate_presence_person ON gate_presence (person_id);
