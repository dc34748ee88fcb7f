-- Files -------------------------------------------------------------------------------------------------------------------

-- What people brought and what the server wrote for them. The contents lie in the data folder under their SHA-256, once for all
-- rows that name them, and go with the last one; the row stays. Owner and department may be gone: then nobody stands in for them.
CREATE TABLE stored_file (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{32}$'),
  name text NOT NULL,
  type text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  purpose text NOT NULL CHECK (purpose IN ('attachment', 'import', 'export')),
  owner_id bigint NOT NULL,
  dept_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  deleted_by bigint
);
CREATE INDEX stored_file_contents ON stored_file (sha256) WHERE deleted_at IS NULL;
