-- What becomes of an alarm after its case was made is added to it: once it is handled, and once the time is over of which a track is kept.
ALTER TABLE evidence_case
  ADD COLUMN follows text NOT NULL DEFAULT 'alarm' CHECK (follows IN ('alarm', 'track', 'nothing')),
  -- When the track is whole; null while the alarm is not handled.
  ADD COLUMN follows_until timestamptz;
CREATE INDEX evidence_case_follows ON evidence_case (id) WHERE follows <> 'nothing' AND status = 'open';
-- Nobody's: the system added it.
ALTER TABLE evidence_item ALTER COLUMN added_by DROP NOT NULL;
ALTER TABLE evidence_step ALTER COLUMN by_id DROP NOT NULL;
