CREATE TABLE broadcast (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL,
  content text NOT NULL,
  times integer NOT NULL,
  enabled boolean NOT NULL,
  remark text NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX broadcast_name ON broadcast (name);

CREATE TABLE notice_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  channel text NOT NULL,
  target text NOT NULL,
  dept_id bigint REFERENCES dept (id),
  remark text NOT NULL,
  send_time timestamptz NOT NULL,
  -- As written then: the person may be gone.
  sender text NOT NULL,
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX notice_record_time ON notice_record (send_time DESC, id DESC);
