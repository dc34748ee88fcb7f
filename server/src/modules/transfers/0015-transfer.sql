-- The history of exports and imports; what runs is kept in memory and written down as it goes.
CREATE TABLE transfer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  noun text NOT NULL,
  state text NOT NULL,
  file_name text NOT NULL,
  person_id bigint NOT NULL,
  user_name text NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- Counts, problems, files: as the wire has them.
  detail jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX transfer_started ON transfer (started_at DESC, id DESC);
