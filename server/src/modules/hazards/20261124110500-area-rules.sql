-- Fences that limit how many may be inside, how long somebody may stay, and how many may stand together.
ALTER TABLE fence ADD COLUMN max_count integer;
ALTER TABLE fence ADD COLUMN min_count integer;
ALTER TABLE fence ADD COLUMN stay_limit integer;
ALTER TABLE fence ADD COLUMN gather_count integer;
ALTER TABLE fence ADD COLUMN gather_radius double precision NOT NULL DEFAULT 15;
ALTER TABLE fence ADD COLUMN gather_seconds integer NOT NULL DEFAULT 60;

-- What holds at such a fence, or is about to: kept here, not in memory, since any server of the site may be the next to judge it.
-- `subject`: whom it is about, empty where it is about the fence as a whole. Times in ms since 1970.
CREATE TABLE fence_condition (
  fence_id bigint NOT NULL REFERENCES fence (id) ON DELETE CASCADE,
  alarm_type integer NOT NULL,
  subject text NOT NULL,
  raised boolean NOT NULL,
  since bigint NOT NULL,
  gone bigint,
  PRIMARY KEY (fence_id, alarm_type, subject)
);
-- When they were judged last: whoever writes it judges, the others have nothing to do.
CREATE TABLE fence_judged (
  judged_at timestamptz NOT NULL
);
INSERT INTO fence_judged VALUES ('-infinity');
