-- Numbers as they are compared: a letter's case, spaces and the country's prefix make nobody another person.
CREATE TABLE visit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  visitor_name text NOT NULL,
  id_type text NOT NULL,
  id_no text NOT NULL,
  id_key text GENERATED ALWAYS AS (upper(regexp_replace(id_no, '[^0-9A-Za-z]', '', 'g'))) STORED,
  phone text NOT NULL,
  phone_key text GENERATED ALWAYS AS (right(regexp_replace(phone, '[^0-9]', '', 'g'), 11)) STORED,
  company text NOT NULL,
  plate_number text NOT NULL,
  host_name text NOT NULL,
  dept_id bigint,
  reason text NOT NULL,
  peer_count integer NOT NULL,
  plan_in timestamptz NOT NULL,
  plan_out timestamptz NOT NULL,
  allowed_area_ids bigint[] NOT NULL,
  escort_id bigint,
  goods text NOT NULL,
  photo text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'refused', 'inside', 'left', 'overstayed')),
  approver text NOT NULL DEFAULT '',
  refused_for text NOT NULL DEFAULT '',
  training_ack timestamptz,
  -- The device that he carries, and what people call it.
  tag_id bigint,
  tag_no text NOT NULL DEFAULT '',
  tag_back boolean NOT NULL DEFAULT false,
  in_time timestamptz,
  out_time timestamptz,
  gate_in text NOT NULL DEFAULT '',
  gate_out text NOT NULL DEFAULT '',
  booked_by text NOT NULL DEFAULT '',
  booked_at timestamptz NOT NULL,
  -- Of who booked himself: by what he sees his booking, and by which link he came.
  own_token_hash bytea,
  invitation_id bigint,
  -- Of the alarms that stand of him: the area where he is, and whether he is without his escort.
  strayed_area bigint,
  is_unescorted boolean NOT NULL DEFAULT false
);
CREATE INDEX visit_plan_in ON visit (plan_in DESC NULLS LAST, id);
CREATE INDEX visit_here ON visit (plan_out) WHERE status IN ('inside', 'overstayed') AND deleted_at IS NULL;
CREATE INDEX visit_identified ON visit (plan_out) WHERE id_no <> '';
CREATE INDEX visit_photo ON visit (photo) WHERE photo <> '';
CREATE UNIQUE INDEX visit_own_token ON visit (own_token_hash);
-- No two visitors have one tag.
CREATE UNIQUE INDEX visit_tag ON visit (tag_id) WHERE tag_id IS NOT NULL AND NOT tag_back AND deleted_at IS NULL;

CREATE TABLE visitor_ban (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  visitor_name text NOT NULL,
  id_no text NOT NULL,
  id_key text GENERATED ALWAYS AS (upper(regexp_replace(id_no, '[^0-9A-Za-z]', '', 'g'))) STORED,
  phone text NOT NULL,
  phone_key text GENERATED ALWAYS AS (right(regexp_replace(phone, '[^0-9]', '', 'g'), 11)) STORED,
  reason text NOT NULL,
  banned_by text NOT NULL DEFAULT '',
  banned_at timestamptz NOT NULL
);
CREATE INDEX visitor_ban_id ON visitor_ban (id_key) WHERE id_key <> '' AND deleted_at IS NULL;
CREATE INDEX visitor_ban_phone ON visitor_ban (phone_key) WHERE phone_key <> '' AND deleted_at IS NULL;

-- Links by which visitors book themselves. Only the hash of a token is kept: who reads this table books nothing with it.
CREATE TABLE visit_invitation (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  host_name text NOT NULL,
  dept_id bigint,
  note text NOT NULL,
  expires_at timestamptz NOT NULL,
  uses integer NOT NULL DEFAULT 0,
  most_uses integer NOT NULL,
  made_name text NOT NULL,
  made_at timestamptz NOT NULL,
  revoked_at timestamptz
);

-- What strangers asked for in the last hour, so that all servers together take no more of it than one would.
CREATE TABLE visit_ask (
  what text NOT NULL,
  key text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX visit_ask_key ON visit_ask (what, key, at);
CREATE INDEX visit_ask_at ON visit_ask (at);
