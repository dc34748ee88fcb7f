-- What becomes of an alarm after it was raised is kept as long as the alarm: what happened to it, who did what, who has it. That it was
-- raised, and when, stands in the alarm itself.
ALTER TABLE alarm ADD COLUMN assignee_id bigint;
ALTER TABLE alarm ADD COLUMN assignee text NOT NULL DEFAULT '';

CREATE TABLE alarm_step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alarm_id bigint NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  kind text NOT NULL,
  by_id bigint,
  by_name text NOT NULL DEFAULT '',
  to_id bigint,
  to_name text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  note text NOT NULL DEFAULT '',
  count integer
);

-- As far as it was kept of those from before.
UPDATE alarm SET assignee_id = handle_user_id, assignee = handle_user WHERE status = 1;
INSERT INTO alarm_step (alarm_id, at, kind, by_id, by_name, reason, note)
  SELECT id, end_time, 'returned', NULL, '', '', '' FROM alarm WHERE condition = 'returned' AND end_time IS NOT NULL
  UNION ALL SELECT id, handle_time, CASE status WHEN 2 THEN 'confirmed' ELSE 'taken' END, handle_user_id, handle_user, reason_code,
    CASE handle_note WHEN '确认并关闭' THEN '' ELSE handle_note END
  FROM alarm WHERE status > 0 AND handle_time IS NOT NULL
  ORDER BY 1, 2;
CREATE INDEX alarm_step_of_alarm ON alarm_step (alarm_id);

-- A step that was told is never told otherwise.
CREATE FUNCTION alarm_step_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a step of an alarm is never changed';
END $$;
CREATE TRIGGER alarm_step_stays BEFORE UPDATE ON alarm_step FOR EACH STATEMENT EXECUTE FUNCTION alarm_step_stays();
