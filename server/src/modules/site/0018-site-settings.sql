ALTER TABLE site
  ADD COLUMN person_offline integer NOT NULL DEFAULT 300,
  ADD COLUMN car_offline integer NOT NULL DEFAULT 600,
  ADD COLUMN person_stale integer NOT NULL DEFAULT 30,
  ADD COLUMN car_stale integer NOT NULL DEFAULT 60,
  ADD COLUMN low_battery integer NOT NULL DEFAULT 20,
  ADD COLUMN work_from text NOT NULL DEFAULT '08:00',
  ADD COLUMN work_to text NOT NULL DEFAULT '17:30',
  ADD COLUMN alarm_days integer NOT NULL DEFAULT 1095,
  ADD COLUMN journal_days integer NOT NULL DEFAULT 730,
  ADD COLUMN export_days integer NOT NULL DEFAULT 7;
