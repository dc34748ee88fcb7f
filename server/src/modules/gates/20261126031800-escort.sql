-- Whoever is to escort a visitor is held until that is over.
ALTER TABLE visit ADD COLUMN escort_held bigint GENERATED ALWAYS AS (
  CASE WHEN status NOT IN ('refused', 'left') AND deleted_at IS NULL THEN escort_id END
) STORED REFERENCES person (id);
CREATE INDEX visit_escort ON visit (escort_held) WHERE escort_held IS NOT NULL;
