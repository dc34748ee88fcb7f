-- Who was told of an alarm beyond his scope, since nobody connected saw it: he reads and confirms it from then on.
CREATE TABLE alarm_told (
  alarm_id bigint NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  person_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  PRIMARY KEY (alarm_id, person_id)
);
CREATE INDEX alarm_told_person ON alarm_told (person_id);
-- Who hears of an event besides those whose scope holds it.
ALTER TABLE live_event ADD COLUMN also bigint[] NOT NULL DEFAULT '{}';

-- A fence with a department judges that department and those below it. Every fence so far judged everybody, and goes on doing so.
UPDATE fence SET dept_id = NULL, version = version + 1 WHERE dept_id IS NOT NULL;
