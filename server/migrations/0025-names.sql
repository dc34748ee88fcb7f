-- Names that look alike are alike: in one form and one case, letters of other alphabets taken for those they are drawn like.
DO $$ BEGIN
  IF getdatabaseencoding() = 'UTF8' THEN
    CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN translate(lower(normalize(name, NFKC)), 'аеорсухіјѕвнкмтαεικορτχ', 'aeopcyxijsbhkmtaeikoptx');
  ELSE
    -- Such a database knows no other form of a letter.
    CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN lower(name);
  END IF;
END $$;

-- Beside the indexes that names are looked up by. What was called alike before stays as it is: only what comes is held to it.
DO $$
DECLARE
  guard record;
  twins bigint[];
BEGIN
  FOR guard IN SELECT * FROM (VALUES
    ('person', 'person_user_name', 'fold_name(user_name)', 'user_name IS NOT NULL'),
    ('role', 'role_name_key', 'fold_name(name)', 'true'),
    ('dept', 'dept_name_among_siblings', 'coalesce(pid, 0), fold_name(name)', 'true'),
    ('device', 'device_label', 'kind, fold_name(label)', 'deleted_at IS NULL'),
    ('hazard_area', 'hazard_area_name_key', 'fold_name(name)', 'true'),
    ('fence', 'fence_name_key', 'fold_name(name)', 'true'),
    ('building', 'building_name', 'fold_name(name)', 'true'),
    ('indoor_area', 'indoor_area_name', 'pid, fold_name(name)', 'true'),
    ('broadcast', 'broadcast_name', 'fold_name(name)', 'true')
  ) AS guards (place, index, keys, condition) LOOP
    EXECUTE format(
      'SELECT coalesce(array_agg(id), ''{}'') FROM (
         SELECT id::bigint, row_number() OVER (PARTITION BY %s ORDER BY id) AS nth FROM %I WHERE %s) AS ranked WHERE nth > 1',
      guard.keys, guard.place, guard.condition) INTO twins;
    EXECUTE format(
      'CREATE UNIQUE INDEX %I ON %I (%s) WHERE %s AND id <> ALL (%L::bigint[])',
      guard.index || '_folded', guard.place, guard.keys, guard.condition, twins);
  END LOOP;
END $$;
