-- What was said to helmets, and what became of it at each; as written then, since helmets and people go.
CREATE TABLE broadcast_sending (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  text text NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL
);
CREATE TABLE broadcast_receipt (
  sending_id bigint NOT NULL REFERENCES broadcast_sending (id),
  code text NOT NULL,
  label text NOT NULL,
  dept_id bigint,
  message_id text NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (sending_id, code)
);
CREATE INDEX broadcast_receipt_open ON broadcast_receipt (message_id) WHERE state IN ('pending', 'sent');
