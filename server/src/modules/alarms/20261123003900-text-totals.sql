-- How many there are that are not hidden of each text that is searched, by state and department too: far fewer rows than alarms, since
-- the same device alarms in the same places. As in alarm_total a row says so many more or fewer, and their sum is the number.
CREATE TABLE alarm_text_total (
  status integer NOT NULL,
  alarm_type integer NOT NULL,
  alarm_level integer NOT NULL,
  area_id bigint,
  dept_id bigint,
  searched text NOT NULL,
  alarms bigint NOT NULL,
  -- One of the rows that its text was added up to.
  summed boolean NOT NULL DEFAULT false
);
INSERT INTO alarm_text_total SELECT status, alarm_type, alarm_level, area_id, dept_id, searched, count(*), true
  FROM alarm WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
CREATE INDEX alarm_text_total_of_dept ON alarm_text_total (dept_id);
CREATE INDEX alarm_text_total_open ON alarm_text_total (searched) WHERE NOT summed;

CREATE OR REPLACE FUNCTION alarm_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_total (status, alarm_type, alarm_level, area_id, alarms)
    SELECT status, alarm_type, alarm_level, area_id, TG_ARGV[0]::integer * count(*) FROM changed WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4;
  INSERT INTO alarm_text_total (status, alarm_type, alarm_level, area_id, dept_id, searched, alarms)
    SELECT status, alarm_type, alarm_level, area_id, dept_id, searched, TG_ARGV[0]::integer * count(*)
    FROM changed WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
  INSERT INTO alarm_hour (hour, alarm_type, alarm_level, area_id, area_name, alarms)
    SELECT date_trunc('hour', find_time, 'UTC'), alarm_type, alarm_level, area_id, area_name, TG_ARGV[0]::integer * count(*)
    FROM changed WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE FUNCTION alarm_text_total_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_text_total (status, alarm_type, alarm_level, area_id, dept_id, searched, alarms)
    SELECT status, alarm_type, alarm_level, area_id, dept_id, searched, alarms FROM (VALUES
      (OLD.status, OLD.alarm_type, OLD.alarm_level, OLD.area_id, OLD.dept_id, OLD.searched, OLD.hidden_at, -1),
      (NEW.status, NEW.alarm_type, NEW.alarm_level, NEW.area_id, NEW.dept_id, NEW.searched, NEW.hidden_at, 1))
      AS changed (status, alarm_type, alarm_level, area_id, dept_id, searched, hidden_at, alarms)
    WHERE hidden_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_text_total_changed AFTER UPDATE ON alarm FOR EACH ROW
  WHEN ((OLD.status, OLD.alarm_type, OLD.alarm_level, OLD.area_id, OLD.dept_id, OLD.searched, OLD.hidden_at)
    IS DISTINCT FROM (NEW.status, NEW.alarm_type, NEW.alarm_level, NEW.area_id, NEW.dept_id, NEW.searched, NEW.hidden_at))
  EXECUTE FUNCTION alarm_text_total_changed();

ANALYZE alarm_text_total;
