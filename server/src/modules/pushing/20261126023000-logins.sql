-- How devices that push show who they are, and who pushed without being let in.

-- Of a login what both digests are reckoned from; the password itself is stored nowhere.
CREATE TABLE push_login (
  place_kind text NOT NULL CHECK (place_kind IN ('speedCamera', 'barrierGate')),
  place_id bigint NOT NULL,
  user_name text NOT NULL,
  ha1_md5 text NOT NULL,
  ha1_sha256 text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (place_kind, place_id)
);
CREATE UNIQUE INDEX push_login_user_name ON push_login (user_name);

-- By which all servers of the site know the challenges that any of them gave.
CREATE TABLE push_secret (one boolean PRIMARY KEY DEFAULT true CHECK (one), secret text NOT NULL);
INSERT INTO push_secret (secret)
  SELECT encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');

CREATE TABLE unknown_push (
  way text NOT NULL CHECK (way IN ('anpr', 'gate')),
  address text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('unregistered', 'needsLogin', 'wrongLogin')),
  said text NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (way, address)
);
CREATE INDEX unknown_push_last_seen ON unknown_push (last_seen DESC);
