-- Packed, a year costs less than the week before did. Who chose another number of days keeps it.
ALTER TABLE site ALTER COLUMN position_days SET DEFAULT 365;
-- Version 1 says that nobody saved the site yet: that stays so.
UPDATE site SET position_days = 365, version = version + (version > 1)::int WHERE position_days = 7;
