-- What the servers of a database do for the site, each time one of them: who has it, and what came of it.
CREATE TABLE job (
  name text PRIMARY KEY,
  -- The time that it last ran for: it runs once for each.
  due timestamptz NOT NULL,
  -- Counts who has had it, so that one who was taken for dead says nothing of what another has now.
  run bigint NOT NULL DEFAULT 1,
  server text NOT NULL,
  started_at timestamptz NOT NULL,
  -- The last sign of life of who has it; null while nobody has.
  heard_at timestamptz,
  -- Of the last one that ended.
  ended_at timestamptz,
  duration integer,
  outcome text CHECK (outcome IN ('done', 'failed', 'silent')),
  error text NOT NULL DEFAULT ''
);
