-- An alarm may be put aside for a while, and one that nobody takes up goes on to the next on duty.
ALTER TABLE alarm ADD COLUMN shelved_until timestamptz;
ALTER TABLE alarm ADD COLUMN shelved_by text NOT NULL DEFAULT '';
ALTER TABLE alarm ADD COLUMN shelve_reason text NOT NULL DEFAULT '';
ALTER TABLE alarm ADD COLUMN escalation integer NOT NULL DEFAULT 0;
-- Since when it waits for somebody, where that is not since it was found.
ALTER TABLE alarm ADD COLUMN waiting_since timestamptz;
ALTER TABLE alarm_step ADD COLUMN until timestamptz;

-- Both are looked into every two seconds by every server: only what is waited for stands in these.
CREATE INDEX alarm_shelved ON alarm (shelved_until) WHERE shelved_until IS NOT NULL;
CREATE INDEX alarm_escalating ON alarm (alarm_level, coalesce(waiting_since, find_time))
  WHERE status = 0 AND condition = 'active' AND shelved_until IS NULL AND hidden_at IS NULL AND escalation < 5 AND NOT quiet;
