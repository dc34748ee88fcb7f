-- What each device pushed that could not be read: how often, and of the last one why and how it began.
CREATE TABLE push_unread (
  place_kind text NOT NULL CHECK (place_kind IN ('speedCamera', 'barrierGate')),
  place_id bigint NOT NULL,
  reason text NOT NULL,
  reason_en text NOT NULL,
  said text NOT NULL,
  first_seen timestamptz NOT NULL,
  last_seen timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (place_kind, place_id)
) WITH (fillfactor = 50);
