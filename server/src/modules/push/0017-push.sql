CREATE TABLE push_task_type (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL,
  name text NOT NULL,
  level integer NOT NULL,
  template text NOT NULL,
  channels text[] NOT NULL,
  enabled boolean NOT NULL,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX push_task_type_code ON push_task_type (code);
INSERT INTO push_task_type (code, name, level, template, channels, enabled) VALUES
  ('sos', 'SOS 求救', 1, '{deviceName} {userName} 求救：{result}', '{inApp}', true),
  ('silent', '静默报警', 1, '{deviceName} {userName} 长时间静止：{result}', '{inApp}', true),
  ('fence', '电子围栏', 2, '{deviceName} {userName} {result}', '{inApp}', true),
  ('hazard', '危险源', 2, '{deviceName} {userName} {result}', '{inApp}', true),
  ('speeding', '车辆超速', 3, '{deviceName} {result}', '{inApp}', true),
  ('escalation', '报警升级', 1, '{alarmName} 超时未处理：{result}', '{inApp}', true),
  ('visitor', '访客审批', 3, '{result}', '{inApp}', true);

-- Everybody has one: made with the person, gone with the person.
CREATE TABLE push_user_config (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  task_type_ids bigint[] NOT NULL DEFAULT '{}',
  area_ids bigint[] NOT NULL DEFAULT '{}',
  quiet_from text NOT NULL DEFAULT '',
  quiet_to text NOT NULL DEFAULT '',
  delay_min integer NOT NULL DEFAULT 0,
  enabled boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1
);
CREATE UNIQUE INDEX push_user_config_user ON push_user_config (user_id);
INSERT INTO push_user_config (user_id) SELECT id FROM person;
CREATE FUNCTION push_config_of_new_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO push_user_config (user_id) VALUES (NEW.id);
  RETURN NEW;
END $$;
CREATE TRIGGER push_config_of_new_person AFTER INSERT ON person FOR EACH ROW EXECUTE FUNCTION push_config_of_new_person();

CREATE TABLE push_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  content text NOT NULL,
  channel text NOT NULL,
  user_id bigint REFERENCES person (id) ON DELETE SET NULL,
  target text NOT NULL,
  dept_id bigint REFERENCES dept (id),
  status text NOT NULL,
  fail_reason text NOT NULL,
  retry integer NOT NULL,
  alarm_id text NOT NULL,
  send_time timestamptz,
  read_time timestamptz,
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX push_record_time ON push_record (send_time DESC, id DESC);
