-- Of a clock that is wrong by how many seconds it was when that was found, behind where it is below 0.
ALTER TABLE device_fault ADD COLUMN skew_seconds double precision;
