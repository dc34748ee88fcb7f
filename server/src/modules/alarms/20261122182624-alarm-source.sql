-- Anything may raise an alarm: a source says what, and the rule that raises it says which condition it is of.
ALTER TABLE alarm ADD COLUMN source_kind text;
ALTER TABLE alarm ADD COLUMN source_id text;
ALTER TABLE alarm ADD COLUMN source_label text;
ALTER TABLE alarm ADD COLUMN condition_key text;
UPDATE alarm SET source_kind = 'device', source_id = coalesce(device_id::text, device_code), source_label = device_name,
  condition_key = concat_ws('/', alarm_type, rule_id, 'device', coalesce(device_id::text, device_code));
ALTER TABLE alarm ALTER COLUMN source_kind SET NOT NULL;
ALTER TABLE alarm ALTER COLUMN source_id SET NOT NULL;
ALTER TABLE alarm ALTER COLUMN source_label SET NOT NULL;
ALTER TABLE alarm ALTER COLUMN condition_key SET NOT NULL;

-- One alarm a condition: the same cannot stand active twice.
DROP INDEX alarm_one_a_condition;
CREATE UNIQUE INDEX alarm_one_a_condition ON alarm (condition_key) WHERE condition = 'active' AND status < 2;
CREATE INDEX alarm_of_condition ON alarm (condition_key, find_time DESC, id DESC);
