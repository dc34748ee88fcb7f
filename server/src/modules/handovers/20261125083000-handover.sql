-- Shifts that were handed over: how the site stood then, as whoever gave it saw it. A row is written once, and once more when it is taken.
CREATE TABLE shift_handover (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  given_by bigint NOT NULL,
  given_name text NOT NULL,
  given_at timestamptz NOT NULL,
  to_id bigint,
  to_name text NOT NULL,
  dept_id bigint,
  note text NOT NULL,
  facts jsonb NOT NULL,
  taken_by bigint,
  taken_name text NOT NULL DEFAULT '',
  taken_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  CHECK ((taken_by IS NULL) = (taken_at IS NULL)),
  CHECK (taken_by <> given_by)
);
CREATE INDEX shift_handover_given ON shift_handover (given_at DESC, id DESC);
-- Nobody has two that wait to be taken.
CREATE UNIQUE INDEX shift_handover_waiting ON shift_handover (given_by) WHERE taken_at IS NULL;
