-- How gates are reached that are opened from here; the password is told to nobody.
CREATE TABLE gate_control (
  gate_id bigint PRIMARY KEY,
  make text NOT NULL,
  scheme text NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  channel integer NOT NULL,
  user_name text NOT NULL,
  password text NOT NULL
);

-- What gates were told: written before it is sent, so that nothing is done that nobody finds again.
CREATE TABLE gate_command (
  id uuid PRIMARY KEY,
  gate_id bigint NOT NULL,
  gate_name text NOT NULL,
  dept_id bigint,
  act text NOT NULL,
  reason text NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  outcome text NOT NULL DEFAULT 'sent',
  said text NOT NULL DEFAULT '',
  answered_at timestamptz
);
CREATE INDEX gate_command_newest ON gate_command (at DESC, id);
CREATE INDEX gate_command_of_gate ON gate_command (gate_id, at DESC);
CREATE INDEX gate_command_sent ON gate_command (at) WHERE outcome = 'sent';
