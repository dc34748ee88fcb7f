-- Two more kinds: reports without a position, and reports that all say the same one. Of the latter what they say, which is over with any other.
ALTER TABLE device_fault DROP CONSTRAINT device_fault_kind_check,
  ADD CONSTRAINT device_fault_kind_check CHECK (kind IN ('offline', 'lowBattery', 'noFix', 'stuck', 'clockDrift')),
  ADD COLUMN lng double precision,
  ADD COLUMN lat double precision,
  ADD COLUMN alt real,
  ADD CHECK ((kind = 'stuck') = (lng IS NOT NULL AND lat IS NOT NULL));
