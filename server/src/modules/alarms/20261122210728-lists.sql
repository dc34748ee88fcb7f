-- Lists of a million alarms. What a keyword is looked for in, as one text in small letters, what stands in another name left out; no
-- field is that long, but what an index takes is bounded.
ALTER TABLE alarm ADD COLUMN searched text NOT NULL GENERATED ALWAYS AS (left(lower(
  CASE WHEN strpos(device_name, user_name) = 0 THEN user_name || E'\x1f' ELSE '' END ||
  CASE WHEN strpos(device_name, plate_number) = 0 THEN plate_number || E'\x1f' ELSE '' END ||
  device_name || E'\x1f' || coalesce(area_name || E'\x1f', '') || alarm_name), 600)) STORED;

-- Every two characters that stand beside each other: what people look for in Chinese is rarely longer.
CREATE FUNCTION alarm_grams(searched text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
  RETURN (SELECT array_agg(DISTINCT substr(searched, at, 2)) FROM generate_series(1, length(searched) - 1) AS at);
-- Without a list of what is yet to be put in order, which whoever raises the alarm that fills it would have to do.
CREATE INDEX alarm_searched ON alarm USING gin (alarm_grams(searched)) WITH (fastupdate = off);

-- Pages and numbers are found in these alone, rows are read for what is shown.
DROP INDEX alarm_found;
CREATE INDEX alarm_found ON alarm (find_time DESC, id DESC)
  INCLUDE (status, hidden_at, dept_id, alarm_type, alarm_level, area_id, searched);
CREATE INDEX alarm_waiting ON alarm (find_time DESC, id DESC) INCLUDE (status, dept_id, alarm_type, alarm_level, area_id, searched)
  WHERE status < 2 AND hidden_at IS NULL;
CREATE INDEX alarm_of_dept ON alarm (dept_id, find_time DESC, id DESC)
  INCLUDE (status, hidden_at, alarm_type, alarm_level, area_id, searched);

-- How many there are that are not hidden: of each state and area, and found in each hour. A row says so many more or fewer, their sum is the
-- number; nobody waits for a row of another's.
CREATE TABLE alarm_total (
  status integer NOT NULL,
  alarm_type integer NOT NULL,
  alarm_level integer NOT NULL,
  area_id bigint,
  alarms bigint NOT NULL
);
CREATE TABLE alarm_hour (
  hour timestamptz NOT NULL,
  alarm_type integer NOT NULL,
  alarm_level integer NOT NULL,
  area_id bigint,
  area_name text,
  alarms bigint NOT NULL,
  -- One of the rows that its hour was added up to.
  summed boolean NOT NULL DEFAULT false
);
INSERT INTO alarm_total SELECT status, alarm_type, alarm_level, area_id, count(*) FROM alarm WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4;
INSERT INTO alarm_hour SELECT date_trunc('hour', find_time, 'UTC') AS hour, alarm_type, alarm_level, area_id, area_name, count(*), true
  FROM alarm WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY 1;
CREATE INDEX alarm_hour_found ON alarm_hour (hour);
CREATE INDEX alarm_hour_open ON alarm_hour (hour) WHERE NOT summed;

-- Alarms that come, and those that go with the sign that the trigger gives.
CREATE FUNCTION alarm_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_total (status, alarm_type, alarm_level, area_id, alarms)
    SELECT status, alarm_type, alarm_level, area_id, TG_ARGV[0]::integer * count(*) FROM changed WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4;
  INSERT INTO alarm_hour (hour, alarm_type, alarm_level, area_id, area_name, alarms)
    SELECT date_trunc('hour', find_time, 'UTC'), alarm_type, alarm_level, area_id, area_name, TG_ARGV[0]::integer * count(*)
    FROM changed WHERE hidden_at IS NULL GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_came AFTER INSERT ON alarm REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION alarm_counted('1');
CREATE TRIGGER alarm_went AFTER DELETE ON alarm REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION alarm_counted('-1');

-- One that changes is counted anew only where it counts elsewhere then; one that merely comes again costs nothing.
CREATE FUNCTION alarm_total_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_total (status, alarm_type, alarm_level, area_id, alarms)
    SELECT status, alarm_type, alarm_level, area_id, alarms FROM (VALUES
      (OLD.status, OLD.alarm_type, OLD.alarm_level, OLD.area_id, OLD.hidden_at, -1),
      (NEW.status, NEW.alarm_type, NEW.alarm_level, NEW.area_id, NEW.hidden_at, 1))
      AS changed (status, alarm_type, alarm_level, area_id, hidden_at, alarms)
    WHERE hidden_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_total_changed AFTER UPDATE ON alarm FOR EACH ROW
  WHEN ((OLD.status, OLD.alarm_type, OLD.alarm_level, OLD.area_id, OLD.hidden_at)
    IS DISTINCT FROM (NEW.status, NEW.alarm_type, NEW.alarm_level, NEW.area_id, NEW.hidden_at))
  EXECUTE FUNCTION alarm_total_changed();
CREATE FUNCTION alarm_hour_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO alarm_hour (hour, alarm_type, alarm_level, area_id, area_name, alarms)
    SELECT date_trunc('hour', find_time, 'UTC'), alarm_type, alarm_level, area_id, area_name, alarms FROM (VALUES
      (OLD.find_time, OLD.alarm_type, OLD.alarm_level, OLD.area_id, OLD.area_name, OLD.hidden_at, -1),
      (NEW.find_time, NEW.alarm_type, NEW.alarm_level, NEW.area_id, NEW.area_name, NEW.hidden_at, 1))
      AS changed (find_time, alarm_type, alarm_level, area_id, area_name, hidden_at, alarms)
    WHERE hidden_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER alarm_hour_changed AFTER UPDATE ON alarm FOR EACH ROW
  WHEN ((OLD.find_time, OLD.alarm_type, OLD.alarm_level, OLD.area_id, OLD.area_name, OLD.hidden_at)
    IS DISTINCT FROM (NEW.find_time, NEW.alarm_type, NEW.alarm_level, NEW.area_id, NEW.area_name, NEW.hidden_at))
  EXECUTE FUNCTION alarm_hour_changed();

-- So that what is looked for is estimated from the first day on.
ANALYZE alarm;
