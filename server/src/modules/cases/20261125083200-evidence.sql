-- What is kept of an alarm as evidence. The alarm itself goes by the retention of alarms, and its device, its department or whoever made
-- the case may be gone: nothing here refers to any of them.
CREATE TABLE evidence_case (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  alarm_id bigint NOT NULL CONSTRAINT evidence_case_of_alarm UNIQUE,
  title text NOT NULL,
  note text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
  alarm_type integer NOT NULL,
  alarm_level smallint NOT NULL,
  subject text NOT NULL,
  find_time timestamptz NOT NULL,
  dept_id bigint,
  dept_name text NOT NULL DEFAULT '',
  items integer NOT NULL DEFAULT 0,
  created_by bigint NOT NULL,
  created_name text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX evidence_case_created ON evidence_case (created_at DESC, id DESC);

-- Either its bytes, or the file that holds them. Those that were copied are read piece by piece, so they are not packed.
CREATE TABLE evidence_item (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES evidence_case (id),
  name text NOT NULL,
  kind text NOT NULL,
  media_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  content bytea,
  file_id text,
  added_by bigint NOT NULL,
  added_name text NOT NULL,
  added_at timestamptz NOT NULL,
  UNIQUE (case_id, name),
  CHECK ((content IS NULL) <> (file_id IS NULL))
);
ALTER TABLE evidence_item ALTER COLUMN content SET STORAGE EXTERNAL;

-- What became of the case: who made it, edited, closed, added to or downloaded it.
CREATE TABLE evidence_step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id bigint NOT NULL REFERENCES evidence_case (id),
  at timestamptz NOT NULL,
  kind text NOT NULL,
  by_id bigint NOT NULL,
  by_name text NOT NULL,
  item text NOT NULL DEFAULT '',
  before jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX evidence_step_of_case ON evidence_step (case_id, id);

-- Evidence is only added to.
CREATE FUNCTION evidence_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'evidence is never changed or removed';
END $$;
CREATE TRIGGER evidence_stays BEFORE DELETE OR TRUNCATE ON evidence_case FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE TRIGGER evidence_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON evidence_item FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE TRIGGER evidence_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON evidence_step FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
