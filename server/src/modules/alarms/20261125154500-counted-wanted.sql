-- Hours count what the site wanted to be alarmed of; what it did not is listed among what is handled, and in the totals of that list alone.
-- The trigger goes first: until the end nobody else changes an alarm.
DROP TRIGGER alarm_hour_changed ON alarm;

CREATE OR REPLACE FUNCTION alarm_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_total (status, alarm_type, alarm_level, area_id, alarms)
    SELECT status, alarm_type, alarm_level, area_id, TG_ARGV[0]::integer * count(*) FROM changed WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4;
  INSERT INTO alarm_text_total (status, alarm_type, alarm_level, area_id, dept_id, searched, alarms)
    SELECT status, alarm_type, alarm_level, area_id, dept_id, searched, TG_ARGV[0]::integer * count(*)
    FROM changed WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  INSERT INTO alarm_hour (hour, alarm_type, alarm_level, area_id, area_name, alarms)
    SELECT date_trunc('hour', find_time, 'UTC'), alarm_type, alarm_level, area_id, area_name, TG_ARGV[0]::integer * count(*)
    FROM changed WHERE hidden_at IS NULL AND suppressed = '' GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION alarm_hour_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_hour (hour, alarm_type, alarm_level, area_id, area_name, alarms)
    SELECT date_trunc('hour', find_time, 'UTC'), alarm_type, alarm_level, area_id, area_name, alarms FROM (VALUES
      (OLD.find_time, OLD.alarm_type, OLD.alarm_level, OLD.area_id, OLD.area_name, OLD.hidden_at, OLD.suppressed, -1),
      (NEW.find_time, NEW.alarm_type, NEW.alarm_level, NEW.area_id, NEW.area_name, NEW.hidden_at, NEW.suppressed, 1))
      AS changed (find_time, alarm_type, alarm_level, area_id, area_name, hidden_at, suppressed, alarms)
    WHERE hidden_at IS NULL AND suppressed = '';
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_hour_changed AFTER UPDATE ON alarm FOR EACH ROW
  WHEN ((OLD.find_time, OLD.alarm_type, OLD.alarm_level, OLD.area_id, OLD.area_name, OLD.hidden_at, OLD.suppressed)
    IS DISTINCT FROM (NEW.find_time, NEW.alarm_type, NEW.alarm_level, NEW.area_id, NEW.area_name, NEW.hidden_at, NEW.suppressed))
  EXECUTE FUNCTION alarm_hour_changed();

INSERT INTO alarm_hour (hour, alarm_type, alarm_level, area_id, area_name, alarms)
  SELECT date_trunc('hour', find_time, 'UTC'), alarm_type, alarm_level, area_id, area_name, -count(*)
  FROM alarm WHERE hidden_at IS NULL AND suppressed <> '' GROUP BY 1, 2, 3, 4, 5;

-- Numbers of the statistics are found in these alone, as those of the lists are.
DROP INDEX alarm_found, alarm_of_dept;
CREATE INDEX alarm_found ON alarm (find_time DESC, id DESC)
  INCLUDE (status, hidden_at, dept_id, alarm_type, alarm_level, area_id, suppressed, searched);
CREATE INDEX alarm_of_dept ON alarm (dept_id, find_time DESC, id DESC)
  INCLUDE (status, hidden_at, alarm_type, alarm_level, area_id, suppressed, searched);
