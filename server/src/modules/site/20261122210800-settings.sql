-- One row for each setting that the site chose; what the others are says the contract.
CREATE TABLE setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL
);
-- Everything that somebody saved is kept. Where nobody saved anything, only what is not what the contract says.
INSERT INTO setting (name, value)
SELECT kept.name, kept.value FROM site CROSS JOIN LATERAL (VALUES
  ('name', to_jsonb(site.name), '"未命名站点"'::jsonb),
  ('safeSince', to_jsonb(safe_since), '""'),
  ('centerLng', to_jsonb(center_lng), '116.3913'),
  ('centerLat', to_jsonb(center_lat), '39.9075'),
  ('zoom', to_jsonb(zoom), '16'),
  ('defaultLng', to_jsonb(default_lng), '116.3913'),
  ('defaultLat', to_jsonb(default_lat), '39.9075'),
  ('personOffline', to_jsonb(person_offline), '300'),
  ('carOffline', to_jsonb(car_offline), '600'),
  ('personStale', to_jsonb(person_stale), '30'),
  ('carStale', to_jsonb(car_stale), '60'),
  ('lowBattery', to_jsonb(low_battery), '20'),
  ('workFrom', to_jsonb(work_from), '"08:00"'),
  ('workTo', to_jsonb(work_to), '"17:30"'),
  ('lockMinutes', to_jsonb(lock_minutes), '15'),
  ('sessionsPerAccount', to_jsonb(sessions_per_account), '10'),
  ('positionDays', to_jsonb(position_days), '365'),
  ('alarmDays', to_jsonb(alarm_days), '1095'),
  ('journalDays', to_jsonb(journal_days), '730'),
  ('exportDays', to_jsonb(export_days), '7')
) AS kept (name, value, preset)
WHERE site.version > 1 OR kept.value IS DISTINCT FROM kept.preset;

DROP VIEW site_offline;
ALTER TABLE site
  DROP COLUMN name,
  DROP COLUMN safe_since,
  DROP COLUMN center_lng,
  DROP COLUMN center_lat,
  DROP COLUMN zoom,
  DROP COLUMN default_lng,
  DROP COLUMN default_lat,
  DROP COLUMN person_offline,
  DROP COLUMN car_offline,
  DROP COLUMN person_stale,
  DROP COLUMN car_stale,
  DROP COLUMN low_battery,
  DROP COLUMN work_from,
  DROP COLUMN work_to,
  DROP COLUMN lock_minutes,
  DROP COLUMN sessions_per_account,
  DROP COLUMN position_days,
  DROP COLUMN alarm_days,
  DROP COLUMN journal_days,
  DROP COLUMN export_days;
