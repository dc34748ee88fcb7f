-- A vehicle of which something followed, by its plate in the form in which plates are compared. Its row is locked by whoever decides what
-- follows next, so that two decide one after the other.
CREATE TABLE penalty_vehicle (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  plate_key text NOT NULL UNIQUE CHECK (plate_key <> ''),
  plate_number text NOT NULL
);
-- What followed, step by step. Nothing is removed. The record and the department may be gone: nothing here refers to any of them.
CREATE TABLE penalty_step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  vehicle_id bigint NOT NULL REFERENCES penalty_vehicle (id),
  kind text NOT NULL CHECK (kind IN ('warning', 'points', 'barred')),
  points integer NOT NULL,
  record_kind text NOT NULL,
  record_id bigint,
  cause_id bigint REFERENCES penalty_step (id),
  percent double precision,
  -- The values of the site's rules as they were then; none of what is done by hand.
  rule jsonb,
  reason text NOT NULL,
  dept_id bigint,
  at timestamptz NOT NULL,
  by_name text NOT NULL,
  counts_until timestamptz,
  until timestamptz,
  ended_at timestamptz,
  revoked_at timestamptz,
  revoked_by text NOT NULL DEFAULT '',
  revoked_for text NOT NULL DEFAULT '',
  CHECK ((kind = 'barred') = (counts_until IS NULL))
);
-- One consequence a record.
CREATE UNIQUE INDEX penalty_step_record ON penalty_step (record_kind, record_id) WHERE record_id IS NOT NULL AND kind <> 'barred';
CREATE INDEX penalty_step_of_record ON penalty_step (record_kind, record_id) WHERE record_id IS NOT NULL;
CREATE INDEX penalty_step_vehicle ON penalty_step (vehicle_id, id DESC);
CREATE INDEX penalty_step_barred ON penalty_step (until) WHERE kind = 'barred' AND ended_at IS NULL AND revoked_at IS NULL;
