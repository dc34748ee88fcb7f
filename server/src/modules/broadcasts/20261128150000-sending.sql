-- What was said to helmets, and what became of it at each; as written then, since helmets and people go.
CREATE TABLE broadcast_sending (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  text text NOT NULL,
  -- Of the files kept as evidence, whose contents stay as long as this row does; with the unguessable name by which helmets fetch it.
  clip text,
  clip_type text,
  clip_token text UNIQUE,
  priority text NOT NULL,
  alarm_id bigint,
  notice_id bigint NOT NULL UNIQUE,
  by_id bigint NOT NULL,
  by_name text NOT NULL,
  dept_id bigint,
  at timestamptz NOT NULL,
  cancelled_at timestamptz
);
CREATE INDEX broadcast_sending_by ON broadcast_sending (by_id, at);
CREATE INDEX broadcast_sending_at ON broadcast_sending (at);
CREATE TABLE broadcast_receipt (
  sending_id bigint NOT NULL REFERENCES broadcast_sending (id) ON DELETE CASCADE,
  code text NOT NULL,
  label text NOT NULL,
  dept_id bigint,
  message_id text NOT NULL,
  urgent boolean NOT NULL,
  state text NOT NULL DEFAULT 'pending',
  reason text NOT NULL DEFAULT '',
  -- A server has taken it up; who dies with it leaves unknown whether it was sent, so that nobody sends it again.
  taken_at timestamptz,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (sending_id, code)
);
CREATE INDEX broadcast_receipt_waiting ON broadcast_receipt (urgent DESC, sending_id, code)
  WHERE state = 'pending' AND taken_at IS NULL;
CREATE INDEX broadcast_receipt_message ON broadcast_receipt (message_id);
CREATE INDEX broadcast_receipt_unsettled ON broadcast_receipt (changed_at) WHERE state IN ('pending', 'sent');
