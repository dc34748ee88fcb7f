-- By which number SIP knows people and helmets, and the password with which they register.
CREATE TABLE sip_account (
  number text PRIMARY KEY,
  kind text NOT NULL,
  owner_id bigint NOT NULL,
  password text NOT NULL,
  UNIQUE (kind, owner_id)
);
CREATE SEQUENCE sip_console_number START 8001;

-- Where those who are registered are reached: at which server, by which of its connections.
CREATE TABLE sip_binding (
  id text PRIMARY KEY,
  number text NOT NULL,
  server text NOT NULL,
  connection text NOT NULL,
  contact text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sip_binding_of_number ON sip_binding (number);
CREATE INDEX sip_binding_of_server ON sip_binding (server);

CREATE TABLE sip_call (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- As SIP calls it.
  call_id text NOT NULL UNIQUE,
  caller_kind text NOT NULL,
  caller_id bigint NOT NULL,
  caller_number text NOT NULL,
  caller_name text NOT NULL,
  dialled text NOT NULL,
  callee_kind text,
  callee_id bigint,
  callee_number text,
  callee_name text,
  -- The lines over which they talk.
  caller_binding text NOT NULL,
  callee_binding text,
  -- Of the helmet in it.
  dept_id bigint,
  alarm_id bigint,
  has_video boolean NOT NULL,
  outcome text NOT NULL DEFAULT 'ringing',
  started_at timestamptz NOT NULL,
  answered_at timestamptz,
  ended_at timestamptz
);
CREATE INDEX sip_call_newest ON sip_call (started_at DESC, id DESC);
CREATE INDEX sip_call_open ON sip_call (started_at) WHERE ended_at IS NULL;
CREATE INDEX sip_call_of_alarm ON sip_call (alarm_id) WHERE alarm_id IS NOT NULL;

-- One secret of the site, by which its servers know each other's challenges and tokens.
CREATE TABLE sip_secret (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  secret text NOT NULL
);
