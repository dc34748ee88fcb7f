-- Alarms that stand for long are few among a million; the statistics ask for them.
CREATE INDEX alarm_lasting ON alarm (start_time) INCLUDE (end_time, alarm_type, dept_id, hidden_at)
  WHERE condition = 'active' OR end_time - start_time > interval '24:00';
