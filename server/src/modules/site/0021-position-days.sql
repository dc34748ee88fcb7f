-- Packed, a year costs less than the week before did. Who chose another number of days keeps it.
ALTER TABLE site ALTER COLUMN position_days SET DEFAULT 365;
UPDATE site SET position_days = 365, version = version + 1 WHERE position_days = 7;
